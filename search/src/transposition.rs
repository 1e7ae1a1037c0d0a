//! The transposition table (TT): what earlier visits to a position found, shared by all threads without locks.

use engine::Point;

use crate::Score;
use crate::buckets::{self, Bucket, Slot};

/// How a stored score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Upper,
    Lower,
    Exact,
}

/// The entry of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TtEntry {
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) depth: i32,
    pub(crate) best: Option<Point>,
    /// The static evaluation, if it was computed; values beyond [`STATIC_EVAL_LIMIT`] are dropped.
    pub(crate) static_eval: Option<Score>,
}

impl TtEntry {
    /// Whether the score is a cut-off for the window from `alpha` to `beta`.
    pub(crate) fn settles(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }

    /// A better estimate than `value`, if the score is one.
    pub(crate) fn corrects(&self, value: Score) -> Score {
        match self.bound {
            _ if self.score.is_proven() => value,
            Bound::Exact => self.score,
            Bound::Lower => value.max(self.score),
            Bound::Upper => value.min(self.score),
        }
    }
}

/// The memory of a table, and what is counted from one search to the next.
#[derive(Debug)]
#[doc(alias = "TT")]
pub(crate) struct TranspositionTable {
    slots: buckets::Buckets,
    /// The bytes that were asked for.
    bytes: usize,
    /// The first buckets, which the table consists of.
    buckets: usize,
    /// Entries of another generation count as empty.
    generation: u64,
    age: u8,
}

/// How much of its memory a table takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extent {
    /// All of it, wherever the system has yet to find room.
    Whole,
    /// The [touched](TranspositionTable::touch) part: no access waits for the system.
    Touched,
}

impl TranspositionTable {
    /// Room for a table of at most `bytes` bytes, see [`buckets::Buckets::new`].
    pub(crate) fn new(bytes: usize) -> Self {
        Self { slots: buckets::Buckets::new(bytes), bytes, buckets: 0, generation: FIRST_GENERATION, age: 0 }
    }

    /// The bytes that were asked for.
    pub(crate) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Touches the pages piece by piece, so that the system maps them, while `goes_on` returns true for the bytes touched
    /// so far.
    pub(crate) fn touch(&mut self, goes_on: impl Fn(usize) -> bool) {
        self.slots.touch(goes_on);
    }

    /// Clears the table in O(1) by starting a new generation.
    pub(crate) fn forget(&mut self) {
        if self.generation == LAST_GENERATION {
            *self = Self::new(self.bytes);
        } else {
            (self.generation, self.age) = (self.generation + 1, 0);
        }
    }

    /// The table for a new search: everything stored so far is the first to be replaced. A table of touched buckets grows when
    /// there are twice as many, and then it is empty, for every entry has another place.
    pub(crate) fn table(&mut self, extent: Extent) -> TableView<'_> {
        let (all, touched) = (self.slots.len(), self.slots.touched());
        let buckets = match extent {
            Extent::Whole => all,
            Extent::Touched if self.buckets == 0 || touched == all || touched >= 2 * self.buckets => touched.max(1),
            Extent::Touched => self.buckets,
        };
        if buckets != self.buckets {
            self.forget();
            self.buckets = buckets;
        }
        self.age = (self.age + 1) & AGE_MASK;
        TableView::new(&self.slots.buckets()[..buckets], self.generation, self.age)
    }
}

/// A hash table of [`TtEntry`] by position key.
pub(crate) struct TableView<'m> {
    buckets: &'m [Bucket],
    generation: u64,
    age: u8,
}

impl<'m> TableView<'m> {
    /// A table of these buckets, whose entries are marked with `generation`.
    pub(crate) const fn new(buckets: &'m [Bucket], generation: u64, age: u8) -> Self {
        Self { buckets, generation, age: age & AGE_MASK }
    }

    fn bucket(&self, key: u64) -> &Bucket {
        buckets::bucket(self.buckets, key)
    }

    /// Whether a slot with this data has an entry.
    const fn counts(&self, data: u64) -> bool {
        generation(data) == self.generation
    }

