//! The puzzles that come with the program.

use std::collections::HashSet;

use engine::{Game, Rules};
use ninuki_puzzles::{Checks, all_shipped, shipped};

use crate::NEVER;

/// The games on their usual boards.
fn games() -> impl Iterator<Item = &'static Game> {
    Rules::ALL.into_iter().map(|rules| Game::new(rules, None, None).expect("a game"))
}

#[test]
fn they_are_those_of_all_games_and_none_comes_twice() {
    let all = all_shipped();
    let names: HashSet<String> = all.iter().map(ninuki_puzzles::Puzzle::id).collect();
    assert_eq!(names.len(), all.len());
    let by_game: usize = games().map(|game| shipped(game).len()).sum();
    assert_eq!(by_game, all.len());
    let without = games().filter(|&game| shipped(game).is_empty()).count();
    assert_eq!(without, 0, "of {} puzzles", all.len());
}

#[test]
fn a_sample_of_them_is_right() {
    for game in games() {
        let puzzles = shipped(game);
        for puzzle in puzzles.iter().step_by(puzzles.len().div_ceil(4).max(1)) {
            let checked = puzzle.check(&Checks::default(), &NEVER);
            checked.unwrap_or_else(|error| panic!("{game}: {}: {error}", puzzle.id()));
        }
    }
}
