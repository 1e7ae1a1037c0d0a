//! Starts judged by several threads, and told in their order, so that the number of threads changes nothing.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use engine::{Game, Move, Symmetries};

use super::after;
use super::calibrate::Tally;
use super::canonical::Canonical;
use super::filter::{Balance, Judgement};
use super::generate::{Candidate, Candidates, Made};
use super::settings::Settings;
use crate::Error;

/// An opening that is worth playing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Found {
    /// The moves.
    pub(super) moves: Vec<Move>,
    /// What its last look came to.
    pub(super) balance: Balance,
    /// What the first player scored.
    pub(super) tally: Tally,
}

/// What became of all starts so far.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Counts {
    /// What the generator made of them.
    pub(super) made: Made,
    /// One side wins by force.
    pub(super) forced: u64,
    /// The side that is not to move would win by force.
    pub(super) threatened: u64,
    /// One side is too far ahead.
    pub(super) one_sided: u64,
    /// One side won too many games.
    pub(super) unfair: u64,
    /// Not balanced any more on a longer look.
    pub(super) unconfirmed: u64,
    /// Balanced by a last move that led to an earlier one.
    pub(super) repeated: u64,
    /// Openings found.
    pub(super) found: u64,
}

/// Why no more openings come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// All that were asked for are found.
    Complete,
    /// Random starts bring nothing new.
    Exhausted,
    /// Too many starts in a row were not good enough.
    TooManyRefused,
}

/// After so many different starts without an opening in a row, there is no hope.
const PATIENCE: u64 = 2_000;

/// Who is told the counts after each start, in order, and the opening if it is one.
pub(super) type Watch<'w> = dyn FnMut(&Counts, Option<&Found>) -> Result<(), Error> + 'w;

/// What one start is worth.
enum Verdict {
    Kept(Found),
    Dropped(Judgement),
    Unfair,
    Unconfirmed,
}

/// Looks for openings until `settings.count` are found, and tells `watch`.
///
/// # Errors
/// What `watch` returns.
pub(super) fn hunt(settings: &Settings, threads: usize, watch: &mut Watch<'_>) -> Result<(Counts, End), Error> {
    let candidates = Mutex::new(Candidates::new(settings.generator(), settings.shard));
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let (sender, verdicts) = channel();
        for _ in 0..threads {
            let sender = sender.clone();
            let (candidates, stop) = (&candidates, &stop);
            scope.spawn(move || work(settings, candidates, stop, &sender));
        }
        drop(sender);
        let ended = in_order(settings, verdicts.into_iter(), watch);
        stop.store(true, Relaxed);
        let (mut counts, end) = ended?;
        if end == End::Exhausted {
            counts.made = candidates.lock().unwrap_or_else(PoisonError::into_inner).made();
        }
        Ok((counts, end))
    })
}

/// Counts verdicts in the order of their starts.
fn in_order(
    settings: &Settings,
    verdicts: impl Iterator<Item = (u64, Made, Verdict)>,
    watch: &mut Watch<'_>,
) -> Result<(Counts, End), Error> {
    let mut counts = Counts::default();
    let mut seen = Seen::new(settings.game);
    let mut waiting = BTreeMap::new();
    let (mut next, mut in_vain) = (0, 0);
    for (place, made, verdict) in verdicts {
        waiting.insert(place, (made, verdict));
        while let Some((made, verdict)) = waiting.remove(&next) {
            next += 1;
            in_vain += 1;
            counts.made = made;
            let found =
                if let Verdict::Kept(found) = &verdict { Some(found).filter(|found| seen.is_new(found)) } else { None };
            let count = match &verdict {
                Verdict::Kept(_) if found.is_some() => &mut counts.found,
                Verdict::Kept(_) => &mut counts.repeated,
                Verdict::Unfair => &mut counts.unfair,
                Verdict::Unconfirmed => &mut counts.unconfirmed,
                Verdict::Dropped(Judgement::Threatened) => &mut counts.threatened,
                Verdict::Dropped(Judgement::OneSided) => &mut counts.one_sided,
                Verdict::Dropped(_) => &mut counts.forced,
            };
            *count += 1;
            watch(&counts, found)?;
            if counts.found == settings.count as u64 {
                return Ok((counts, End::Complete));
            }
            in_vain = if found.is_some() { 0 } else { in_vain };
            if in_vain == PATIENCE {
                return Ok((counts, End::TooManyRefused));
            }
        }
    }
    Ok((counts, End::Exhausted))
}

/// The openings found so far: different starts may become the same by their last moves.
struct Seen {
    game: &'static Game,
    symmetries: Symmetries,
    positions: HashSet<Canonical>,
}

impl Seen {
    fn new(game: &'static Game) -> Self {
        Self { game, symmetries: Symmetries::of(game.grid()), positions: HashSet::new() }
    }

    /// Whether no earlier opening is the same, turned or mirrored.
    fn is_new(&mut self, found: &Found) -> bool {
        self.positions.insert(Canonical::of(after(self.game, &found.moves).as_ref(), &self.symmetries))
    }
}

/// Judges starts until there are no more, or nobody listens.
fn work(settings: &Settings, candidates: &Mutex<Candidates>, stop: &AtomicBool, sender: &Sender<(u64, Made, Verdict)>) {
    let next = || candidates.lock().unwrap_or_else(PoisonError::into_inner).next();
    while let Some(candidate) = next().filter(|_| !stop.load(Relaxed)) {
        let verdict = judge(settings, &candidate, stop);
        let place = settings.shard.place(candidate.place() as usize);
        if sender.send((place as u64, candidate.made, verdict)).is_err() {
            break;
        }
    }
}

fn judge(settings: &Settings, candidate: &Candidate, stop: &AtomicBool) -> Verdict {
    let Settings { game, balancing, filter, confirmation, calibration, seed, .. } = settings;
    let mut moves = candidate.moves.clone();
    if let Some(balancing) = balancing {
        let last = balancing.last_move(game, &moves, stop);
        let Some(last) = last else { return Verdict::Dropped(Judgement::Forced) };
        moves.push(last);
    }
    let first_look = match filter.judge(game, &moves, stop) {
        Judgement::Balanced(balance) => balance,
        dropped => return Verdict::Dropped(dropped),
    };
    let Some(tally) = calibration.fair(game, &moves, (*seed, candidate.number), stop) else { return Verdict::Unfair };
    let balance = match confirmation.map(|longer| longer.judge(game, &moves, stop)) {
        None => first_look,
        Some(Judgement::Balanced(balance)) => balance,
        Some(_) => return Verdict::Unconfirmed,
    };
    Verdict::Kept(Found { moves, balance, tally })
}
