//! `ninuki tournament`: matches between engines.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::value_parser;
use matches::tournament::{
    Adjudication, Agreement, Ended, Format, Host, MOST_GAMES, Outputs, Request, RunStatus, SequentialTest, Timeouts,
    run as play,
};

use crate::args::GameArgs;
use crate::error::{Failure, Status};
use crate::interrupt;
use crate::progress::Progress;
use crate::values::{one_of, whole};

/// Who may meet whom.
const FORMATS: [(Format, &str, &str); 2] = [
    (Format::RoundRobin, "round-robin", "Each engine meets each other"),
    (Format::Gauntlet, "gauntlet", "The first engine meets all others"),
];

/// Plays matches between engines and tells what they show.
///
/// Games are played in pairs: the same opening twice, colours reversed. Every finished game is written to a journal
/// at once; the same command again goes on where the journal ends. Ctrl-C ends cleanly, a second one at once.
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

Exit status: 0 all games are played, or H1 is accepted; 1 H0 is accepted, or the test has no result, or the \
tournament was stopped or could not go on; 2 it cannot be played so.

Examples:
  ninuki tournament --engine cmd=self --engine \"cmd=self name=b nodes=1000\" \\
    --rules ninuki --games 20 --tc 10/1
  ninuki tournament --engine cmd=./new --engine cmd=./old \\
    --each \"tc=10+0.1\" --sprt \"elo0=0 elo1=10\" --concurrency 4
  ninuki tournament --engine cmd=./a --engine cmd=./b --engine cmd=./c \\
    --rules renju --games 100 --html report.html")]
pub(crate) struct Args {
    /// An engine and its settings; needed at least twice
    #[arg(long = "engine", value_name = "SETTINGS", required = true)]
    engines: Vec<String>,

    /// Settings of all engines that have no other
    #[arg(long, value_name = "SETTINGS", default_value = "", hide_default_value = true)]
    each: String,

    /// The time control of all engines, as tc= in --each
    #[arg(long, value_name = "MATCH/TURN+INC")]
    tc: Option<String>,

    /// Which game, on which board.
    #[command(flatten)]
    game: GameArgs,

    /// Who meets whom
    #[arg(long, value_name = "FORMAT", default_value = "round-robin", value_parser = one_of(&FORMATS))]
    format: Format,

    /// The games of each two that meet, an even number [default: 20; with --sprt as many as it takes]
    #[arg(long, value_name = "N", value_parser = even)]
    games: Option<usize>,

    /// A file of openings, or "none" [default: those that come with the program]
    #[arg(long, value_name = "FILE")]
    openings: Option<String>,

    /// The players make the openings themselves, by SWAP2BOARD
    #[arg(long, conflicts_with = "openings")]
    swap2: bool,

    /// The order of the openings
    #[arg(long, value_name = "S", default_value = "1", value_parser = whole::<u64>)]
    seed: u64,

    /// Games at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    concurrency: u16,

    /// Binds each game to cores of its own
    #[arg(long)]
    pin: bool,

    /// Stops when it is shown whether the first engine is stronger:
    /// elo0= elo1= alpha= beta= model=normalized|logistic|bayesian count=pairs|games
    #[arg(long, value_name = "SETTINGS", num_args = 0..=1, default_missing_value = "")]
    sprt: Option<SequentialTest>,

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

    /// The journal [default: ninuki-….jsonl, named after what is played]
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    /// Plays all games of the journal again before it goes on: the rules must accept their moves and end them alike
    #[arg(long)]
    verify_journal: bool,

    /// The engine whose rating is given [default: the first, 0]
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

    /// Writes a report with ratings and the cross table in HTML
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Prints the results as a JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    fn request(&self) -> Request {
        let args = self.clone();
        Request {
            engines: args.engines,
            each: args.each,
            tc: args.tc,
            choice: args.game.choice(),
            format: args.format,
            games: args.games,
            openings: args.openings,
            swap2: args.swap2,
            seed: args.seed,
            concurrency: args.concurrency,
            pin: args.pin,
            sprt: args.sprt,
            adjudication: Adjudication { win: args.win, draw: args.draw, max_moves: args.max_moves, prove: args.prove },
            limits: Timeouts {
                start: Duration::from_secs_f64(args.start_limit),
                think: Duration::from_secs_f64(args.move_limit),
                end: Duration::from_secs_f64(args.end_limit),
                margin: Duration::from_millis(args.margin),
            },
            journal: args.journal,
            verify_journal: args.verify_journal,
            anchor: args.anchor,
            outputs: Outputs {
                sgf: args.sgf,
                psq: args.psq,
                pgn: args.pgn,
                csv: args.csv,
                html: args.html,
                json: args.json,
            },
        }
    }
}

/// Plays the tournament that `args` ask for. Results go to `out`, everything else to `log`.
///
/// # Errors
/// It cannot be played so, or a file cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write, log: &mut impl Write) -> Result<Status, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    // A second interrupt ends this program, and the guard sees to the engines.
    interrupt::sets(&stop);
    let line = Progress::text();
    let mut show =
        |now: &RunStatus| line.show(now.finished as u64, now.finished as u64 + now.left as u64, now.text.clone());
    let host = Host { stop, on_progress: Some(&mut show) };
    Ok(match play(&args.request(), host, out, log)?.ended {
        Ended::Complete => Status::Done,
        Ended::Undecided => Status::Wrong,
    })
}

fn even(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(games) if games > 0 && games % 2 == 0 && games <= MOST_GAMES => Ok(games),
        Ok(_) => Err("games are played in pairs, so this is an even number from 2 on".to_owned()),
        Err(_) => Err("this is no number".to_owned()),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: Option<f64> = text.parse().ok().filter(|seconds| (0.001..=86_400.0).contains(seconds));
    seconds.ok_or_else(|| "this is no number of seconds from 0.001 to 86400".to_owned())
}
