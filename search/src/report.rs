//! Reports of a search: score, line, depth, effort.

use std::fmt;
use std::ops::Neg;
use std::str::FromStr;
use std::time::Duration;

use engine::notation::shorten;
use engine::{Grid, Move};

/// A value for the side to move: hundredths of a point, or a proven win or loss in a number of plies.
///
/// As text: `+M5` is a win in 5 plies, `-M4` a loss in 4, `-37` an estimate in hundredths of a point. Scores are ordered:
/// the sooner a win, the better; the later a loss, the better.
///
/// # Examples
/// ```
/// use ninuki_search::Score;
///
/// let score: Score = "+M5".parse()?;
/// assert_eq!((score.plies_to_win(), -score), (Some(5), Score::loss_in(5)));
/// assert!(score > Score::estimate(900) && Score::estimate(-37).to_string() == "-37");
/// assert_eq!(Score::DRAW.win_rate(), 0.5);
/// # Ok::<(), ninuki_search::ScoreError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i32);

impl Score {
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// Larger than every score.
    pub(crate) const INFINITE: Self = Self(32_000);
    const WIN: i32 = 30_000;
    /// Scores beyond this are proven wins; no game is longer.
    const LEAST_WIN: i32 = Self::WIN - 2_000;

    /// An estimate in hundredths of a point, kept apart from proven results.
    #[must_use]
    pub fn estimate(value: i32) -> Self {
        Self(value.clamp(1 - Self::LEAST_WIN, Self::LEAST_WIN - 1))
    }

    /// Hundredths of a point that make odds of e to 1.
    const ODDS_OF_E: f64 = 200.0;

    /// The probability that the side to move wins, 0 to 1.
    #[must_use]
    pub fn win_rate(self) -> f64 {
        match (self.plies_to_win(), self.plies_to_loss()) {
            (Some(_), _) => 1.0,
            (_, Some(_)) => 0.0,
            _ => 1.0 / (1.0 + (f64::from(-self.0) / Self::ODDS_OF_E).exp()),
        }
    }

    /// The side to move wins in `plies` plies; 1 is a win by the next move.
    #[must_use]
    pub const fn win_in(plies: u32) -> Self {
        Self(Self::WIN - plies as i32)
    }

    /// The side to move loses in `plies` plies; 0 is a game already lost.
    #[must_use]
    pub const fn loss_in(plies: u32) -> Self {
        Self(plies as i32 - Self::WIN)
    }

    /// The number of plies to a proven win of the side to move.
    #[must_use]
    pub fn plies_to_win(self) -> Option<u32> {
        (self.0 > Self::LEAST_WIN).then(|| (Self::WIN - self.0) as u32)
    }

    /// The number of plies to a proven loss of the side to move.
    #[must_use]
    pub fn plies_to_loss(self) -> Option<u32> {
        (-self).plies_to_win()
    }

    /// Whether this is a proven win or loss.
    #[must_use]
    pub const fn is_proven(self) -> bool {
        self.0.abs() > Self::LEAST_WIN
    }

    /// The distance below `other`, in hundredths of a point.
    pub(crate) const fn below(self, other: Self) -> i32 {
        other.0 - self.0
    }

    /// The next higher score.
    pub(crate) const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// An estimate that is `by` higher; proven results stay.
    pub(crate) fn plus(self, by: i32) -> Self {
        if self.is_proven() { self } else { Self::estimate(self.0 + by) }
    }

    pub(crate) const fn negated(self) -> Self {
        Self(-self.0)
    }

    /// The score of the next position, seen from the side that moved there.
    pub(crate) const fn before_move(self) -> Self {
        Self::from_tt(self.negated(), 1)
    }

    pub(crate) const fn from_value(value: i32) -> Self {
        Self(value)
    }

    /// Converts win distances from the root to distances from a node `ply` plies below it.
    pub(crate) const fn to_tt(self, ply: u32) -> Self {
        Self(if self.0 > Self::LEAST_WIN {
            self.0 + ply as i32
        } else if self.0 < -Self::LEAST_WIN {
            self.0 - ply as i32
        } else {
            self.0
        })
    }

    /// The inverse of [`Self::to_tt`].
    pub(crate) const fn from_tt(stored: Self, ply: u32) -> Self {
        Self(if stored.0 > Self::LEAST_WIN {
            stored.0 - ply as i32
        } else if stored.0 < -Self::LEAST_WIN {
            stored.0 + ply as i32
        } else {
            stored.0
        })
    }

    /// The value in hundredths of a point; meaningless for proven results except for their order.
    #[must_use]
    pub const fn value(self) -> i32 {
        self.0
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        self.negated()
    }
}

/// `+M5` (a win in 5 plies), `-M4`, or hundredths of a point as `-37`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match (self.plies_to_win(), self.plies_to_loss()) {
            (Some(plies), _) => format!("+M{plies}"),
            (_, Some(plies)) => format!("-M{plies}"),
            _ => self.0.to_string(),
        })
    }
}

/// A text that is no score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreError(String);

impl fmt::Display for ScoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let most = Score::LEAST_WIN - 1;
        write!(f, "\"{}\" is no score, allowed are +M5, -M4 and numbers from -{most} to {most}", self.0)
    }
}

