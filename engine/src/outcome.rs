//! How games end, and why moves are refused.

use std::fmt;

use crate::Color;

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// Why the game is over.
    pub reason: Reason,
}

impl Outcome {
    pub(crate) const fn win(winner: Color, reason: Reason) -> Self {
        Self { winner: Some(winner), reason }
    }

    pub(crate) const fn draw(reason: Reason) -> Self {
        Self { winner: None, reason }
    }
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// A five that the opponent cannot break.
    Five,
    /// A breakable five was not broken at once.
    UnbrokenFive,
    /// A capture shortened an overline of the opponent to a five.
    FiveLeftByCapture,
    /// Enough stones were captured.
    Captures,
    /// A line, where lines cannot be broken and boards have no fives to wait for.
    Line,
    /// Black made a forbidden move.
    Foul,
    /// A player gave up (from records).
    Resigned,
    /// A player ran out of time (from records).
    Time,
    /// The winning capture left the opponent a five.
    FifthCaptureLeavesFive,
    /// One stone made a five for both.
    FiveForBoth,
    /// No empty point is left.
    FullBoard,
    /// There is no legal placement.
    NoLegalMove,
    /// The third occurrence of a position.
    Repetition,
    /// The players agreed (from records).
    Agreed,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Five => "five",
            Self::UnbrokenFive => "unbroken five",
            Self::FiveLeftByCapture => "five left by capture",
            Self::Captures => "captures",
            Self::Line => "line",
            Self::Foul => "foul",
            Self::Resigned => "resigned",
            Self::Time => "time",
            Self::FifthCaptureLeavesFive => "fifth capture leaves a five",
            Self::FiveForBoth => "five for both",
            Self::FullBoard => "full board",
            Self::NoLegalMove => "no legal move",
            Self::Repetition => "repetition",
            Self::Agreed => "agreed",
        })
    }
}

/// Why a move is refused. The position is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalMove {
    /// The game is over.
    GameOver,
    /// The point is not empty.
    Occupied,
    /// The point does not belong to the board.
    OutsideBoard,
    /// The first move must take the centre.
    NotCentre,
    /// The second move must be this near to the centre.
    TooFar(usize),
    /// The third move must be at least this far from the centre.
    TooNear(usize),
    /// A double three that no exception allows.
    DoubleThree,
    /// A double four where that is forbidden.
    DoubleFour,
    /// A line longer than five where that is forbidden.
    Overline,
    /// The stone's group would have no liberty.
    Suicide,
    /// Nobody is offered a swap now.
    NoSwap,
    /// Passing needs a position without a legal placement.
    NoPass,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::Occupied => f.write_str("the point is occupied"),
            Self::OutsideBoard => f.write_str("the point is not on the board"),
            Self::NotCentre => f.write_str("the first move must take the centre"),
            Self::TooFar(1) => f.write_str("the second move must be next to the centre"),
            Self::TooFar(n) => write!(f, "the second move must be within {n} points of the centre"),
            Self::TooNear(n) => {
                let side = 2 * n - 1;
                write!(f, "the third move must be outside the central {side}x{side} points")
            }
            Self::DoubleThree => f.write_str("double three"),
            Self::DoubleFour => f.write_str("double four"),
            Self::Overline => f.write_str("overline"),
            Self::Suicide => f.write_str("suicide: the stone's group would have no liberty"),
            Self::NoSwap => f.write_str("no swap is offered now"),
            Self::NoPass => f.write_str("passing is allowed only without a legal placement"),
        }
    }
}

impl std::error::Error for IllegalMove {}
