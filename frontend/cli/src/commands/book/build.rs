//! `ninuki book build`: selects positions, searches them, writes the book.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use book::{Builder, Built, Headway};
use engine::{Game, Move};
use library::Library;
use openings::lists::{embedded, load};
use records::{Choice, Shard, files};

use crate::args::GameArgs;
use crate::commands::analyze::Effort;
use crate::error::{Failure, Status};
use crate::interrupt;
use crate::progress::Progress;
use crate::values::{counting, mebibytes, threads, whole};

/// Builds a book: selects positions, searches them, writes them.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Positions are selected by drop-out expansion: openings cost nothing, the position after a good move costs one more than \
the one before it, and one more for each 2.5 percentage points of win rate that the move loses; the cheapest come next. \
Openings are the empty board, the balanced ones of the program, those with names, those of --openings and of --library. \
The number of threads does not change the selection.

Each search is appended to the first journal as soon as it has ended: a command that was stopped continues where it was. \
Further journals are only read. A shard searches its own positions; repeat the shards with the journals of all, and at \
last a command without --shard does the rest.

Exit status: 0 the book is written, 1 it was stopped or a journal is wrong.

Examples:
  ninuki book build --rules caro --journal a.jsonl --positions 5 --nodes 5000 \\
    --out a.book
  ninuki book build --rules caro --journal a.jsonl --no-search --out a.book")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The journal of searches, created if there is none; may be repeated, the others are only read
    #[arg(long = "journal", value_name = "FILE", required = true)]
    journals: Vec<PathBuf>,

    /// The file of the book
    #[arg(long, value_name = "FILE", required_unless_present = "shard")]
    out: Option<PathBuf>,

    /// The most positions
    #[arg(long, value_name = "N", default_value = "1000", value_parser = whole::<usize>)]
    positions: usize,

    #[command(flatten)]
    effort: Effort,

    /// The number of best moves of a position
    #[arg(long, value_name = "K", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=100))]
    lines: u64,

    /// A library of games, whose most frequent positions are openings
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,

    /// The least number of games of a position of the library
    #[arg(long, value_name = "N", default_value = "10", value_parser = counting)]
    least: u64,

    /// Openings: a list with one a line (.txt), or all variations of a record; may be repeated
    #[arg(long = "openings", value_name = "FILE")]
    openings: Vec<PathBuf>,

    /// The most moves of an opening from a record
    #[arg(long, value_name = "N", default_value = "6", value_parser = whole::<usize>)]
    plies: usize,

    /// Searches only part I of N of the positions, for several processes
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// Searches nothing: the book has what the journals have
    #[arg(long)]
    no_search: bool,

    /// The number of searches at once
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    threads: usize,

    /// The memory of the transposition table of each search, in MiB
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = mebibytes)]
    hash: usize,
}

/// Nodes of a search without limits.
const USUAL_NODES: u64 = 1_000_000;

pub(super) fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    files::check(args.out.as_deref())?;
    let game = args.game.game()?;
    let mut effort = args.effort;
    if effort.is_boundless() {
        effort.nodes = Some(USUAL_NODES);
    }
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let builder = Builder {
        game,
        seeds: args.seeds(game)?,
        positions: args.positions.min(book::MOST),
        effort: effort.limits(),
        lines: args.lines as usize,
        threads: args.threads,
        memory: args.hash,
        shard: args.shard.unwrap_or(Shard::ALL),
        searches: !args.no_search,
    };
    let bar = Progress::bar().begin(&["selecting positions"]);
    let all = builder.positions;
    let on_headway = |Headway { positions, searches }: Headway| {
        bar.show(
            positions as u64,
            all as u64,
            vec![format!("{positions} of {all} positions"), format!("{searches} searches")],
        );
    };
    let built = builder.build(&args.journals, &stop, &on_headway);
    drop(bar);
    let Built { book, searches, missing, torn } = built.map_err(|error| Failure::Wrong(error.to_string()))?;
    for path in torn {
        writeln!(log, "warning: {}: the last line was cut off and is dropped", path.display())?;
    }
    if stop.load(Relaxed) {
        return Err(Failure::Wrong(format!("stopped after {searches} searches; the same command continues")));
    }
    let positions = book.positions().len();
    writeln!(out, "{positions} positions, {searches} searches")?;
    if missing > 0 && !args.no_search {
        writeln!(out, "{missing} positions are left to other shards")?;
    }
    if let Some(path) = &args.out {
        let bytes = book.to_bytes();
        files::write(path, &bytes)?;
        writeln!(out, "{}: {} bytes", path.display(), bytes.len())?;
    }
    Ok(Status::Done)
}

impl Args {
    /// Returns the openings that are in the book whatever their values.
    fn seeds(&self, game: &'static Game) -> Result<Vec<Vec<Move>>, Failure> {
        let mut seeds = book::opening_moves(game);
        let starts = |opening: openings::lists::Opening| opening.setup.is_none().then_some(opening.moves);
        seeds.extend(embedded(game).into_iter().filter_map(starts));
        for path in &self.openings {
            if files::ending(path).as_deref() == Some("txt") {
                seeds.extend(load(path, game).map_err(Failure::usage)?.into_iter().filter_map(starts));
            } else {
                seeds.extend(self.lines_of(path, game)?);
            }
        }
        if let Some(path) = &self.library {
            let mut library = Library::read(path)?;
            let frequent = library.frequent(game, self.positions, self.least)?;
            seeds.extend(frequent.iter().map(|position| position.entry.played().collect()));
        }
        Ok(seeds)
    }

    /// Returns the variations of a record.
    fn lines_of(&self, path: &Path, game: &'static Game) -> Result<Vec<Vec<Move>>, Failure> {
        let name = path.display();
        let mut lines = Vec::new();
        for entry in records::read(path, &Choice { ..self.game.choice() })? {
            let entry = entry.map_err(|error| Failure::Wrong(format!("{name}:{}: {}", error.line, error.reason)))?;
            lines.extend(book::lines(game, &entry, self.plies));
        }
        Ok(lines)
    }
}
