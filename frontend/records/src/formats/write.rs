//! Checks and output of a format.

use std::io::{self, Write};

use engine::{Game, Move};

use super::Format;
use crate::{Budget, CapacityError, Content, Encoding, Entry, Exceeded, Kind, Part, Tree};

impl Format {
    /// Checks that the format holds the board of a game.
    ///
    /// # Errors
    /// The boards that it holds.
    pub fn check_board(self, game: &Game) -> Result<(), CapacityError> {
        self.profile().form().check(game)
    }

    /// Checks that a game can be written so that nothing of its moves is lost, and of the annotations only the quality of
    /// moves. Names, dates, times, results and foreign properties of SGF are written where there is a place for them.
    ///
    /// # Errors
    /// A part of the record that the format cannot hold.
    pub fn check(self, entry: &Entry) -> Result<(), CapacityError> {
        self.check_in(entry, None)
    }

    /// Checks the same, and that a file in this character set can hold all texts.
    ///
    /// # Errors
    /// A part of the record that the format cannot hold.
    pub fn check_in(self, entry: &Entry, encoding: Option<Encoding>) -> Result<(), CapacityError> {
        if !self.is_written() {
            return Err(CapacityError::ReadOnly(self.name()));
        }
        self.check_board(entry.game)?;
        self.check_setup(entry)?;
        match &entry.tree {
            Some(tree) => self.check_tree(tree)?,
            None => self.check_moves(entry.played())?,
        }
        self.0.check(entry, encoding)?;
        match encoding {
            Some(encoding) if self.profile().kind == Kind::Text => self.check_text(entry, encoding),
            _ => Ok(()),
        }
    }

    fn check_setup(self, entry: &Entry) -> Result<(), CapacityError> {
        let (name, holds) = (self.name(), |part| self.profile().holds(part));
        match &entry.setup {
            _ if entry.has_changes() && !holds(Part::Changes) => Err(CapacityError::Changes(name)),
            Some(_) if !holds(Part::SetUps) => Err(CapacityError::SetUp(name)),
            Some(setup) if setup.captured != [0; 2] && !holds(Part::Captured) => Err(CapacityError::Captured(name)),
            _ => Ok(()),
        }
    }

    fn check_moves(self, moves: impl Iterator<Item = Move> + Clone) -> Result<(), CapacityError> {
        let (name, holds) = (self.name(), |part| self.profile().holds(part));
        let has = |mv| moves.clone().any(|found| found == mv);
        if !holds(Part::Swaps) && has(Move::Swap) {
            return Err(CapacityError::Swap(name));
        }
        if !holds(Part::Passes) && has(Move::Pass) {
            return Err(CapacityError::Pass(name));
        }
        Ok(())
    }

    fn check_tree(self, tree: &Tree) -> Result<(), CapacityError> {
        let (name, holds) = (self.name(), |part| self.profile().holds(part));
        self.check_moves(tree.moves())?;
        if !holds(Part::Trees) && tree.has_variations() {
            return Err(CapacityError::Variations(name));
        }
        match () {
            () if holds(Part::Trees) => Ok(()),
            () if holds(Part::Comment) && tree.has_notes_on_moves() => Err(CapacityError::MoveComments(name)),
            () if !holds(Part::Comment) && tree.has_notes() => Err(CapacityError::Comments(name)),
            () => Ok(()),
        }
    }

    /// Checks that the character set has every character of the text.
    fn check_text(self, entry: &Entry, encoding: Encoding) -> Result<(), CapacityError> {
        if encoding.is_wide() {
            return Err(CapacityError::Encoding(self.name(), encoding));
        }
        let wrong = |char| CapacityError::Character(self.name(), char, encoding);
        encoding.encode(&self.text(entry, encoding)).map(drop).map_err(wrong)
    }

    /// The text of a game whose file will be in a character set.
    fn text(self, entry: &Entry, encoding: Encoding) -> String {
        let mut text = Vec::new();
        self.0.write(entry, encoding, &mut text).expect("memory takes everything");
        String::from_utf8_lossy(&text).into_owned()
    }

    /// The contents of a file of these games, which [`Self::check`] allows.
    ///
    /// # Panics
    /// The format holds one game only, and there is not one, or it is only read.
    #[must_use]
    pub fn write(self, entries: &[Entry]) -> Vec<u8> {
        self.write_in(entries, None)
    }

    /// The same in a character set that [`Self::check_in`] allows.
    ///
    /// # Panics
    /// The format holds one game only, and there is not one, or it is only read.
    #[must_use]
    pub fn write_in(self, entries: &[Entry], encoding: Option<Encoding>) -> Vec<u8> {
        self.write_within(entries, encoding, &Budget::default()).expect("there are no limits")
    }

    /// The same in a character set that [`Self::check_in`] allows, within a budget.
    ///
    /// # Errors
    /// The budget is exceeded.
    ///
    /// # Panics
    /// The format holds one game only, and there is not one, or it is only read.
    pub fn write_within(
        self,
        entries: &[Entry],
        encoding: Option<Encoding>,
        budget: &Budget,
    ) -> Result<Vec<u8>, Exceeded> {
        assert!(!self.is_single() || entries.len() == 1, "checked before");
        let mut out = Vec::new();
        if matches!(self.profile().content, Content::Positions | Content::Collection) {
            self.0.write_all(entries, encoding, &mut out, budget)?;
            return Ok(out);
        }
        for entry in entries {
            budget.check()?;
            let written = self.write_one_in(entry, encoding, &mut Bounded { out: &mut out, budget, next: 0 });
            budget.output(out.len())?;
            if written.is_err() {
                budget.check()?;
            }
            written.expect("memory takes everything");
        }
        Ok(out)
    }

    /// Writes a game, which [`Self::check`] allows, after those before it: in a format whose files hold [any number of
    /// games](Self::is_appended).
    ///
    /// # Errors
    /// The output cannot be written.
    ///
    /// # Panics
    /// The format is only read, or writes all games at once.
    pub fn write_one(self, entry: &Entry, out: &mut dyn Write) -> io::Result<()> {
        self.write_one_in(entry, None, out)
    }

    /// The same in a character set that [`Self::check_in`] allows.
    ///
    /// # Errors
    /// The output cannot be written, or a text has a character that the set lacks.
    ///
    /// # Panics
    /// The format is only read, or writes all games at once.
    pub fn write_one_in(self, entry: &Entry, encoding: Option<Encoding>, out: &mut dyn Write) -> io::Result<()> {
        let encoding = encoding.unwrap_or_else(|| self.0.usual_encoding(entry));
        if self.profile().kind != Kind::Text || encoding == Encoding::UTF_8 {
            return self.0.write(entry, encoding, out);
        }
        let wrong = |char| io::Error::other(format!("'{char}' is no character of {encoding}"));
        out.write_all(&encoding.encode(&self.text(entry, encoding)).map_err(wrong)?)
    }
}

/// Bytes of output between two looks at the budget.
const PIECE: usize = 1 << 16;

/// Memory that takes output within a budget.
struct Bounded<'o> {
    out: &'o mut Vec<u8>,
    budget: &'o Budget,
    /// The length at which the budget is looked at.
    next: usize,
}

impl Write for Bounded<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.out.len() + bytes.len();
        if length >= self.next {
            self.budget.check().and_then(|()| self.budget.output(length)).map_err(io::Error::other)?;
            self.next = length + PIECE;
        }
        self.out.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
