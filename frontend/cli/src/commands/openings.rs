//! `ninuki openings`: balanced starts for matches.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::value_parser;
use openings::lists::{self, Format, Headway, Request, make};
use records::Shard;
use records::files::NewFile;

use crate::args::GameArgs;
use crate::error::{Failure, Status};
use crate::progress::{Beside, Progress};
use crate::values::{one_of, threads, whole};

/// Formats of openings with name and help.
const FORMATS: [(Format, &str, &str); 4] = [
    (Format::Moves, "moves", "The moves, one opening per line, as `ninuki replay` reads them"),
    (Format::Position, "position", "The final position as text, as `ninuki replay` reads it"),
    (Format::Offset, "offset", "Gomocup's offset openings: `x,y, x,y` counted from the centre, to the right and down"),
    (Format::Pos, "pos", "`h8i9j10`: column letters with i, rows from the bottom, no gaps"),
];

/// Generates balanced openings for matches.
///
/// They are random legal moves in a central area, each position once up to symmetry,
/// without a forced win, with a value near zero, and with games of the engine against itself that both sides win.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The same options give the same openings, whatever the number of threads; another seed gives others. The first line of \
the output is the command that makes it again. Every opening is written as soon as it is found.
An opening contains no swap. It ends before a swap is offered, which is then left to the players, or after it.
Formats: moves and position are read by `ninuki replay`; offset counts x,y from the centre to the right and down; \
pos counts rows from the bottom.
The last lines give nodes and depth of the search behind each value. A longer search may find one side ahead; \
--confirm-nodes searches longer before an opening is kept. Where few random starts are balanced, as with many moves, \
--balance-nodes finds more, since it chooses the last move.

Examples:
  ninuki openings --rules pente --count 20 --out pente.txt
  ninuki openings --rules freestyle --size 20 --plies 6 --seed 7 --format offset
  ninuki openings --rules ninuki --confirm-nodes 2000000
  ninuki openings --rules freestyle --plies 6 --balance-nodes 1000 --confirm-nodes 300000")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The number of openings
    #[arg(long, value_name = "N", default_value_t = const { NonZeroUsize::new(20).unwrap() })]
    count: NonZeroUsize,

    /// The number of moves [default: 5; 4 where a swap is offered after that]
    #[arg(long, value_name = "K", value_parser = whole::<usize>)]
    plies: Option<usize>,

    /// The side of the central area in which the stones lie [default: 7; 9 where the third move must be far out; on a
    /// hexagon all but the edge]
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    area: Option<usize>,

    /// The largest value for either side, in hundredths of a point
    #[arg(long, value_name = "CP", default_value = "100", value_parser = whole::<u32>)]
    window: u32,

    /// Chooses the most even last move by a search of N positions for each point [default: it is random like the others]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(100..))]
    balance_nodes: Option<u64>,

    /// Positions visited to judge one start
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u64).range(1_000..))]
    nodes: u64,

    /// Positions visited to judge an opening once more before it is kept; it is dropped if it is not balanced then
    /// [default: no second search]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1_000..))]
    confirm_nodes: Option<u64>,

    /// Games of the engine against itself for each opening; 0 for none
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u32).range(..=10_000))]
    games: u32,

    /// Positions visited for each move of these games, on average
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = value_parser!(u64).range(100..=1_000_000_000))]
    game_nodes: u64,

    /// Which openings: another seed gives others
    #[arg(long, value_name = "S", default_value = "1", value_parser = whole::<u64>)]
    seed: u64,

    /// Looks for --count openings in part I of N of the starts; no other part has one of them, unless --balance-nodes makes
    /// two starts the same
    #[arg(long, value_name = "I/N", default_value_t = Shard::ALL, hide_default_value = true)]
    shard: Shard,

    /// The format of the output
    #[arg(long, value_name = "FORMAT", default_value = "moves", value_parser = one_of(&FORMATS))]
    format: Format,

    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// The number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    threads: usize,
}

/// Writes the openings to `out`, or to the file of `--out`; remarks go to `log`.
///
/// # Errors
/// No opening can meet the options, too few were found, or the output cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    let request = args.request();
    let line = Progress::text().begin(&[]);
    let mut show = |Headway { found, wanted, starts }: Headway| {
        line.show(found, wanted as u64, vec![format!("{found} of {wanted} openings"), format!("{starts} starts")]);
    };
    let log = &mut Beside::new(&line, log);
    match &args.out {
        None => make(&request, &mut Beside::new(&line, out), log, &mut show)?,
        Some(path) => {
            let mut file = NewFile::create(path)?;
            match make(&request, &mut file, log, &mut show) {
                Err(lists::Error::Output(error)) => return Err(records::Error::write(path, error).into()),
                // Too few openings are written as well.
                made @ (Ok(()) | Err(lists::Error::TooFew { .. })) => {
                    file.commit()?;
                    made?;
                }
                Err(other) => return Err(other.into()),
            }
        }
    }
    Ok(Status::Done)
}

impl Args {
    fn request(&self) -> Request {
        Request {
            choice: self.game.choice(),
            count: self.count,
            plies: self.plies,
            area: self.area,
            window: self.window,
            balance_nodes: self.balance_nodes,
            nodes: self.nodes,
            confirm_nodes: self.confirm_nodes,
            games: self.games,
            game_nodes: self.game_nodes,
            seed: self.seed,
            shard: self.shard,
            format: self.format,
            threads: self.threads,
        }
    }
}
