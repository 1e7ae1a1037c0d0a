//! Search for openings by several threads. Verdicts are counted in the order of the starts, so that the number of threads does
//! not change the result.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use engine::{Game, Move, Symmetries};

use super::after;
use super::calibrate::Tally;
use super::canonical::Canonical;
use super::error::Error;
use super::filter::{Balance, Judgement};
use super::generate::{Candidate, Candidates, Made};
use super::settings::Settings;

/// An accepted opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Found {
    /// Moves.
    pub(super) moves: Vec<Move>,
    /// Result of the last search.
    pub(super) balance: Balance,
    /// Score of the first player.
    pub(super) tally: Tally,
}

/// Counts of all starts so far.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Counts {
    /// Counts of the generator.
    pub(super) made: Made,
    /// Starts with a forced win.
    pub(super) forced: u64,
    /// Starts with a forced win of the side not to move.
    pub(super) threatened: u64,
    /// Starts with too large an advantage.
    pub(super) one_sided: u64,
    /// Starts of which one side won too many games.
    pub(super) unfair: u64,
    /// Starts that the second search found unbalanced.
    pub(super) unconfirmed: u64,
    /// Starts equal to an earlier opening after balancing.
    pub(super) repeated: u64,
    /// Openings found.
    pub(super) found: u64,
}

/// Reasons for which the search ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// All wanted openings are found.
    Complete,
    /// The generator is exhausted.
    Exhausted,
    /// Too many consecutive starts were rejected.
    TooManyRefused,
}

/// Number of consecutive different starts without an opening after which the search ends.
const PATIENCE: u64 = 2_000;

/// Called after each start, in order, with the counts and the opening, if there is one.
pub(super) type Watch<'w> = dyn FnMut(&Counts, Option<&Found>) -> Result<(), Error> + 'w;

/// Verdict on a start.
enum Verdict {
    Kept(Found),
    Dropped(Judgement),
    Unfair,
    Unconfirmed,
}

/// Searches for openings until `settings.count` are found. `watch` is called after each start.
///
/// # Errors
/// An error of `watch`.
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

/// Openings found so far. Different starts may become equal by their last moves.
struct Seen {
    game: &'static Game,
    symmetries: Symmetries,
    positions: HashSet<Canonical>,
}

impl Seen {
    fn new(game: &'static Game) -> Self {
        Self { game, symmetries: Symmetries::of(game.grid()), positions: HashSet::new() }
    }

    /// Whether an opening differs from all earlier ones up to symmetry.
    fn is_new(&mut self, found: &Found) -> bool {
        self.positions.insert(Canonical::of(after(self.game, &found.moves).as_ref(), &self.symmetries))
    }
}

/// Evaluates starts until there are no more or the receiver is gone.
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
