//! The claim to prove, the limits of the work, and the proof.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Color, Game, Point, SetUp};
use records::Shard;
use search::proof::{Certificate, Strategy, Verified};
use search::prove::relevant_replies;

use crate::error::Error;

/// The claim to prove: that the attacker wins a position.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The position.
    pub setup: SetUp,
    /// The attacker. If the other side is to move, the proof begins with the attacker's last move.
    pub attacker: Color,
    /// The attacker's last move.
    pub last: Option<Point>,
}

impl Claim {
    /// Checks that a proof of the claim can be looked for and written.
    ///
    /// # Errors
    /// Not only lines decide the game, the position has points out of play, or no last move of the attacker is given.
    pub fn check(&self, game: &'static Game) -> Result<(), Error> {
        if !self.setup.walls.is_empty() {
            return Err(Error::Walls);
        }
        if self.setup.to_move != self.attacker && self.last.is_none() {
            return Err(Error::NoLastMove);
        }
        relevant_replies(game, &self.setup, &Strategy::default(), &AtomicBool::new(false))?;
        Ok(())
    }
}

/// Limits of a run, and the part of the work that it does.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The number of tasks at once.
    pub threads: usize,
    /// The most nodes.
    pub nodes: u64,
    /// The most time.
    pub time: Duration,
    /// The replies to the first position that are tried.
    pub shard: Shard,
}

/// A proof that the checker accepts.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The certificate.
    pub certificate: Certificate,
    /// The most plies and the positions played.
    pub verified: Verified,
}
