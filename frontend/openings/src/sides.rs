//! Choices of sides, by the value of the position.

use engine::Color;
use search::Score;

/// Largest value of an even position for either side, in centipoints: a win rate of at most 54 %.
const EVEN: i32 = 30;

/// Decision of the second player after the three stones of swap 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Swap2 {
    /// White stays White.
    Stay,
    /// White takes Black.
    Swap,
    /// White places two more stones and leaves the choice to the first player.
    TwoStones,
}

impl Swap2 {
    /// Returns the decision at a value for White, the side to move. Two stones follow an even position, of 30 centipoints at most
    /// for either side.
    ///
    /// # Examples
    /// ```
    /// # extern crate search as ninuki_search;
    /// use ninuki_openings::Swap2;
    /// use ninuki_search::Score;
    ///
    /// let decided = [90, 30, -30, -31].map(|value| Swap2::of(Score::estimate(value)));
    /// assert_eq!(decided, [Swap2::Stay, Swap2::TwoStones, Swap2::TwoStones, Swap2::Swap]);
    /// ```
    #[must_use]
    pub fn of(score: Score) -> Self {
        match score {
            _ if score > Score::estimate(EVEN) => Self::Stay,
            _ if score < Score::estimate(-EVEN) => Self::Swap,
            _ => Self::TwoStones,
        }
    }
}

/// Whether the player of `decider` exchanges colours at a value `score` for the side `to_move`: whether the other side is ahead.
///
/// # Examples
/// ```
/// # extern crate engine as ninuki_engine;
/// # extern crate search as ninuki_search;
/// use ninuki_engine::Color;
/// use ninuki_openings::exchanges;
/// use ninuki_search::Score;
///
/// assert!(exchanges(Color::White, Color::White, Score::estimate(-1)));
/// assert!(exchanges(Color::White, Color::Black, Score::estimate(1)));
/// assert!(!exchanges(Color::White, Color::White, Score::DRAW));
/// ```
#[must_use]
pub fn exchanges(decider: Color, to_move: Color, score: Score) -> bool {
    if decider == to_move { score < Score::DRAW } else { score > Score::DRAW }
}
