//! Buckets of hash tables that threads share without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use zerocopy::{FromBytes, IntoBytes, KnownLayout};

use crate::memory::Memory;

/// Two words: the key mixed with the data, so that a torn write is a miss (Hyatt and Mann, 2002), and the data, 0 if there
/// is none.
#[derive(FromBytes, IntoBytes)]
#[repr(C)]
pub(crate) struct Slot([AtomicU64; 2]);

impl Slot {
    pub(crate) fn key(&self) -> u64 {
        self.0[0].load(Relaxed) ^ self.data()
    }

    pub(crate) fn data(&self) -> u64 {
        self.0[1].load(Relaxed)
    }

    pub(crate) fn write(&self, key: u64, data: u64) {
        self.0[0].store(key ^ data, Relaxed);
        self.0[1].store(data, Relaxed);
    }
}

/// The slots where an entry may stand: one line of the cache.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
pub(crate) struct Bucket(pub(crate) [Slot; 4]);

impl Bucket {
    /// Empties all slots.
    pub(crate) fn clear(&self) {
        self.0.iter().for_each(|slot| slot.write(0, 0));
    }

    /// The slot of `key`, if there is one whose data `counts`, and its data.
    pub(crate) fn find(&self, key: u64, counts: impl Fn(u64) -> bool) -> Option<(&Slot, u64)> {
        self.0.iter().find_map(|slot| {
            let data = slot.data();
            (counts(data) && slot.0[0].load(Relaxed) ^ data == key).then_some((slot, data))
        })
    }
}

/// Where the entries of `hash` may stand.
pub(crate) fn bucket(buckets: &[Bucket], hash: u64) -> &Bucket {
    &buckets[((u128::from(hash) * buckets.len() as u128) >> 64) as usize]
}

/// The bytes in a small page of memory.
const PAGE: usize = 4096;

/// As many bytes are touched at a time: a large page of memory.
const PIECE: usize = 2 << 20;

/// The memory of a table. It takes no time to be made: the system finds room when something is written.
#[derive(Debug)]
pub(crate) struct Buckets {
    memory: Memory,
    /// The number of bytes written so far: the system has mapped these pages.
    touched: usize,
}

impl Buckets {
    /// Room for a table of at most `bytes` bytes, but one bucket at least; less if the system has no more to give.
    pub(crate) fn new(bytes: usize) -> Self {
        let mut buckets = (bytes / size_of::<Bucket>()).max(1);
        let memory = loop {
            match Memory::new(buckets) {
                Some(memory) => break memory,
                None if buckets > 1 => buckets /= 2,
                None => panic!("no memory for a table"),
            }
        };
        Self { memory, touched: 0 }
    }

    /// Touches the pages piece by piece, so that the system maps them, while `goes_on` returns true for the bytes touched
    /// so far.
    pub(crate) fn touch(&mut self, goes_on: impl Fn(usize) -> bool) {
        let bytes = self.memory.bytes();
        while self.touched < bytes.len() && goes_on(self.touched) {
            let end = (self.touched + PIECE).min(bytes.len());
            for at in (self.touched..end).step_by(PAGE) {
                // Writes back the value that is there.
                bytes[at] = std::hint::black_box(bytes[at]);
            }
            self.touched = end;
        }
    }

    /// The number of buckets.
    pub(crate) fn len(&self) -> usize {
        self.memory.len() / size_of::<Bucket>()
    }

    /// The number of buckets for which there is room already.
    pub(crate) fn touched(&self) -> usize {
        self.touched / size_of::<Bucket>()
    }

    /// The buckets of the table.
    pub(crate) fn buckets(&mut self) -> &[Bucket] {
        <[Bucket]>::mut_from_bytes(self.memory.bytes()).expect("whole buckets, aligned as such")
    }
}
