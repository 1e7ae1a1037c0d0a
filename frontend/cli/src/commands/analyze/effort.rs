//! How long to think about a position.

use std::time::Duration;

use crate::error::Failure;

/// What bounds the thought about one position.
#[derive(clap::Args, Clone, Copy, PartialEq, Eq, Default, Debug)]
#[group(skip)]
pub(crate) struct Effort {
    /// The most time for a position, in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) time: Option<u64>,

    /// The depth to be reached, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=240))]
    pub(crate) depth: Option<u32>,

    /// The most positions to look at
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
}

impl Effort {
    /// Whether nothing bounds it.
    #[must_use]
    pub(crate) fn is_boundless(&self) -> bool {
        *self == Self::default()
    }

    /// The most time.
    pub(crate) fn duration(&self) -> Option<Duration> {
        self.time.map(Duration::from_millis)
    }

    /// The same for an analyst.
    pub(crate) fn limits(&self) -> review::Effort {
        review::Effort { time: self.duration(), depth: self.depth, nodes: self.nodes }
    }
}

/// What the thought takes of the machine.
#[derive(clap::Args, Clone, Copy, Debug)]
#[group(skip)]
pub(crate) struct Means {
    /// The number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) threads: usize,

    /// The memory of the transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub(crate) hash: u64,
}

impl Means {
    /// The number of threads.
    ///
    /// # Errors
    /// It is none, or too many.
    pub(crate) fn threads(&self) -> Result<usize, Failure> {
        allowed_threads(self.threads)
    }

    /// The memory in bytes.
    pub(crate) fn memory(&self) -> usize {
        usize::try_from(self.hash << 20).unwrap_or(usize::MAX)
    }
}

/// More threads help nobody.
const MOST_THREADS: usize = 512;

/// The number of threads that was asked for.
///
/// # Errors
/// It is none, or too many.
pub(crate) fn allowed_threads(threads: usize) -> Result<usize, Failure> {
    match threads {
        1..=MOST_THREADS => Ok(threads),
        other => Err(Failure::Usage(format!("--threads {other}: allowed are 1 to {MOST_THREADS}"))),
    }
}
