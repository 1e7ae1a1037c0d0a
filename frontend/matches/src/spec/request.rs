//! Request for a tournament.

use std::path::PathBuf;

use records::{Choice, Shard};

use super::adjudication::Adjudication;
use super::on_fault::OnFault;
use super::schedule::{Format, OpeningOrder};
use super::sequential_test::SequentialTest;
use super::timeouts::Timeouts;
use openings::lists::Opening;

/// A request for a tournament. Only the engines have no default.
///
/// Engines are given as text, `cmd=PROGRAM name=NAME tc=10/1 …`. The settings are `cmd` (the program and its arguments;
/// `self` is this program with the argument `gomocup`), `name`, `dir` (where it runs), `tc` (`MATCH/TURN+INC`, in seconds),
/// `nodes`, `depth`, `threads`, `memory` (in MiB), `restart`, `games` (the games it plays, if `ABOUT` does not list them) and
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
    /// Settings of the engines; with those of the file at least two.
    pub engines: Vec<String>,
    /// A file of engines, in TOML: a table `each` and an array of tables `engine`, with the same settings.
    pub engine_file: Option<PathBuf>,
    /// Default settings of all engines.
    pub each: String,
    /// Default time control of all engines, `MATCH/TURN+INC` in seconds.
    pub tc: Option<String>,
    /// Game and board.
    pub choice: Choice,
    /// Format.
    pub format: Format,
    /// Number of engines, from the first, that meet the others in a gauntlet; by default one.
    pub seeds: Option<usize>,
    /// Games of each meeting, an even number; by default 20, with a test until it ends.
    pub games: Option<usize>,
    /// A file of openings, or `none`; by default those that come with the program.
    pub openings: Option<String>,
    /// Openings used instead of a file.
    pub made: Option<Vec<Opening>>,
    /// Order of the openings.
    pub opening_order: OpeningOrder,
    /// Whether the players make the openings, by `SWAP2BOARD`.
    pub swap2: bool,
    /// Seed of the order of openings.
    pub seed: u64,
    /// Number of simultaneous games.
    pub concurrency: u16,
    /// Whether each game is bound to separate cores.
    pub pin: bool,
    /// Name of this machine in the journal; by default its host name.
    pub machine: Option<String>,
    /// A sequential test of the first engine against the second.
    pub sprt: Option<SequentialTest>,
    /// Early ends of games.
    pub adjudication: Adjudication,
    /// Time limits outside the clock.
    pub limits: Timeouts,
    /// Treatment of games that an engine's fault ended.
    pub on_fault: OnFault,
    /// Treatment of games that a fault of the machine ended.
    pub on_machine_fault: OnFault,
    /// Largest number of replays of a game.
    pub replays: usize,
    /// Shard of the pairs that is played here. Its journal is named after `journal` and the shard.
    pub shard: Option<Shard>,
    /// A file whose existence ends the tournament. The shard in which a test is decided writes it. By default, for shards that
    /// share a test, the journal's path with the extension `.stop`.
    pub stop_file: Option<PathBuf>,
    /// A folder for the compressed dialogue of each game.
    pub dialogue: Option<PathBuf>,
    /// The journal; by default named after a digest of its head.
    pub journal: Option<PathBuf>,
    /// Whether all games of the journal are replayed: the rules must accept their moves and end them alike.
    pub verify_journal: bool,
    /// Engine with a fixed rating, `NAME=RATING`.
    pub anchor: Option<String>,
    /// Files of the reports.
    pub outputs: Outputs,
}

/// Files of the reports, besides the printed text or JSON object.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Outputs {
    /// File of all games in SGF.
    pub sgf: Option<PathBuf>,
    /// Folder with a PSQ file of each game.
    pub psq: Option<PathBuf>,
    /// File of the results in PGN, for rating programs.
    pub pgn: Option<PathBuf>,
    /// File of the cross table in CSV.
    pub csv: Option<PathBuf>,
    /// File of the full report in HTML, games included.
    pub html: Option<PathBuf>,
    /// File of the same report, rewritten while the tournament runs.
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
    /// Returns the games of each meeting.
    pub(crate) fn games(&self) -> usize {
        self.games.unwrap_or(if self.sprt.is_some() { 200_000 } else { 20 })
    }
}
