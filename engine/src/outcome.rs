//! How games end, and why moves are refused.

use std::fmt;
use std::str::FromStr;

use crate::Color;
use crate::names::NameError;

/// The result of a finished game.
///
/// As text: `Black wins: five`, `draw: full board`.
///
/// # Examples
/// ```
/// use ninuki_engine::{Color, Outcome, Reason};
///
/// let outcome: Outcome = "Black wins: captures".parse()?;
/// assert_eq!(outcome, Outcome { winner: Some(Color::Black), reason: Reason::Captures });
/// assert_eq!("draw: full board".parse::<Outcome>()?.to_string(), "draw: full board");
/// # Ok::<(), ninuki_engine::notation::NameError>(())
/// ```
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

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self.winner {
            Some(color) => format!("{color} wins: {}", self.reason),
            None => format!("draw: {}", self.reason),
        })
    }
}

impl FromStr for Outcome {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let wrong =
            || NameError::new("outcome", text, "\"Black wins: REASON\", \"White wins: REASON\", \"draw: REASON\"");
        let (who, reason) = text.split_once(": ").ok_or_else(wrong)?;
        let winner = match who.strip_suffix(" wins") {
            Some(color) => Some(color.parse()?),
            None if who.eq_ignore_ascii_case("draw") => None,
            None => return Err(wrong()),
        };
        Ok(Self { winner, reason: reason.parse()? })
    }
}

/// Why a game is over. As text in lower case: `unbroken five`, `no legal move`.
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

impl Reason {
    /// All reasons: wins first.
    pub const ALL: [Self; 14] = [
        Self::Five,
        Self::UnbrokenFive,
        Self::FiveLeftByCapture,
        Self::Captures,
        Self::Line,
        Self::Foul,
        Self::Resigned,
        Self::Time,
        Self::FifthCaptureLeavesFive,
        Self::FiveForBoth,
        Self::FullBoard,
        Self::NoLegalMove,
        Self::Repetition,
        Self::Agreed,
    ];
}

impl FromStr for Reason {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let found = Self::ALL.into_iter().find(|reason| reason.to_string().eq_ignore_ascii_case(text));
        found.ok_or_else(|| NameError::new("reason", text, &Self::ALL.map(|reason| reason.to_string()).join(", ")))
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
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
    /// The third move must not lie there on the row or column of the centre.
    OnAxis,
    /// A double three that no exception allows.
    DoubleThree,
    /// A double four where that is forbidden.
    DoubleFour,
    /// A line longer than five where that is forbidden.
    Overline,
    /// The stone's group would have no liberty.
    Suicide,
    /// No swap is offered now.
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
            Self::OnAxis => f.write_str("the third move must not lie so on the row or column of the centre"),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_read_as_they_are_written() {
        for reason in Reason::ALL {
            for winner in [None, Some(Color::Black), Some(Color::White)] {
                let outcome = Outcome { winner, reason };
                assert_eq!(outcome.to_string().parse(), Ok(outcome));
            }
        }
        for wrong in
            ["", "Black", "Black wins", "Black wins: ", "five", "draw: ", "Green wins: five", "Blackwins: five"]
        {
            assert!(wrong.parse::<Outcome>().is_err(), "{wrong}");
        }
        let refused = "draw: tired".parse::<Outcome>().expect_err("no reason").to_string();
        assert!(refused.starts_with("\"tired\" is no reason, allowed are five, unbroken five"), "{refused}");
    }
}
