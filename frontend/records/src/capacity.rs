//! What a format holds of a game; readers and writers ask the same.

use std::fmt;

use engine::{Game, Move, Shape};

use crate::{Encoding, Entry, Format, Tree, db, pos, renlib, rif};

/// The boards that a format holds, or one of the forms it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Boards {
    /// Every board.
    All,
    /// Rows of equal length.
    Rectangles,
    /// Rows and columns of this many points.
    Square(usize),
}

/// A format, or one of the forms it has, and its boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Form {
    /// What it is called in messages.
    pub(super) name: &'static str,
    /// The boards it holds.
    pub(super) boards: Boards,
}

impl Form {
    /// Checks that the board of a game is one of those it holds.
    ///
    /// # Errors
    /// Which boards it holds.
    pub(super) fn check(self, game: &Game) -> Result<(), CapacityError> {
        self.check_shape(game)?;
        let Self { name: format, boards } = self;
        let (width, height) = (game.grid().width(), game.grid().height());
        match boards {
            Boards::Square(side) if (width, height) != (side, side) => {
                Err(CapacityError::Board { format, boards, width, height })
            }
            _ => Ok(()),
        }
    }

    /// Checks that the board of a game has the shape of those it holds, whatever its size.
    ///
    /// # Errors
    /// Which boards it holds.
    pub(super) fn check_shape(self, game: &Game) -> Result<(), CapacityError> {
        let Self { name: format, boards } = self;
        match (boards, game.grid().shape()) {
            (Boards::All, _) | (_, Shape::Rectangle) => Ok(()),
            (_, Shape::Hexagon) => Err(CapacityError::Hexagon { format, boards, game: game.rules().name }),
        }
    }

    /// `lib has boards of 15x15 points only`.
    pub(super) fn only(self) -> String {
        format!("{} has {}", self.name, self.boards)
    }
}

/// `boards of 15x15 points only`.
impl fmt::Display for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all boards"),
            Self::Rectangles => f.write_str("rectangular boards only"),
            Self::Square(side) => write!(f, "boards of {side}x{side} points only"),
        }
    }
}

