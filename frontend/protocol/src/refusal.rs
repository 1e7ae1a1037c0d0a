//! Refusals of commands.

use std::fmt;

use engine::{GameError, IllegalMove, Outcome, SetUpError};

use crate::grammar::Cell;

/// The reason why a command is not obeyed. The state is as before it.
///
/// # Examples
/// ```
/// use ninuki_protocol::{Command, GameState, Refusal};
///
/// let mut state = GameState::default();
/// assert_eq!(state.follow(&Command::Begin), Err(Refusal::NotStarted));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// There is no board yet.
    NotStarted,
    /// No game here has such a board.
    NoSuchBoard,
    /// The setting is invalid.
    Setting(String),
    /// The rules are unknown.
    Rules(String),
    /// No hexagon fills a box of this size.
    Box {
        /// The name of the game.
        game: &'static str,
    },
    /// The game is not played on this board.
    Game(GameError),
    /// The point is not on the board.
    Outside(Cell),
    /// The move is illegal.
    Illegal(Cell, IllegalMove),
    /// A pass is not allowed.
    Pass(IllegalMove),
    /// The game is over.
    Over(Outcome),
    /// The position is impossible.
    SetUp(SetUpError),
    /// A wall in a game that has none.
    Wall(Cell),
    /// The board is not empty.
    NotEmpty,
    /// Another move is the newest.
    NotNewest(Cell),
    /// No swap is offered after these moves.
    NoSwap,
    /// The opening protocol does not belong to this game.
    NoSwap2,
    /// Swap 2 needs another number of stones.
    Swap2Count(usize),
    /// The step of the Soosorv opening needs another number of moves.
    SoosorvCount {
        /// The step, from 1.
        step: usize,
        /// The number of moves that belongs to it.
        needs: usize,
        /// The number of moves sent.
        found: usize,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStarted => f.write_str("there is no board yet, send START first"),
            Self::NoSuchBoard => f.write_str("unsupported size, allowed are sides from 5 to 22"),
            Self::Setting(why) => f.write_str(why),
            Self::Rules(name) => write!(f, "unsupported rule {name}"),
            Self::Box { game } => write!(f, "{game} needs START n with n = 2 * side - 1, from 5 to 17 and odd"),
            Self::Game(error) => error.fmt(f),
            Self::Outside(cell) => write!(f, "{cell} is not on the board"),
            Self::Illegal(cell, why) => write!(f, "{cell} is refused: {why}"),
            Self::Pass(why) => why.fmt(f),
            Self::Over(Outcome { reason, .. }) => write!(f, "the game is over: {reason}"),
            Self::SetUp(error) => error.fmt(f),
            Self::Wall(cell) => write!(f, "{cell} cannot be a wall in this game"),
            Self::NotEmpty => f.write_str("BEGIN needs an empty board"),
            Self::NotNewest(cell) => write!(f, "{cell} is not the newest move"),
            Self::NoSwap => f.write_str("no swap is offered after these moves"),
            Self::NoSwap2 => f.write_str("swap 2 is for square boards without captures"),
            Self::Swap2Count(found) => write!(f, "swap 2 is decided with 0, 3 or 5 stones, not with {found}"),
            Self::SoosorvCount { step, needs, found } => {
                write!(f, "step {step} of Soosorv needs {needs} moves, not {found}")
            }
        }
    }
}

impl std::error::Error for Refusal {}
