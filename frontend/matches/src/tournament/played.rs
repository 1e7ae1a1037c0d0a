//! A game that was played: one line of the journal.

use serde::{Deserialize, Deserializer, Serialize};

use crate::statistics::Points;
use crate::tournament::fault::Fault;
use crate::tournament::remarks::Remarks;

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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
    /// The last lines that the engine at fault wrote to standard error.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stderr: Vec<String>,
    /// How long the game took, in seconds.
    pub seconds: f64,
    /// When it ended, in seconds since 1970.
    pub ended: u64,
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
