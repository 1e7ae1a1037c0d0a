//! The moves of PGN, with variations, comments and marks.

use engine::notation::{half_width, parse_move, shorten};
use engine::{Color, Grid, Move, Shape};

use super::chess::is_chess;
use super::error::PgnError;
use super::playok::Seats;
use super::remark;
use super::token::{Lexer, Token};
use super::writer::{NAG, Writer};
use crate::column::in_column;
use crate::tree::{Quality, ROOT, Tree};
use crate::word::{Word, is_name};
use crate::{Budget, Claim, Damage, Meter, WordError, Written};

/// The marks of PGN that say how good a move is, from `$1`.
pub(super) const QUALITIES: [Quality; 6] =
    [Quality::Good, Quality::Bad, Quality::VeryGood, Quality::VeryBad, Quality::Interesting, Quality::Doubtful];

/// The moves of a game, as far as they are read.
pub(super) struct Movetext<'g> {
    grid: &'g Grid,
    /// The board with the names of points that the writer has.
    names: Grid,
    writer: Writer,
    /// The main line, up to and with the first move that is none.
    pub(super) moves: Vec<Written>,
    pub(super) tree: Tree,
    pub(super) damage: Vec<Damage>,
    /// The result that stands after the moves, and what a word as `resign` says.
    pub(super) result: Option<String>,
    pub(super) claim: Option<Claim>,
    pub(super) seats: Seats,
    node: usize,
    /// The places at which variations began, each with the node to return to.
    open: Vec<Opened>,
    /// The comment on the node, which is not complete yet.
    comment: Option<String>,
    /// The colour to move in the main line.
    to_move: Color,
    /// The number of variations within one that cannot be read, that one included; 0 outside.
    skipped: usize,
}

/// A variation that has no end yet.
struct Opened {
    line: usize,
    column: usize,
    node: usize,
    /// Whether it has no move yet.
    empty: bool,
}

impl<'g> Movetext<'g> {
    pub(super) fn new(grid: &'g Grid, writer: Writer) -> Self {
        let names = match (grid.shape(), writer) {
            (Shape::Rectangle, Writer::PenteOrg | Writer::PlayOk) => {
                Grid::rectangle(grid.width(), grid.height(), writer.lettering())
            }
            _ => *grid,
        };
        Self {
            grid,
            names,
            writer,
            moves: Vec::new(),
            tree: Tree::new(),
            damage: Vec::new(),
            result: None,
            claim: None,
            seats: Seats::default(),
            node: ROOT,
            open: Vec::new(),
            comment: None,
            to_move: Color::Black,
            skipped: 0,
        }
    }

    /// Reads up to the next game. The error is a line and what is wrong with the whole game.
    pub(super) fn read(mut self, lexer: &mut Lexer<'_>, budget: &Budget) -> Result<Self, (usize, PgnError)> {
        let mut meter = Meter::new(budget);
        loop {
            let before = lexer.place;
            let Some((place, token)) = lexer.next() else { break };
            let ended = self.result.is_some() && self.open.is_empty();
            if matches!(token, Token::Tag(..)) || ended && matches!(token, Token::Word(_)) {
                lexer.place = before;
                break;
            }
            let taken = meter.take(token.memory()).map_err(PgnError::Limit);
            let taken = taken.and_then(|()| self.take(lexer.column(place), place.line, token));
            taken.map_err(|error| (place.line, error))?;
        }
        self.say();
        if let Some(Opened { line, column, .. }) = self.open.first() {
            let reason = in_column(*column, "the record is cut off: the variation that begins here has no )");
            self.damage.push(Damage { line: Some(*line), reason });
        }
        Ok(self)
    }

    /// Takes a token. The error is what is wrong with the whole game.
    pub(super) fn take(&mut self, column: usize, line: usize, token: Token<'_>) -> Result<(), PgnError> {
        match token {
            Token::Open if self.skipped > 0 => self.skipped += 1,
            Token::Close if self.skipped > 0 => {
                self.skipped -= 1;
                if self.skipped == 0 {
                    self.close(column, line);
                }
            }
            _ if self.skipped > 0 => {}
            Token::Open => self.open(column, line),
            Token::Close => self.close(column, line),
            Token::Comment(text, complete) => {
                if !complete {
                    let reason = "the record is cut off: the comment has no }".to_owned();
                    self.damage.push(Damage { line: Some(line), reason });
                }
                self.comment(line, text);
            }
            Token::Word(word) => return self.word(column, line, word),
            Token::Tag(..) => {}
        }
        Ok(())
    }

    /// Whether the main line could be read so far.
    fn is_readable(&self) -> bool {
        self.moves.last().is_none_or(|written| written.mv.is_ok())
    }

    fn open(&mut self, column: usize, line: usize) {
        self.say();
        let before = self.open.last().is_some_and(|opened| opened.empty);
        if self.node == ROOT || before {
            let reason = in_column(column, "a variation begins here, but there is no move before it");
            self.damage.push(Damage { line: Some(line), reason });
            self.skipped = 1;
        }
        self.open.push(Opened { line, column, node: self.node, empty: true });
        self.node = self.tree.parent(self.node);
    }

    fn close(&mut self, column: usize, line: usize) {
        self.say();
        match self.open.pop() {
            Some(Opened { node, .. }) => self.node = node,
            None => {
                let reason = in_column(column, "the ) ends no variation");
                self.damage.push(Damage { line: Some(line), reason });
            }
        }
    }

