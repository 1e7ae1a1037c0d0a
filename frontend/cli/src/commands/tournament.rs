//! `ninuki tournament`: matches between engines.

mod journals;
mod opening_rule;
mod values;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::{ArgAction, value_parser};
use matches::tournament::{
    Adjudication, Agreement, Ended, Format, Host, OnFault, OpeningOrder, Outputs, Request, RunStatus, SequentialTest,
    Timeouts, run as play,
};
use records::Shard;

use crate::args::GameArgs;
use crate::error::{Failure, Status};
use crate::interrupt;
use crate::progress::{Beside, Progress};
use crate::values::{one_of, whole};
use values::{even, seconds};

/// Formats of tournaments.
const FORMATS: [(Format, &str, &str); 2] = [
    (Format::RoundRobin, "round-robin", "Each engine meets each other"),
    (Format::Gauntlet, "gauntlet", "The first engine meets all others"),
];

/// Orders of openings; true for that of the file.
const ORDERS: [(bool, &str, &str); 2] = [
    (false, "random", "All in random order, then all in another, and so on; --seed gives other orders"),
    (true, "sequential", "As the file has them"),
];

/// Symmetries of openings; true for random ones.
const SYMMETRIES: [(bool, &str, &str); 2] =
    [(false, "none", "As the file has them"), (true, "random", "By chance in one of all ways that the board allows")];

/// Treatments of games that faults end.
const ON_FAULT: [(OnFault, &str, &str); 3] = [
    (OnFault::Lose, "lose", "The engine loses the game"),
    (OnFault::Replay, "replay", "The game is played again, up to --replays times; then the engine loses it"),
    (OnFault::Stop, "stop", "The tournament stops; the same command plays the game again"),
];

/// Plays matches between engines and reports the results
///
/// Games are played in pairs: the same opening twice, colours reversed. Every finished game is written to a journal
/// at once; the same command resumes where the journal ends. Ctrl-C ends cleanly, a second one at once.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "\
Settings of an engine, in one argument:
  cmd=\"PROGRAM ARGS\"  the engine; \"self\" is this program
  name=NAME           what it is called [default: the name it gives in ABOUT]
  tc=MATCH/TURN+INC   seconds for the game, for each move, added after each move; any part may be missing
  nodes=N depth=N     limits of the search, also besides a time control
  threads=N memory=MIB
  games=\"A B\"         what it plays, if it does not say so in ABOUT
  option.KEY=VALUE    sent as INFO KEY VALUE
  dir=FOLDER          where it runs [default: its own folder]
  restart=on          a new process for each game
An engine that names its games in ABOUT plays those; any other plays Gomocup's: freestyle, standard, renju, caro.
Without tc, nodes and depth an engine has tc=10/1. What each has is said before the first game and in the results.

Faults lose the game: time, stall (no answer at all), crash, illegal-move, garbage (no move where one is expected), \
unasked-line (a second move, or another line that was not asked for), refusal (ERROR), flood, memory.
A draw or a win by --win, --draw or --max-moves is marked as such.
What the machine did is told from that: a signal from outside, memory that ran out, a processor that was not to be had. \
Such games are played again (--on-machine-fault).

Exit status: 0 all games are played, or H1 is accepted; 1 H0 is accepted, or the test has no result, or the \
tournament was stopped or could not go on; 2 it cannot be played so; 3 the verdict rests on faults. With --shard: 0 its \
part is played or the test is decided, 1 it was stopped or could not go on.