    /// Prefetches the entry for [`probe`](Self::probe).
    pub(crate) fn prefetch(&self, key: u64) {
        engine::internals::prefetch(self.bucket(key));
    }

    /// Returns the entry of `key`; win distances are counted from a node `ply` plies below the root.
    pub(crate) fn probe(&self, key: u64, ply: u32) -> Option<TtEntry> {
        self.bucket(key).find(key, |data| self.counts(data)).map(|(_, data)| unpack(data, ply))
    }

    /// Stores `entry` under `key`, in place of the same position or of the shallowest and oldest one.
    pub(crate) fn store(&self, key: u64, ply: u32, entry: TtEntry) {
        let bucket = self.bucket(key);
        let worth = |slot: &&Slot| {
            let data = slot.data();
            let older = self.age.wrapping_sub(age(data)) & AGE_MASK;
            if self.counts(data) { depth(data) - 4 * i32::from(older) } else { i32::MIN }
        };
        let mut entry = entry;
        let slot = match bucket.find(key, |data| self.counts(data)) {
            Some((slot, old)) => {
                // Keep deeper knowledge of the same search, and a move if there is no new one.
                if entry.bound != Bound::Exact && depth(old) > entry.depth + 3 && age(old) == self.age {
                    return;
                }
                entry.best = entry.best.or(best(old));
                entry.static_eval = entry.static_eval.or(static_eval(old));
                slot
            }
            None => bucket.0.iter().min_by_key(worth).expect("a bucket has slots"),
        };
        slot.write(key, pack(entry, ply, self.age) | self.generation << GENERATION);
    }
}

const AGE_MASK: u8 = 31;
const NO_MOVE: u64 = 1023;

/// The largest static evaluation that is kept, of either sign, in hundredths of a point.
const STATIC_EVAL_LIMIT: i32 = 2047;
const NO_STATIC_EVAL: i32 = -STATIC_EVAL_LIMIT - 1;

/// The lowest bit of the generation; an empty slot has generation 0.
const GENERATION: u32 = 53;
pub(crate) const FIRST_GENERATION: u64 = 1;
pub(crate) const LAST_GENERATION: u64 = (1 << 11) - 1;

/// From the lowest bit: 10 best move, 16 score, 12 static evaluation, 8 depth, 2 bound + 1, 5 age. The generation comes above.
fn pack(entry: TtEntry, ply: u32, age: u8) -> u64 {
    let best = entry.best.map_or(NO_MOVE, |point| point.index() as u64);
    let score = u64::from(entry.score.to_tt(ply).value() as i16 as u16);
    let static_eval = entry.static_eval.map(Score::value).filter(|value| value.abs() <= STATIC_EVAL_LIMIT);
    let static_eval = static_eval.unwrap_or(NO_STATIC_EVAL) as u64 & 0xfff;
    let depth = entry.depth.clamp(0, 255) as u64;
    best | score << 10 | static_eval << 26 | depth << 38 | (entry.bound as u64 + 1) << 46 | u64::from(age) << 48
}

fn unpack(data: u64, ply: u32) -> TtEntry {
    let score = Score::from_tt(Score::from_value(i32::from((data >> 10) as u16 as i16)), ply);
    let bound = match data >> 46 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        _ => Bound::Exact,
    };
    TtEntry { score, bound, depth: depth(data), best: best(data), static_eval: static_eval(data) }
}

fn best(data: u64) -> Option<Point> {
    let best = data & NO_MOVE;
    (best != NO_MOVE).then(|| Point::new(best as usize))
}

fn static_eval(data: u64) -> Option<Score> {
    // The highest of its bits becomes the sign.
    let value = (data << 26) as i64 >> 52;
    (value != i64::from(NO_STATIC_EVAL)).then(|| Score::from_value(value as i32))
}

fn depth(data: u64) -> i32 {
    (data >> 38 & 255) as i32
}

fn age(data: u64) -> u8 {
    (data >> 48) as u8 & AGE_MASK
}

