//! From a game chosen at run time to the type of its positions.

use crate::{Game, HexPosition, Shape, SquarePosition, Tactics};

/// Something to be done with the type of position that a game needs.
pub trait Visitor {
    /// The result of the visit.
    type Output;

    /// Does it.
    fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output;
}

impl Game {
    /// Calls `visitor` with the type of position that this game is played with.
    ///
    /// This is the one place where a game chosen at run time becomes a type. Each type compiles the whole search once more, so
    /// hexagons have two: a word of 64 points up to side 5, and the bitboard of squares for larger sides.
    pub fn visit<V: Visitor>(&'static self, visitor: V) -> V::Output {
        match (self.grid().shape(), self.grid().size()) {
            (Shape::Rectangle, _) => visitor.visit::<SquarePosition>(self),
            #[cfg(not(any(small_module, rules_module)))]
            (Shape::Hexagon, ..=5) => visitor.visit::<HexPosition<u64>>(self),
            #[cfg(not(small_module))]
            (Shape::Hexagon, _) => visitor.visit::<HexPosition<crate::Bitboard>>(self),
            #[cfg(small_module)]
            (Shape::Hexagon, _) => visitor.visit::<HexPosition<u128>>(self),
        }
    }
}
