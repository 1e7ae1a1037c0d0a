//! How games ended, as records say it.

use std::fmt;

use engine::{Color, Outcome, Reason};

/// How a game ended, as its record says; the rules may know better.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The way in which the winner, if there is one, won.
    pub how: How,
}

/// Ways to win a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// The record does not say.
    Unsaid,
    /// A line.
    Five,
    /// Captured stones.
    Captures,
    /// The opponent gave up.
    Resigned,
    /// The opponent ran out of time.
    Time,
    /// The opponent did what is not allowed.
    Forfeit,
}

impl Claim {
    /// The result that a text states, as `RE` of SGF has it: `B+R`, `W`, `Black wins by resignation`. `None` if it states
    /// none, as `Void` and `?`.
    ///
    /// # Examples
    /// ```
    /// use ninuki_records::Claim;
    ///
    /// assert_eq!(Claim::stated("White wins on time").map(|claim| claim.to_string()).as_deref(), Some("W+T"));
    /// assert_eq!(Claim::stated("Void"), None);
    /// ```
    #[must_use]
    pub fn stated(text: &str) -> Option<Self> {
        crate::sgf::claim(text)
    }

    /// The result that holds where the rules find none: resigned, time, agreed. Lines and captures are for the rules
    /// to find, and a win without a reason is none of these.
    #[must_use]
    pub const fn outcome(self) -> Option<Outcome> {
        let reason = match (self.winner, self.how) {
            (None, _) => Reason::Agreed,
            (Some(_), How::Resigned) => Reason::Resigned,
            (Some(_), How::Time) => Reason::Time,
            _ => return None,
        };
        Some(Outcome { winner: self.winner, reason })
    }

    /// The same with the colours exchanged.
    #[must_use]
    pub fn exchanged(self) -> Self {
        Self { winner: self.winner.map(|color| !color), ..self }
    }
}

/// `B+5`, `W+Captures`, `B+T`, `W+F`, `B+R`, `B+`, `Draw`, as SGF has it.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(winner) = self.winner else { return f.write_str("Draw") };
        let how = match self.how {
            How::Unsaid => "",
            How::Five => "5",
            How::Captures => "Captures",
            How::Resigned => "R",
            How::Time => "T",
            How::Forfeit => "F",
        };
        let winner = if winner == Color::Black { 'B' } else { 'W' };
        write!(f, "{winner}+{how}")
    }
}

impl From<Outcome> for Claim {
    fn from(outcome: Outcome) -> Self {
        let how = match outcome.reason {
            Reason::Five | Reason::UnbrokenFive | Reason::FiveLeftByCapture => How::Five,
            Reason::Captures => How::Captures,
            Reason::Resigned => How::Resigned,
            Reason::Time => How::Time,
            _ => How::Unsaid,
        };
        Self { winner: outcome.winner, how }
    }
}
