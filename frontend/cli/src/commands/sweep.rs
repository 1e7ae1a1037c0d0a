//! `ninuki sweep`: reviews of whole games, move by move.

mod graph;
mod report;
mod results;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use records::{Choice, Shard};
use search::proof;

use analysis::{Job, Review, Spending, review_games};

use self::results::{Graphs, Results};
use crate::args::{EncodingArgs, StartArgs};
use crate::commands::analyze::{Effort, Means};
use crate::error::{Failure, Status};
use crate::formats;
use crate::interrupt;
use crate::progress::Progress;

/// Reviews whole games: the value of each move.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
before and after are the win rates with the best move and after the move played, in percent; loss is the \
difference. ?? is a loss of 30 percent or more, ? of 20, ?! of 10. ! begins a forced win of five plies or more, !? turned \
out better by 5 percent than what the search preferred. A win is missed if it was proved, by search or by threats, and after \
the move no longer; a move after which the player is still the likelier winner and whose next position is a proven win \
has only delayed it. accuracy is 100 for moves without \
loss; it is the mean of 103.1668 exp(-4.354 loss) - 3.1669 as on lichess.org, with losses from 0 to 1.

Without --time, --depth or --nodes 50000 positions are searched at each position of the game. The solver gets as many where \
the search finds no win, or as much time. With --nodes or --depth the same games give the same output, whatever \
the number of threads. --threads is the number of games at a time; --hash the memory of each.

--json prints one object per game: file, line, game, size, the names x and o at the end of the game, plies, moves (each with \
ply, player, side, move, before, after, loss, score of the position before, best, pv, mark, missed_win in plies), graph (win \
rate of Black at the start and after each move), players (moves, mean_loss, blunders, mistakes, inaccuracies, missed_wins, \
accuracy), outcome, error. Win rates are 0 to 1. The summary of all players goes to standard error.

With several games --graph writes a file for each: game-001.svg, game-002.svg, ... and --sgf puts all of them into one. Files \
are written as soon as a game and those before it are finished. Ctrl-C ends the review with exit status 1: an unfinished \
game is printed with the moves judged so far, its last ones; in JSON it has fewer moves than plies, and its graph \
begins before these.

Examples:
  ninuki sweep --rules pente games.txt
  ninuki sweep game.sgf --nodes 100000 --sgf annotated.sgf --graph graph.svg
  ninuki sweep *.psq --rules freestyle --threads 4 --json
  ninuki sweep --rules ndengrod --size 4 --moves \"d3 swap c3 c4\" --nodes 2000")]
pub(crate) struct Args {
    #[arg(value_name = "FILE", required_unless_present = "moves", conflicts_with = "moves",
        help = format!("Records ({}), or - for standard input", formats::endings()))]
    files: Vec<PathBuf>,

    #[command(flatten)]
    start: StartArgs,

    #[command(flatten)]
    encoding: EncodingArgs,

    /// Only part I of N of the games, for several machines
    #[arg(long, value_name = "I/N", default_value_t = Shard::ALL, hide_default_value = true)]
    shard: Shard,

    #[command(flatten)]
    effort: Effort,

    #[command(flatten)]
    means: Means,

    /// Draws the win rate, as .svg or .png
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,

    /// Writes the games with comments, marks and better lines
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,

    /// Draws graphs without block characters [default: unless the terminal has UTF-8]
    #[arg(long)]
    ascii: bool,

    /// Prints one JSON object per game, and the summary to standard error
    #[arg(long)]
    json: bool,
}

/// Default node limit of a position.
const USUAL_NODES: u64 = 50_000;

/// Reviews the games of `args`. Results go to `out`; errors of games and files, and the summary beside JSON, to `log`. An
/// interrupt ends the review with the results so far.
///
/// # Errors
/// The options suit no game, or a file or the output cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    let graphs = args.graph.as_deref().map(Graphs::of).transpose()?;
    args.start.choice().check()?;
    let (jobs, status) = jobs(args, log)?;
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let mut results = Results::new(args, graphs, jobs.len(), status);
    let bar = Progress::bar().begin(&[]);
    let mut show = |done: analysis::Progress| {
        let analysis::Progress { games, positions, reviewed_games, reviewed_positions } = done;
        let parts = vec![
            format!("{reviewed_games} of {games} games"),
            format!("{reviewed_positions} of {positions} positions"),
        ];
        bar.show(reviewed_positions as u64, positions as u64, parts);
    };
    let mut take = |review: Review| bar.aside(|| results.tell(&review, out, log));
    review_games(jobs, args.spending(), args.means.threads, &stop, &mut show, &mut take)?;
    drop(bar);
    results.conclude(out, log)
}

impl Args {
    fn spending(&self) -> Spending {
        let mut effort = self.effort;
        if effort.is_boundless() {
            effort.nodes = Some(USUAL_NODES);
        }
        let nodes = effort.nodes.unwrap_or(if effort.time.is_some() { u64::MAX } else { USUAL_NODES });
        let time = effort.duration().unwrap_or(Duration::MAX);
        let solver = proof::Effort { nodes, time, shortest: false };
        Spending { effort: effort.limits(), solver, memory: self.means.hash }
    }
}

/// Returns the games to review, and the exit status so far. Errors of files go to `log`.
fn jobs(args: &Args, log: &mut impl Write) -> Result<(Vec<Job>, Status), Failure> {
    if args.start.moves.is_some() {
        return Ok((vec![("--moves".to_owned(), Ok(args.start.entry()?))], Status::Done));
    }
    let (mut jobs, mut status) = (Vec::new(), Status::Done);
    for file in &args.files {
        let name = records::name_of(file);
        let before = jobs.len();
        let choice = Choice { encoding: args.encoding.encoding, ..args.start.choice() };
        let failure = match records::read(file, &choice) {
            Ok(games) => {
                jobs.extend(games.map(|game| (name.clone(), game)));
                (jobs.len() == before).then(|| Failure::Wrong(format!("{name}: no game is in this file")))
            }
            Err(error) => Some(error.into()),
        };
        if let Some(failure) = failure {
            writeln!(log, "error: {failure}")?;
            status = status.max(failure.status());
        }
    }
    let mine = (0..).zip(jobs).filter(|(number, _)| args.shard.has(*number)).map(|(_, job)| job);
    Ok((mine.collect(), status))
}