impl std::error::Error for ScoreError {}

impl FromStr for Score {
    type Err = ScoreError;

    fn from_str(text: &str) -> Result<Self, ScoreError> {
        let wrong = || ScoreError(shorten(text));
        let plies = |text: &str| {
            let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let plies: Option<u16> = plain.then(|| text.parse().ok()).flatten();
            plies.map(u32::from).filter(|&plies| Self::win_in(plies).plies_to_win() == Some(plies)).ok_or_else(wrong)
        };
        match (text.strip_prefix("+M"), text.strip_prefix("-M")) {
            (Some(win), _) => plies(win).map(Self::win_in),
            (_, Some(loss)) => plies(loss).map(Self::loss_in),
            _ => {
                let value: i32 = text.parse().map_err(|_| wrong())?;
                let score = Self::estimate(value);
                if score.value() == value { Ok(score) } else { Err(wrong()) }
            }
        }
    }
}

/// The reason for the end of a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// Each of the best lines is a proven win or loss.
    Proven,
    /// Only one move does not lose at once, and a clock runs.
    ForcedMove,
    /// There is no legal placement.
    NoPlacement,
    /// The deepest possible or requested iteration is finished.
    Depth,
    /// The node limit is reached.
    Nodes,
    /// The time is used up, or saved for later moves.
    Time,
    /// The stop flag was set.
    Stopped,
}

/// `proven`, `forced move`, `no placement`, `depth`, `nodes`, `time` or `stopped`.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Proven => "proven",
            Self::ForcedMove => "forced move",
            Self::NoPlacement => "no placement",
            Self::Depth => "depth",
            Self::Nodes => "nodes",
            Self::Time => "time",
            Self::Stopped => "stopped",
        })
    }
}

/// The state of a search, after each finished iteration and at its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The best move.
    pub best: Move,
    /// Its value for the side to move.
    pub score: Score,
    /// The depth of the last finished iteration, in plies; 0 if not even the first one is.
    pub depth: u32,
    /// The deepest ply that was looked at by then, `depth` at least.
    pub seldepth: u32,
    /// The number of positions visited.
    pub nodes: u64,
    /// The time since the request.
    pub time: Duration,
    /// The expected line, beginning with the best move.
    pub line: Vec<Move>,
    /// How many other lines are better, where several are asked for.
    pub rank: usize,
    /// The reason for the end of the search; `None` while it runs.
    pub end: Option<End>,
    /// Positions of the search tree, as the moves that lead there, at its end; as many as [`Limits::samples`] asks for, if there
    /// are so many.
    ///
    /// [`Limits::samples`]: crate::Limits::samples
    pub samples: Vec<Vec<Move>>,
}

impl Report {
    /// An answer that no search led to.
    #[must_use]
    pub fn new(best: Move, score: Score) -> Self {
        Self {
            best,
            score,
            depth: 0,
            seldepth: 0,
            nodes: 0,
            time: Duration::ZERO,
            line: vec![best],
            rank: 0,
            end: None,
            samples: Vec::new(),
        }
    }

    /// This report with the names that its moves have on `grid`.
    #[must_use]
    pub fn named(&self, grid: &Grid) -> NamedReport {
        let name = |mv: &Move| mv.display(grid).to_string();
        NamedReport {
            best: name(&self.best),
            score: self.score,
            depth: self.depth,
            seldepth: self.seldepth,
            nodes: self.nodes,
            time_ms: self.time.as_millis() as u64,
            pv: self.line.iter().map(name).collect(),
            rank: self.rank,
        }
    }
}

/// A [`Report`] for readers who do not have the board: with names of moves, and with the feature `serde` to be stored and
/// sent.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NamedReport {
    /// The best move.
    pub best: String,
    /// Its value for the side to move.
    pub score: Score,
    /// The depth of the last finished iteration, in plies.
    pub depth: u32,
    /// The selective depth: the deepest ply that was looked at by then, `depth` at least.
    pub seldepth: u32,
    /// The number of nodes.
    pub nodes: u64,
    /// The time since the request, in milliseconds.
    pub time_ms: u64,
    /// The principal variation, beginning with the best move.
    pub pv: Vec<String>,
    /// How many other lines are better, where several are asked for.
    pub rank: usize,
}

/// `depth 5 score 29 nodes 252 time 55 pv K9 L10`.
impl fmt::Display for NamedReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, score, nodes, time_ms, pv, .. } = self;
        write!(f, "depth {depth} score {score} nodes {nodes} time {time_ms} pv {}", pv.join(" "))
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Score {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Score {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_as_they_are_written() {
        for score in [Score::DRAW, Score::estimate(-37), Score::estimate(99_999), Score::win_in(1), Score::loss_in(0)] {
            assert_eq!(score.to_string().parse(), Ok(score));
        }
        for wrong in ["", "+M", "-M-1", "+M+5", "M5", "+M2000", "-M4294967295", "28000", "-28000", "0.5"] {
            assert!(wrong.parse::<Score>().is_err(), "{wrong}");
        }
    }
}
