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

/// A move: a placement, a swap or a pass.
///
/// The text of a move needs the board that names its points: [`Game::parse_move`](crate::Game::parse_move) reads it,
/// [`Self::display`] writes it.
///
/// # Examples
/// ```
/// use ninuki_engine::{Game, Move, Rules};
///
/// let game = Game::new(Rules::PENTE, None, None)?;
/// let mv = game.parse_move("k10")?;
/// assert_eq!(mv, Move::Place(game.grid().point(9, 9).expect("the centre")));
/// assert_eq!(mv.display(game.grid()).to_string(), "K10");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A stone of the colour to move on an empty point.
    Place(Point),
    /// The players exchange colours; the stones and the colour to move stay.
    Swap,
    /// No stone; allowed only without a legal placement.
    Pass,
}

impl From<Point> for Move {
    fn from(point: Point) -> Self {
        Self::Place(point)
    }
}
