//! A part of the terminal that is redrawn in place.

use std::io::{self, Write};

use super::paint::painted;
use crate::terminal::colours;

/// A redrawn part of the terminal, with the rows of its last text.
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
