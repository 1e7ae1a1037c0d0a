//! VCF searches: wins of up to one four are re-proved by trying every reply, and a search with much to remember
//! answers as a fresh one does.

use engine::{Game, PointSet, Tactics, Visitor};
use referee::dice::{Dice, rounds};
use referee::scene::{Scene, Setting};
use referee::settings::settings;
use referee::tangle::tangle;
use search::proof::{VcfSolver, Verdict};

/// Nodes that no search here needs altogether.
const NODES: u64 = 100_000;

struct Search<'s>(&'s [Scene]);

impl Visitor for Search<'_> {
    type Output = usize;

    fn visit<P: Tactics>(self, game: &'static Game) -> usize {
        let mut old = VcfSolver::with_memory(1 << 14);
        let mut found = 0;
        for scene in self.0 {
            let Ok(position) = P::set_up(game, &scene.set_up(game)) else { continue };
            let verdict = VcfSolver::default().search(&position, 3, NODES);
            let reach = |verdict| if let Verdict::Win { fours, .. } = verdict { Some(fours) } else { None };
            assert_eq!(reach(old.search(&position, 3, NODES)), reach(verdict), "{position:?}");
            if let Verdict::Win { first, fours } = verdict {
                found += 1;
                assert!(position.check(first).is_ok() && (fours > 1 || wins(&position, first, fours)), "{position:?}");
            }
        }
        found
    }
}

/// Whether `first` wins at once or, with one four, against every reply; a side without a reply has to pass.
fn wins<P: Tactics>(position: &P, first: engine::Point, fours: u32) -> bool {
    let us = position.to_move();
    let won = |next: &P| next.outcome().map(|outcome| outcome.winner == Some(us));
    let next = position.make(first);
    let at_once = |after: P| {
        won(&after).unwrap_or_else(|| after.legal().iter().any(|point| won(&after.make(point)) == Some(true)))
    };
    let legal = next.legal();
    match won(&next) {
        Some(won) => won,
        None if fours == 0 => false,
        None if legal.is_empty() => at_once(next.make_null()),
        None => legal.iter().all(|reply| at_once(next.make(reply))),
    }
}

#[test]
fn wins_by_fours_are_wins() {
    let all = settings().into_iter().filter(|setting: &Setting| setting.size < 19);
    for (number, setting) in all.enumerate() {
        let scene = |seed| tangle(setting, &mut Dice::new((8000 + number) as u64 * 1_000_000 + seed));
        let scenes: Vec<Scene> = (0..rounds(100) as u64).map(scene).collect();
        let found = setting.game().expect("a game").visit(Search(&scenes));
        assert!(scenes.len() < 50 || found > scenes.len() / 10, "{setting:?}: {found} wins");
    }
}
