//! The terminal: how large it is, what it can show, and how long the work takes that it shows.

use std::env;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use terminal_size::{Height, Width, terminal_size};

/// The size of a terminal that does not tell it.
const USUAL: (usize, usize) = (80, 24);

/// The columns and rows of the terminal.
pub(crate) fn size() -> (usize, usize) {
    terminal_size().map_or(USUAL, |(Width(columns), Height(rows))| (usize::from(columns), usize::from(rows)))
}

/// Whether colours are wanted where standard output goes to: on a terminal unless `NO_COLOR` is set (no-color.org).
pub(crate) fn colours() -> bool {
    is_capable() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Whether standard output is a terminal on which the cursor can be moved.
pub(crate) fn is_capable() -> bool {
    io::stdout().is_terminal() && env::var_os("TERM").is_none_or(|terminal| terminal != "dumb")
}

/// How long the rest will take, if it goes on like this.
pub(crate) fn remaining(since: Instant, finished: usize, left: f64) -> Option<Duration> {
    let each = since.elapsed().as_secs_f64() / finished as f64;
    Duration::try_from_secs_f64(each * left).ok().filter(|_| finished > 0)
}

/// `3:20`, `1:03:20`.
pub(crate) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}
