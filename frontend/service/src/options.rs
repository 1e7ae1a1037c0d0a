//! What is taken of the machine.

use records::Limits;

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
    /// Queries wait, or are refused, while those that are pending hold more bytes.
    pub most_pending: usize,
    /// Whether queries for which there is no room are refused; else reading waits.
    pub refuses_pending: bool,
    /// The most bytes of answers that are not read yet.
    pub most_unread: usize,
    /// Limits of each action.
    pub limits: Limits,
    /// The most different games with unusual rules.
    pub most_games: usize,
    /// Whether the end of the input ends all searches; else what was asked for is answered first.
    pub quit_at_end: bool,
}

impl Default for Options {
    /// One position at a time with one thread, a table of 64 MiB, lines of at most 4 MiB, 64 MiB pending, 64 MiB unread; for
    /// each action 1 GiB of memory and an answer of 256 MiB.
    fn default() -> Self {
        Self {
            threads: 1,
            search_threads: 1,
            hash: 64 << 20,
            longest_line: 4 << 20,
            most_pending: 64 << 20,
            refuses_pending: false,
            most_unread: 64 << 20,
            limits: Limits { memory: 1 << 30, output: 256 << 20, ..Limits::NONE },
            most_games: usize::MAX,
            quit_at_end: false,
        }
    }
}
