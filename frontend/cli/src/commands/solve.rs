//! `ninuki solve`: proofs of forced wins, and values of small boards.

mod values;

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use analysis::json::{Object, Value};
use engine::notation::move_text;
use engine::{Game, Move, SetUp};
use indicatif::HumanDuration;
use records::files;
use search::exact::fits;
use search::proof::{Answer, Certificate, CheckLimits, Effort, Solution, solve_game};
use serde::Serialize;

use crate::args::StartArgs;
use crate::commands::analyze::line_of;
use crate::commands::verify;
use crate::error::{Failure, Status};
use crate::progress::Progress;
use crate::values::{counting, whole};

/// Proves that the side to move wins by threats.
///
/// A proof is checked against every legal reply before it is claimed. That no win is found does not mean that there
/// is none.
///
/// From the start of a small board (at most 39 points, where stones alone decide) it finds the exact value of every first
/// move.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit status: 0 with a proof, 1 without, 2 if there is no such position.

Examples:
  ninuki solve --rules pente --size 15 --proof win.txt \\
    --position \"15/15/15/15/15/6oo7/2x3xo7/4xxoo7/3oxxo8/4oxo8/\\
4oo9/15/15/15/15 x 4 4\"
  ninuki verify win.txt
  ninuki solve --rules ndengrod --size 3 --length 4
  ninuki solve --rules ndengrod --size 4 --length 5 --by proofs \\
    --time 3600000 --hash 4096 --threads 2 --hints found.table")]
pub(crate) struct Args {
    #[command(flatten)]
    start: StartArgs,

    /// The most time, in milliseconds
    #[arg(long, value_name = "MS", default_value = "10000", value_parser = whole::<u64>)]
    time: u64,

    /// The most positions
    #[arg(long, value_name = "N", value_parser = counting)]
    nodes: Option<u64>,

    /// Looks for the shortest win in the remaining time
    #[arg(long)]
    shortest: bool,

    /// Writes the certificate of the win, compressed if the name ends in .ncert
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,

    /// A certificate that may prove the win already, or an image of it; to be given for each
    #[arg(long, value_name = "FILE")]
    known: Vec<PathBuf>,

    /// Prints JSON objects: the result, then the best move
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    start_values: values::Args,
}

/// Looks for a forced win and prints it.
///
/// # Errors
/// The options are invalid, the position is decided, or the output cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Status, Failure> {
    files::check(args.proof.as_deref())?;
    let game = args.start.replayed()?;
    game.check_open()?;
    let game_played = game.record.game();
    let from_start = args.start.position.is_none() && game.moves.is_empty();
    if from_start && fits(game_played) {
        return args.start_values.run(
            game_played,
            Duration::from_millis(args.time),
            args.nodes.unwrap_or(u64::MAX),
            args.json,
            out,
        );
    }
    if args.start_values.are_needed() {
        return Err(Failure::usage(
            "--by, --table, --hints, --threads and --first need the start of a board of at most 39 points",
        ));
    }
    let setup = args.start.setup(game_played)?;
    let moves: Vec<Move> = game.moves.iter().map(|&(mv, _)| mv).collect();
    let effort = Effort {
        nodes: args.nodes.unwrap_or(u64::MAX),
        time: Duration::from_millis(args.time),
        shortest: args.shortest,
    };
    let started = Instant::now();
    let most = format!("{:#} at most", HumanDuration(effort.time));
    let line = Progress::text().begin(&["looking for a forced win", &most]);
    let stop = AtomicBool::new(false);
    let left = || Effort { time: effort.time.saturating_sub(started.elapsed()), ..effort };
    let known = known(&args.known, game_played, setup.as_ref(), &moves, &|| left().time, &stop)?;
    let solution = known.map_or_else(|| solve_game(game_played, setup.as_ref(), &moves, left(), &stop), Ok);
    drop(line);
    let solution = solution.map_err(|error| Failure::Wrong(error.to_string()))?;
    let found = Found { solution, time: started.elapsed(), name: &|mv| move_text(game_played.grid(), mv) };
    if args.json {
        found.print_json(out)?
    } else {
        found.print(out)?
    }
    found.write_proof(args.proof.as_deref())?;
    Ok(found.status())
}

