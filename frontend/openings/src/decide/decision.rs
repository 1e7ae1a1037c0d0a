//! A decision and its reason.

use std::fmt;

/// An answer to the task of an opening, with its reason.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The answer.
    pub answer: String,
    /// The reason in English, with the win rate of Black.
    pub why: String,
    /// The reason for programs.
    pub grounds: Grounds,
    /// The probability that Black wins after it; `None` without a search.
    pub black: Option<f64>,
}

/// The reason of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grounds {
    /// One of many ways to begin.
    Varied,
    /// The other player may choose a side.
    Balanced,
    /// The best stone.
    Best,
    /// The win rate of Black decides.
    WinRate,
    /// The value of an opening book decides.
    Book,
    /// This number of fifth moves keeps Black at one half or more.
    FairMoves(usize),
    /// The best move that no symmetry maps to another offer.
    BestOffer,
    /// The worst move for Black.
    WorstForBlack,
}

/// The reason in English; empty for [`WinRate`](Self::WinRate).
impl fmt::Display for Grounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Varied => f.write_str("one of many ways to begin"),
            Self::Balanced => f.write_str("the other player may choose a side"),
            Self::Best => f.write_str("the best stone"),
            Self::WinRate => Ok(()),
            Self::Book => f.write_str("by the opening book"),
            Self::FairMoves(moves) => write!(f, "{moves} moves keep Black at one half or more"),
            Self::BestOffer => f.write_str("the best that looks like no other"),
            Self::WorstForBlack => f.write_str("the worst for Black"),
        }
    }
}

impl Decision {
    pub(super) fn new(answer: String, grounds: Grounds, black: Option<f64>) -> Self {
        let rate = match grounds {
            Grounds::FairMoves(_) => None,
            _ => black.map(|black| format!("Black wins {:.1} % of the time", 100.0 * black)),
        };
        let parts = [Some(grounds.to_string()).filter(|text| !text.is_empty()), rate];
        Self { answer, why: parts.into_iter().flatten().collect::<Vec<_>>().join(", "), grounds, black }
    }
}
