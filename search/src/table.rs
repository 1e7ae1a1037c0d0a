//! The transposition table: what earlier visits to a position found, shared by all threads without locks.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use engine::Point;
use memmap2::MmapMut;
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

use crate::Score;

/// How a stored score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Upper,
    Lower,
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) depth: i32,
    pub(crate) best: Option<Point>,
}

impl Entry {
    /// Whether the score answers what is asked for between `alpha` and `beta`.
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

/// Two words: the key mixed with the data, so that a torn write is a miss (Hyatt and Mann, 2002), and the data.
#[derive(FromBytes, IntoBytes)]
#[repr(C)]
struct Slot([AtomicU64; 2]);

/// The slots where an entry may stand: one line of the cache.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
struct Group([Slot; 4]);

/// The bytes in a small page of memory.
const PAGE: usize = 4096;

/// The memory of a table, and what is counted from one search to the next.
pub(crate) struct Memory {
    bytes: MmapMut,
    /// So many bytes have been written to, so the system has found room for them.
    touched: usize,
    age: u8,
}

impl Memory {
    /// Room for a table of at most `bytes` bytes, but one group at least; less if the system has no more to give.
    pub(crate) fn new(bytes: usize) -> Self {
        let mut groups = (bytes / size_of::<Group>()).max(1);
        let bytes = loop {
            match MmapMut::map_anon(groups * size_of::<Group>()) {
                Ok(bytes) => break bytes,
                Err(_) if groups > 1 => groups /= 2,
                Err(error) => panic!("no memory for a table: {error}"),
            }
        };
        // Entries lie anywhere, so with small pages most of the time goes into finding the page. It is but a wish.
        #[cfg(target_os = "linux")]
        let _ = bytes.advise(memmap2::Advice::HugePage);
        Self { bytes, touched: 0, age: 0 }
    }

    /// Makes the system find room for all of it before it is needed, until `stop` is set.
    pub(crate) fn touch(&mut self, stop: &AtomicBool) {
        while self.touched < self.bytes.len() && !stop.load(Relaxed) {
            // What is there stays there.
            let byte = std::hint::black_box(self.bytes[self.touched]);
            self.bytes[self.touched] = byte;
            self.touched += PAGE;
        }
    }

    /// The table for a new search: everything stored so far is the first to be replaced.
    pub(crate) fn table(&mut self) -> Table<'_> {
        self.age = (self.age + 1) & AGE_MASK;
        let groups = <[Group]>::mut_from_bytes(&mut self.bytes).expect("whole groups, aligned to a page");
        Table { groups, age: self.age }
    }
}

/// A hash table of [`Entry`] by position key.
pub(crate) struct Table<'m> {
    groups: &'m [Group],
    age: u8,
}

impl Table<'_> {
    fn group(&self, key: u64) -> &Group {
        &self.groups[((u128::from(key) * self.groups.len() as u128) >> 64) as usize]
    }

    /// Fetches what [`probe`](Self::probe) will look at, without waiting for it.
    pub(crate) fn prefetch(&self, key: u64) {
        engine::prefetch(self.group(key));
    }

    /// What is stored under `key`; win distances are counted from `ply` plies below the root.
    pub(crate) fn probe(&self, key: u64, ply: u32) -> Option<Entry> {
        self.group(key).0.iter().find_map(|slot| {
            let data = slot.0[1].load(Relaxed);
            (data != 0 && slot.0[0].load(Relaxed) ^ data == key).then(|| unpack(data, ply))
        })
    }

    /// Stores `entry` under `key`, in place of the same position or of the shallowest and oldest one.
    pub(crate) fn store(&self, key: u64, ply: u32, entry: Entry) {
        let group = &self.group(key).0;
        let same = |slot: &&Slot| slot.0[0].load(Relaxed) ^ slot.0[1].load(Relaxed) == key;
        let worth = |slot: &&Slot| {
            let data = slot.0[1].load(Relaxed);
            let older = self.age.wrapping_sub(age(data)) & AGE_MASK;
            if data == 0 { i32::MIN } else { depth(data) - 4 * i32::from(older) }
        };
        let mut entry = entry;
        let slot = match group.iter().find(same) {
            Some(slot) => {
                let old = slot.0[1].load(Relaxed);
                if old != 0 {
                    // Keep deeper knowledge of the same search, and a move if there is no new one.
                    let keeps = entry.bound != Bound::Exact && depth(old) > entry.depth + 3 && age(old) == self.age;
                    if keeps {
                        return;
                    }
                    entry.best = entry.best.or(best(old));
                }
                slot
            }
            None => group.iter().min_by_key(worth).expect("a group has slots"),
        };
        let data = pack(entry, ply, self.age);
        slot.0[0].store(key ^ data, Relaxed);
        slot.0[1].store(data, Relaxed);
    }
}

const AGE_MASK: u8 = 63;
const NO_MOVE: u64 = 1023;

/// From the lowest bit: 10 best move, 16 score, 10 depth, 2 bound + 1, 6 age.
fn pack(entry: Entry, ply: u32, age: u8) -> u64 {
    let best = entry.best.map_or(NO_MOVE, |point| point.index() as u64);
    let score = u64::from(entry.score.seen_from_node(ply).value() as i16 as u16);
    let depth = entry.depth.clamp(0, 1023) as u64;
    best | score << 10 | depth << 26 | (entry.bound as u64 + 1) << 36 | u64::from(age) << 38
}

fn unpack(data: u64, ply: u32) -> Entry {
    let score = Score::from_value(i32::from((data >> 10) as u16 as i16)).seen_from_root(ply);
    let bound = match data >> 36 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        _ => Bound::Exact,
    };
    Entry { score, bound, depth: depth(data), best: best(data) }
}

fn best(data: u64) -> Option<Point> {
    let best = data & NO_MOVE;
    (best != NO_MOVE).then(|| Point::new(best as usize))
}

fn depth(data: u64) -> i32 {
    (data >> 26 & 1023) as i32
}

fn age(data: u64) -> u8 {
    (data >> 38) as u8 & AGE_MASK
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_the_round_trip() {
        let mut memory = Memory::new(1 << 10);
        let table = memory.table();
        let win = Score::win_in(7);
        let entry = Entry { score: win, bound: Bound::Lower, depth: 12, best: Some(Point::new(300)) };
        table.store(0x1234_5678_9abc_def0, 3, entry);
        let found = table.probe(0x1234_5678_9abc_def0, 5).expect("just stored");
        assert_eq!(found.score, Score::win_in(9), "a win 4 plies below the node is 9 plies from the root at ply 5");
        assert_eq!((found.bound, found.depth, found.best), (Bound::Lower, 12, Some(Point::new(300))));
        assert!(table.probe(0x1234_5678_9abc_def1, 5).is_none());
    }

    #[test]
    fn a_full_group_keeps_the_deepest() {
        let mut memory = Memory::new(0);
        let table = memory.table();
        for key in 1..=20u64 {
            let depth = if key == 3 { 40 } else { key as i32 % 7 };
            table.store(key, 0, Entry { score: Score::DRAW, bound: Bound::Exact, depth, best: None });
        }
        assert_eq!(table.probe(3, 0).map(|entry| entry.depth), Some(40));
    }
}
