//! The puzzles of the program, by game, theme and difficulty.

use engine::{Game, Rules};
use puzzles::{Puzzle, Theme};
use serde::Serialize;

use crate::action::Act;
use crate::code::Code;
use crate::dispatcher::Dispatcher;
use crate::fields::Fields;
use crate::puzzle::PuzzleInfo;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::task::{Call, Task};
use crate::worker::Worker;

/// Lists puzzles.
pub(crate) struct Puzzles {
    game: Option<&'static Game>,
    theme: Option<Theme>,
    fields: Fields,
}

/// Puzzles of the program.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Puzzles"))]
pub(crate) struct PuzzlesAnswer {
    /// The puzzles, in the order of their file.
    puzzles: Vec<PuzzleInfo>,
    /// The number of puzzles that fit, listed or not.
    total: usize,
}

/// The most puzzles without a limit.
const USUAL: usize = 100;

impl Act for Puzzles {
    const NAME: &'static str = "puzzles";
    const ABOUT: &'static str = "puzzles of the program by game, theme and difficulty";
    const FIELDS: &'static [&'static [&'static str]] =
        &[&["rules", "theme", "difficulty", "limit", "after", "priority"]];
    type Answer = PuzzlesAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        dispatcher.check_room()?;
        let fields = &query.fields;
        let game = fields.rules.as_deref().map(game).transpose()?;
        let theme = fields.theme.as_deref().map(|name| name.parse::<Theme>());
        let theme = theme.transpose().map_err(|error| Wrong::new("theme", Code::BadValue.says(error)))?;
        Self::queue(dispatcher, query, |fields| Self { game, theme, fields });
        Ok(())
    }
}

/// The game with this name on its usual board.
fn game(name: &str) -> Result<&'static Game, Wrong> {
    let rules = Rules::named(name).map_err(|error| Wrong::new("rules", error))?;
    Game::new(rules, None, None).map_err(|error| Wrong::new("rules", error))
}

impl Task for Puzzles {
    fn run(self: Box<Self>, worker: &mut Worker, call: &Call) -> Result<(), Wrong> {
        let all = self.game.map_or_else(puzzles::all_shipped, puzzles::shipped);
        let fitting: Vec<&Puzzle> = all.iter().filter(|puzzle| self.fits(puzzle)).collect();
        let after = usize::try_from(self.fields.after.unwrap_or_default()).unwrap_or_default();
        let most = self.fields.limit.map_or(USUAL, |limit| limit.get().into());
        let listed = fitting.iter().skip(after).take(most).map(|&puzzle| puzzle.into());
        call.answer_unless_ended(worker.sink(), PuzzlesAnswer { puzzles: listed.collect(), total: fitting.len() })
    }
}

impl Puzzles {
    fn fits(&self, puzzle: &Puzzle) -> bool {
        let difficulty = puzzle.difficulty.value();
        self.theme.is_none_or(|theme| puzzle.themes.contains(&theme))
            && self.fields.difficulty.is_none_or(|(least, most)| (least..=most).contains(&difficulty))
    }
}
