//! Puzzles from games of the engine against itself, files of them, and the shipped ones.

mod files;
mod made;
mod shipped;

use std::sync::atomic::AtomicBool;

use engine::{Game, Rules};
use ninuki_puzzles::{Effort, Maker, Puzzle, SelfPlay};

/// Never set.
static NEVER: AtomicBool = AtomicBool::new(false);

/// The game whose self-play has puzzles of all kinds within few games: the one on a hexagon.
fn hexagon() -> &'static Game {
    let rules = Rules::ALL.into_iter().find(Rules::hexagonal).expect("a hexagon");
    Game::new(rules, None, None).expect("a game")
}

/// Puzzles of the first games of `game`.
fn puzzles(game: &'static Game, games: usize) -> Vec<Puzzle> {
    let play = SelfPlay::new(game, 5, 300);
    let mut maker = Maker::new(Effort::default());
    (0..games).flat_map(|number| maker.self_play(&play, number, &NEVER).puzzles).collect()
}
