//! Points and stones as the protocol writes them.

use std::fmt;

use crate::words::decimal;

/// A point of the board as the protocol writes it: `x,y`, both from 0, the top left being `0,0`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    /// The column.
    pub x: usize,
    /// The row.
    pub y: usize,
}

impl Cell {
    /// Reads `x,y`: two plain decimal numbers.
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

/// Whose stone lies on a cell, seen from the side that is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Owner {
    /// Field 1: the side to move.
    Own,
    /// Field 2: the other side.
    Opponent,
    /// Field 3: nobody; the cell blocks lines.
    Wall,
}

/// One line of `BOARD`: `x,y,field`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stone {
    /// Where it lies.
    pub cell: Cell,
    /// Whose it is.
    pub owner: Owner,
}

impl Stone {
    /// Reads `x,y,field`.
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
