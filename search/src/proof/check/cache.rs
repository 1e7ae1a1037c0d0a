//! Steps that hold in positions met before.
//!
//! Whole positions are compared: the author of a certificate may have chosen two that share a key. Their place follows from
//! a hash with a random key, so positions cannot be chosen to replace each other.

use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, PoisonError};

use crate::proof::StepId;

/// The parts that are locked one by one.
const SHARDS: usize = 64;

/// A step that holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    /// The most plies until the win.
    pub(super) plies: u32,
    /// The fewest stones of a position on the way.
    pub(super) low: u16,
}

#[derive(Clone, Copy)]
struct Entry<P> {
    step: StepId,
    held: Held,
    position: P,
}

/// A bounded cache that all threads share. It grows as it fills; at its limit, old entries are replaced.
pub(super) struct Cache<P> {
    shards: [Mutex<Vec<Option<Entry<P>>>>; SHARDS],
    hasher: RandomState,
    /// The most entries of a shard, a power of two.
    most: usize,
}

impl<P: Copy + Eq + std::hash::Hash> Cache<P> {
    /// A cache of at most `bytes`, but of at least two entries a shard.
    pub(super) fn new(bytes: usize) -> Self {
        let entries = bytes / SHARDS / size_of::<Option<Entry<P>>>();
        let most = if entries < 2 { 2 } else { 1 << entries.ilog2() };
        Self { shards: std::array::from_fn(|_| Mutex::default()), hasher: RandomState::new(), most }
    }

    /// The shard of an entry and its place there; the second place is next to the first.
    fn place(&self, step: StepId, position: &P) -> (usize, usize) {
        let hash = self.hasher.hash_one((step, position)) as usize;
        (hash % SHARDS, hash / SHARDS)
    }

    /// Returns the entry of a step in a position.
    pub(super) fn get(&self, step: StepId, position: &P) -> Option<Held> {
        let (shard, place) = self.place(step, position);
        let shard = self.shards[shard].lock().unwrap_or_else(PoisonError::into_inner);
        let first = place & shard.len().checked_sub(1)?;
        let same = |place: usize| shard[place].filter(|entry| entry.step == step && entry.position == *position);
        same(first).or_else(|| same(first ^ 1)).map(|entry| entry.held)
    }

    /// Stores that a step holds. Of two entries, the one with the longer win stays.
    pub(super) fn put(&self, step: StepId, position: &P, held: Held) {
        let (shard, place) = self.place(step, position);
        let mut shard = self.shards[shard].lock().unwrap_or_else(PoisonError::into_inner);
        let entry = Entry { step, held, position: *position };
        if shard.is_empty() {
            shard.resize(2, None);
        }
        if !insert(&mut shard, place, entry, false) {
            if shard.len() < self.most {
                self.grow(&mut shard);
            }
            insert(&mut shard, place, entry, true);
        }
    }

    fn grow(&self, shard: &mut Vec<Option<Entry<P>>>) {
        let room = vec![None; 2 * shard.len()];
        for entry in std::mem::replace(shard, room).into_iter().flatten() {
            insert(shard, self.place(entry.step, &entry.position).1, entry, true);
        }
    }
}

/// Puts an entry into an empty place or that of an equal one or, with `replace`, of the one with the shorter win. Returns
/// whether it did.
fn insert<P: Eq>(shard: &mut [Option<Entry<P>>], place: usize, entry: Entry<P>, replace: bool) -> bool {
    let first = place & (shard.len() - 1);
    let free = |place: &usize| {
        shard[*place].as_ref().is_none_or(|other| other.step == entry.step && other.position == entry.position)
    };
    let plies = |place: usize| shard[place].as_ref().map_or(0, |entry| entry.held.plies);
    let found = [first, first ^ 1].into_iter().find(free);
    let shorter = if plies(first) < plies(first ^ 1) { first } else { first ^ 1 };
    let Some(place) = found.or(replace.then_some(shorter)) else { return false };
    shard[place] = Some(entry);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_as_they_were_stored_and_never_exceed_the_limit() {
        let bytes = 64 << 10;
        let cache = Cache::<u64>::new(bytes);
        let held = |number: u64| Held { plies: number as u32, low: 7 };
        for number in 0..100_000 {
            cache.put(number as StepId % 5, &number, held(number));
            assert_eq!(cache.get(number as StepId % 5, &number).map(|held| held.plies), Some(number as u32));
        }
        let found = |number: &u64| cache.get(*number as StepId % 5, number);
        for number in 0..100_000 {
            assert!(found(&number).is_none_or(|held| held.plies == number as u32 && held.low == 7));
            assert!(cache.get(5, &number).is_none(), "another step");
        }
        let kept = (0..100_000).filter(|number| found(number).is_some()).count();
        let slots: usize = cache.shards.iter().map(|shard| shard.lock().expect("a shard").len()).sum();
        assert!(slots * size_of::<Option<Entry<u64>>>() <= bytes && kept > slots / 2, "{kept} of {slots}");
    }
}
