//! The search: positions per second at a fixed number of positions, one thread.

use std::sync::atomic::AtomicBool;

use bench::{NDENGROD_MIDDLE_GAME, NINUKI_MIDDLE_GAME};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use engine::{Game, Move, Rules};
use search::{Limits, Player, player};

const NODES: u64 = 20_000;

fn nodes(c: &mut Criterion) {
    let mut group = c.benchmark_group("search, in positions");
    group.throughput(Throughput::Elements(NODES));
    group.sample_size(10);
    for (rules, moves) in [(Rules::NINUKI, NINUKI_MIDDLE_GAME), (Rules::NDENGROD, NDENGROD_MIDDLE_GAME)] {
        let name = rules.name;
        group.bench_function(name, |b| {
            b.iter_batched(
                || after(rules.clone(), moves),
                |mut player| {
                    let limits = Limits { nodes: Some(NODES), ..Limits::none() };
                    player.think(&limits, &AtomicBool::new(false), &mut |_| ())
                },
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

/// A player with a small table who has just played `moves`.
fn after(rules: Rules, moves: &str) -> Box<dyn Player> {
    let game = Game::new(rules, None, None).expect("the usual board");
    let mut player = player(game, None).expect("an empty board");
    player.set_memory(1 << 20);
    for name in moves.split(' ') {
        let point = game.grid().parse(name).expect("a point of the board");
        player.play(Move::Place(point)).expect("a legal move");
    }
    player
}

criterion_group!(benches, nodes);
criterion_main!(benches);
