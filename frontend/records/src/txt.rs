//! Plain text: one game per line, `[position TEXT] [moves] M1 M2 …`.
//!
//! Moves may also stand without a gap, `h8i9j10`, with numbers, with colours, or otherwise as people write lists of moves.
//! Empty lines and lines that begin with `#` hold no game. Lines end with LF or CR LF; the last need not end. A file of
//! commands of GTP (`boardsize 15`, `play B H8`) holds a game up to each `clear_board`; its columns have no I.
//!
//! # Examples
//! ```
//! # extern crate engine as ninuki_engine;
//! use ninuki_engine::{Game, Rules};
//! use ninuki_records::txt::Lines;
//!
//! let game = Game::new(Rules::PENTE, None, None)?;
//! let games: Vec<_> = Lines::new(b"# two games\nK10 L9\nK10 L9 z99 M8\n".to_vec(), game, None).flatten().collect();
//! assert_eq!(games.len(), 2);
//! assert_eq!((games[1].moves.len(), games[1].played().count()), (3, 2));
//! # Ok::<(), ninuki_engine::GameError>(())
//! ```

mod gtp;

use std::io::{self, Write};

use engine::notation::{half_width, move_text, parse_move, parse_position};
use engine::{Game, Grid, Move, SetUp, record};

use crate::capacity::Boards;
use crate::column::{column, column_of};
use crate::decode::whole_text;
use crate::list::{List, ListError, side};
use crate::offset::is_offset;
use crate::{
    Choice, ChoiceError, Content, Encoding, Entries, Entry, Error, Kind, Part, Profile, RecordFormat, Size, Unreadable,
    WordError, Written,
};

/// Lines of moves.
pub(super) struct Txt;

const PROFILE: Profile = Profile {
    name: "txt",
    extensions: &["txt"],
    description: "One game per line: `[position TEXT moves ]M1 M2 …`",
    notation: "`[position TEXT moves ]M1 M2 …`",
    kind: Kind::Text,
    content: Content::Games,
    boards: Boards::All,
    is_written: true,
    names_game: false,
    parts: &[Part::SetUps, Part::Captured, Part::Swaps, Part::Passes],
    extras: "",
};

impl RecordFormat for Txt {
    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    /// Text that is no offset opening.
    fn recognises(&self, head: &[u8]) -> bool {
        std::str::from_utf8(head).is_ok_and(|text| {
            let line = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
            line.is_some_and(|line| !is_offset(line) && !line.contains(|char: char| char.is_control() && char != '\t'))
        })
    }

    fn read(&self, bytes: Vec<u8>, start: &Choice) -> Result<Entries, Error> {
        Ok(Box::new(Lines::of(bytes, start)?))
    }

    fn write(&self, entry: &Entry, _: Encoding, out: &mut dyn Write) -> io::Result<()> {
        write(entry, out)
    }
}

/// Reads tokens as moves, up to and with the first that is none. `line` counts from 1.
pub fn moves<'t>(grid: &Grid, tokens: impl Iterator<Item = &'t str>, line: Option<usize>) -> Vec<Written> {
    let mut moves = Vec::new();
    for token in tokens {
        let mv = parse_move(grid, token).map_err(WordError::from);
        let stop = mv.is_err();
        moves.push(Written::new(token, mv, line));
        if stop {
            break;
        }
    }
    moves
}

/// The games of a text, line by line.
pub struct Lines {
    text: Vec<u8>,
    at: usize,
    line: usize,
    game: &'static Game,
    setup: Option<SetUp>,
    start: Choice,
    /// Whether the text is a list of GTP's commands.
    gtp: bool,
}

impl Lines {
    /// The games of `text`, all played as `game`; those without a position start from `setup`.
    #[must_use]
    pub fn new(text: Vec<u8>, game: &'static Game, setup: Option<SetUp>) -> Self {
        let rules = game.rules().clone();
        let start = Choice { own: Some(rules), size: Some(Size::of(game.grid())), ..Choice::default() };
        Self { text, at: 0, line: 0, game, setup, start: Choice { length: Some(game.length()), ..start }, gtp: false }
    }

    /// The games of a text that are as the options say.
    pub(super) fn of(text: Vec<u8>, start: &Choice) -> Result<Self, ChoiceError> {
        let game = start.game()?;
        let setup = start.setup(game)?;
        let marked = text.starts_with(b"\xFF\xFE") || text.starts_with(b"\xFE\xFF");
        let text =
            if marked || start.encoding.is_some() { whole_text(text, start.encoding).0.into_bytes() } else { text };
        let gtp = gtp::is_gtp(&text);
        let start = Choice { go_columns: start.go_columns || gtp, ..start.clone() };
        Ok(Self { text, at: 0, line: 0, game, setup, start, gtp })
    }

    fn entry(&self, whole: &str) -> Result<Entry, ListError> {
        let mut text = whole.trim_ascii();
        let plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
        let control = |char: &char| char.is_control() && !char.is_whitespace();
        if let Some(control) = if plain { None } else { text.chars().find(control) } {
            let at = text.find(control).map_or(0, |at| column_of(&text[at..], whole));
            return Err(ListError::Control { column: at, char: control });
        }
        let (mut game, mut setup) = (self.game, self.setup.clone());
        if let Some((side, rest)) = side(text) {
            game = self.start.game_with(Some(side))?;
            text = rest.trim_ascii_start();
        }
        if let Some(rest) = word(text, "position") {
            let mut tokens = rest.split_whitespace().peekable();
            setup = Some(parse_position(game, &mut tokens).map_err(ListError::Position)?);
            text = tokens.next().map_or("", |next| &rest[next.as_ptr().addr() - rest.as_ptr().addr()..]);
        }
        text = word(text, "moves").unwrap_or(text);
        let line = Some(self.line);
        let mut list = List::new(line, game, setup, &self.start);
        list.take(text, whole, line);
        list.entry()
    }

