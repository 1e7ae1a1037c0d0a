//! What `ninuki tournament` can be asked for.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::value_parser;
use engine::notation::shorten;

use super::adjudication::{Adjudication, Agreement};
use super::progress::SequentialTest;
use super::schedule::{Format, MOST_GAMES};
use super::statistics::{Model, Parameters, Sprt};
use super::terms::Limits;
use crate::args::GameArgs;

/// Plays matches between engines that speak the protocol of Gomocup, referees them, and tells what they show.
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

Faults lose the game: time, stall (no answer at all), crash, illegal-move, garbage (no move where one is expected),
unasked-line (a second move, or another line that was not asked for), refusal (ERROR), flood, memory.
A draw or a win by --win, --draw or --max-moves is marked as such.

Exit status: 0 all games are played, or H1 is accepted; 1 H0 is accepted, or the test has no result, or the
tournament was stopped or could not go on; 2 it cannot be played so.

Examples:
  ninuki tournament --engine cmd=self --engine \"cmd=self name=small nodes=1000\" --rules ninuki --games 20 --tc 10/1
  ninuki tournament --engine cmd=./new --engine cmd=./old --each \"tc=10+0.1\" --sprt \"elo0=0 elo1=10\" --concurrency 4
  ninuki tournament --engine cmd=./a --engine cmd=./b --engine cmd=./c --rules renju --games 100 --html report.html")]
pub struct Args {
    /// An engine and its settings; needed at least twice
    #[arg(long = "engine", value_name = "SETTINGS", required = true)]
    pub engines: Vec<String>,

    /// Settings of all engines that have no other
    #[arg(long, value_name = "SETTINGS", default_value = "", hide_default_value = true)]
    pub each: String,

    /// The time control of all engines, as tc= in --each
    #[arg(long, value_name = "MATCH/TURN+INC")]
    pub tc: Option<String>,

    /// Which game, on which board.
    #[command(flatten)]
    pub game: GameArgs,

    /// Who meets whom
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::RoundRobin)]
    pub format: Format,

    /// The games of each two that meet, an even number [default: 20; with --sprt as many as it takes]
    #[arg(long, value_name = "N", value_parser = even)]
    pub games: Option<usize>,

    /// A file of openings, or "none" [default: those that come with the program]
    #[arg(long, value_name = "FILE")]
    pub openings: Option<String>,

    /// The players make the openings themselves, by SWAP2BOARD
    #[arg(long, conflicts_with = "openings")]
    pub swap2: bool,

    /// The order of the openings
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Games at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    pub concurrency: u16,

    /// Binds each game to cores of its own
    #[arg(long)]
    pub pin: bool,

    /// Stops when it is shown whether the first engine is stronger:
    /// elo0= elo1= alpha= beta= model=normalized|logistic|bayesian count=pairs|games
    #[arg(long, value_name = "SETTINGS", num_args = 0..=1, default_missing_value = "")]
    pub sprt: Option<Test>,

    /// A win when both engines agree on a score of at least SCORE in MOVES moves in a row of each
    #[arg(long, value_name = "SCORE:MOVES[:AFTER]")]
    pub win: Option<Agreement>,

    /// A draw when both engines agree on a score of at most SCORE either way
    #[arg(long, value_name = "SCORE:MOVES[:AFTER]")]
    pub draw: Option<Agreement>,

    /// A draw after N moves
    #[arg(long, value_name = "N")]
    pub max_moves: Option<usize>,

    /// A win when it is proved, by threats, within N positions of the solver after a move
    #[arg(long, value_name = "N")]
    pub prove: Option<u64>,

    /// By how much a move may be late
    #[arg(long, value_name = "MS", default_value_t = 100)]
    pub margin: u64,

    /// The time to answer START and ABOUT
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = seconds)]
    pub start_limit: f64,

    /// The time for a move of an engine without a clock, which has nodes or depth but no tc
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = seconds)]
    pub move_limit: f64,

    /// The time to leave after END
    #[arg(long, value_name = "S", default_value_t = 1.0, value_parser = seconds)]
    pub end_limit: f64,

    /// The journal [default: ninuki-….jsonl, named after what is played]
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,

    /// Plays all games of the journal again before it goes on: the rules must accept their moves and end them alike
    #[arg(long)]
    pub verify_journal: bool,

    /// The engine whose rating is given [default: the first, 0]
    #[arg(long, value_name = "NAME=RATING")]
    pub anchor: Option<String>,

    /// Writes all games in SGF
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,

    /// Writes each game as a PSQ file into a folder
    #[arg(long, value_name = "FOLDER")]
    pub psq: Option<PathBuf>,

    /// Writes the results in PGN, for rating programs
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,

    /// Writes the cross table in CSV
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,

    /// Writes a report with ratings and the cross table in HTML
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Prints the results as a JSON object
    #[arg(long)]
    pub json: bool,
}

impl Args {
    pub(super) const fn adjudication(&self) -> Adjudication {
        Adjudication { win: self.win, draw: self.draw, max_moves: self.max_moves, prove: self.prove }
    }

    pub(super) fn limits(&self) -> Limits {
        Limits {
            start: Duration::from_secs_f64(self.start_limit),
            think: Duration::from_secs_f64(self.move_limit),
            end: Duration::from_secs_f64(self.end_limit),
            margin: Duration::from_millis(self.margin),
        }
    }

    /// The games of each two that meet.
    pub(super) fn games(&self) -> usize {
        self.games.unwrap_or(if self.sprt.is_some() { 200_000 } else { 20 })
    }
}

/// `elo0=0 elo1=10`.
#[derive(Clone, Copy, Debug)]
pub struct Test(pub SequentialTest);

impl FromStr for Test {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parameters = Parameters::default();
        let mut trinomial = false;
        for word in text.split_whitespace() {
            let known = "elo0, elo1, alpha, beta, model, count";
            let (key, value) = word.split_once('=').ok_or_else(|| format!("\"{}\" is not KEY=VALUE", shorten(word)))?;
            let number = || value.parse().map_err(|_| format!("{key}={} is no number", shorten(value)));
            match key {
                "elo0" => parameters.elo0 = number()?,
                "elo1" => parameters.elo1 = number()?,
                "alpha" => parameters.alpha = number()?,
                "beta" => parameters.beta = number()?,
                "model" => parameters.model = value.parse().map_err(|error| format!("{error}"))?,
                "count" if value == "pairs" || value == "games" => trinomial = value == "games",
                "count" => return Err(format!("count={} is neither pairs nor games", shorten(value))),
                _ => return Err(format!("unknown setting \"{}\", known are {known}", shorten(key))),
            }
        }
        let sprt = Sprt::new(parameters).map_err(|error| error.to_string())?;
        Ok(Self(SequentialTest { sprt, trinomial: trinomial || parameters.model == Model::Bayesian }))
    }
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
