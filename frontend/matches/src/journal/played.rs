//! A finished game: one line of the journal.

use std::collections::BTreeMap;
use std::fmt;
use std::time::SystemTime;

use serde::{Deserialize, Deserializer, Serialize};

use super::fault::{Cause, Fault};
use super::search_info::SearchInfo;
use crate::statistics::Points;

/// A finished game.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// Number in the schedule, from 0.
    pub game: usize,
    /// Number of the opening, from 0.
    pub opening: usize,
    /// Names of the engines that began as Black and White.
    pub players: [String; 2],
    /// Whether the players exchanged colours.
    #[serde(default, skip_serializing_if = "is_false")]
    pub swapped: bool,
    /// Winner, an index into `players`; `None` for a draw.
    #[serde(deserialize_with = "winner")]
    pub winner: Option<usize>,
    /// Reason of the end: that of the rules, the fault, or the adjudication.
    pub reason: String,
    /// Player at fault, an index into `players`, and the fault.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "fault")]
    pub fault: Option<(usize, Fault)>,
    /// Description of the fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Initial position, if not the empty board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// All moves, opening included.
    pub moves: Vec<String>,
    /// Number of moves of the opening.
    pub book: usize,
    /// Milliseconds of each move; 0 in the opening.
    pub ms: Vec<f64>,
    /// Search information of each move; empty if the engines gave none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub info: Vec<Option<SearchInfo>>,
    /// Cause of the fault; `None` for the engine itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// Last lines between the runner (`> `) and the engine at fault (`< `).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dialogue: Vec<String>,
    /// Last lines that the engine at fault wrote to standard error.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stderr: Vec<String>,
    /// Duration in seconds.
    pub seconds: f64,
    /// Time of the end, in seconds since 1970.
    pub ended: u64,
    /// Name of the machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
    /// Speed of the machine: positions per second of perft before the first game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bench: Option<u64>,
    /// Longest delay of the runner itself, in milliseconds.
    #[serde(rename = "late", default, skip_serializing_if = "is_zero")]
    pub runner_delay: u64,
    /// Processor time of each player during its opponent's turns, in milliseconds; 0 below a threshold.
    #[serde(default, skip_serializing_if = "is_idle")]
    pub idle_cpu: [u64; 2],
    /// Earlier attempts that a fault ended. They do not count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attempts: Vec<Attempt>,
}

/// Games that do not count: a line of the journal after theirs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Void {
    /// Numbers in the schedule.
    pub void: Vec<usize>,
    /// Reason.
    pub reason: String,
    /// Time of the decision, in seconds since 1970.
    pub at: u64,
}

impl Void {
    /// Removes the games from a map by their numbers.
    pub(crate) fn remove_from<T>(&self, games: &mut BTreeMap<usize, T>) {
        for game in &self.void {
            games.remove(game);
        }
    }

    /// Returns a line that voids games now.
    #[must_use]
    pub fn now(games: Vec<usize>, reason: String) -> Self {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Self { void: games, reason, at: since.as_secs() }
    }
}

/// An attempt at a game that was replayed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// Player at fault, an index into `players`, and the fault; `None` if the runner was suspended.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "fault")]
    pub fault: Option<(usize, Fault)>,
    /// Cause of the fault; `None` for the engine itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// Description of the fault.
    pub detail: String,
}

impl From<Played> for Attempt {
    fn from(played: Played) -> Self {
        Self { fault: played.fault, cause: played.cause, detail: played.detail.unwrap_or_default() }
    }
}

fn is_idle(milliseconds: &[u64; 2]) -> bool {
    *milliseconds == [0; 2]
}

fn is_zero(value: &u64) -> bool {
    *value == 0
}

fn is_false(value: &bool) -> bool {
    !value
}

/// An index into the players of a game.
#[derive(Deserialize)]
#[serde(try_from = "u64")]
struct Seat(usize);

impl TryFrom<u64> for Seat {
    type Error = SeatError;

    fn try_from(index: u64) -> Result<Self, SeatError> {
        match index {
            0 | 1 => Ok(Self(index as usize)),
            _ => Err(SeatError(index)),
        }
    }
}

/// An index that is no player of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SeatError(u64);

impl fmt::Display for SeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is no player of a game, allowed are 0 and 1", self.0)
    }
}

/// Parses a winner. The field is required, even if it is `null`.
fn winner<'de, D: Deserializer<'de>>(from: D) -> Result<Option<usize>, D::Error> {
    Ok(Option::<Seat>::deserialize(from)?.map(|Seat(index)| index))
}

fn fault<'de, D: Deserializer<'de>>(from: D) -> Result<Option<(usize, Fault)>, D::Error> {
    Ok(Option::<(Seat, Fault)>::deserialize(from)?.map(|(Seat(index), fault)| (index, fault)))
}

impl Played {
    /// Returns the points of the player who began as Black.
    #[must_use]
    pub const fn points(&self) -> Points {
        match self.winner {
            Some(0) => Points::Win,
            Some(_) => Points::Loss,
            None => Points::Draw,
        }
    }

    /// Returns the names of the players with Black and White at the end.
    #[must_use]
    pub fn colors(&self) -> [&str; 2] {
        let [first, second] = &self.players;
        if self.swapped { [second, first] } else { [first, second] }
    }

    /// Returns the index of the winner's colour at the end, 0 for Black.
    #[must_use]
    pub fn winning_color(&self) -> Option<usize> {
        self.winner.map(|winner| winner ^ usize::from(self.swapped))
    }
}