const fn generation(data: u64) -> u64 {
    data >> GENERATION
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_the_round_trip() {
        let mut memory = TranspositionTable::new(1 << 10);
        let table = memory.table(Extent::Whole);
        let win = Score::win_in(7);
        for (value, kept) in [(-2048, false), (-2047, true), (-1, true), (0, true), (2047, true), (2048, false)] {
            let static_eval = Some(Score::from_value(value));
            let best = Some(Point::new(300));
            table.store(
                0x1234_5678_9abc_def0,
                3,
                TtEntry { score: win, bound: Bound::Lower, depth: 12, best, static_eval },
            );
            let found = table.probe(0x1234_5678_9abc_def0, 5).expect("just stored");
            assert_eq!(found.score, Score::win_in(9), "a win 4 plies below the node is 9 plies from the root at ply 5");
            assert_eq!((found.bound, found.depth, found.best), (Bound::Lower, 12, best));
            assert_eq!(found.static_eval, static_eval.filter(|_| kept));
            assert!(table.probe(0x1234_5678_9abc_def1, 5).is_none());
        }
    }

    #[test]
    fn what_was_forgotten_is_as_if_it_never_was() {
        let entry = |depth| TtEntry { score: Score::DRAW, bound: Bound::Exact, depth, best: None, static_eval: None };
        let [mut old, mut new] = [TranspositionTable::new(0), TranspositionTable::new(0)];
        let table = old.table(Extent::Whole);
        (1..=9).for_each(|key| table.store(key, 0, entry(30)));
        old.forget();
        for memory in [&mut old, &mut new] {
            memory.table(Extent::Whole);
        }
        let (old, new) = (old.table(Extent::Whole), new.table(Extent::Whole));
        assert!((1..=9).all(|key| old.probe(key, 0).is_none()));
        for key in [5, 6, 7, 8, 9, 20, 21] {
            [&old, &new].into_iter().for_each(|table| table.store(key, 0, entry(key as i32 % 5)));
            let kept =
                |table: &TableView<'_>| (1..=21).filter(|&key| table.probe(key, 0).is_some()).collect::<Vec<_>>();
            assert_eq!(kept(&old), kept(&new), "the same entries give way");
        }
    }

    #[test]
    fn the_last_generation_is_followed_by_the_first() {
        let mut memory = TranspositionTable::new(0);
        memory.table(Extent::Whole);
        memory.generation = LAST_GENERATION;
        let entry = TtEntry { score: Score::DRAW, bound: Bound::Exact, depth: 1, best: None, static_eval: None };
        memory.table(Extent::Whole).store(1, 0, entry);
        memory.forget();
        let table = memory.table(Extent::Whole);
        assert!(table.generation < 3 && table.probe(1, 0).is_none());
    }

    #[test]
    fn a_table_takes_what_was_touched_and_grows_by_twice_as_much() {
        let mut memory = TranspositionTable::new(5 << 21);
        let mut groups_after = |pieces: u32| {
            let left = std::cell::Cell::new(pieces);
            memory.touch(|_| left.replace(left.get().saturating_sub(1)) > 0);
            size_of_val(memory.table(Extent::Touched).buckets) >> 21
        };
        assert_eq!([1, 0, 1, 1, 1, 1].map(&mut groups_after), [1, 1, 2, 2, 4, 5]);
        assert_eq!(memory.table(Extent::Whole).buckets.len(), memory.slots.len());
    }

    #[test]
    fn a_full_group_keeps_the_deepest() {
        let mut memory = TranspositionTable::new(0);
        let table = memory.table(Extent::Whole);
        for key in 1..=20u64 {
            let depth = if key == 3 { 40 } else { key as i32 % 7 };
            table.store(
                key,
                0,
                TtEntry { score: Score::DRAW, bound: Bound::Exact, depth, best: None, static_eval: None },
            );
        }
        assert_eq!(table.probe(3, 0).map(|entry| entry.depth), Some(40));
    }
}
