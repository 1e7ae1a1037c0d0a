//! Forced wins by VCF: nodes per second of that search alone, over positions that need one. A node is a position after
//! a placement of the attacker that was tried.

use bench::FOURS;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::{Game, Move, Rules, Tactics, Visitor, notation};
use search::proof::VcfSolver;

/// Fours of a series, and nodes of a search, at most.
const MOST: u32 = 20;
const NODES: u64 = 20_000;

struct Search<'c, 'm> {
    criterion: &'c mut Criterion,
    games: &'m [Vec<Move>],
}

impl Visitor for Search<'_, '_> {
    type Output = ();

    fn visit<P: Tactics>(self, game: &'static Game) {
        let positions: Vec<P> = self.games.iter().map(|moves| after(game, moves)).collect();
        let search = |position: &P| {
            let mut fours = VcfSolver::default();
            let _ = fours.search(position, MOST, NODES);
            fours.nodes()
        };
        let mut group = self.criterion.benchmark_group("fours, in nodes");
        group.throughput(Throughput::Elements(positions.iter().map(search).sum()));
        group.bench_function(game.rules().name, |b| b.iter(|| positions.iter().map(search).sum::<u64>()));
        group.finish();
    }
}

/// The position after `moves`.
fn after<P: Tactics>(game: &'static Game, moves: &[Move]) -> P {
    moves.iter().fold(P::start(game), |position, &mv| position.play(mv).expect("a legal move"))
}

fn fours(criterion: &mut Criterion) {
    for rules in Rules::ALL {
        let name = format!("{} ", rules.name);
        let game = Game::new(rules, None, None).expect("the usual board");
        let read = |moves: &str| -> Vec<Move> {
            moves.split(' ').map(|mv| notation::parse_move(game.grid(), mv).expect("a move")).collect()
        };
        let games: Vec<_> = FOURS.lines().filter_map(|line| line.strip_prefix(&name)).map(read).collect();
        if !games.is_empty() {
            game.visit(Search { criterion, games: &games });
        }
    }
}

criterion_group!(benches, fours);
criterion_main!(benches);
