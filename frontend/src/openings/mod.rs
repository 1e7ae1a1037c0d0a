//! `ninuki openings`: balanced starts for matches.

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

use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write, stderr, stdout};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::value_parser;
use engine::{Move, SetUp};

pub use embedded::embedded;
pub use read::load;
pub use write::Format;

use crate::args::GameArgs;
use crate::error::{Failure, Status};
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

/// Makes balanced openings: random legal moves in a central area, each position once whatever its orientation,
/// without a forced win, with a value near zero, and with games of the engine against itself that both sides win.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The same options give the same openings, whatever the number of threads; another seed gives others. The first line of
the output is the command that makes it again. Every opening is written as soon as it is found.
Nobody swaps in an opening. It may end before a swap is offered, which is then left to the players, or after it.
Formats: moves and position are read by `ninuki replay`; offset counts x,y from the centre to the right and down;
pos counts rows from the bottom.
How balanced an opening is, is known as far as the search looks: the last lines say how far that was. A longer search may
see one side ahead; --confirm-nodes looks longer before an opening is kept.

Examples:
  ninuki openings --rules pente --count 20 --out pente.txt
  ninuki openings --rules freestyle --size 20 --plies 6 --seed 7 --format offset
  ninuki openings --rules ninuki --confirm-nodes 2000000")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The number of openings
    #[arg(long, value_name = "N", default_value_t = const { NonZeroUsize::new(20).unwrap() })]
    count: NonZeroUsize,

    /// The number of moves [default: 5; 4 where a swap is offered after that]
    #[arg(long, value_name = "K")]
    plies: Option<usize>,

    /// The side of the central area in which the stones lie [default: 7; 9 where the third move must be far out; on a
    /// hexagon all but the edge]
    #[arg(long, value_name = "N")]
    area: Option<usize>,

    /// The largest value for either side, in hundredths of a point
    #[arg(long, value_name = "CP", default_value_t = 100)]
    window: u32,

    /// Positions visited to judge one start
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u64).range(1_000..))]
    nodes: u64,

    /// Positions visited to judge once more what would be kept; what is not balanced any more is dropped [default: no such
    /// look]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1_000..))]
    confirm_nodes: Option<u64>,

    /// Games of the engine against itself for each opening; 0 for none
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u32).range(..=10_000))]
    games: u32,

    /// Positions visited for each move of these games, on average
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = value_parser!(u64).range(100..=1_000_000_000))]
    game_nodes: u64,

    /// Which openings: another seed gives others
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// How they are written
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Moves)]
    format: Format,

    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// The number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1_024))]
    threads: u16,
}

/// Writes the openings to `out`, or to the file that the options name; progress goes to `log`.
///
/// # Errors
/// No opening can be like that, fewer were found than asked for, or the output cannot be written.
pub fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    let settings = Settings::new(args)?;
    let terminal = stderr().is_terminal() && (args.out.is_some() || !stdout().is_terminal());
    match &args.out {
        None => write_all(&settings, args.threads, out, log, terminal),
        Some(path) => {
            let file = File::create(path).map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))?;
            write_all(&settings, args.threads, &mut BufWriter::new(file), log, terminal)
        }
    }
}

fn write_all(
    settings: &Settings,
    threads: u16,
    out: &mut impl Write,
    log: &mut impl Write,
    terminal: bool,
) -> Result<Status, Failure> {
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
        if terminal {
            write!(log, "\r{} of {} openings, {} starts ", counts.found, settings.count, counts.made.attempts)?;
            log.flush()?;
        }
        Ok(())
    };
    let ended = hunt(settings, usize::from(threads), &mut watch);
    if terminal {
        write!(log, "\r\x1b[K")?;
    }
    let (counts, end) = ended?;
    let lines = report.lines(settings, &counts);
    for line in &lines {
        match settings.format.has_comments() {
            true => writeln!(out, "# {line}")?,
            false => writeln!(log, "{line}")?,
        }
    }
    out.flush()?;
    let why = match end {
        End::Complete => return Ok(Status::Done),
        End::Exhausted => "random starts bring nothing new, a larger --area or more --plies would",
        End::Hopeless => "2000 starts in a row were not good enough, another --plies or a wider --window may help",
    };
    Err(Failure::Wrong(format!("{} of {} openings were found: {why}", counts.found, settings.count)))
}