    /// The next line that may hold a game.
    fn line(&mut self) -> Option<&[u8]> {
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            let length = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            let begin = self.at;
            self.at += length + 1;
            self.line += 1;
            let line = &self.text[begin..begin + length];
            let line = if self.line == 1 { line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line) } else { line };
            if !matches!(line.trim_ascii(), [] | [b'#', ..]) {
                return Some(&self.text[begin + length - line.len()..begin + length]);
            }
        }
        None
    }
}

/// The text after a word at its beginning, in any case.
fn word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (first, rest) = text.split_at_checked(word.len())?;
    let alone = rest.is_empty() || rest.starts_with(|char: char| char.is_whitespace());
    (alone && first.eq_ignore_ascii_case(word)).then(|| rest.trim_start())
}

impl Iterator for Lines {
    type Item = Result<Entry, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.gtp {
            return self.commands();
        }
        // A borrow of the line would be one of the whole.
        let length = self.line()?.len();
        let end = (self.at - 1).min(self.text.len());
        let bytes = &self.text[end - length..end];
        let bytes = &bytes[..bytes.iter().position(|&byte| byte == b'#').unwrap_or(length)];
        let found = match std::str::from_utf8(bytes) {
            Ok(whole) => self.entry(&half_width(whole)),
            Err(error) => Err(ListError::NotUtf8 { column: column(&bytes[..error.valid_up_to()]) }),
        };
        Some(found.map_err(|error| Unreadable { line: self.line, game: self.game, reason: error.to_string() }))
    }
}

/// Writes a game on one line. The word `moves` alone is the game before its first move.
pub(super) fn write(entry: &Entry, out: &mut dyn Write) -> io::Result<()> {
    let start = entry.setup.as_ref().and_then(|setup| record(entry.game, Some(setup)).ok());
    let mut text = start.map(|record| format!("position {} ", record.position_text())).unwrap_or_default();
    if text.is_empty() == entry.moves.is_empty() {
        text += "moves ";
    }
    // Most names of points have at most three characters.
    text.reserve(4 * entry.moves.len());
    let grid = entry.game.grid();
    for mv in entry.played() {
        match mv {
            Move::Place(point) => grid.push_name(point, &mut text),
            Move::Swap | Move::Pass => text += &move_text(grid, mv),
        }
        text.push(' ');
    }
    text.pop();
    text.push('\n');
    out.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use engine::Rules;

    use super::*;

    fn read(text: &[u8]) -> Vec<Result<Entry, Unreadable>> {
        let game = Game::new(Rules::PENTE, None, None).expect("a game");
        Lines::new(text.to_vec(), game, None).collect()
    }

    #[test]
    fn comments_and_empty_lines_count_as_lines_only() {
        let entries = read(b"\xEF\xBB\xBF# a comment\r\n\r\n  K10 9,8\r\n   # another\nMOVES K10");
        let found: Vec<_> = entries.into_iter().map(|entry| entry.expect("readable")).collect();
        assert_eq!(
            found.iter().map(|entry| (entry.line, entry.moves.len())).collect::<Vec<_>>(),
            [(Some(3), 2), (Some(5), 1)]
        );
        assert_eq!(
            found[0].moves[1].mv,
            found[0].game.grid().parse("K11").map(engine::Move::Place).ok_or(WordError::NoStone)
        );
    }

    #[test]
    fn reading_stops_at_the_first_token_that_is_no_move() {
        let entries = read(b"K10 I10 L11");
        let moves = &entries[0].as_ref().expect("readable").moves;
        assert_eq!(moves.len(), 2);
        assert!(moves[1].mv.as_ref().is_err_and(|error| error.to_string().contains("A1-T19")));
    }

    #[test]
    fn moves_without_a_gap_are_read_as_those_with_one() {
        let texts = |text: &[u8]| {
            let entry = read(text).remove(0).expect("readable");
            entry.moves.iter().map(|written| written.text(entry.game.grid())).collect::<Vec<_>>()
        };
        assert_eq!(texts(b"K10L9 G10l11\n"), ["K10", "L9", "G10", "L11"]);
        assert_eq!(texts(b"moves K10L9I7M8\n"), ["K10", "L9", "I7"], "up to the first that is none");
        assert_eq!(texts(b"K10L\n"), ["K10L"]);
    }

    #[test]
    fn what_is_no_text_is_unreadable_and_the_next_line_is_read() {
        let entries = read(b"K10 \xFF\nK10 \0\nposition 19 x\nK10");
        let reasons: Vec<_> = entries.iter().map(|entry| entry.as_ref().err()).collect();
        for (index, (line, part)) in [(1, "UTF-8"), (2, "\\0"), (3, "1 rows")].into_iter().enumerate() {
            let error = reasons[index].expect("unreadable");
            assert!(error.line == line && error.reason.contains(part), "{error:?}");
        }
        assert_eq!(reasons[3], None);
    }
}