Examples:
  ninuki tournament --engine cmd=self --engine \"cmd=self name=b nodes=1000\" \\
    --rules ninuki --games 20 --tc 10/1
  ninuki tournament --engine cmd=./new --engine cmd=./old \\
    --each \"tc=10+0.1\" --sprt \"elo0=0 elo1=10\" --concurrency 4
  ninuki tournament --engine cmd=./a --engine cmd=./b --engine cmd=./c \\
    --rules renju --games 100 --html report.html
  ninuki tournament --engine cmd=./new --engine cmd=./old --games 1000 \\
    --journal match.jsonl --shard 3/8
  ninuki tournament report match.*.jsonl")]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    journals: Option<journals::Command>,

    /// An engine and its settings; needed at least twice
    #[arg(long = "engine", value_name = "SETTINGS", required_unless_present = "engine_file")]
    engines: Vec<String>,

    /// Engines in a TOML file: a table [each] and tables [[engine]] with the same settings
    #[arg(long = "engines", value_name = "FILE")]
    engine_file: Option<PathBuf>,

    /// Default settings of all engines
    #[arg(long, value_name = "SETTINGS", default_value = "", hide_default_value = true)]
    each: String,

    /// The time control of all engines, as tc= in --each
    #[arg(long, value_name = "MATCH/TURN+INC")]
    tc: Option<String>,

    /// Which game, on which board.
    #[command(flatten)]
    game: GameArgs,

    /// Format of the tournament
    #[arg(long, value_name = "FORMAT", default_value = "round-robin", value_parser = one_of(&FORMATS))]
    format: Format,

    /// Number of engines, from the first, that meet all others in a gauntlet [default: 1]
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    seeds: Option<usize>,

    /// Games of each two engines that meet, an even number [default: 20; with --sprt until it ends]
    #[arg(long, value_name = "N", value_parser = even)]
    games: Option<usize>,

    /// A file of openings, or "none" [default: those that come with the program]
    #[arg(long, value_name = "FILE")]
    openings: Option<String>,

    /// In which order they come; both games of a pair have the same
    #[arg(long, value_name = "ORDER", default_value = "random", action = ArgAction::Set, value_parser = one_of(&ORDERS))]
    opening_order: bool,

    /// The number of the first opening of that order
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN)]
    opening_start: NonZeroUsize,

    /// Whether they are turned and mirrored, for each pair anew
    #[arg(long, value_name = "HOW", default_value = "none", action = ArgAction::Set, value_parser = one_of(&SYMMETRIES))]
    opening_symmetry: bool,

    /// The players make the openings themselves, by SWAP2BOARD
    #[arg(long, conflicts_with = "openings")]
    swap2: bool,

    /// The opening rule: swap2, which the players follow by SWAP2BOARD, or one whose openings our own search makes
    #[arg(long, value_name = "NAME", conflicts_with_all = ["openings", "swap2"])]
    opening_rule: Option<String>,

    /// The order of the openings
    #[arg(long, value_name = "S", default_value = "1", value_parser = whole::<u64>)]
    seed: u64,

    /// Games at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    concurrency: u16,

    /// Binds each game to separate cores
    #[arg(long)]
    pin: bool,

    /// Name of this machine in the journal [default: its host name]
    #[arg(long, value_name = "NAME")]
    machine: Option<String>,

    /// Stops when it is shown whether the first engine is stronger:
    /// elo0= elo1= alpha= beta= model=normalized|logistic|bayesian count=pairs|games
    #[arg(long, value_name = "SETTINGS", num_args = 0..=1, default_missing_value = "")]
    sprt: Option<SequentialTest>,

    /// Treatment of a game that a fault ends
    #[arg(long, value_name = "WHAT", default_value = "lose", value_parser = one_of(&ON_FAULT))]
    on_fault: OnFault,

    /// Treatment of a game that a fault of the machine ends
    #[arg(long, value_name = "WHAT", default_value = "replay", value_parser = one_of(&ON_FAULT))]
    on_machine_fault: OnFault,

    /// Largest number of replays of a game
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u16).range(1..=1000))]
    replays: u16,

    /// Plays part I of N of the pairs; the journal is named after --journal and the part, as match.3-of-8.jsonl
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// Ends as soon as this file is there; a test that is decided writes it [default with --shard and --sprt: the journal's
    /// name with the ending .stop]
    #[arg(long, value_name = "FILE")]
    stop_file: Option<PathBuf>,

    /// A win when both engines agree on a score of at least SCORE in MOVES moves in a row of each
    #[arg(long, value_name = "SCORE:MOVES[:AFTER]")]
    win: Option<Agreement>,

    /// A draw when both engines agree on a score of at most SCORE either way
    #[arg(long, value_name = "SCORE:MOVES[:AFTER]")]
    draw: Option<Agreement>,

    /// A draw after N moves
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    max_moves: Option<usize>,

    /// A win when it is proved, by threats, within N positions of the solver after a move
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    prove: Option<u64>,

    /// By how much a move may be late
    #[arg(long, value_name = "MS", default_value = "100", value_parser = whole::<u64>)]
    margin: u64,

    /// The time to answer START and ABOUT
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = seconds)]
    start_limit: f64,

    /// The time for a move of an engine without a clock, which has nodes or depth but no tc
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = seconds)]
    move_limit: f64,

    /// The time to leave after END
    #[arg(long, value_name = "S", default_value_t = 1.0, value_parser = seconds)]
    end_limit: f64,

    /// Writes the dialogue of each game into a folder, as game-000007.txt.gz
    #[arg(long, value_name = "FOLDER")]
    dialogue: Option<PathBuf>,

    /// The journal [default: ninuki-….jsonl, named after the tournament]
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    #[command(flatten)]
    report: ReportArgs,

    /// Rewrites the same report while the match runs; the page in a browser reloads
    #[arg(long, value_name = "FILE")]
    live: Option<PathBuf>,
}

