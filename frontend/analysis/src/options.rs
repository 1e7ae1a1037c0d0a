//! What is taken of the machine.

use std::time::Duration;

/// What a service takes of the machine.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many positions are searched at a time, at least 1.
    pub threads: usize,
    /// The threads of each search, at least 1.
    pub search_threads: usize,
    /// The memory of the shared transposition table, in bytes.
    pub hash: usize,
    /// The longest line that is read, in bytes.
    pub longest_line: usize,
    /// Reading waits while what is pending holds more bytes.
    pub most_pending: usize,
    /// No search takes longer, whatever is asked for.
    pub longest_search: Duration,
    /// Whether the end of the input ends all searches; else what was asked for is answered first.
    pub quit_at_end: bool,
}

impl Default for Options {
    /// One position at a time with one thread, a table of 64 MiB, lines of at most 4 MiB, 64 MiB pending.
    fn default() -> Self {
        Self {
            threads: 1,
            search_threads: 1,
            hash: 64 << 20,
            longest_line: 4 << 20,
            most_pending: 64 << 20,
            longest_search: Duration::MAX,
            quit_at_end: false,
        }
    }
}
