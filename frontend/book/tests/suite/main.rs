//! Books as a whole: built, read, damaged, found in every image.

mod build;
mod files;
mod shipped;

use engine::{AnyRecord, Game, Rules};

/// The game with a name.
fn game(name: &str) -> &'static Game {
    Game::new(Rules::named(name).expect("a game"), None, None).expect("a board")
}

/// The game after moves.
fn after(game: &'static Game, moves: &str) -> Box<dyn AnyRecord> {
    let mut record = game.record();
    for mv in game.parse_moves(moves).expect("moves") {
        record.play(mv).expect("legal");
    }
    record
}
