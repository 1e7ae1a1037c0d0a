//! `ninuki sweep`: whole games, move by move.

mod annotate;
mod chart;
mod crew;
mod game;
mod graph;
mod judgement;
mod players;
mod report;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use search::proof;

use self::crew::Job;
use self::game::{Spending, Swept};
use self::players::Players;
use self::report::Layout;
use crate::analyze::{Effort, Means, colours, line_of, size};
use crate::args::StartArgs;
use crate::error::{Failure, Status};
use crate::files;
use crate::formats::{self, Format};
use crate::picture::{png, raster, svg};

/// Sweeps whole games, move by move: what each move was worth, the best one, blunders and missed wins.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
before and after are how likely the player wins with the best move and after the one he made, in percent; loss is the
difference. ?? is a loss of 30 percent or more, ? of 20, ?! of 10. ! begins a forced win of five plies or more, !? turned
out better by 5 percent than what the search preferred. A win is missed if it was proved, by search or by threats, and after
the move no longer; a move after which the player is still the likelier winner and whose next position is a proven win
has only delayed it. accuracy is 100 for moves without
loss; it is the mean of 103.1668 exp(-4.354 loss) - 3.1669 as on lichess.org, with losses from 0 to 1.

Without --time, --depth or --nodes 50000 positions are searched at each position of the game. The solver gets as many where
the search finds no win, or as much time. With --nodes or --depth the same games give the same output, whatever
the number of threads. --threads is the number of games at a time; --hash the memory of each.

--json prints one object per game: file, line, game, size, the names x and o at the end of the game, plies, moves (each with
ply, player, side, move, before, after, loss, score of the position before, best, pv, mark, missed_win in plies), graph (win
rate of x at the start and after each move), players (moves, mean_loss, blunders, mistakes, inaccuracies, missed_wins,
accuracy), outcome, error. Win rates are 0 to 1. The summary of all players goes to standard error.

With several games --graph writes a file for each: game-001.svg, game-002.svg, ...

Examples:
  ninuki sweep --rules pente games.txt
  ninuki sweep game.sgf --nodes 100000 --sgf annotated.sgf --graph graph.svg
  ninuki sweep *.psq --rules freestyle --threads 4 --json
  ninuki sweep --rules ndengrod --size 4 --moves \"d3 swap c3 c4\" --nodes 2000")]
pub struct Args {
    /// Records (.txt .sgf .psq .rec .pos .pgn .lib), or - for standard input
    #[arg(value_name = "FILE", required_unless_present = "moves", conflicts_with = "moves")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    start: StartArgs,

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

/// What a position is worth unless something else is asked for, in positions to look at.
const USUAL_NODES: u64 = 50_000;

/// The columns of what is no terminal.
const USUAL_COLUMNS: usize = 100;

/// The width of pictures in pixels.
const PIXELS: u32 = 960;

/// Sweeps what `args` name. Results go to `out`; errors of games and files and the summary beside JSON to `log`.
///
/// # Errors
/// The options suit no game, or something cannot be written.
pub fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    let threads = args.means.threads()?;
    let picture = args.graph.as_deref().map(Picture::of).transpose()?;
    args.start.game.check()?;
    let (jobs, mut status) = jobs(args, log)?;
    let digits = if jobs.len() > 1 { jobs.len().to_string().len().max(3) } else { 0 };
    let layout = Layout {
        columns: if io::stdout().is_terminal() { size().0 } else { USUAL_COLUMNS },
        colours: colours(),
        blocks: !args.ascii && graph::has_blocks(),
    };
    let (mut players, mut annotated) = (Players::default(), Vec::new());
    let mut number = 0;
    let mut tell = |swept: Swept| -> Result<(), Failure> {
        number += 1;
        players.count(&swept);
        if args.json {
            line_of(&report::json(&swept), out)?;
        } else {
            writeln!(out, "{}", report::text(&swept, layout))?;
        }
        out.flush()?;
        if let Some(error) = &swept.game.error {
            writeln!(log, "error: {}", error.within(&swept.source))?;
            status = status.max(Status::Wrong);
        }
        if let (Some(picture), Some(_)) = (&picture, &swept.entry) {
            picture.draw(&swept, (digits > 0).then(|| format!("{number:0digits$}")))?;
        }
        if args.sgf.is_some() {
            match annotate::annotated(&swept) {
                Ok(entry) => annotated.push(entry),
                Err(_) if swept.entry.is_none() => {}
                Err(reason) => {
                    writeln!(log, "error: {}: --sgf: {reason}", swept.place())?;
                    status = status.max(Status::Wrong);
                }
            }
        }
        Ok(())
    };
    let progress = io::stderr().is_terminal().then(io::stderr);
    crew::sweep(jobs, args.spending(), threads, progress, &mut tell)?;
    if let Some(file) = args.sgf.as_deref().filter(|_| !annotated.is_empty()) {
        files::replace(file, |file| file.write_all(&Format::Sgf.write(&annotated)))?;
    }
    if args.json {
        write!(log, "{players}")?;
    } else {
        write!(out, "{players}")?;
    }
    Ok(status)
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
        Spending { effort, solver, memory: self.means.memory() }
    }
}

/// The games that are to be swept. Files that cannot be read are named on `log`; what that makes of the exit status comes
/// with the games.
fn jobs(args: &Args, log: &mut impl Write) -> Result<(Vec<Job>, Status), Failure> {
    if args.start.moves.is_some() {
        return Ok((vec![("--moves".to_owned(), Ok(args.start.entry()?))], Status::Done));
    }
    let (mut jobs, mut status) = (Vec::new(), Status::Done);
    for file in &args.files {
        let name = formats::name_of(file);
        let before = jobs.len();
        let failure = match formats::read(file, &args.start) {
            Ok(games) => {
                jobs.extend(games.map(|game| (name.clone(), game)));
                (jobs.len() == before).then(|| Failure::Wrong(format!("{name}: no game is in this file")))
            }
            Err(failure) => Some(failure),
        };
        if let Some(failure) = failure {
            writeln!(log, "error: {failure}")?;
            status = status.max(failure.status());
        }
    }
    Ok((jobs, status))
}

/// Where graphs are drawn.
struct Picture<'a> {
    path: &'a Path,
    vector: bool,
}

impl<'a> Picture<'a> {
    fn of(path: &'a Path) -> Result<Self, Failure> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(Self { path, vector: true }),
            Some("png") => Ok(Self { path, vector: false }),
            _ => Err(Failure::Usage(format!("--graph {}: graphs are written as .svg .png", path.display()))),
        }
    }

    /// Draws the graph of a game, into a file with a number if there are several.
    fn draw(&self, swept: &Swept, number: Option<String>) -> Result<(), Failure> {
        let scene = chart::chart(swept);
        let bytes = if self.vector { svg(&scene, PIXELS).into_bytes() } else { png(&raster(&scene, PIXELS)) };
        let path = number.map_or_else(|| self.path.to_path_buf(), |number| files::numbered(self.path, &number));
        files::replace(&path, |file| file.write_all(&bytes))
    }
}
