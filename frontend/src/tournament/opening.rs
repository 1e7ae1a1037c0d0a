//! Where games begin.

use std::path::Path;

use engine::{Game, Move, SetUp, record};

use crate::args::GameArgs;
use crate::args::StartArgs;
use crate::error::Failure;
use crate::formats;

/// A start from which a match game is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The position before the moves, if not the empty board.
    pub setup: Option<SetUp>,
    /// The moves.
    pub moves: Vec<Move>,
}

/// The openings of a file.
pub(super) fn load(path: &Path, game: &'static Game, args: &GameArgs) -> Result<Vec<Opening>, Failure> {
    let name = path.display();
    let start = StartArgs { game: args.clone(), ..StartArgs::default() };
    let mut openings = Vec::new();
    for (number, entry) in (1..).zip(formats::read(path, &start)?) {
        let entry = entry.map_err(|error| Failure::Usage(format!("{name}:{}: {}", error.line, error.reason)))?;
        let line = entry.line.unwrap_or(number);
        let moves: Result<Vec<Move>, String> = entry.moves.into_iter().map(|written| written.mv).collect();
        let moves = moves.map_err(|why| Failure::Usage(format!("{name}:{line}: {why}")))?;
        let mut record =
            record(game, entry.setup.as_ref()).map_err(|error| Failure::Usage(format!("{name}:{line}: {error}")))?;
        for &mv in &moves {
            record.play(mv).map_err(|error| Failure::Usage(format!("{name}:{line}: {error}")))?;
        }
        if record.outcome().is_some() {
            return Err(Failure::Usage(format!("{name}:{line}: the opening ends the game")));
        }
        openings.push(Opening { setup: entry.setup, moves });
    }
    match openings.is_empty() {
        true => Err(Failure::Usage(format!("{name}: no opening is in this file"))),
        false => Ok(openings),
    }
}
