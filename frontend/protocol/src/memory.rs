//! Memory of a player.

const MEBIBYTE: u64 = 1 << 20;

/// The transposition table without a limit.
const DEFAULT_TABLE: u64 = 64 * MEBIBYTE;
/// Reserved of a large `max_memory` for code, weights, stacks and the allocator.
const MEMORY_RESERVE: u64 = 32 * MEBIBYTE;
/// Reserved for each thread but the first.
const THREAD_RESERVE: u64 = MEBIBYTE;
/// The largest table of VCF wins.
const VCF: u64 = 16 * MEBIBYTE;
/// The least and the largest transposition table, whatever the limit.
const TABLES: [u64; 2] = [MEBIBYTE, 1024 * MEBIBYTE];
/// The least `max_memory` that a process with one thread respects, code and weights included. Below it, the tables have
/// their least size.
pub(crate) const LEAST_MEMORY: u64 = 18 * MEBIBYTE;

/// The sizes of the tables of a player, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Memory {
    /// The transposition table.
    pub(crate) table: usize,
    /// The table of VCF wins.
    pub(crate) vcf: usize,
}

impl Memory {
    /// The tables within `max_memory` and `hash_size`, in bytes, for a search with this number of threads.
    pub(crate) fn within(max_memory: Option<u64>, hash_size: Option<u64>, threads: usize) -> Self {
        let [least, most] = TABLES;
        let (allowed, vcf) = max_memory.map_or((None, VCF), |bytes| {
            let threads = THREAD_RESERVE * (threads as u64 - 1);
            let left = bytes.saturating_sub(reserve(bytes) + threads);
            let vcf = (left / 3).min(VCF);
            (Some(left - vcf), vcf)
        });
        let wanted = hash_size.or(allowed).unwrap_or(DEFAULT_TABLE);
        let table = wanted.min(allowed.unwrap_or(most)).clamp(least, most);
        let size = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX / 4);
        Self { table: size(table), vcf: size(vcf.max(least / 4)) }
    }
}

/// The reserved part of a limit: code and weights, and more of a larger limit.
fn reserve(limit: u64) -> u64 {
    const LARGE: u64 = MEMORY_RESERVE + 3 * VCF;
    let above = limit.clamp(LEAST_MEMORY, LARGE) - LEAST_MEMORY;
    LEAST_MEMORY + above * (MEMORY_RESERVE - LEAST_MEMORY) / (LARGE - LEAST_MEMORY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_respects_the_memory() {
        let table = |max_memory, hash_size| Memory::within(max_memory, hash_size, 1).table as u64;
        assert_eq!(table(None, None), DEFAULT_TABLE);
        assert_eq!(table(Some(1000), None), MEBIBYTE);
        assert_eq!(table(Some(350 * MEBIBYTE), None), 302 * MEBIBYTE);
        assert_eq!(table(None, Some(2 * MEBIBYTE)), 2 * MEBIBYTE);
        assert_eq!(table(Some(100 * MEBIBYTE), Some(1 << 50)), 52 * MEBIBYTE);
        assert_eq!(Memory::within(Some(100 * MEBIBYTE), None, 5).table as u64, 48 * MEBIBYTE);
    }

    #[test]
    fn all_tables_stay_below_the_memory() {
        let mut before = 0;
        for bytes in (8..200).map(|mebibytes| mebibytes * MEBIBYTE) {
            let Memory { table, vcf } = Memory::within(Some(bytes), None, 1);
            let tables = (table + vcf) as u64;
            let most = bytes.saturating_sub(LEAST_MEMORY) + TABLES[0] + TABLES[0] / 4;
            assert!(tables <= most && tables >= before, "{tables} of {bytes}");
            before = tables;
        }
        assert_eq!(Memory::within(Some(8 * MEBIBYTE), None, 1), Memory { table: 1 << 20, vcf: 1 << 18 });
    }
}
