//! Constants and records of the file.

use engine::{Game, Rules};

/// How a frame of LZ4 begins.
pub(super) const LZ4: [u8; 4] = [0x04, 0x22, 0x4D, 0x18];

pub(super) const CHARSET: &[u8] = b"charset=\"UTF-8\"";
pub(super) const BOARD_TEXTS: &str = "@BTXT@";

/// Between the lines of texts on points and the comment, and between lines of comments.
pub(super) const BETWEEN: char = '\x08';

/// The rules that keys number.
pub(super) const RULES: [Rules; 3] = [Rules::FREESTYLE, Rules::STANDARD, Rules::RENJU];

/// The number of the rules of a game, if it has one.
pub(super) fn number(game: &Game) -> Option<u8> {
    (0..).zip(RULES).find(|(_, rules)| rules == game.rules()).map(|(number, _)| number)
}

/// The label of a record that is there for its text.
pub(super) const NO_LABEL: i8 = -1;

/// A record of the database: stones, label and texts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record<'b> {
    /// Black's, then White's.
    pub(super) stones: &'b [[u8; 2]],
    pub(super) known: &'b [u8],
}

/// The stone of a side that has passed.
pub(super) const PASS: [u8; 2] = [0xFF; 2];

impl Record<'_> {
    /// The number of Black's stones.
    pub(super) const fn black(&self) -> usize {
        self.stones.len().div_ceil(2)
    }

    /// Whether a side has passed.
    pub(super) fn has_pass(&self) -> bool {
        self.stones.last() == Some(&PASS) || self.black().checked_sub(1).is_some_and(|last| self.stones[last] == PASS)
    }

    /// Its stones, each with its colour.
    pub(super) fn colored(&self) -> impl Iterator<Item = (usize, [u8; 2])> {
        let black = self.black();
        self.stones.iter().enumerate().map(move |(index, &at)| (usize::from(index >= black), at))
    }

    /// The stones that may have been placed last, with their colour.
    pub(super) fn last(&self) -> impl Iterator<Item = (usize, [u8; 2])> {
        let color = 1 - self.stones.len() % 2;
        self.colored().filter(move |&(of, _)| of == color)
    }

    /// The stones in an order in which they can have been placed.
    pub(super) fn in_turn(&self) -> impl Iterator<Item = [u8; 2]> {
        (0..self.stones.len()).map(|ply| self.stones[ply / 2 + ply % 2 * self.black()])
    }
}
