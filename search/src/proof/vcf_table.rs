//! The table of VCF results.

use engine::Point;

/// The result for a position with the attacker to move.
///
/// ```text
/// bits  0–15  the first move of a win
/// bits 16–23  the number of fours within which it wins, 0 if none is known
/// bits 24–31  the number of fours within which nothing wins
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Known(u32);

/// More fours than any series has.
const ALL: u32 = 0xff;

impl Known {
    pub(super) const fn first(self) -> Point {
        Point::new((self.0 & 0xffff) as usize)
    }

    /// The number of fours within which it wins.
    pub(super) const fn fours(self) -> u32 {
        self.0 >> 16 & 0xff
    }

    pub(super) const fn wins_within(self, fours: u32) -> bool {
        self.fours() != 0 && self.fours() <= fours
    }

    pub(super) const fn is_barren_within(self, fours: u32) -> bool {
        self.0 >> 24 >= fours
    }

    /// Whether no series of any length wins.
    pub(super) const fn is_barren(self) -> bool {
        self.0 >> 24 == ALL
    }

    pub(super) const fn with_win(self, first: Point, fours: u32) -> Self {
        Self(self.0 & 0xff00_0000 | fours << 16 | first.index() as u32)
    }

    pub(super) const fn barren_within(self, fours: u32) -> Self {
        Self(self.0 & 0x00ff_ffff | fours << 24)
    }

    pub(super) const fn barren(self) -> Self {
        self.barren_within(ALL)
    }
}

/// A hash table that grows as it fills up, to a limit; then new entries take the places of old ones.
#[derive(Clone, Debug)]
pub(crate) struct VcfTable {
    /// Those of the table, and more for which the system has found room.
    buckets: Vec<Bucket>,
    /// The number of buckets of the table: a power of two, or none yet.
    used: usize,
    filled: usize,
    /// The most buckets there may be, ever and now.
    largest: usize,
    most: usize,
}

/// The keys and results in one cache line.
type Bucket = [(u64, Known); 4];

const EMPTY: (u64, Known) = (0, Known(0));

/// The first buckets are that many.
const FEW: usize = 1 << 6;

/// As many take no time worth speaking of: 1 MiB.
const LITTLE: usize = 1 << 14;

impl VcfTable {
    /// A memory that takes at most `bytes` bytes, but 4 KiB at least.
    pub(super) fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<Bucket>()).max(FEW);
        let largest = 1 << most.ilog2();
        Self { buckets: Vec::new(), used: 0, filled: 0, largest, most: largest }
    }

    /// Touches the memory before it is needed, piece by piece, while `goes_on` returns true.
    pub(crate) fn touch(&mut self, goes_on: impl Fn() -> bool) {
        self.buckets.reserve_exact(self.largest - self.buckets.len());
        while self.buckets.len() < self.largest && goes_on() {
            self.buckets.resize((self.buckets.len() + LITTLE).min(self.largest), [EMPTY; 4]);
        }
    }

    /// From now on it grows as far as it may, or only as far as it takes no time.
    pub(crate) fn limit(&mut self, whole: bool) {
        let ready = self.buckets.len().max(LITTLE).min(self.largest);
        self.most = if whole { self.largest } else { 1 << ready.ilog2() };
    }

    /// Removes all entries. Touched pages stay touched.
    pub(crate) const fn forget(&mut self) {
        (self.used, self.filled) = (0, 0);
    }

    pub(super) fn get(&self, key: u64) -> Known {
        let bucket = self.buckets[..self.used].get(self.place(key));
        let found = bucket.and_then(|bucket| bucket.iter().find(|&&(found, _)| found == key));
        found.map_or(EMPTY.1, |&(_, known)| known)
    }

    /// Prefetches the entry of a position.
    pub(super) fn prefetch(&self, key: u64) {
        if let Some(bucket) = self.buckets[..self.used].get(self.place(key)) {
            engine::internals::prefetch(bucket);
        }
    }

    pub(super) fn put(&mut self, key: u64, known: Known) {
        if self.filled >= 2 * self.used && self.used < self.most {
            self.grow();
        }
        let place = self.place(key);
        let bucket = &mut self.buckets[place];
        // The first entry of this position or empty one; else the oldest is replaced.
        let index = bucket.iter().position(|&entry| entry.0 == key || entry == EMPTY).unwrap_or_else(|| {
            bucket.rotate_left(1);
            bucket.len() - 1
        });
        self.filled += usize::from(bucket[index] == EMPTY);
        bucket[index] = (key, known);
    }

    /// By the lowest bits of the key, which are as good as any.
    const fn place(&self, key: u64) -> usize {
        key as usize & self.used.wrapping_sub(1)
    }

    fn grow(&mut self) {
        let before = self.used;
        self.used = (4 * before).clamp(FEW, self.most);
        if self.buckets.len() < self.used {
            self.buckets.resize(self.used, [EMPTY; 4]);
        }
        self.buckets[before..self.used].fill([EMPTY; 4]);
        self.filled = 0;
        // Entries that leave a bucket go to a new one, or stay.
        for place in 0..before {
            let old = std::mem::replace(&mut self.buckets[place], [EMPTY; 4]);
            old.into_iter().filter(|&entry| entry != EMPTY).for_each(|(key, known)| self.put(key, known));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys found after these were stored.
    fn filled(memory: &mut VcfTable, keys: u64) -> Vec<u64> {
        let hash = |key: u64| key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (1..=keys).for_each(|key| memory.put(hash(key), Known::default().barren_within(1 + key as u32 % 9)));
        (1..=keys).filter(|&key| memory.get(hash(key)) != Known::default()).collect()
    }

    #[test]
    fn it_grows_without_loss_and_to_its_limit() {
        let mut memory = VcfTable::new(1 << 20);
        assert!(filled(&mut memory, 20_000).len() > 19_000);
        assert_eq!(memory.used, 1 << 14);
    }

    #[test]
    fn what_was_forgotten_is_as_if_it_never_was() {
        let [mut old, mut new] = [VcfTable::new(1 << 18), VcfTable::new(1 << 18)];
        filled(&mut old, 30_000);
        old.forget();
        assert_eq!(old.get(0x9e37_79b9_7f4a_7c15), Known::default());
        old.touch(|| true);
        assert_eq!(filled(&mut old, 9_000), filled(&mut new, 9_000));
    }

    #[test]
    fn while_time_runs_it_grows_no_further_than_where_it_was_touched() {
        let mut memory = VcfTable::new(4 << 20);
        memory.limit(false);
        filled(&mut memory, 200_000);
        assert_eq!(memory.used, LITTLE);
        memory.touch(|| true);
        memory.limit(false);
        filled(&mut memory, 200_000);
        assert_eq!(memory.used, 4 * LITTLE);
    }
}
