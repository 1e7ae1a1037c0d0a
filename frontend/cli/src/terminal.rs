//! The terminal: its size and its abilities.

use std::env;
use std::io::{self, IsTerminal};

use terminal_size::{Height, Width, terminal_size, terminal_size_of};

/// Columns and rows of a terminal that does not report its size.
const USUAL: (usize, usize) = (80, 24);

/// The columns and rows of the terminal.
pub(crate) fn size() -> (usize, usize) {
    terminal_size().map_or(USUAL, |(Width(columns), Height(rows))| (usize::from(columns), usize::from(rows)))
}

/// The columns of the terminal that standard error goes to.
pub(crate) fn columns_of_errors() -> usize {
    terminal_size_of(io::stderr()).map_or(USUAL.0, |(Width(columns), _)| usize::from(columns))
}

/// Whether standard output shows colours: on a terminal unless `NO_COLOR` is set (no-color.org).
pub(crate) fn colours() -> bool {
    is_capable() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Whether standard output is a terminal on which the cursor can be moved.
pub(crate) fn is_capable() -> bool {
    io::stdout().is_terminal() && env::var_os("TERM").is_none_or(|terminal| terminal != "dumb")
}