    /// Takes a comment. Those of rated games are moves.
    fn comment(&mut self, line: usize, text: &str) {
        if !self.is_readable() {
            return;
        }
        if self.writer == Writer::Rated {
            for word in text.split_whitespace() {
                let mv = parse_move(self.grid, word).map_err(WordError::from);
                if !self.place(word, mv, line) {
                    return;
                }
            }
            return;
        }
        let text = remark::inner(text);
        // A comment before the first move of a variation belongs to that move.
        let early = self.open.last().is_some_and(|opened| opened.empty);
        let said = if early { Some(&*text) } else { remark::take(self.tree.note_mut(self.node), &self.names, &text) };
        if let Some(said) = said {
            match &mut self.comment {
                Some(before) => before.extend(["\n", said]),
                None => self.comment = Some(said.to_owned()),
            }
        }
    }

    /// Puts the comment at its node.
    fn say(&mut self) {
        if self.open.last().is_some_and(|opened| opened.empty) {
            return;
        }
        if let Some(text) = self.comment.take() {
            self.tree.note_mut(self.node).say(&text);
        }
    }

    /// Takes a word: a mark, a result, the number of a move, a move.
    fn word(&mut self, column: usize, line: usize, word: &str) -> Result<(), PgnError> {
        let word = &*half_width(word);
        if is_name(word) && self.is_readable() {
            return self.mv(column, line, word, None);
        }
        if is_result(word) {
            if self.open.is_empty() {
                self.result = Some(word.to_owned());
            }
            return Ok(());
        }
        if !self.is_readable() {
            return Ok(());
        }
        if let Some(number) = word.strip_prefix('$').and_then(|number| number.parse().ok()) {
            self.mark(number);
            return Ok(());
        }
        let plain = unnumbered(word);
        let column = column + word.len() - plain.len();
        let (plain, quality) = unmarked(plain);
        match plain {
            "" => quality.into_iter().for_each(|number| self.mark(number)),
            _ => return self.mv(column, line, plain, quality),
        }
        Ok(())
    }

    /// Takes a move, or a word in its place, and the number of the mark after it.
    fn mv(&mut self, column: usize, line: usize, plain: &str, quality: Option<usize>) -> Result<(), PgnError> {
        let main = self.open.is_empty();
        if self.writer == Writer::PlayOk && main && self.seats.word(plain) {
            return Ok(());
        }
        let parsed = parse_move(&self.names, plain);
        let said = if parsed.is_err() { Word::of(plain) } else { None };
        if let Some(claim) = said.and_then(|said| said.claim(self.to_move)) {
            if main {
                self.claim = Some(claim);
            }
            return Ok(());
        }
        let mv = match parsed {
            Err(_) if said == Some(Word::Pass) => Ok(Move::Pass),
            mv => mv.map_err(|error| WordError::from(error).in_column(column)),
        };
        if mv.is_err() && self.writer == Writer::PlayOk && is_chess(plain) {
            return Err(PgnError::Chess(shorten(plain)));
        }
        if self.place(plain, mv, line) {
            if main {
                self.seats.stone();
            }
            quality.into_iter().for_each(|number| self.mark(number));
        }
        Ok(())
    }

    /// Adds a move; false if it is none.
    fn place(&mut self, word: &str, mv: Result<Move, WordError>, line: usize) -> bool {
        match (self.open.is_empty(), mv) {
            (true, mv) => {
                self.say();
                if let Ok(mv) = mv {
                    self.node = self.tree.add(self.node, mv, None, Some(line));
                }
                if mv != Ok(Move::Swap) {
                    self.to_move = !self.to_move;
                }
                self.moves.push(Written::new(word, mv, Some(line)));
                self.is_readable()
            }
            (false, Ok(mv)) => {
                self.say();
                self.node = self.tree.add(self.node, mv, None, Some(line));
                self.open.iter_mut().last().into_iter().for_each(|opened| opened.empty = false);
                true
            }
            (false, Err(reason)) => {
                self.tree.miss(line, format!("in a variation, {reason}"));
                self.skipped = 1;
                self.comment = None;
                false
            }
        }
    }

    /// Takes a mark by its number.
    fn mark(&mut self, number: usize) {
        let note = self.tree.note_mut(self.node);
        let quality = number.checked_sub(1).and_then(|index| QUALITIES.get(index));
        match quality.filter(|_| self.node != ROOT && note.quality.is_none()) {
            Some(quality) => note.quality = Some(*quality),
            None => note.keep(NAG, number.to_string()),
        }
    }
}

fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
}

/// A word without the number of a move, `K10` of `1.K10`; nothing of `1.`, `1...` and `1`.
fn unnumbered(word: &str) -> &str {
    let rest = word.trim_start_matches(|char: char| char.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest) if rest.len() + 1 < word.len() => rest.trim_start_matches('.'),
        _ if rest.is_empty() => "",
        _ => word.strip_prefix("...").map_or(word, |rest| rest.trim_start_matches('.')),
    }
}

/// A move without the `!?` after it, and the number of that mark.
fn unmarked(word: &str) -> (&str, Option<usize>) {
    let plain = word.trim_end_matches(['!', '?']);
    let mark = QUALITIES.iter().position(|quality| quality.mark() == &word[plain.len()..]);
    mark.map_or((word, None), |index| (plain, Some(index + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_marks_are_no_moves() {
        for (word, plain, mark) in [
            ("1.", "", None),
            ("12...", "", None),
            ("3", "", None),
            ("...", "", None),
            ("1.K10", "K10", None),
            ("1...K10?!", "K10", Some(6)),
            ("K10!!", "K10", Some(3)),
            ("?", "", Some(2)),
            ("K10!!!", "K10!!!", None),
            ("8,8", "8,8", None),
        ] {
            assert_eq!(unmarked(unnumbered(word)), (plain, mark), "{word}");
        }
    }
}
