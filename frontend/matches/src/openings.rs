//! Openings: balanced starts for matches.
//!
//! # Examples
//! ```
//! # extern crate engine as ninuki_engine;
//! use ninuki_engine::{Game, Rules};
//! use ninuki_matches::openings::embedded;
//!
//! let game = Game::new(Rules::PENTE, None, None)?;
//! let openings = embedded(game);
//! assert!(openings.len() > 10 && openings.iter().all(|opening| !opening.moves.is_empty()));
//! # Ok::<(), ninuki_engine::GameError>(())
//! ```

mod balance;
mod calibrate;
mod canonical;
mod embedded;
mod filter;
mod generate;
mod hunt;
mod read;
mod report;
mod settings;
mod write;

use std::borrow::Cow;
use std::io::Write;
use std::num::NonZeroUsize;

use engine::{AnyRecord, Game, Grid, Move, SetUp, Symmetries, record};
use records::{Choice, Shard};

pub use embedded::embedded;
pub use read::{ListError, load, parse};
pub use settings::SettingsError;
pub use write::{Format, FormatError};

use crate::Error;
use hunt::{End, Found, hunt};
use report::Report;
use settings::Settings;

/// A start from which a match game is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The position before the moves, if not the empty board.
    pub setup: Option<SetUp>,
    /// The moves.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The opening turned or mirrored by a symmetry of the board, modulo their number; 0 leaves it as it is.
    pub(crate) fn turned(&self, grid: &Grid, symmetry: usize) -> Cow<'_, Self> {
        if symmetry == 0 {
            return Cow::Borrowed(self);
        }
        let symmetries = Symmetries::of(grid);
        let symmetry = symmetry % symmetries.count();
        let image = |point| symmetries.image(symmetry, point);
        let setup = self.setup.as_ref().map(|setup| SetUp {
            stones: setup.stones.iter().map(|&(point, color)| (image(point), color)).collect(),
            walls: setup.walls.iter().map(|&point| image(point)).collect(),
            ..setup.clone()
        });
        let moves = self.moves.iter().map(|&mv| match mv {
            Move::Place(point) => Move::Place(image(point)),
            mv => mv,
        });
        Cow::Owned(Self { setup, moves: moves.collect() })
    }
}

/// What openings are asked for.
///
/// They are random legal moves in a central area, each position once whatever its orientation, without a forced win, with
/// a value near zero, and with games of the engine against itself that both sides win. The same request gives the same
/// openings, whatever the number of threads.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// Which game, on which board.
    pub choice: Choice,
    /// The number of openings.
    pub count: NonZeroUsize,
    /// The number of moves; by default 5, 4 where a swap is offered after that.
    pub plies: Option<usize>,
    /// The side of the central area in which the stones lie; by default what suits the game.
    pub area: Option<usize>,
    /// The largest value for either side, in hundredths of a point.
    pub window: u32,
    /// Nodes for each point where the last move might be: it is the one after which the value is nearest to zero. By default
    /// it is random like the others.
    pub balance_nodes: Option<u64>,
    /// Nodes to judge one start.
    pub nodes: u64,
    /// Nodes to judge once more what would be kept; what is not balanced any more is dropped.
    pub confirm_nodes: Option<u64>,
    /// Games of the engine against itself for each opening; 0 for none.
    pub games: u32,
    /// Nodes for each move of these games, on average.
    pub game_nodes: u64,
    /// Which openings: another seed gives others.
    pub seed: u64,
    /// The part of the starts that is looked at; other parts find other openings.
    pub shard: Shard,
    /// How they are written.
    pub format: Format,
    /// The number of threads.
    pub threads: usize,
}

/// How far the work is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Headway {
    /// Openings found.
    pub found: u64,
    /// Openings asked for.
    pub wanted: usize,
    /// Starts that were looked at.
    pub starts: u64,
}

/// Writes the openings to `out` as they are found, and remarks that the format does not hold to `log`. `on_progress` is
/// called after each start.
///
/// # Errors
/// No opening can be like that, fewer were found than asked for, or the output cannot be written.
pub fn make(
    request: &Request,
    out: &mut impl Write,
    log: &mut impl Write,
    on_progress: &mut dyn FnMut(Headway),
) -> Result<(), Error> {
    let settings = Settings::new(request)?;
    write_all(&settings, request.threads, out, log, on_progress)
}

/// The game after the moves of an opening, which are legal.
fn after(game: &'static Game, moves: &[Move]) -> Box<dyn AnyRecord> {
    let mut record = record(game, None).expect("the empty board can be set up");
    for &mv in moves {
        record.play(mv).expect("the moves of an opening are legal");
    }
    record
}

fn write_all(
    settings: &Settings,
    threads: usize,
    out: &mut impl Write,
    log: &mut impl Write,
    on_progress: &mut dyn FnMut(Headway),
) -> Result<(), Error> {
    if settings.format.has_comments() {
        writeln!(out, "# {}", settings.command())?;
        out.flush()?;
    }
    let mut report = Report::default();
    let mut watch = |counts: &hunt::Counts, found: Option<&Found>| {
        if let Some(found) = found {
            report.add(found);
            writeln!(out, "{}", settings.format.line(settings.game, &found.moves))?;
            out.flush()?;
        }
        on_progress(Headway { found: counts.found, wanted: settings.count, starts: counts.made.attempts });
        Ok(())
    };
    let (counts, end) = hunt(settings, threads, &mut watch)?;
    let lines = report.lines(settings, &counts);
    for line in &lines {
        match settings.format.has_comments() {
            true => writeln!(out, "# {line}")?,
            false => writeln!(log, "{line}")?,
        }
    }
    out.flush()?;
    let reason = match end {
        End::Complete => return Ok(()),
        End::Exhausted => "random starts bring nothing new, a larger area or more plies would",
        End::TooManyRefused => {
            "2000 starts in a row were not good enough, another number of plies or a wider window may help"
        }
    };
    Err(Error::TooFewOpenings { found: counts.found, wanted: settings.count, reason })
}
