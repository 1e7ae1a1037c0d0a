//! `ninuki library analyze`: evaluations of the most frequent positions.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use analysis::json::{names, percent, rounded};
use analysis::{Analyst, Found};
use engine::notation::move_text;
use library::{Evaluation, Frequent, Library};
use records::{Replayed, Shard};
use serde::Serialize;

use super::FileArgs;
use crate::args::GameArgs;
use crate::commands::analyze::{Effort, Means, line_of};
use crate::error::{Failure, Status};
use crate::interrupt;
use crate::progress::Progress;
use crate::values::{counting, whole};

/// Searches the most frequent positions, and stores what the engine finds.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Each position is stored as soon as it is searched: a command that was stopped continues where it was. Positions with \
an evaluation of as many nodes, and proved ones, are passed over. Shards may write to one library, or to copies that \
`ninuki library merge` joins. `explore` shows the evaluations.

Exit status: 0 all positions have an evaluation, 1 it was stopped.

Examples:
  ninuki library analyze --library games.db --rules pente --positions 3 --nodes 2000
  ninuki library analyze --library games.db --rules pente --positions 3 --nodes 2000 --shard 1/4 --json")]
pub(super) struct Args {
    #[command(flatten)]
    file: FileArgs,

    #[command(flatten)]
    game: GameArgs,

    /// The most positions
    #[arg(long, value_name = "N", default_value = "1000", value_parser = whole::<usize>)]
    positions: usize,

    /// The least number of games of a position
    #[arg(long, value_name = "N", default_value = "2", value_parser = counting)]
    least: u64,

    #[command(flatten)]
    effort: Effort,

    #[command(flatten)]
    means: Means,

    /// Only part I of N of the positions, for several processes
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// Prints one JSON object per position
    #[arg(long)]
    json: bool,
}

/// Nodes of a search without limits.
const USUAL_NODES: u64 = 100_000;

/// An evaluation as an object of JSON.
#[derive(Serialize)]
struct Line {
    moves: Vec<String>,
    games: u64,
    best: String,
    winrate: f64,
    win: Option<i64>,
    nodes: u64,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Status, Failure> {
    let choice = args.game.choice();
    choice.check()?;
    let game = choice.game()?;
    let mut effort = args.effort;
    if effort.is_boundless() {
        effort.nodes = Some(USUAL_NODES);
    }
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let mut library = Library::open(&args.file.library)?;
    library.stop_by(&stop)?;
    let stopped = || Failure::Wrong("the analysis was stopped; the same command continues".to_owned());
    let positions = match library.frequent(game, args.positions, args.least) {
        Err(library::Error::Stopped) => return Err(stopped()),
        found => found?,
    };
    // An ended search is not stored, and what is stored is not ended.
    library.stop_by(&Arc::default())?;
    let shard = args.shard.unwrap_or(Shard::ALL);
    let own: Vec<&Frequent> = (0..).zip(&positions).filter(|(at, _)| shard.has(*at)).map(|(_, one)| one).collect();
    let bar = Progress::bar().begin(&[]);
    for (done, position) in own.iter().enumerate() {
        bar.show(done as u64, own.len() as u64, vec![format!("{done} of {} positions", own.len())]);
        // A search may end a little before its nodes are spent.
        let wanted = effort.nodes.unwrap_or(1) / 10 * 9;
        if position.nodes.is_some_and(|known| known >= wanted) {
            continue;
        }
        let replayed = Replayed::of(&position.entry);
        let mut analyst = Analyst::new(replayed.record.as_ref(), None, args.means.threads, args.means.hash);
        let found = analyst.think(effort.limits(), 1, &stop, &mut |_| ());
        if stop.load(Relaxed) {
            drop(bar);
            return Err(stopped());
        }
        let evaluation = evaluation(&found);
        library.evaluate(&position.entry, evaluation, Some(found.lines[0].best()))?;
        print(args.json, position, &found, evaluation, out)?;
    }
    drop(bar);
    if !args.json {
        writeln!(out, "{} positions have an evaluation", own.len())?;
    }
    Ok(Status::Done)
}

/// The best line as an evaluation.
fn evaluation(found: &Found) -> Evaluation {
    let score = found.lines[0].score;
    let win = score.plies_to_win().map(i64::from).or_else(|| score.plies_to_loss().map(|plies| -i64::from(plies)));
    Evaluation { winrate: rounded(score.win_rate()), win, nodes: found.nodes }
}

fn print(
    json: bool,
    position: &Frequent,
    found: &Found,
    evaluation: Evaluation,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let game = position.entry.game;
    let best = move_text(game.grid(), found.lines[0].best());
    let played: Vec<_> = position.entry.played().collect();
    let moves = names(game, &played);
    let Evaluation { winrate, win, nodes } = evaluation;
    if json {
        line_of(&Line { moves, games: position.games, best, winrate, win, nodes }, out)?;
    } else {
        let value = win.map_or_else(|| percent(winrate), |plies| format!("{plies:+}"));
        let place = if moves.is_empty() { "at the start".to_owned() } else { format!("after {}", moves.join(" ")) };
        writeln!(out, "{:>8} games  {value:>7}  {best:<4} {place}", position.games)?;
    }
    Ok(out.flush()?)
}
