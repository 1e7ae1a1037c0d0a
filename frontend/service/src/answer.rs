//! Answers as they are written.

use std::collections::BTreeMap;
use std::time::Duration;

use analysis::json::{Value as Score, names, rounded};
use analysis::{Found, Line};
use engine::{Bitboard, Color, Game, Grid, Point, PointSet, Threats};
use records::{JsonOutcome, Limits, Size};
use serde::Serialize;

use crate::Options;
use crate::id::Id;
use crate::limit::Limit;

/// The beginning of every answer, and what follows it.
#[derive(Serialize)]
pub(crate) struct Answer<'i, T> {
    pub(crate) id: &'i Id,
    pub(crate) action: &'static str,
    /// The limit at which the action ended, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) limit: Option<Limit>,
    #[serde(flatten)]
    pub(crate) of: T,
}

/// What is known of a position.
#[derive(Serialize)]
pub(crate) struct Analysis {
    /// The number of moves before the position.
    pub(crate) ply: usize,
    /// Whether more will be said of it.
    pub(crate) partial: bool,
    pub(crate) to_move: Option<char>,
    pub(crate) depth: u32,
    pub(crate) seldepth: u32,
    pub(crate) nodes: u64,
    pub(crate) nps: u64,
    pub(crate) time_ms: u64,
    pub(crate) best: Option<String>,
    pub(crate) lines: Vec<BestLine>,
    /// Why the search ended.
    pub(crate) ended: Option<String>,
    /// How the game ended, where it is over.
    pub(crate) outcome: Option<JsonOutcome>,
}

/// One of the best lines.
#[derive(Serialize)]
pub(crate) struct BestLine {
    score: Score,
    winrate: f64,
    pv: Vec<String>,
}

impl Analysis {
    /// What is said of a position that was not searched.
    pub(crate) fn unsearched(ply: usize, outcome: Option<JsonOutcome>, ended: Option<&str>) -> Self {
        Self {
            ply,
            partial: false,
            to_move: None,
            depth: 0,
            seldepth: 0,
            nodes: 0,
            nps: 0,
            time_ms: 0,
            best: None,
            lines: Vec::new(),
            ended: ended.map(str::to_owned),
            outcome,
        }
    }

    /// What a search found.
    pub(crate) fn found(game: &Game, ply: usize, to_move: Color, found: &Found, partial: bool) -> Self {
        let line = |line: &Line| BestLine {
            score: line.score.into(),
            winrate: rounded(line.score.win_rate()),
            pv: names(game, &line.moves),
        };
        Self {
            ply,
            partial,
            to_move: Some(to_move.symbol()),
            depth: found.depth,
            seldepth: found.seldepth,
            nodes: found.nodes,
            nps: found.speed(),
            time_ms: found.time.as_millis() as u64,
            best: found.lines.first().map(|line| game.display_moves(&[line.best()]).to_string()),
            lines: found.lines.iter().map(line).collect(),
            ended: found.end.filter(|_| !partial).map(|end| end.to_string()),
            outcome: None,
        }
    }
}

/// The state of a game.
#[derive(Serialize)]
pub(crate) struct PositionAnswer<R> {
    /// The same as `ninuki replay --json --legal` prints.
    #[serde(flatten)]
    pub(crate) replay: R,
    pub(crate) position: String,
    pub(crate) stones: Sides,
    /// The stones of lines that have won, or win unless they are broken now.
    pub(crate) decisive: Vec<String>,
    pub(crate) refused: Vec<RefusedPoints>,
    pub(crate) forbidden: Vec<String>,
    pub(crate) swap_offered: bool,
    pub(crate) may_pass: bool,
}

/// Points of either colour.
#[derive(Serialize)]
pub(crate) struct Sides {
    pub(crate) x: Vec<String>,
    pub(crate) o: Vec<String>,
}

/// Empty points where no stone may be placed, and why.
#[derive(Serialize)]
pub(crate) struct RefusedPoints {
    pub(crate) reason: String,
    pub(crate) points: Vec<String>,
}

/// What stones of either colour would make.
#[derive(Serialize)]
pub(crate) struct ThreatsAnswer {
    pub(crate) x: ThreatMap,
    pub(crate) o: ThreatMap,
}

/// The points where a stone makes something.
#[derive(Serialize)]
pub(crate) struct ThreatMap {
    five: Vec<String>,
    straight_four: Vec<String>,
    double_four: Vec<String>,
    four: Vec<String>,
    double_three: Vec<String>,
    three: Vec<String>,
    capture: Vec<String>,
    /// Enemy stones that can be captured at once.
    capturable: Vec<String>,
}

