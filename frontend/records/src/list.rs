//! Lists of moves as people and programs write them.
//!
//! Moves stand with blanks between them, without a gap (`h8i9`), or with `_`, `-`, `;` or `,` (`h8_i9`). Numbers of moves
//! (`1. h8`) and what follows a `#` are skipped. A number before the first move is the side of the board. A colour may
//! stand before a move (`B h8`, `play white i9`). A result or `resign` may end the list.

mod error;

use engine::notation::{half_width, parse_move, words};
use engine::{Color, Game, Grid, Lettering, Move, SetUp, Shape};

pub(crate) use self::error::ListError;

use crate::column::column_of;
use crate::entry::MOVE;
use crate::word::{Word, is_name};
use crate::{Choice, ChoiceError, Claim, Entry, Exceeded, How, Meter, Remark, RemarkKind, WordError, Written};

/// A part of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item<'t> {
    /// The colour of the next move.
    Color(Color),
    /// A move, or what stands in its place.
    Move(&'t str),
    /// A result.
    Result(Option<Color>, How),
    /// A result that is not known.
    Open,
}

/// The characters that may stand between moves without blanks.
const SEPARATORS: [char; 4] = ['_', '-', ';', ','];

/// The words of a line, up to a `#`.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let text = text.find('#').map_or(text, |end| &text[..end]);
    text.split_whitespace()
}

/// The parts of a word.
fn items(word: &str) -> impl Iterator<Item = Item<'_>> {
    unnumbered(word).into_iter().flat_map(split).map(item)
}

/// A word without the number of a move: `h8` of `1.h8`; `None` of `1.` and of GTP's `play`.
fn unnumbered(word: &str) -> Option<&str> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &word[digits..];
    let word = if digits > 0 && rest.starts_with('.') { rest.trim_start_matches('.') } else { word };
    (!word.is_empty() && !word.eq_ignore_ascii_case("play")).then_some(word)
}

/// The moves in a word. Most words are one.
fn split(word: &str) -> impl Iterator<Item = &str> {
    let digits = word.bytes().skip(1).all(|byte| byte.is_ascii_digit());
    let alone = digits && word.starts_with(|char: char| char.is_ascii_alphabetic());
    let more = (!alone).then(|| parts(word));
    alone.then_some(word).into_iter().chain(more.into_iter().flatten())
}

/// The moves in a word: with separators between them, or without a gap.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    let trimmed = word.trim_end_matches(SEPARATORS);
    let code = |part: &str| part.starts_with(|char: char| char.is_ascii_alphabetic());
    let apart = code(trimmed) && trimmed.split(SEPARATORS).all(|part| code(part) || part.is_empty());
    let whole = if apart { trimmed } else { word };
    whole.split(move |char| apart && SEPARATORS.contains(&char)).filter(|part| !part.is_empty()).flat_map(words)
}

fn item(word: &str) -> Item<'_> {
    let is = |names: &[&str]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
    match word.as_bytes().first() {
        Some(b'0' | b'1' | b'*') => match word {
            "1-0" => Item::Result(Some(Color::Black), How::Unsaid),
            "0-1" => Item::Result(Some(Color::White), How::Unsaid),
            "1/2-1/2" => Item::Result(None, How::Unsaid),
            "*" => Item::Open,
            _ => Item::Move(word),
        },
        Some(b'b' | b'B' | b'x' | b'X') if is(&["b", "x", "black"]) => Item::Color(Color::Black),
        Some(b'w' | b'W' | b'o' | b'O') if is(&["w", "o", "white"]) => Item::Color(Color::White),
        _ => Item::Move(word),
    }
}

/// The side of the board, where a line begins with it, and the rest of the line.
pub(super) fn side(text: &str) -> Option<(usize, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    let alone = rest.starts_with(|char: char| char.is_ascii_whitespace());
    Some((number.parse().ok().filter(|_| alone)?, rest))
}

/// The board with the names of points that a list has.
fn names(grid: &Grid, go_columns: bool) -> Grid {
    match grid.shape() {
        Shape::Rectangle if go_columns => Grid::rectangle(grid.width(), grid.height(), Lettering::WithoutI),
        _ => *grid,
    }
}

/// The most moves for which memory is reserved at once.
const MOST_RESERVED: usize = 512;

/// A list as it is read.
pub(super) struct List {
    names: Grid,
    entry: Entry,
    /// The colours that the list gives the next move and the last one.
    next: Option<Color>,
    last: Option<Color>,
    /// The colour to move, by the number of moves.
    to_move: Color,
    /// Whether the moves are stones whose order means nothing.
    stones: bool,
    meter: Meter,
    /// The limit at which reading ended.
    exceeded: Option<Exceeded>,
}

