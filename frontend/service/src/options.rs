//! Options of a service: threads, memory and limits.

use std::sync::Arc;

use records::{Limits, Share};

#[cfg(feature = "engines")]
use crate::Engines;
#[cfg(feature = "library")]
use crate::Libraries;
#[cfg(feature = "threads")]
use crate::Turns;
#[cfg(feature = "watching")]
use crate::Watched;

/// Threads, memory and limits of a service.
#[derive(Clone, Debug)]
pub struct Options {
    /// The number of tasks that run at a time, at least 1.
    pub threads: usize,
    /// The threads of each search, at least 1.
    pub search_threads: usize,
    /// The most threads of each search that the client may choose; never below `search_threads`.
    pub most_threads: usize,
    /// The memory of the shared transposition table, in bytes.
    pub hash: usize,
    /// The most memory of the shared table that the client may choose, in bytes; never below `hash`.
    pub most_hash: usize,
    /// The longest line that is read, in bytes.
    pub longest_line: usize,
    /// The most bytes of waiting queries; more queries wait or are refused.
    pub most_pending: usize,
    /// Whether queries without room are refused; otherwise reading waits.
    pub refuses_pending: bool,
    /// The most bytes of unread answers.
    pub most_unread: usize,
    /// Limits of each action.
    pub limits: Limits,
    /// The most different games with unusual rules.
    pub most_games: usize,
    /// The games with unusual rules of all connections of the visitor; `None` if there are no other visitors.
    pub share: Option<Arc<Share>>,
    /// The processors that this service shares with others; `None` if it takes what the system gives.
    #[cfg(feature = "threads")]
    pub turns: Option<Turns>,
    /// The engines of other programs that queries may ask.
    #[cfg(feature = "engines")]
    pub engines: Engines,
    /// The libraries of games that queries may read.
    #[cfg(feature = "library")]
    pub libraries: Libraries,
    /// The journals of tournaments that queries may watch.
    #[cfg(feature = "watching")]
    pub watched: Watched,
    /// Whether the end of the input ends all searches; otherwise all queries are answered first.
    pub quit_at_end: bool,
}

/// The most memory of the shared table by default, in bytes. Without threads it is that of a browser.
const MOST_HASH: usize = if cfg!(feature = "threads") { 64 << 20 } else { 256 << 20 };

impl Default for Options {
    /// One position at a time with one thread, a table of 64 MiB, lines of at most 4 MiB, 64 MiB pending, 64 MiB unread; for
    /// each action 1 GiB of memory and an answer of 256 MiB.
    fn default() -> Self {
        Self {
            threads: 1,
            search_threads: 1,
            most_threads: 1,
            hash: 64 << 20,
            most_hash: MOST_HASH,
            longest_line: 4 << 20,
            most_pending: 64 << 20,
            refuses_pending: false,
            most_unread: 64 << 20,
            limits: Limits { memory: 1 << 30, output: 256 << 20, ..Limits::NONE },
            most_games: usize::MAX,
            share: None,
            #[cfg(feature = "threads")]
            turns: None,
            #[cfg(feature = "engines")]
            engines: Engines::default(),
            #[cfg(feature = "library")]
            libraries: Libraries::default(),
            #[cfg(feature = "watching")]
            watched: Watched::default(),
            quit_at_end: false,
        }
    }
}
