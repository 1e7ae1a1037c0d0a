//! What a format holds of a game; readers and writers ask the same.

use engine::{Game, Move, Shape};

use crate::{Entry, Format, Tree, pos, renlib};

/// The boards that a format holds, or one of the forms it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Boards {
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
    pub(super) fn check(self, game: &Game) -> Result<(), String> {
        self.check_shape(game)?;
        let grid = game.grid();
        let (width, height) = (grid.width(), grid.height());
        match self.boards {
            Boards::Square(side) if (width, height) != (side, side) => {
                Err(format!("{}, this one has {width}x{height}", self.only()))
            }
            _ => Ok(()),
        }
    }

    /// Checks that the board of a game has the shape of those it holds, whatever its size.
    ///
    /// # Errors
    /// Which boards it holds.
    pub(super) fn check_shape(self, game: &Game) -> Result<(), String> {
        match (self.boards, game.grid().shape()) {
            (Boards::All, _) | (_, Shape::Rectangle) => Ok(()),
            (_, Shape::Hexagon) => Err(format!("{}, {} is played on a hexagon", self.only(), game.rules().name)),
        }
    }

    /// `lib has boards of 15x15 points only`.
    pub(super) fn only(self) -> String {
        let name = self.name;
        match self.boards {
            Boards::All => format!("{name} has all boards"),
            Boards::Rectangles => format!("{name} has rectangular boards only"),
            Boards::Square(side) => format!("{name} has boards of {side}x{side} points only"),
        }
    }
}

impl Format {
    /// The format with the boards that it holds in some form.
    pub(super) const fn form(self) -> Form {
        let boards = match self {
            Self::Txt | Self::Sgf => Boards::All,
            Self::Psq | Self::Rec | Self::Pos | Self::Pgn | Self::Offset => Boards::Rectangles,
            Self::Lib => Boards::Square(renlib::SIDE),
        };
        Form { name: self.name(), boards }
    }

    /// Checks that the format holds the board of a game.
    ///
    /// # Errors
    /// Which boards it holds.
    pub fn check_board(self, game: &Game) -> Result<(), String> {
        self.form().check(game)
    }

    /// Whether a file holds one game only.
    #[must_use]
    pub const fn is_single(self) -> bool {
        matches!(self, Self::Psq | Self::Rec | Self::Pos | Self::Lib)
    }

    /// Whether it holds variations, comments and marks.
    #[must_use]
    pub const fn has_trees(self) -> bool {
        matches!(self, Self::Sgf | Self::Lib)
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
    /// What the format does not hold.
    pub fn check(self, entry: &Entry) -> Result<(), String> {
        self.check_board(entry.game)?;
        self.check_setup(entry)?;
        let tree = entry.whole();
        self.check_moves(&tree)?;
        let name = self.name();
        match self {
            Self::Rec | Self::Offset if tree.moves().next().is_none() => {
                Err(format!("{name} has no games without moves"))
            }
            Self::Pos => pos::check(entry),
            Self::Lib => renlib::check(&tree),
            _ => Ok(()),
        }
    }

    fn check_setup(self, entry: &Entry) -> Result<(), String> {
        let name = self.name();
        match &entry.setup {
            Some(_) if !self.has_setups() => Err(format!("{name} has no set-up positions, this game starts from one")),
            Some(setup) if self == Self::Sgf && setup.captured != [0; 2] => {
                Err(format!("{name} has no captured stones in set-up positions, this game starts with some"))
            }
            _ => Ok(()),
        }
    }

    fn check_moves(self, tree: &Tree) -> Result<(), String> {
        let name = self.name();
        let has = |mv| tree.moves().any(|found| found == mv);
        if !self.has_setups() && has(Move::Swap) {
            return Err(format!("{name} has no swap, the players of this game exchange colours"));
        }
        if !self.has_setups() && self != Self::Lib && has(Move::Pass) {
            return Err(format!("{name} has no pass, in this game somebody passes"));
        }
        if !self.has_trees() && tree.has_variations() {
            return Err(format!("{name} has no variations, this game has some; --main-line leaves them out"));
        }
        if !self.has_trees() && tree.has_notes() {
            return Err(format!("{name} has no comments, this game has some; --main-line leaves them out"));
        }
        Ok(())
    }
}