impl List {
    /// A list without moves, which begins on `line` and is written as the options say.
    pub(super) fn new(line: Option<usize>, game: &'static Game, setup: Option<SetUp>, start: &Choice) -> Self {
        let to_move = setup.as_ref().map_or(Color::Black, |setup| setup.to_move);
        let (names, stones) = (names(game.grid(), start.go_columns), start.stones);
        let (entry, meter) = (Entry::new(line, game, setup, Vec::new()), Meter::new(&start.budget));
        Self { names, entry, next: None, last: None, to_move, stones, meter, exceeded: None }
    }

    /// Takes the parts of a line, up to and with the first that is no move; columns are those of `whole`.
    pub(super) fn take(&mut self, text: &str, whole: &str, line: Option<usize>) {
        // A move and its blank take three bytes at least.
        self.entry.moves.reserve((text.len() / 3 + 1).min(MOST_RESERVED));
        for word in words_of(text) {
            if let Err(limit) = self.meter.take(MOVE) {
                self.exceeded = Some(limit);
                return;
            }
            if is_name(word) {
                self.item(Item::Move(word), word, whole, line);
            } else {
                items(word).for_each(|item| self.item(item, word, whole, line));
            }
        }
    }

    /// Takes a part of a word, unless one before it is no move.
    fn item(&mut self, item: Item<'_>, word: &str, whole: &str, line: Option<usize>) {
        match item {
            _ if self.entry.moves.last().is_some_and(|written| written.mv.is_err()) => {}
            Item::Color(color) => self.next = Some(color),
            Item::Result(winner, how) => self.result(Claim { winner, how }, word, whole, line),
            Item::Open => {}
            Item::Move(word) => self.mv(word, whole, line),
        }
    }

    /// Takes a result. Another one than that before it is no part of a list.
    fn result(&mut self, claim: Claim, word: &str, whole: &str, line: Option<usize>) {
        match self.entry.result {
            Some(before) if before.winner != claim.winner => {
                let error = match line {
                    Some(_) => WordError::TwoResults.in_column(column_of(word, whole)),
                    None => WordError::TwoResults,
                };
                self.push(Written::new(word, Err(error), line));
            }
            Some(before) if before.how != How::Unsaid => {}
            _ => self.entry.result = Some(claim),
        }
    }

    fn mv(&mut self, word: &str, whole: &str, line: Option<usize>) {
        let column = || column_of(word, whole);
        let by = self.next.take();
        let parsed = parse_move(&self.names, word);
        if let (Ok(mv), None, None) = (&parsed, by, self.entry.result) {
            self.last = None;
            return self.push(Written { line, ..Written::of(*mv) });
        }
        let said = if parsed.is_err() { Word::of(word) } else { None };
        if let Some(claim) = said.and_then(|said| said.claim(by.unwrap_or(self.to_move))) {
            return self.result(claim, word, whole, line);
        }
        let mv = match parsed {
            _ if self.entry.result.is_some() => Err(WordError::AfterResult.in_column(column())),
            Ok(mv) => Ok(mv),
            Err(_) if said == Some(Word::Pass) => Ok(Move::Pass),
            Err(error) => Err(match line {
                Some(_) => WordError::from(error).in_column(column()),
                None => error.into(),
            }),
        };
        if by.is_some() && by == self.last && mv.is_ok() && !self.stones {
            let text = format!("two moves of {} in a row, a pass is between them", by.unwrap_or(Color::Black));
            let kind = RemarkKind::Pass(by.unwrap_or(Color::Black));
            self.entry.remarks.push(Remark { line, text, kind });
            let pass = Written { by: by.map(|color| !color), line, ..Written::of(Move::Pass) };
            self.push(pass);
        }
        self.last = by;
        self.push(Written { by, ..Written::new(word, mv, line) });
    }

    fn push(&mut self, written: Written) {
        if written.mv != Ok(Move::Swap) {
            self.to_move = !self.to_move;
        }
        self.entry.moves.push(written);
    }

    /// Whether there is neither a move nor a result.
    pub(super) fn is_empty(&self) -> bool {
        self.entry.moves.is_empty() && self.entry.result.is_none()
    }

    /// The game; with the stones set up where their order means nothing.
    pub(super) fn entry(mut self) -> Result<Entry, ListError> {
        if let Some(limit) = self.exceeded {
            return Err(ListError::Limit(limit));
        }
        if self.stones {
            return set_up(self.entry);
        }
        self.first_is_black();
        Ok(self.entry)
    }

