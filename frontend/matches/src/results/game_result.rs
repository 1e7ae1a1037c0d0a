//! Results of single games.

use std::collections::BTreeMap;

use crate::journal::fault::Fault;
use crate::journal::played::Played;
use crate::spec::digest::digest;
use crate::statistics::Points;

/// Data of a game that results are computed from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct GameResult {
    /// Points of the player who began as Black.
    pub(crate) points: Points,
    /// Player at fault, an index into the fixture's players, and the fault.
    pub(crate) fault: Option<(usize, Fault)>,
    /// Whether the machine caused the fault.
    pub(crate) by_machine: bool,
    /// Number of earlier attempts that a fault ended.
    pub(crate) attempts: usize,
    /// Index of the winning colour, 0 for Black.
    pub(crate) winning_color: Option<usize>,
    /// Number of moves.
    pub(crate) plies: usize,
    /// Processor time of each of the fixture's players during its opponent's turns, in milliseconds.
    pub(crate) idle_cpu: [u64; 2],
    /// Digest of players and moves: equal for equal games.
    pub(crate) digest: u64,
}

impl From<&Played> for GameResult {
    fn from(played: &Played) -> Self {
        Self {
            points: played.points(),
            fault: played.fault,
            by_machine: played.cause.is_some(),
            attempts: played.attempts.len(),
            winning_color: played.winning_color(),
            plies: played.moves.len(),
            idle_cpu: played.idle_cpu,
            digest: digest((played.players.concat() + &played.moves.join(" ")).as_bytes()),
        }
    }
}

/// Results of games by their numbers.
pub(crate) type Results = BTreeMap<usize, GameResult>;

/// Returns the points of the first engine of the meeting in a game.
pub(crate) fn points_of_first(game: usize, result: &GameResult) -> Points {
    if game.is_multiple_of(2) { result.points } else { result.points.swapped() }
}
