//! Positions picked from a search tree: those that the search visited, and nothing else changes.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use engine::{Game, Rules};
use search::{Limits, Report, player};

/// A search of the position after some moves near the centre; and the positions picked.
fn search(rules: &Rules, samples: usize) -> (Report, Vec<String>) {
    let game = Game::new(rules.clone(), None, None).expect("the usual board");
    let mut player = player(game, None).expect("the empty board");
    player.set_memory(1 << 20);
    let centre = |dx, dy| game.grid().point(game.grid().width() / 2 + dx, game.grid().height() / 2 + dy);
    for point in [centre(0, 0), centre(1, 1), centre(1, 0), centre(0, 1)].into_iter().flatten() {
        // The rules may forbid one of them.
        let _ = player.play(engine::Move::Place(point));
    }
    let limits = Limits { nodes: Some(1000), samples, ..Limits::none() };
    let report = player.think(&limits, &AtomicBool::new(false), &mut |_| ()).expect("the game goes on");
    let mut positions = Vec::new();
    for path in &report.samples {
        for &mv in path {
            player.play(mv).expect("a legal move");
        }
        positions.push(player.record().position_text());
        path.iter().for_each(|_| assert!(player.take_back().is_some()));
    }
    (report, positions)
}

#[test]
fn they_are_distinct_positions_of_the_tree() {
    for rules in Rules::ALL {
        let (report, positions) = search(&rules, 20);
        let distinct: HashSet<_> = positions.iter().collect();
        assert_eq!((positions.len(), distinct.len()), (20, 20), "{}", rules.name);
        // Not the root, and not only what follows it at once.
        let lengths: Vec<usize> = report.samples.iter().map(Vec::len).collect();
        assert!(!lengths.contains(&0) && lengths.iter().any(|&length| length > 2), "{}: {lengths:?}", rules.name);
        // The same again, of which the first ones are those of whom fewer ask.
        let (fewer, first) = search(&rules, 5);
        assert_eq!(first, positions[..5], "{}", rules.name);
        let (none, _) = search(&rules, 0);
        assert!(none.samples.is_empty());
        let plain = |report: &Report| (report.best, report.score, report.nodes, report.line.clone());
        assert!(plain(&none) == plain(&report) && plain(&fewer) == plain(&report), "{}", rules.name);
    }
}
