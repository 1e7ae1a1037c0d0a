//! Bytes of a pipe into lines, with bounded memory.

use std::collections::VecDeque;
use std::time::Instant;

/// The bytes kept of a line; the rest of a longer one is dropped.
const LONGEST: usize = 8 << 10;

/// A line of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// When its end was read.
    pub at: Instant,
    /// Its text without the line end; bytes that are no UTF-8 are replaced.
    pub text: String,
}

/// Lines as they arrive, ended by CR LF, LF or CR, all of which the protocol allows. The reader takes them before it reads
/// on, so that they hold one piece at most.
#[derive(Default, Debug)]
pub(super) struct Lines {
    partial: Vec<u8>,
    /// Whether the last byte was a CR: an LF after it belongs to the same line end.
    returned: bool,
    ready: VecDeque<Line>,
}

impl Lines {
    /// Adds bytes that were read at `at`.
    pub(super) fn push(&mut self, bytes: &[u8], at: Instant) {
        let mut rest = bytes;
        while !rest.is_empty() {
            if std::mem::take(&mut self.returned) && rest[0] == b'\n' {
                rest = &rest[1..];
                continue;
            }
            let Some(end) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) else {
                self.keep(rest);
                break;
            };
            self.keep(&rest[..end]);
            self.returned = rest[end] == b'\r';
            let text = String::from_utf8_lossy(&self.partial).into_owned();
            self.ready.push_back(Line { at, text });
            self.partial.clear();
            rest = &rest[end + 1..];
        }
    }

    fn keep(&mut self, part: &[u8]) {
        let room = LONGEST - self.partial.len().min(LONGEST);
        self.partial.extend_from_slice(&part[..part.len().min(room)]);
    }

    /// Makes the rest after the last line end a line, at the end of the stream.
    pub(super) fn finish(&mut self, at: Instant) {
        if !self.partial.is_empty() {
            self.push(b"\n", at);
        }
    }

    /// The oldest line.
    pub(super) fn pop(&mut self) -> Option<Line> {
        self.ready.pop_front()
    }
}

/// The last lines of a stream, kept for error messages.
#[derive(Default, Debug)]
pub(super) struct Tail(VecDeque<String>);

impl Tail {
    const LINES: usize = 20;
    const CHARS: usize = 300;

    pub(super) fn push(&mut self, text: &str) {
        if self.0.len() == Self::LINES {
            self.0.pop_front();
        }
        self.0.push_back(text.chars().filter(|char| !char.is_control()).take(Self::CHARS).collect());
    }

    /// Takes the lines, oldest first.
    pub(super) fn take(&mut self) -> Vec<String> {
        self.0.drain(..).collect()
    }

    /// The newest line that is not blank.
    pub(super) fn newest(&self) -> Option<&str> {
        self.0.iter().rev().map(|line| line.trim()).find(|line| !line.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(lines: &mut Lines) -> Vec<String> {
        std::iter::from_fn(|| lines.pop()).map(|line| line.text).collect()
    }

    #[test]
    fn lines_come_whole_however_they_are_cut() {
        let mut lines = Lines::default();
        for bytes in ["O", "K\r\n7,", "7\n\n8", ",8"] {
            lines.push(bytes.as_bytes(), Instant::now());
        }
        assert_eq!(texts(&mut lines), ["OK", "7,7", ""]);
        lines.finish(Instant::now());
        assert_eq!(texts(&mut lines), ["8,8"]);
    }

    #[test]
    fn a_carriage_return_ends_a_line_with_and_without_a_line_feed() {
        let mut lines = Lines::default();
        for bytes in ["OK\r7,7\r", "\n8,8\r\n\r", "\r9,9"] {
            lines.push(bytes.as_bytes(), Instant::now());
        }
        assert_eq!(texts(&mut lines), ["OK", "7,7", "8,8", "", ""]);
        lines.finish(Instant::now());
        assert_eq!(texts(&mut lines), ["9,9"]);
    }

    #[test]
    fn a_huge_line_is_cut_and_ends_where_it_ends() {
        let mut lines = Lines::default();
        for _ in 0..1000 {
            lines.push(&[b'A'; 1000], Instant::now());
        }
        lines.push(b"\n7,7\n", Instant::now());
        let found = texts(&mut lines);
        assert_eq!((found[0].len(), found[1].as_str()), (LONGEST, "7,7"));
    }

    #[test]
    fn a_tail_keeps_the_newest_lines() {
        let mut tail = Tail::default();
        (0..50).for_each(|number| tail.push(&number.to_string()));
        assert_eq!(tail.newest(), Some("49"));
        let lines = tail.take();
        assert_eq!((lines.len(), lines[0].as_str()), (Tail::LINES, "30"));
    }
}
