//! What is known of positions where someone looked for a win by fours.

use engine::Point;

/// What is known of a position with the attacker to move.
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
pub(super) struct Memory {
    /// A power of two of them, or none yet.
    buckets: Vec<Bucket>,
    filled: usize,
    /// The most buckets there may be.
    most: usize,
}

/// Keys and what is known of them, as much as fits into a line of the cache.
type Bucket = [(u64, Known); 4];

const EMPTY: (u64, Known) = (0, Known(0));

/// The first buckets are that many.
const FEW: usize = 1 << 6;

impl Memory {
    /// A memory that takes at most `bytes` bytes, but 4 KiB at least.
    pub(super) fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<Bucket>()).max(FEW);
        Self { buckets: Vec::new(), filled: 0, most: 1 << most.ilog2() }
    }

    pub(super) fn get(&self, key: u64) -> Known {
        let bucket = self.buckets.get(self.place(key));
        let found = bucket.and_then(|bucket| bucket.iter().find(|&&(found, _)| found == key));
        found.map_or(EMPTY.1, |&(_, known)| known)
    }

    pub(super) fn put(&mut self, key: u64, known: Known) {
        if self.filled >= 2 * self.buckets.len() && self.buckets.len() < self.most {
            self.grow();
        }
        let place = self.place(key);
        let bucket = &mut self.buckets[place];
        // The first entry that is this position's or nobody's; the oldest gives way if there is none.
        let index = bucket.iter().position(|&entry| entry.0 == key || entry == EMPTY).unwrap_or_else(|| {
            bucket.rotate_left(1);
            bucket.len() - 1
        });
        self.filled += usize::from(bucket[index] == EMPTY);
        bucket[index] = (key, known);
    }

    /// By the lowest bits of the key, which are as good as any.
    fn place(&self, key: u64) -> usize {
        key as usize & self.buckets.len().wrapping_sub(1)
    }

    fn grow(&mut self) {
        let more = (4 * self.buckets.len()).clamp(FEW, self.most);
        let old = std::mem::replace(&mut self.buckets, vec![[EMPTY; 4]; more]);
        self.filled = 0;
        for (key, known) in old.into_iter().flatten().filter(|&entry| entry != EMPTY) {
            self.put(key, known);
        }
    }
}
