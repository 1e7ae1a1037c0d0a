//! The terminal, where a text is written over the one before.

use std::env;
use std::io::{self, IsTerminal, Write};

use terminal_size::{Height, Width, terminal_size};

use super::paint::painted;

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
pub(super) fn is_capable() -> bool {
    io::stdout().is_terminal() && env::var_os("TERM").is_none_or(|terminal| terminal != "dumb")
}

/// A part of the terminal, as many rows as the text in it.
pub(super) struct Screen {
    rows: usize,
    colours: bool,
}

impl Screen {
    /// No rows yet.
    pub(super) fn new() -> Self {
        Self { rows: 0, colours: colours() }
    }

    /// Writes a text in place of the last one.
    pub(super) fn show(&mut self, lines: &[String], out: &mut impl Write) -> io::Result<()> {
        let mut text = String::new();
        if self.rows > 0 {
            text += &format!("\x1b[{}A\r", self.rows);
        }
        for line in lines {
            text += &painted(line, self.colours);
            text += "\x1b[K\n";
        }
        text += "\x1b[J";
        self.rows = lines.len();
        out.write_all(text.as_bytes())?;
        out.flush()
    }
}
