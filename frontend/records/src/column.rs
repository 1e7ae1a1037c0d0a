//! Columns of lines, for messages.

use std::cell::Cell;

/// The column that follows this part of a line, counted from 1 in characters.
pub(crate) fn column(before: &[u8]) -> usize {
    before.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() + 1
}

/// The columns of a text that is asked from its beginning to its end: each byte is looked at once.
#[derive(Default)]
pub(crate) struct Columns {
    /// The offset that was asked for last, and the characters before it in its line.
    last: Cell<(usize, usize)>,
}

impl Columns {
    /// The column of the offset `at` of `text`, counted from 1, in the line that begins at `line`.
    pub(crate) fn of(&self, text: &[u8], line: usize, at: usize) -> usize {
        let at = at.min(text.len());
        let (last, before) = self.last.get();
        let (from, before) = if (line..=at).contains(&last) { (last, before) } else { (line, 0) };
        let before = before + column(&text[from..at]) - 1;
        self.last.set((at, before));
        before + 1
    }
}

/// That something is wrong in a column.
pub(crate) fn in_column(column: usize, reason: &str) -> String {
    format!("column {column}: {reason}")
}

/// The column of a `part` of a line.
pub(crate) fn column_of(part: &str, line: &str) -> usize {
    column(&line.as_bytes()[..part.as_ptr().addr().saturating_sub(line.as_ptr().addr()).min(line.len())])
}
