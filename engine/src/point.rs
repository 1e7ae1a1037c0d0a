//! Points of a board and the moves of a game.

/// A point, as an index that only its own board can read (see [`Grid`](crate::Grid)).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(u16);

impl Point {
    /// The point with this index.
    #[inline]
    #[must_use]
    pub const fn new(index: usize) -> Self {
        debug_assert!(index < 512);
        Self(index as u16)
    }

    /// The index, below 512.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a player may do when it is his turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A stone of the colour to move on an empty point.
    Place(Point),
    /// The players exchange colours; the stones and the colour to move stay.
    Swap,
    /// No stone; allowed only without a legal placement.
    Pass,
}
