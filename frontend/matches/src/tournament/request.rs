//! What a tournament is asked for.

use std::path::PathBuf;

use records::{Choice, Shard};

use crate::openings::Opening;
use crate::tournament::adjudication::Adjudication;
use crate::tournament::fault::OnFault;
use crate::tournament::game_info::Timeouts;
use crate::tournament::progress::SequentialTest;
use crate::tournament::schedule::{Format, OpeningOrder};

/// A tournament as it is asked for; the default lacks nothing but the engines.
///
/// Engines are given as text, `cmd=PROGRAM name=NAME tc=10/1 …`. The settings are `cmd` (the program and its arguments;
/// `self` is this program with the argument `gomocup`), `name`, `dir` (where it runs), `tc` (`MATCH/TURN+INC`, in seconds),
/// `nodes`, `depth`, `threads`, `memory` (in MiB), `restart`, `games` (what it plays, if it does not say so itself) and
/// `option.KEY`, which is sent as `INFO KEY VALUE`.
///
/// # Examples
/// ```
/// use ninuki_matches::tournament::Request;
///
/// let engines = ["cmd=./new", "cmd=./old name=old nodes=5000"].map(str::to_owned).to_vec();
/// let request = Request { engines, tc: Some("10/1".to_owned()), ..Request::default() };
/// assert_eq!((request.concurrency, request.seed), (1, 1));
/// ```
#[derive(Clone, Debug)]
pub struct Request {
    /// The engines and their settings, two at least, with those of the file.
    pub engines: Vec<String>,
    /// A file of engines, in TOML: a table `each` and an array of tables `engine`, with the same settings.
    pub engine_file: Option<PathBuf>,
    /// Settings of all engines that have no other.
    pub each: String,
    /// The time control of all engines that have no other, `MATCH/TURN+INC` in seconds.
    pub tc: Option<String>,
    /// Which game, on which board.
    pub choice: Choice,
    /// Who meets whom.
    pub format: Format,
    /// How many engines, the first, meet the others in a gauntlet; by default one.
    pub seeds: Option<usize>,
    /// The games of each two that meet, an even number; by default 20, with a test as many as it takes.
    pub games: Option<usize>,
    /// A file of openings, or `none`; by default those that come with the program.
    pub openings: Option<String>,
    /// The openings themselves, in place of a file.
    pub made: Option<Vec<Opening>>,
    /// In which order they come.
    pub opening_order: OpeningOrder,
    /// Whether the players make the openings themselves, by `SWAP2BOARD`.
    pub swap2: bool,
    /// The order of the openings.
    pub seed: u64,
    /// Games at once.
    pub concurrency: u16,
    /// Whether each game is bound to cores of its own.
    pub pin: bool,
    /// What this machine is called in the journal; by default by its own name.
    pub machine: Option<String>,
    /// A sequential test of the first engine against the second.
    pub sprt: Option<SequentialTest>,
    /// When games end before the rules end them.
    pub adjudication: Adjudication,
    /// How long engines may take where no clock of theirs runs.
    pub limits: Timeouts,
    /// What becomes of a game that an engine's fault ended.
    pub on_fault: OnFault,
    /// What becomes of a game that ended by what the machine did to an engine.
    pub on_machine_fault: OnFault,
    /// How often a game is played again at most.
    pub replays: usize,
    /// The part of the pairs that is played here. Its journal is named after `journal` and the part.
    pub shard: Option<Shard>,
    /// A file that ends the tournament as soon as it is there; by default, where shards share a test, named after the
    /// journal with the ending `.stop`. A test that is decided writes it.
    pub stop_file: Option<PathBuf>,
    /// A folder for what is said in each game, compressed.
    pub dialogue: Option<PathBuf>,
    /// The journal; by default named after what is played.
    pub journal: Option<PathBuf>,
    /// Whether all games of the journal are played again: the rules must accept their moves and end them alike.
    pub verify_journal: bool,
    /// The engine whose rating is given, `NAME=RATING`.
    pub anchor: Option<String>,
    /// Where reports go.
    pub outputs: Outputs,
}

/// Where reports go, beside the text or JSON object that is printed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Outputs {
    /// All games in SGF.
    pub sgf: Option<PathBuf>,
    /// A folder with a PSQ file of each game.
    pub psq: Option<PathBuf>,
    /// The results in PGN, for rating programs.
    pub pgn: Option<PathBuf>,
    /// The cross table in CSV.
    pub csv: Option<PathBuf>,
    /// A report with everything in it, the games among it, in HTML.
    pub html: Option<PathBuf>,
    /// The same report, written again and again while the match runs.
    pub live: Option<PathBuf>,
    /// Whether the results are printed as a JSON object.
    pub json: bool,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            engines: Vec::new(),
            engine_file: None,
            each: String::new(),
            tc: None,
            choice: Choice::default(),
            format: Format::RoundRobin,
            seeds: None,
            games: None,
            openings: None,
            made: None,
            opening_order: OpeningOrder::default(),
            swap2: false,
            seed: 1,
            concurrency: 1,
            pin: false,
            machine: None,
            sprt: None,
            adjudication: Adjudication::default(),
            limits: Timeouts::default(),
            on_fault: OnFault::Lose,
            on_machine_fault: OnFault::Replay,
            replays: 3,
            shard: None,
            stop_file: None,
            dialogue: None,
            journal: None,
            verify_journal: false,
            anchor: None,
            outputs: Outputs::default(),
        }
    }
}

impl Request {
    /// The games of each two that meet.
    pub(crate) fn games(&self) -> usize {
        self.games.unwrap_or(if self.sprt.is_some() { 200_000 } else { 20 })
    }
}
