//! Lines of any length, in bounded memory.

use std::io::{self, BufRead};

/// The result of reading a line.
pub(crate) enum Next {
    /// A line, without its end.
    Line,
    /// A line that was too long and was skipped.
    TooLong,
    /// The end of the input.
    End,
}

/// Reads a line of at most `longest` bytes into `line`.
///
/// # Errors
/// The input cannot be read.
pub(crate) fn next(input: &mut impl BufRead, longest: usize, line: &mut Vec<u8>) -> io::Result<Next> {
    line.clear();
    let mut is_too_long = false;
    loop {
        let found = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            found => found?,
        };
        if found.is_empty() {
            return Ok(match (is_too_long, line.is_empty()) {
                (true, _) => Next::TooLong,
                (false, true) => Next::End,
                (false, false) => Next::Line,
            });
        }
        let end = found.iter().position(|&byte| byte == b'\n');
        let part = &found[..end.unwrap_or(found.len())];
        is_too_long |= line.len() + part.len() > longest;
        if !is_too_long {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(if is_too_long { Next::TooLong } else { Next::Line });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_skipped() {
        let mut input = &b"one\nlonger than that\n\nfour\nlast"[..];
        let (mut line, mut found) = (Vec::new(), Vec::new());
        loop {
            match next(&mut input, 4, &mut line).expect("memory can be read") {
                Next::Line => found.push(String::from_utf8(line.clone()).expect("text")),
                Next::TooLong => found.push("too long".to_owned()),
                Next::End => break,
            }
        }
        assert_eq!(found, ["one", "too long", "", "four", "last"]);
    }
}