/// Returns the win of the first certificate that has it.
///
/// # Errors
/// A file cannot be read or is no certificate, or what it says is wrong or is not checked in the time that is left.
fn known(
    files: &[PathBuf],
    game: &'static Game,
    setup: Option<&SetUp>,
    moves: &[Move],
    left: &dyn Fn() -> Duration,
    stop: &AtomicBool,
) -> Result<Option<Solution>, Failure> {
    for file in files {
        let wrong = |error: &dyn Display| Failure::Wrong(format!("{}: {error}", file.display()));
        let bytes = verify::read(file, verify::MEMORY)?;
        let certificate = Certificate::read_within(&bytes, verify::MEMORY, stop).map_err(|error| wrong(&error))?;
        let answer = certificate.answer(game, setup, moves, CheckLimits::default().time(left()), stop);
        if let Some(solution) = answer.map_err(|error| wrong(&error))? {
            return Ok(Some(solution));
        }
    }
    Ok(None)
}

/// Writes a certificate: compressed if the file's name ends in `.ncert`, else as text.
///
/// # Errors
/// The file cannot be written.
pub(super) fn write_certificate(file: &Path, certificate: &Certificate) -> Result<(), Failure> {
    let packed = files::ending(file).as_deref() == Some("ncert");
    let bytes = if packed { certificate.pack() } else { certificate.to_string().into_bytes() };
    Ok(files::write(file, &bytes)?)
}

/// A solution to be printed.
pub(super) struct Found<'a> {
    pub(super) solution: Solution,
    pub(super) time: Duration,
    pub(super) name: &'a dyn Fn(Move) -> String,
}

impl Found<'_> {
    /// Writes the certificate of the win, if there is one.
    pub(super) fn write_proof(&self, file: Option<&Path>) -> Result<(), Failure> {
        let (Some(text), Some(file)) = (&self.solution.certificate, file) else { return Ok(()) };
        let certificate = Certificate::parse(text).map_err(|error| Failure::Wrong(error.to_string()))?;
        write_certificate(file, &certificate)
    }

    pub(super) const fn status(&self) -> Status {
        match self.solution.answer {
            Answer::Win { .. } => Status::Done,
            Answer::NotFound { .. } => Status::Wrong,
        }
    }

    /// The winning move first, then the line, then the effort.
    pub(super) fn print(&self, out: &mut impl Write) -> Result<(), Failure> {
        let nodes = self.solution.nodes;
        let effort = format!("{nodes} positions, {} ms", self.time.as_millis());
        match &self.solution.answer {
            Answer::Win { plies, line, shortest, .. } => {
                let line: Vec<String> = line.iter().map(|&mv| (self.name)(mv)).collect();
                writeln!(out, "{}", line.first().map_or("", String::as_str))?;
                writeln!(out, "line {}", line.join(" "))?;
                let bound = if *shortest { "the shortest by threats" } else { "at most" };
                writeln!(out, "wins in {plies} plies ({bound}), checked against every reply")?;
            }
            Answer::NotFound { exhausted: true } => {
                writeln!(out, "no forced win found: all VCF and VCT lines were tried")?;
            }
            Answer::NotFound { exhausted: false } => {
                writeln!(out, "no forced win found within {effort}; there may be one")?;
            }
        }
        Ok(writeln!(out, "{effort}")?)
    }

    pub(super) fn print_json(&self, out: &mut impl Write) -> Result<(), Failure> {
        let time_ms = self.time.as_millis() as u64;
        let nodes = self.solution.nodes;
        let nps = (nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64;
        let mut bestmove = None;
        if let Answer::Win { plies, line, .. } = &self.solution.answer {
            let pv: Vec<String> = line.iter().map(|&mv| (self.name)(mv)).collect();
            bestmove = pv.first().cloned();
            let (depth, score) = (*plies, Value::Win(*plies));
            let object = Object { depth, seldepth: depth, multipv: 1, score, winrate: 1.0, nodes, nps, time_ms, pv };
            line_of(&object, out)?;
        }
        Ok(line_of(&JsonEnd { proved: bestmove.is_some(), bestmove, nodes, time_ms }, out)?)
    }
}

#[derive(Serialize)]
struct JsonEnd {
    bestmove: Option<String>,
    proved: bool,
    nodes: u64,
    time_ms: u64,
}
