//! The checker: plays a certificate against every legal reply. Of the engine it uses nothing but the rules: legal moves, what
//! they lead to, and how games end.
//!
//! It does not recurse, so certificates may be of any depth, and its memory is bounded ([`CheckLimits`]). Several threads share
//! the replies.
//!
//! Where lines alone decide the game, replies outside of the [relevance zone](super::relevance) of a step are counted as one. A
//! small certificate, and one that does not hold by its zones, is played against every reply.
//!
//! # Repetition
//! Where the third occurrence of a position is a draw, no position may come up twice on the way, nor one that came up twice
//! in the game before. So the win holds after every game in which no position that the proof leads to came up twice. A
//! certificate names no game: it claims the win for those, a set-up position among them.

use std::sync::atomic::AtomicBool;

use engine::{Game, Position, Record, Visitor};

pub use self::flaw::{Flaw, Verified};
use self::limits::{CheckError, CheckLimits};
use self::team::Team;
pub(super) use self::walk::is_same;
use self::walk::{Halt, Walk};
use super::certificate::Certificate;
use super::strategy::Strategy;
use crate::pool::Pool;

mod cache;
mod flaw;
pub(crate) mod limits;
mod line;
mod over;
mod team;
#[cfg(test)]
mod tests;
mod walk;
mod zones;

impl Certificate {
    /// Checks the claim against every legal reply, with one thread and for as long as it takes.
    ///
    /// # Errors
    /// The first reply, in the order of the points, against which it fails, or that the memory of
    /// [`CheckLimits::default`] is not enough.
    pub fn verify(&self) -> Result<Verified, CheckError> {
        self.verify_within(CheckLimits::default(), &AtomicBool::new(false), &mut |_| ())
    }

    /// Checks the claim against every legal reply, within limits and until `stop` is set. The number of positions so far is
    /// handed to `progress` now and then, at least every few milliseconds.
    ///
    /// # Examples
    /// ```
    /// # extern crate engine as ninuki_engine;
    /// use std::sync::atomic::AtomicBool;
    /// use std::time::Duration;
    ///
    /// use ninuki_search::proof::{Certificate, CheckError, CheckLimits, Stop};
    ///
    /// let text = "certificate 1\ngame freestyle\nsize 6\nlength 5\nposition xxxx2/6/6/6/6/6 x 0 0\nsteps 1\n0 win e6";
    /// let certificate: Certificate = text.parse()?;
    /// let limits = CheckLimits::default().time(Duration::from_secs(1)).threads(2);
    /// let verified = certificate.verify_within(limits, &AtomicBool::new(false), &mut |_| ())?;
    /// assert_eq!((verified.plies, verified.positions), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first reply against which it fails, or the limit that was reached before all were tried.
    pub fn verify_within(
        &self,
        limits: CheckLimits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Verified, CheckError> {
        self.game.visit(Check { certificate: self, limits, stop, progress })
    }
}

struct Check<'c> {
    certificate: &'c Certificate,
    limits: CheckLimits,
    stop: &'c AtomicBool,
    progress: &'c mut dyn FnMut(u64),
}

impl Visitor for Check<'_> {
    type Output = Result<Verified, CheckError>;

    fn visit<P: Position>(self, game: &'static Game) -> Self::Output {
        let impossible = |reason: String| Flaw { step: None, moves: String::new(), reason };
        let start = P::set_up(game, &self.certificate.setup).map_err(|error| impossible(error.to_string()))?;
        if let Some(reason) = over::over(&start) {
            return Err(impossible(reason).into());
        }
        verify(&Record::new(start), &self.certificate.strategy, self.limits, self.stop, self.progress)
    }
}

/// The positions that one thread plays before others join in: small certificates take less time than a thread to start.
const ALONE: u64 = 1 << 16;

/// Checks that the side to move wins by `strategy` from where `record` stands, against every legal reply.
///
/// # Errors
/// The first reply against which it fails, or the limit that was reached.
pub(crate) fn verify<P: Position>(
    record: &Record<P>,
    strategy: &Strategy,
    limits: CheckLimits,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64),
) -> Result<Verified, CheckError> {
    run(record, strategy, (limits, true), stop, progress)
}

/// As [`verify`], but always against every reply.
///
/// # Errors
/// As for [`verify`].
#[cfg(test)]
pub(crate) fn verify_by_replies<P: Position>(
    record: &Record<P>,
    strategy: &Strategy,
    limits: CheckLimits,
) -> Result<Verified, CheckError> {
    run(record, strategy, (limits, false), &AtomicBool::new(false), &mut |_| ())
}

fn run<P: Position>(
    record: &Record<P>,
    strategy: &Strategy,
    (limits, has_zones): (CheckLimits, bool),
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64),
) -> Result<Verified, CheckError> {
    let history = came_up_twice(record);
    let team = Team::new(limits, stop);
    let walk = || Walk::new(strategy, *record.position(), &history, &team);
    let mut first = walk();
    first.begin();
    if first.run(Some(ALONE), progress) == Halt::Alone {
        // Large certificates would take too long.
        if has_zones && let Some(plies) = zones::plies(record.position(), strategy, &team, progress) {
            drop(first);
            team.holds(plies);
            return team.verdict();
        }
        match Pool::new(limits.threads.saturating_sub(1)) {
            None => drop(first.run(None, progress)),
            Some(pool) => pool.beside((0..pool.len()).map(|_| || join(walk(), &team)), || work(first, &team, progress)),
        }
    }
    team.verdict()
}

/// Tries the replies that are left, then those that other threads give away.
fn work<P: Position>(mut walk: Walk<'_, '_, P>, team: &Team<'_, P>, progress: &mut dyn FnMut(u64)) {
    let _guard = team.guard();
    loop {
        walk.run(None, progress);
        let Some(task) = team.take(true, || progress(team.positions())) else { return };
        walk.resume(task);
    }
}

/// Waits for replies that other threads give away.
fn join<P: Position>(mut walk: Walk<'_, '_, P>, team: &Team<'_, P>) {
    if let Some(task) = team.take(false, || ()) {
        walk.resume(task);
        work(walk, team, &mut |_| ());
    }
}

/// Whether a side has won already in a position: by a line or captures that a set-up has left on the board.
pub(crate) fn is_over<P: Position>(position: &P) -> bool {
    over::over(position).is_some()
}

/// Where positions may recur: those other than the last that came up twice.
fn came_up_twice<P: Position>(record: &Record<P>) -> Vec<P> {
    if !record.position().game().rules().repetition {
        return Vec::new();
    }
    let past: Vec<P> = record.past().copied().collect();
    let twice = |&(index, one): &(usize, &P)| {
        !is_same(one, record.position()) && past[index + 1..].iter().any(|other| is_same(one, other))
    };
    past.iter().enumerate().filter(twice).map(|(_, &position)| position).collect()
}
