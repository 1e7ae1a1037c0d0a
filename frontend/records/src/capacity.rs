//! Limits of formats: boards, and the parts of a game that a format cannot hold.

use std::fmt;

use engine::{Game, Shape};

use crate::Encoding;

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
    /// Its name in messages.
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

    /// Width and height of the only board that it holds.
    #[cfg(feature = "databases")]
    pub(super) const fn sides(self) -> Option<(usize, usize)> {
        match self.boards {
            Boards::Square(side) => Some((side, side)),
            Boards::All | Boards::Rectangles => None,
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

/// A part of a game that a format, given by its name, cannot hold.
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
    /// Comments, marks and labels beside a comment on the start.
    MoveComments(&'static str),
    /// A game without moves.
    NoMoves(&'static str),
    /// A game without moves on a board that is not of 15x15 points.
    NoMovesThere(&'static str),
    /// More moves than fit.
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
            Self::MoveComments(format) => {
                write!(f, "{format} has one comment on the start of a game, this one has more, or marks or labels")
            }
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