/// What a format, told by its name, does not hold of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CapacityError {
    /// A board that is a hexagon.
    Hexagon {
        /// The format.
        format: &'static str,
        /// The boards that it holds.
        boards: Boards,
        /// The game.
        game: &'static str,
    },
    /// A board of this size.
    Board {
        /// The format.
        format: &'static str,
        /// The boards that it holds.
        boards: Boards,
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A position to start from.
    SetUp(&'static str),
    /// Captured stones in a position to start from.
    Captured(&'static str),
    /// An exchange of colours.
    Swap(&'static str),
    /// A pass.
    Pass(&'static str),
    /// Variations.
    Variations(&'static str),
    /// Comments, marks and labels.
    Comments(&'static str),
    /// A game without moves.
    NoMoves(&'static str),
    /// A game without moves on a board that is not of 15x15 points.
    NoMovesThere(&'static str),
    /// So many moves.
    Moves {
        /// The format.
        format: &'static str,
        /// The most moves that it holds.
        most: usize,
        /// The moves of the game.
        moves: usize,
    },
    /// A character that the character set of the file lacks.
    Character(&'static str, char, Encoding),
    /// Texts in this character set.
    Encoding(&'static str, Encoding),
    /// Stones that are set up in the middle of a game.
    Changes(&'static str),
    /// A control character in a text.
    Control(&'static str, char),
    /// Marks of moves.
    Marks(&'static str),
    /// Rules that it does not know.
    Rules {
        /// The format.
        format: &'static str,
        /// The game.
        game: &'static str,
    },
    /// A text that is too long.
    Text {
        /// The format.
        format: &'static str,
        /// The most bytes of a text.
        most: usize,
    },
    /// Everything: it is only read.
    ReadOnly(&'static str),
    /// Everything: the feature `databases` is off.
    Disabled(&'static str),
}

impl fmt::Display for CapacityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hexagon { format, boards, game } => write!(f, "{format} has {boards}, {game} is played on a hexagon"),
            Self::Board { format, boards, width, height } => {
                write!(f, "{format} has {boards}, this one has {width}x{height}")
            }
            Self::SetUp(format) => write!(f, "{format} has no set-up positions, this game starts from one"),
            Self::Captured(format) => {
                write!(f, "{format} has no captured stones in set-up positions, this game starts with some")
            }
            Self::Swap(format) => write!(f, "{format} has no swap, the players of this game exchange colours"),
            Self::Pass(format) => write!(f, "{format} has no pass, in this game somebody passes"),
            Self::Variations(format) => write!(f, "{format} has no variations, this game has some"),
            Self::Comments(format) => write!(f, "{format} has no comments, this game has some"),
            Self::NoMoves(format) => write!(f, "{format} has no games without moves"),
            Self::NoMovesThere(format) => write!(f, "{format} has no games without moves on boards other than 15x15"),
            Self::Moves { format, most, moves } => {
                write!(f, "{format} has at most {most} moves, this game has {moves}")
            }
            Self::Character(format, char, encoding) => {
                let shown = char.escape_debug();
                write!(
                    f,
                    "'{shown}' is no character of {encoding}, in which this {format} is to be written; a text has it"
                )
            }
            Self::Encoding(format, encoding) => write!(f, "{format} has no texts in {encoding}"),
            Self::Changes(format) => {
                write!(f, "{format} has no stones that are set up in the middle of a game, this one has some")
            }
            Self::Control(format, char) => {
                write!(f, "{format} has no '{}' in its texts, one of this game has it", char.escape_debug())
            }
            Self::Marks(format) => write!(f, "{format} has no marks, this game has some"),
            Self::Rules { format, game } => {
                write!(f, "{format} numbers the rules of its games, and has no number for those of {game}")
            }
            Self::Text { format, most } => {
                write!(f, "{format} has no texts of more than {most} bytes, this game has one")
            }
            Self::ReadOnly(format) => write!(f, "{format} is a format that is read only"),
            Self::Disabled(format) => write!(f, "{format} is disabled in this build"),
        }
    }
}

impl std::error::Error for CapacityError {}

impl Format {
    /// The format with the boards that it holds in some form.
    pub(super) const fn form(self) -> Form {
        let boards = match self {
            Self::Txt | Self::Sgf | Self::Jsonl => Boards::All,
            Self::Psq | Self::Rec | Self::Pos | Self::Pgn | Self::Db | Self::Offset => Boards::Rectangles,
            Self::Lib => Boards::Square(renlib::SIDE),
            Self::Rif => Boards::Square(rif::SIDE),
        };
        Form { name: self.name(), boards }
    }

    /// Checks that the format holds the board of a game.
    ///
    /// # Errors
    /// Which boards it holds.
    pub fn check_board(self, game: &Game) -> Result<(), CapacityError> {
        self.form().check(game)
    }

    /// Whether a file holds one game only.
    #[must_use]
    pub const fn is_single(self) -> bool {
        matches!(self, Self::Psq | Self::Rec | Self::Pos | Self::Lib)
    }

    /// Whether files of it are written, too.
    #[must_use]
    pub const fn is_written(self) -> bool {
        !matches!(self, Self::Rif | Self::Jsonl)
    }

    /// Whether a file is written game by game.
    #[must_use]
    pub const fn is_appended(self) -> bool {
        matches!(self, Self::Txt | Self::Sgf | Self::Pgn | Self::Offset)
    }

    /// Whether what is read from it are the moves of games, in their order, and not positions.
    #[must_use]
    pub const fn has_games(self) -> bool {
        !matches!(self, Self::Db)
    }

    /// Whether it holds variations, comments and marks.
    #[must_use]
    pub const fn has_trees(self) -> bool {
        matches!(self, Self::Sgf | Self::Pgn | Self::Lib | Self::Db)
    }

    /// Whether it holds positions to start from, and exchanges of colours.
    const fn has_setups(self) -> bool {
        matches!(self, Self::Txt | Self::Sgf)
    }

    /// Checks that a game can be written so that nothing of its moves is lost, and of what is said about them only how good
    /// they are. Names, dates, times, results and properties of SGF that mean nothing here are written where there is a
    /// place for them.
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
        let tree = entry.whole();
        self.check_moves(&tree)?;
        match self {
            Self::Rec | Self::Offset if tree.moves().next().is_none() => Err(CapacityError::NoMoves(self.name())),
            Self::Pos => pos::check(entry),
            Self::Lib => renlib::check(&tree, self.encoding_of(entry, encoding)),
            Self::Db => match encoding {
                Some(encoding) => Err(CapacityError::Encoding(self.name(), encoding)),
                None => db::check(entry, &tree),
            },
            _ => self.check_text(entry, encoding),
        }
    }

    /// Checks that a text has no character that its set lacks.
    fn check_text(self, entry: &Entry, encoding: Option<Encoding>) -> Result<(), CapacityError> {
        let Some(encoding) = encoding else { return Ok(()) };
        if encoding.is_wide() {
            return Err(CapacityError::Encoding(self.name(), encoding));
        }
        let wrong = |char| CapacityError::Character(self.name(), char, encoding);
        encoding.encode(&self.text(entry, encoding)).map(drop).map_err(wrong)
    }

    /// The character set in which a game is written: that which is asked for; else RenLib's files have the one of the file
    /// that was read, or that of Western Europe, and all others UTF-8.
    pub(super) fn encoding_of(self, entry: &Entry, asked: Option<Encoding>) -> Encoding {
        let usual = match self {
            Self::Lib => entry.encoding.unwrap_or(Encoding::WINDOWS_1252),
            _ => Encoding::UTF_8,
        };
        asked.unwrap_or(usual)
    }

    fn check_setup(self, entry: &Entry) -> Result<(), CapacityError> {
        let name = self.name();
        match &entry.setup {
            _ if self != Self::Sgf && entry.has_changes() => Err(CapacityError::Changes(name)),
            Some(_) if !self.has_setups() => Err(CapacityError::SetUp(name)),
            Some(setup) if self == Self::Sgf && setup.captured != [0; 2] => Err(CapacityError::Captured(name)),
            _ => Ok(()),
        }
    }

    fn check_moves(self, tree: &Tree) -> Result<(), CapacityError> {
        let name = self.name();
        let has = |mv| tree.moves().any(|found| found == mv);
        if !self.has_setups() && has(Move::Swap) {
            return Err(CapacityError::Swap(name));
        }
        if !self.has_setups() && !matches!(self, Self::Lib | Self::Pgn) && has(Move::Pass) {
            return Err(CapacityError::Pass(name));
        }
        if !self.has_trees() && tree.has_variations() {
            return Err(CapacityError::Variations(name));
        }
        if !self.has_trees() && tree.has_notes() {
            return Err(CapacityError::Comments(name));
        }
        Ok(())
    }
}
