//! Requests of the manager.

use std::time::{Duration, Instant};

use crate::grammar::{Command, ParseError};

/// The arrival of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Arrival {
    /// Its place in the order of reading, from 1.
    pub(crate) number: u64,
    /// The time at which its last line was read.
    pub(crate) read: Instant,
    /// The total time that the reader had waited for input until then. Lines sent in one go add nothing, however long they
    /// take to be read.
    pub(crate) waited: Duration,
}

/// A command, or a line that is none.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) arrival: Arrival,
    pub(crate) command: Result<Command, ParseError>,
}
