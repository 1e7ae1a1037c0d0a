//! Parts that several answers share.

use analysis::json::Value as Score;
use engine::{AnyRecord, Color, Grid, Outcome, Point, PositionKeys};
use serde::Serialize;

use crate::id::Id;
use crate::limit::Limit;

/// The answer of an action.
#[cfg(not(test))]
pub(crate) trait Answer: Serialize {}

#[cfg(not(test))]
impl<T: Serialize> Answer for T {}

/// The answer of an action. In tests it has a schema.
#[cfg(test)]
pub(crate) trait Answer: Serialize + schemars::JsonSchema {}

#[cfg(test)]
impl<T: Serialize + schemars::JsonSchema> Answer for T {}

/// An answer with the fields that every answer has.
#[derive(Serialize)]
pub(crate) struct Envelope<'i, T> {
    pub(crate) id: &'i Id,
    pub(crate) action: &'static str,
    /// The limit at which the action ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) limit: Option<Limit>,
    #[serde(flatten)]
    pub(crate) of: T,
}

/// How a game ended.
#[derive(Serialize)]
pub(crate) struct OutcomeAnswer {
    /// The symbol of the winner; `None` for a draw.
    winner: Option<char>,
    reason: String,
}

impl From<Outcome> for OutcomeAnswer {
    fn from(Outcome { winner, reason }: Outcome) -> Self {
        Self { winner: winner.map(Color::symbol), reason: reason.to_string() }
    }
}

/// A move and its value for the side that makes it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RatedMove {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    pub(crate) score: Score,
    /// The probability that this side wins.
    #[cfg_attr(test, schemars(range(min = 0, max = 1)))]
    pub(crate) winrate: f64,
}

/// Points of each side.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Sides {
    pub(crate) x: Vec<String>,
    pub(crate) o: Vec<String>,
}

/// Keys of a position, the same on all machines and in all versions: 32 hexadecimal digits.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Keys {
    /// The same for all orders of moves that lead to the position.
    position: String,
    /// The same for all images of the position under the symmetries of the board, too.
    symmetric: String,
}

impl Keys {
    /// The keys of the position of a game.
    pub(crate) fn of(record: &dyn AnyRecord) -> Self {
        let keys = PositionKeys::of(record.game());
        Self { position: keys.key(record).to_string(), symmetric: keys.symmetric_key(record).to_string() }
    }
}

/// Why a search that never began ended.
pub(crate) const TERMINATED: &str = "terminated";

/// The number of terminated tasks.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Terminated"))]
pub(crate) struct TerminateAnswer {
    pub(crate) terminated: usize,
}

/// The names of points.
pub(crate) fn points(grid: &Grid, points: impl Iterator<Item = Point>) -> Vec<String> {
    points.map(|point| grid.name(point)).collect()
}
