//! Options that limit a search.

use std::time::Duration;

use crate::values::{counting, mebibytes, threads};

/// Limits of the search of one position.
#[derive(clap::Args, Clone, Copy, PartialEq, Eq, Default, Debug)]
#[group(skip)]
pub(crate) struct Effort {
    /// The most time for a position, in milliseconds
    #[arg(long, value_name = "MS", value_parser = counting)]
    pub(crate) time: Option<u64>,

    /// The depth to be reached, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=240))]
    pub(crate) depth: Option<u32>,

    /// The most nodes
    #[arg(long, value_name = "N", value_parser = counting)]
    pub(crate) nodes: Option<u64>,
}

impl Effort {
    /// Whether there is no limit.
    #[must_use]
    pub(crate) fn is_boundless(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the time limit.
    pub(crate) fn duration(&self) -> Option<Duration> {
        self.time.map(Duration::from_millis)
    }

    /// Returns the limits as an analyst takes them.
    pub(crate) fn limits(&self) -> analysis::Effort {
        analysis::Effort { time: self.duration(), depth: self.depth, nodes: self.nodes, ..analysis::Effort::default() }
    }
}

/// Threads and memory of a search.
#[derive(clap::Args, Clone, Copy, Debug)]
#[group(skip)]
pub(crate) struct Means {
    /// The number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    pub(crate) threads: usize,

    /// The memory of the transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = mebibytes)]
    pub(crate) hash: usize,
}