impl ThreatMap {
    /// The points by name.
    pub(crate) fn of(grid: &Grid, threats: &Threats<Bitboard>) -> Self {
        let list = |set: Bitboard| points(grid, set.iter());
        Self {
            five: list(threats.five),
            straight_four: list(threats.straight_four),
            double_four: list(threats.double_four),
            four: list(threats.four),
            double_three: list(threats.double_three),
            three: list(threats.three),
            capture: list(threats.capture),
            capturable: list(threats.capturable),
        }
    }
}

/// The names of points.
pub(crate) fn points(grid: &Grid, points: impl Iterator<Item = Point>) -> Vec<String> {
    points.map(|point| grid.name(point)).collect()
}

/// Moves by how near their values are to what is asked for.
#[derive(Serialize)]
pub(crate) struct BalanceAnswer {
    pub(crate) bias: i32,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) moves: Vec<BalancedMove>,
}

/// A move and its value for the side that makes it.
#[derive(Serialize)]
pub(crate) struct BalancedMove {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    pub(crate) score: Score,
    pub(crate) winrate: f64,
}

/// What the solver came to.
#[derive(Serialize)]
pub(crate) struct SolveAnswer {
    pub(crate) proved: bool,
    pub(crate) plies: Option<u32>,
    pub(crate) pv: Vec<String>,
    pub(crate) nodes: u64,
    /// Without a proof: whether all lines of threats were tried.
    pub(crate) exhausted: bool,
    /// With one: whether no shorter line of threats wins.
    pub(crate) shortest: bool,
    pub(crate) certificate: Option<String>,
}

/// The verdict on a certificate.
#[derive(Serialize, Default)]
pub(crate) struct VerifyAnswer {
    pub(crate) verified: bool,
    pub(crate) game: Option<&'static str>,
    /// Every rule that differs from the defaults of the game, in words; empty if none does.
    pub(crate) differences: Option<String>,
    /// The game that an own game is made from.
    pub(crate) base: Option<&'static str>,
    /// The fields of an own game that differ from those of its base.
    pub(crate) rules: Option<BTreeMap<&'static str, String>>,
    /// The flags that differ.
    pub(crate) flags: Option<BTreeMap<&'static str, String>>,
    pub(crate) size: Option<Size>,
    pub(crate) length: Option<usize>,
    pub(crate) winner: Option<char>,
    pub(crate) plies: Option<u32>,
    pub(crate) steps: Option<usize>,
    pub(crate) positions: Option<u64>,
    /// The limit that ended the check early.
    pub(crate) ended: Option<&'static str>,
    /// Why it is not verified.
    pub(crate) reason: Option<String>,
}

/// The move that a level chooses.
#[derive(Serialize)]
pub(crate) struct PlayAnswer {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    pub(crate) level: u8,
    pub(crate) score: Score,
    pub(crate) winrate: f64,
}

/// How far a review has come.
#[derive(Serialize)]
pub(crate) struct ReviewProgress {
    pub(crate) partial: bool,
    /// The positions that were looked at, of so many.
    pub(crate) done: usize,
    pub(crate) of: usize,
}

/// Records in another format.
#[derive(Serialize)]
pub(crate) struct ConvertAnswer {
    pub(crate) games: usize,
    pub(crate) text: Option<String>,
    /// In base64, where the format is not text.
    pub(crate) data: Option<String>,
    /// Guesses and corrections made in reading the records, at most 20.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) remarks: Vec<String>,
}

/// What is asked of this program.
#[derive(Serialize)]
pub(crate) struct VersionAnswer {
    pub(crate) version: &'static str,
    pub(crate) protocol: u32,
    pub(crate) network: String,
    pub(crate) actions: Vec<&'static str>,
    pub(crate) games: Vec<&'static str>,
    pub(crate) limits: LimitsAnswer,
}

/// Limits set by the operator; null where nothing is bounded.
#[derive(Serialize)]
pub(crate) struct LimitsAnswer {
    /// The time of an action, in milliseconds.
    time: Option<u64>,
    /// The memory of an action, in bytes.
    memory: Option<u64>,
    /// The size of an answer, in bytes.
    output: Option<u64>,
    /// The length of a line, in bytes.
    line: usize,
    /// The size of all queries that wait, in bytes.
    pending: usize,
    /// The number of games with unusual rules.
    games: Option<usize>,
}

impl LimitsAnswer {
    pub(crate) fn of(options: &Options) -> Self {
        let Limits { time, memory, output } = options.limits;
        let bounded = |bytes: u64| (bytes < u64::MAX).then_some(bytes);
        Self {
            time: (time < Duration::MAX).then(|| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            memory: bounded(memory),
            output: bounded(output),
            line: options.longest_line,
            pending: options.most_pending,
            games: (options.most_games < usize::MAX).then_some(options.most_games),
        }
    }
}

/// How many jobs were ended.
#[derive(Serialize)]
pub(crate) struct TerminateAnswer {
    pub(crate) terminated: usize,
}

/// Nothing more to say.
#[derive(Serialize)]
pub(crate) struct Done {
    pub(crate) done: bool,
}
