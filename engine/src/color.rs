//! The two colours.

use std::ops::Not;

/// A colour: Black moves first and is written `x`, White is written `o`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// The first player, Eks, `x`.
    Black,
    /// The second player, Ohs, `o`.
    White,
}

impl Color {
    /// Both colours, in the order in which they move.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// 0 for Black, 1 for White.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `x` or `o`.
    #[must_use]
    pub const fn symbol(self) -> char {
        match self {
            Self::Black => 'x',
            Self::White => 'o',
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}
