//! A game that was played: one line of the journal.

use std::collections::BTreeMap;
use std::time::SystemTime;

use serde::{Deserialize, Deserializer, Serialize};

use crate::statistics::Points;
use crate::tournament::fault::{Cause, Fault};
use crate::tournament::remarks::Remarks;

/// A finished game.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// Its number in the schedule, from 0.
    pub game: usize,
    /// The number of its opening, from 0.
    pub opening: usize,
    /// Who began as Black, and who as White.
    pub players: [String; 2],
    /// Whether they exchanged colours on the way.
    #[serde(default, skip_serializing_if = "is_false")]
    pub swapped: bool,
    /// Who won, an index into `players`; `None` for a draw.
    #[serde(deserialize_with = "winner")]
    pub winner: Option<usize>,
    /// Why it ended: the rules' reason, the fault, or how it was adjudicated.
    pub reason: String,
    /// The fault, and whose it was, an index into `players`.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "fault")]
    pub fault: Option<(usize, Fault)>,
    /// What happened exactly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The position it started from, if not the empty board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// All moves, those of the opening first.
    pub moves: Vec<String>,
    /// How many of the moves are the opening's.
    pub book: usize,
    /// The milliseconds that each move took; 0 in the opening.
    pub ms: Vec<f64>,
    /// What the engines said about their moves; empty if they never said anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub info: Vec<Option<Remarks>>,
    /// Whose doing the fault is; `None` is the engine's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// The last lines between the runner and the engine at fault: `> ` what it was told, `< ` what it said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dialogue: Vec<String>,
    /// The last lines that the engine at fault wrote to standard error.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stderr: Vec<String>,
    /// How long the game took, in seconds.
    pub seconds: f64,
    /// When it ended, in seconds since 1970.
    pub ended: u64,
    /// The machine that it was played on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
    /// How fast that machine is: the positions per second of perft before the first game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bench: Option<u64>,
    /// The milliseconds by which the runner itself was late, the longest time that it was.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub late: u64,
    /// The milliseconds of processor time that each player used while the other thought, if they are worth a remark.
    #[serde(default, skip_serializing_if = "is_idle")]
    pub idle_cpu: [u64; 2],
    /// The attempts before this one, which a fault ended and which do not count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attempts: Vec<Attempt>,
}

/// Games that do not count although they were played: a line of the journal after theirs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Void {
    /// Their numbers in the schedule.
    pub void: Vec<usize>,
    /// Why.
    pub reason: String,
    /// When that was decided, in seconds since 1970.
    pub at: u64,
}

impl Void {
    /// Takes the games out of what is known by their numbers.
    pub(crate) fn take_out<T>(&self, games: &mut BTreeMap<usize, T>) {
        for game in &self.void {
            games.remove(game);
        }
    }

    /// Decides that games do not count.
    #[must_use]
    pub fn now(games: Vec<usize>, reason: String) -> Self {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Self { void: games, reason, at: since.as_secs() }
    }
}

/// An attempt at a game that was played again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// The fault, and whose it was, an index into the players; `None` if the runner was held up.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "fault")]
    pub fault: Option<(usize, Fault)>,
    /// Whose doing it was; `None` is the engine's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// What happened exactly.
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
    type Error = String;

    fn try_from(index: u64) -> Result<Self, String> {
        match index {
            0 | 1 => Ok(Self(index as usize)),
            _ => Err(format!("{index} is no player of a game, allowed are 0 and 1")),
        }
    }
}

/// Reads a winner, which must be there if only as `null`.
fn winner<'de, D: Deserializer<'de>>(from: D) -> Result<Option<usize>, D::Error> {
    Ok(Option::<Seat>::deserialize(from)?.map(|Seat(index)| index))
}

fn fault<'de, D: Deserializer<'de>>(from: D) -> Result<Option<(usize, Fault)>, D::Error> {
    Ok(Option::<(Seat, Fault)>::deserialize(from)?.map(|(Seat(index), fault)| (index, fault)))
}

impl Played {
    /// What the game gave the player who began as Black.
    #[must_use]
    pub const fn points(&self) -> Points {
        match self.winner {
            Some(0) => Points::Win,
            Some(_) => Points::Loss,
            None => Points::Draw,
        }
    }

    /// The names of those who had Black and White at the end.
    #[must_use]
    pub fn colors(&self) -> [&str; 2] {
        let [first, second] = &self.players;
        if self.swapped { [second, first] } else { [first, second] }
    }

    /// The index of the winner's colour at the end, 0 for Black.
    #[must_use]
    pub fn winning_color(&self) -> Option<usize> {
        self.winner.map(|winner| winner ^ usize::from(self.swapped))
    }
}
