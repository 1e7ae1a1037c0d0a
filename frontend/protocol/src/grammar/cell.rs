//! Points and stones in the notation of the protocol.

use std::fmt;

use engine::{Game, Point};

use super::words::decimal;

/// A point of the board: `x,y`, both from 0 at the top left.
///
/// # Examples
/// ```
/// use ninuki_protocol::Cell;
///
/// assert_eq!(Cell::parse("7,8"), Some(Cell { x: 7, y: 8 }));
/// assert_eq!(Cell::parse("7"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    /// The column.
    pub x: usize,
    /// The row.
    pub y: usize,
}

impl Cell {
    /// The cell of a point.
    ///
    /// # Examples
    /// ```
    /// use engine::{Game, Rules};
    /// use ninuki_protocol::Cell;
    ///
    /// let game = Game::new(Rules::FREESTYLE, Some(15), None)?;
    /// let point = game.grid().point(7, 8).expect("a point");
    /// assert_eq!(Cell::of(game, point), Cell { x: 7, y: 8 });
    /// # Ok::<(), engine::GameError>(())
    /// ```
    #[must_use]
    pub fn of(game: &Game, point: Point) -> Self {
        let (x, y) = game.grid().xy(point);
        Self { x, y }
    }

    /// Parses `x,y`: two decimal numbers without signs and blanks.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (x, y) = text.split_once(',')?;
        Some(Self { x: decimal(x)?, y: decimal(y)? })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// The owner of a cell, seen from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Owner {
    /// Field 1: the side to move.
    Own,
    /// Field 2: the other side.
    Opponent,
    /// Field 3: a wall, which blocks lines.
    Wall,
}

/// One line of `BOARD`: `x,y,field`.
///
/// # Examples
/// ```
/// use ninuki_protocol::{Owner, Stone};
///
/// let stone = Stone::parse("7,8,2").expect("a stone");
/// assert_eq!((stone.owner, stone.to_string().as_str()), (Owner::Opponent, "7,8,2"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stone {
    /// Its point.
    pub cell: Cell,
    /// Its owner.
    pub owner: Owner,
}

impl Stone {
    /// Parses `x,y,field`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (cell, field) = text.rsplit_once(',')?;
        let owner = match field {
            "1" => Owner::Own,
            "2" => Owner::Opponent,
            "3" => Owner::Wall,
            _ => return None,
        };
        Some(Self { cell: Cell::parse(cell)?, owner })
    }
}

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = match self.owner {
            Owner::Own => 1,
            Owner::Opponent => 2,
            Owner::Wall => 3,
        };
        write!(f, "{},{field}", self.cell)
    }
}