/// Reports and their files.
#[derive(clap::Args, Clone, Debug)]
struct ReportArgs {
    /// Replays all games of the journals: the rules must accept their moves and end them alike
    #[arg(long)]
    verify_journal: bool,

    /// Engine with a fixed rating [default: the first, 0]
    #[arg(long, value_name = "NAME=RATING")]
    anchor: Option<String>,

    /// Writes all games in SGF
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,

    /// Writes each game as a PSQ file into a folder
    #[arg(long, value_name = "FOLDER")]
    psq: Option<PathBuf>,

    /// Writes the results in PGN, for rating programs
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Writes the cross table in CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Writes a report with all results and games in HTML
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Prints the results as a JSON object
    #[arg(long)]
    json: bool,
}

impl ReportArgs {
    fn outputs(&self) -> Outputs {
        let Self { sgf, psq, pgn, csv, html, json, .. } = self.clone();
        Outputs { sgf, psq, pgn, csv, html, json, live: None }
    }
}

impl Args {
    fn request(&self) -> Request {
        let args = self.clone();
        Request {
            engines: args.engines,
            engine_file: args.engine_file,
            each: args.each,
            tc: args.tc,
            choice: args.game.choice(),
            format: args.format,
            seeds: args.seeds,
            games: args.games,
            openings: args.openings,
            made: None,
            opening_order: OpeningOrder {
                sequential: args.opening_order,
                start: args.opening_start.get() - 1,
                turned: args.opening_symmetry,
            },
            swap2: args.swap2,
            seed: args.seed,
            concurrency: args.concurrency,
            pin: args.pin,
            machine: args.machine,
            sprt: args.sprt,
            adjudication: Adjudication { win: args.win, draw: args.draw, max_moves: args.max_moves, prove: args.prove },
            limits: Timeouts {
                start: Duration::from_secs_f64(args.start_limit),
                think: Duration::from_secs_f64(args.move_limit),
                end: Duration::from_secs_f64(args.end_limit),
                margin: Duration::from_millis(args.margin),
            },
            on_fault: args.on_fault,
            on_machine_fault: args.on_machine_fault,
            replays: args.replays.into(),
            shard: args.shard,
            stop_file: args.stop_file,
            dialogue: args.dialogue,
            journal: args.journal,
            outputs: Outputs { live: args.live, ..args.report.outputs() },
            verify_journal: args.report.verify_journal,
            anchor: args.report.anchor,
        }
    }
}

/// Plays a tournament. Results are written to `out`, everything else to `log`.
///
/// # Errors
/// The arguments are invalid, an engine cannot play, or a file cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    if let Some(command) = &args.journals {
        return journals::run(command, out, log);
    }
    let stop = Arc::new(AtomicBool::new(false));
    // A second interrupt ends this program; the guard then ends the engines.
    interrupt::sets(&stop);
    let (swap2, made) = opening_rule::openings(args, &stop, log)?;
    let line = Progress::text().begin(&["no game is finished yet"]);
    let mut show =
        |now: &RunStatus| line.show(now.finished as u64, now.finished as u64 + now.left as u64, now.parts.clone());
    let (out, log) = (&mut Beside::new(&line, out), &mut Beside::new(&line, log));
    let host = Host { stop, on_progress: Some(&mut show) };
    Ok(status(play(&Request { swap2, made, ..args.request() }, host, out, log)?.ended))
}

/// Returns the exit status of a tournament.
const fn status(ended: Ended) -> Status {
    match ended {
        Ended::Complete => Status::Done,
        Ended::Undecided => Status::Wrong,
        Ended::OnFaults => Status::OnFaults,
    }
}
