//! Bytes of a pipe into lines, with bounds on everything.

use std::collections::VecDeque;
use std::time::Instant;

/// The longest line that is kept whole, in bytes; of a longer one only the beginning is kept.
const LONGEST: usize = 8 << 10;

/// A line of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// When its end was read.
    pub at: Instant,
    /// Its text without the line end; what is not UTF-8 is replaced.
    pub text: String,
}

/// Lines as they arrive. They are taken out before more is read, so that no more than one reading is ever held.
#[derive(Default, Debug)]
pub(super) struct Lines {
    partial: Vec<u8>,
    ready: VecDeque<Line>,
}

impl Lines {
    /// Takes bytes that were read at `at`.
    pub(super) fn push(&mut self, bytes: &[u8], at: Instant) {
        let mut parts = bytes.split(|&byte| byte == b'\n');
        let last = parts.next_back().unwrap_or_default();
        for part in parts {
            self.keep(part);
            self.ready.push_back(Line { at, text: text(&self.partial) });
            self.partial.clear();
        }
        self.keep(last);
    }

    fn keep(&mut self, part: &[u8]) {
        let room = LONGEST - self.partial.len().min(LONGEST);
        self.partial.extend_from_slice(&part[..part.len().min(room)]);
    }

    /// Takes what follows the last line end for a line: nothing more will come.
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

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end_matches('\r').to_owned()
}

/// The last lines of a stream, which tell what an engine complained about.
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

    /// The lines, oldest first; they are forgotten.
    pub(super) fn take(&mut self) -> Vec<String> {
        self.0.drain(..).collect()
    }

    /// The newest line that says anything.
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
