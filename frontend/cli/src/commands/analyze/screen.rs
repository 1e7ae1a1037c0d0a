//! A part of the terminal, where a text is written over the one before.

use std::io::{self, Write};

use super::paint::painted;
use crate::terminal::colours;

/// The part, as many rows as the text in it.
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