    /// Gives the colours to the other player each where White is said to begin: the first player is our Black.
    fn first_is_black(&mut self) {
        let first = self.entry.moves.first().and_then(|written| written.by);
        if self.entry.setup.is_none() && first == Some(Color::White) {
            self.entry.moves.iter_mut().for_each(|written| written.by = written.by.map(|color| !color));
            self.entry.result = self.entry.result.map(Claim::exchanged);
            let text = "White begins: the colours are exchanged".to_owned();
            self.entry.remarks.push(Remark { line: self.entry.line, text, kind: RemarkKind::WhiteBegins });
        }
    }
}

/// The stones of a list as a position, with the colours of the list, else alternating.
fn set_up(entry: Entry) -> Result<Entry, ListError> {
    if entry.setup.is_some() {
        return Err(ListError::TwoSetUps);
    }
    let mut stones: Vec<_> = Vec::new();
    for (index, written) in entry.moves.iter().enumerate() {
        match written.mv.clone().map_err(ListError::Word)? {
            Move::Place(point) => {
                if stones.iter().any(|&(taken, _)| taken == point) {
                    return Err(ListError::TwoStones(written.text(entry.game.grid())));
                }
                stones.push((point, written.by.unwrap_or(Color::ALL[index % 2])));
            }
            Move::Swap | Move::Pass => return Err(ListError::NoStone(written.text(entry.game.grid()))),
        }
    }
    let black = stones.iter().filter(|(_, color)| *color == Color::Black).count();
    let to_move = if 2 * black > stones.len() { Color::White } else { Color::Black };
    let setup = SetUp { stones, walls: Vec::new(), to_move, captured: [0; 2] };
    engine::record(entry.game, Some(&setup)).map_err(ListError::SetUp)?;
    Ok(Entry { setup: Some(setup), moves: Vec::new(), ..entry })
}

impl Choice {
    /// The game from this start with `moves`: a [list](crate::txt) as people write them.
    ///
    /// # Errors
    /// There is no such game or position.
    pub fn entry(&self, moves: &str) -> Result<Entry, ChoiceError> {
        let moves = &*half_width(moves);
        let (size, moves) = match side(moves.trim_start()) {
            Some((size, moves)) => (Some(size), moves),
            None => (None, moves),
        };
        let game = self.game_with(size).map_err(|error| ChoiceError::Game(error.to_string()))?;
        let mut list = List::new(None, game, self.setup(game)?, self);
        list.take(moves, moves, None);
        list.entry().map_err(|error| ChoiceError::Position(error.to_string()))
    }

    /// The game of a list that may name the side of its board.
    pub(super) fn game_with(&self, side: Option<usize>) -> Result<&'static Game, ListError> {
        let game = self.game_of(None, side.map(|side| (side, side))).map_err(ListError::Choice)?;
        match side {
            Some(side) if (game.grid().width(), game.grid().height()) != (side, side) => {
                let (width, height) = (game.grid().width(), game.grid().height());
                Err(ListError::Board { side, width, height })
            }
            _ => Ok(game),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_gaps_and_colours() {
        let moves = |text| {
            let texts = words_of(text).flat_map(items).map(|item| match item {
                Item::Move(word) => word.to_owned(),
                other => format!("{other:?}"),
            });
            texts.collect::<Vec<_>>().join(" ")
        };
        for (text, expected) in [
            ("1. h8 i9 2. i7 g9", "h8 i9 i7 g9"),
            ("1.h8 1...i9 2.i7", "h8 i9 i7"),
            ("h8_i9_i7", "h8 i9 i7"),
            ("h8-i9-pass;i7", "h8 i9 pass i7"),
            ("h8, i9, j10", "h8 i9 j10"),
            ("H8I9 7,7 swap", "H8 I9 7,7 swap"),
            ("play B H8", "Color(Black) H8"),
            ("black h8 o i9 # B k4", "Color(Black) h8 Color(White) i9"),
            ("h8 1-0", "h8 Result(Some(Black), Unsaid)"),
            ("h8 0,1 *", "h8 0,1 Open"),
            ("h8 17 _", "h8 17 _"),
        ] {
            assert_eq!(moves(text), expected, "{text}");
        }
        assert_eq!(side("15 L7"), Some((15, " L7")));
        assert_eq!((side("15"), side("7,7 8,8"), side("1. h8")), (None, None, None));
    }
}
