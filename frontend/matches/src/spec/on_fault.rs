//! Treatment of games that end by a fault.

/// Treatment of a game that a fault ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnFault {
    /// The engine loses the game.
    Lose,
    /// The game is replayed up to a limit; after that the engine loses it.
    Replay,
    /// The tournament stops, and the game is void.
    Stop,
}
