//! The words of PGN.

use crate::column::Columns;
use crate::entry::{MOVE, NOTE};

/// A place in a text.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The offset in bytes.
    pub(super) at: usize,
    /// The line, counted from 1, and the offset of its first byte.
    pub(super) line: usize,
    pub(super) line_start: usize,
}

/// A part of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    /// A tag: its name, and its value with escapes.
    Tag(&'t str, &'t str),
    /// A move, a number of a move, a result, a mark.
    Word(&'t str),
    /// A comment, and whether it has its end.
    Comment(&'t str, bool),
    /// The beginning of a variation.
    Open,
    /// Its end.
    Close,
}

impl Token<'_> {
    /// About how many bytes a game takes for the token.
    pub(super) fn memory(&self) -> usize {
        match self {
            Self::Word(_) => MOVE,
            Self::Comment(text, _) | Self::Tag(_, text) => NOTE + 2 * text.len(),
            Self::Open | Self::Close => MOVE / 4,
        }
    }
}

/// Splits a text into tokens.
pub(super) struct Lexer<'t> {
    text: &'t str,
    pub(super) place: Place,
    columns: Columns,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str, place: Place) -> Self {
        Self { text, place, columns: Columns::default() }
    }

    /// The column of a place, counted from 1.
    pub(super) fn column(&self, place: Place) -> usize {
        self.columns.of(self.text.as_bytes(), place.line_start, place.at)
    }

    /// The next token, and where it begins.
    pub(super) fn next(&mut self) -> Option<(Place, Token<'t>)> {
        self.skip_blanks();
        let (start, rest) = (self.place, &self.text[self.place.at..]);
        let first = *rest.as_bytes().first()?;
        let (length, token) = match first {
            b'{' => {
                let (length, token) = match rest.find('}') {
                    Some(end) => (end + 1, Token::Comment(&rest[1..end], true)),
                    None => (rest.len(), Token::Comment(&rest[1..], false)),
                };
                self.advance(length);
                return Some((start, token));
            }
            b';' => {
                let line = first_line(rest);
                (line.len(), Token::Comment(&line[1..], true))
            }
            b'(' => (1, Token::Open),
            b')' => (1, Token::Close),
            _ => match if first == b'[' { tag(first_line(rest)) } else { None } {
                Some(found) => found,
                None => {
                    let ends =
                        |&byte: &u8| matches!(byte, b'{' | b'}' | b';' | b'(' | b')') || byte.is_ascii_whitespace();
                    let length = 1 + rest.as_bytes()[1..].iter().take_while(|byte| !ends(byte)).count();
                    (length, Token::Word(&rest[..length]))
                }
            },
        };
        // No line ends within.
        self.place.at += length;
        Some((start, token))
    }

    /// Advances by `length` bytes, over ends of lines.
    fn advance(&mut self, length: usize) {
        let end = self.place.at + length;
        for (index, _) in
            self.text.as_bytes()[self.place.at..end].iter().enumerate().filter(|(_, byte)| **byte == b'\n')
        {
            self.place.line += 1;
            self.place.line_start = self.place.at + index + 1;
        }
        self.place.at = end;
    }

    /// Skips blanks, and lines that begin with `%`.
    fn skip_blanks(&mut self) {
        loop {
            let rest = &self.text.as_bytes()[self.place.at..];
            match rest.first() {
                Some(b'%') if self.place.at == self.place.line_start => {
                    let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                    self.place.at += end;
                }
                Some(b'\n') => self.advance(1),
                Some(byte) if byte.is_ascii_whitespace() => self.place.at += 1,
                _ => return,
            }
        }
    }
}

fn first_line(text: &str) -> &str {
    let line = text.split('\n').next().unwrap_or_default();
    line.strip_suffix('\r').unwrap_or(line)
}

/// A tag at the beginning of a line, and its length. The value ends with the first `"]` that ends the line, or that another
/// tag follows: some writers do not escape quotes. An escaped quote ends it only if there is no other: some writers do not
/// escape backslashes.
fn tag(line: &str) -> Option<(usize, Token<'_>)> {
    let quote = line.find('"')?;
    let name = line[1..quote].trim();
    if name.is_empty() || name.contains([']', '[', '{', '}']) {
        return None;
    }
    let value = &line[quote + 1..];
    let ends = value.match_indices('"').filter_map(|(at, _)| {
        let after = value[at + 1..].trim_start().strip_prefix(']')?;
        let last = after.trim_start().is_empty() || after.trim_start().starts_with('[');
        last.then_some((at, value.len() - after.len()))
    });
    let is_escaped = |at: usize| value[..at].bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1;
    let (end, length) = ends.clone().find(|&(at, _)| !is_escaped(at)).or_else(|| ends.clone().next())?;
    Some((quote + 1 + length, Token::Tag(name, &value[..end])))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<(usize, usize, Token<'_>)> {
        let mut lexer = Lexer::new(text, Place { at: 0, line: 1, line_start: 0 });
        let mut found = Vec::new();
        while let Some((place, token)) = lexer.next() {
            found.push((place.line, lexer.column(place), token));
        }
        found
    }

    #[test]
    fn an_escaped_quote_ends_a_tag_only_without_another() {
        let tags = |text| tokens(text).into_iter().map(|(.., token)| token).collect::<Vec<_>>();
        assert_eq!(tags(r#"[A "b\"] [c"]"#), [Token::Tag("A", r#"b\"] [c"#)]);
        assert_eq!(tags(r#"[A "b\\"] [C "d"]"#), [Token::Tag("A", r"b\\"), Token::Tag("C", "d")]);
        assert_eq!(tags(r#"[A "C:\"]"#), [Token::Tag("A", r"C:\")]);
    }

    #[test]
    fn tags_moves_comments_and_variations() {
        use Token::{Close, Comment, Open, Tag, Word};

        let text = "[A \"b \\\"c\\\"\"] [D \"\"]\n% skipped\n1.K10{a;\n b}(L9;rest\n)$1 [x\n{no end";
        assert_eq!(
            tokens(text),
            [
                (1, 1, Tag("A", "b \\\"c\\\"")),
                (1, 15, Tag("D", "")),
                (3, 1, Word("1.K10")),
                (3, 6, Comment("a;\n b", true)),
                (4, 4, Open),
                (4, 5, Word("L9")),
                (4, 7, Comment("rest", true)),
                (5, 1, Close),
                (5, 2, Word("$1")),
                (5, 5, Word("[x")),
                (6, 1, Comment("no end", false)),
            ]
        );
    }

    #[test]
    fn quotes_need_no_escapes() {
        assert_eq!(tokens("[Event \"the \"big\" one\" ]\r\n"), [(1, 1, Token::Tag("Event", "the \"big\" one"))]);
        assert_eq!(tokens("100% [Event]"), [(1, 1, Token::Word("100%")), (1, 6, Token::Word("[Event]"))]);
    }
}
