//! Targets for fuzzers, as plain functions: the readers of outside input, with unforeseen inputs.
//!
//! Each target takes bytes and panics if something does not hold. `cargo run -p tests --bin fuzz` feeds them with changed
//! seeds on any compiler; in the folder `fuzz` libFuzzer does, guided by coverage.

mod books;
mod dialogues;
mod games;
mod journals;
mod lists;
pub mod mutation;
mod openings;
mod own;
pub mod patience;
mod proofs;
mod protocol;
mod puzzles;
mod queries;
mod records;
mod text;

/// Something that takes any input.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, and the folder of its seeds.
    pub name: &'static str,
    /// Tries an input.
    ///
    /// # Panics
    /// Something does not hold.
    pub run: fn(&[u8]),
    /// Inputs that make sense, by our own writers.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All targets.
pub const TARGETS: [Target; 13] = [
    Target { name: "books", run: books::run, seeds: books::seeds },
    Target { name: "dialogues", run: dialogues::run, seeds: dialogues::seeds },
    Target { name: "games", run: games::run, seeds: games::seeds },
    Target { name: "journals", run: journals::run, seeds: journals::seeds },
    Target { name: "lists", run: lists::run, seeds: lists::seeds },
    Target { name: "openings", run: openings::run, seeds: openings::seeds },
    Target { name: "own", run: own::run, seeds: own::seeds },
    Target { name: "proofs", run: proofs::run, seeds: proofs::seeds },
    Target { name: "protocol", run: protocol::run, seeds: protocol::seeds },
    Target { name: "puzzles", run: puzzles::run, seeds: puzzles::seeds },
    Target { name: "queries", run: queries::run, seeds: queries::seeds },
    Target { name: "records", run: records::run, seeds: records::seeds },
    Target { name: "text", run: text::run, seeds: text::seeds },
];

impl Target {
    /// The target with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        TARGETS.into_iter().find(|target| target.name == name)
    }
}

/// Checks that a message is one short line.
fn fits(text: &str) {
    assert!(!text.is_empty() && text.len() < 4000 && !text.contains(char::is_control), "{text:?}");
}

/// The game and the board that two bytes choose.
fn game(rules: u8, size: u8) -> &'static engine::Game {
    let all = engine::Rules::ALL;
    let rules = all[usize::from(rules) % all.len()].clone();
    let size = rules.sizes.iter().cycle().nth(size.into());
    engine::Game::new(rules, size, None).expect("a size of the game")
}

/// A legal game at random, as moves.
fn moves(game: &'static engine::Game, plies: usize, dice: &mut rand::rngs::StdRng) -> Vec<engine::Move> {
    use rand::seq::IndexedRandom;
    let mut record = engine::record(game, None).expect("the empty board");
    for _ in 0..plies {
        let Some(&point) = record.legal().choose(dice) else { break };
        record.play(engine::Move::Place(point)).expect("a legal move");
    }
    record.moves()
}
