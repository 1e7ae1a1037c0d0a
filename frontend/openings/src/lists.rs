//! Lists of openings: balanced starts for matches.
//!
//! # Examples
//! ```
//! # extern crate engine as ninuki_engine;
//! use ninuki_engine::{Game, Rules};
//! use ninuki_openings::lists::embedded;
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
mod error;
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
pub use error::{Error, ListError, SettingsError};
pub use read::{load, parse};
pub use write::{Format, FormatError};

use hunt::{End, Found, hunt};
use report::Report;
use settings::Settings;

/// An opening: the first moves of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Position before the moves, if not the empty board.
    pub setup: Option<SetUp>,
    /// Moves.
    pub moves: Vec<Move>,
}

impl Opening {
    /// Returns the opening rotated or mirrored by a symmetry of the board, modulo their number; 0 is the identity.
    #[must_use]
    pub fn turned(&self, grid: &Grid, symmetry: usize) -> Cow<'_, Self> {
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

/// A request for openings.
///
/// Openings are random legal moves in a central area. Positions are unique up to symmetry, have no forced win and a value near
/// zero, and both sides win games of the engine against itself. The number of threads does not change the openings.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// Game and board.
    pub choice: Choice,
    /// Number of openings.
    pub count: NonZeroUsize,
    /// Number of moves; by default 5, or 4 where a swap is offered after 5.
    pub plies: Option<usize>,
    /// Side of the central area that contains the stones; the default depends on the game.
    pub area: Option<usize>,
    /// Largest value for either side, in centipoints.
    pub window: u32,
    /// Nodes for each candidate of the last move; the one with the value nearest to zero is chosen. By default the last move is
    /// random.
    pub balance_nodes: Option<u64>,
    /// Nodes to evaluate a start.
    pub nodes: u64,
    /// Nodes of a second evaluation; starts that it finds unbalanced are dropped.
    pub confirm_nodes: Option<u64>,
    /// Games of the engine against itself for each opening; 0 for none.
    pub games: u32,
    /// Average nodes for each move of these games.
    pub game_nodes: u64,
    /// Seed of the random starts.
    pub seed: u64,
    /// Shard of the starts; shards find different openings.
    pub shard: Shard,
    /// Format of the output.
    pub format: Format,
    /// Number of threads.
    pub threads: usize,
}

/// Progress of a search for openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Headway {
    /// Number of openings found.
    pub found: u64,
    /// Number of openings wanted.
    pub wanted: usize,
    /// Number of starts evaluated.
    pub starts: u64,
}

/// Writes openings to `out` as they are found. Remarks are written to `log` if the format has no comments. `on_progress` is
/// called after each start.
///
/// # Errors
/// The settings allow no openings, too few were found, or the output cannot be written.
pub fn make(
    request: &Request,
    out: &mut impl Write,
    log: &mut impl Write,
    on_progress: &mut dyn FnMut(Headway),
) -> Result<(), Error> {
    let settings = Settings::new(request)?;
    write_all(&settings, request.threads, out, log, on_progress)
}

/// Returns the game after the moves of an opening, which must be legal.
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
    Err(Error::TooFew { found: counts.found, wanted: settings.count, reason })
}
