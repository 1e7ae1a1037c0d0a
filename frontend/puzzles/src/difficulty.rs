//! Difficulty of puzzles, and the rating of those who solve them.

use std::fmt;

/// How hard a puzzle is, 0 to 100.
///
/// The sum of three parts: 8 for each own move of the proof after the second (40 at most), 6 for each plausible wrong move (24
/// at most), 6 for each level that does not find the solution (36 at most).
///
/// # Examples
/// ```
/// use ninuki_puzzles::Difficulty;
///
/// assert_eq!(Difficulty { plies: 3, plausible: 0, level: Some(1) }.value(), 0);
/// assert_eq!(Difficulty { plies: 9, plausible: 2, level: Some(4) }.value(), 24 + 12 + 18);
/// assert_eq!(Difficulty { plies: 41, plausible: 9, level: None }.value(), 100);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difficulty {
    /// The plies of the proof.
    pub plies: u32,
    /// The wrong moves among the best ones of the search after which the side to move stands even at least; for an only
    /// move, those that do not lose by the threatened win as it is.
    pub plausible: u32,
    /// The lowest level of play whose depth and nodes find the solution, 1 to 6; `None` if none of them does.
    pub level: Option<u32>,
}

impl Difficulty {
    /// The levels that are tried.
    pub const LEVELS: u32 = 6;

    /// The difficulty, 0 to 100.
    #[must_use]
    pub fn value(self) -> u32 {
        let length = 8 * (self.plies / 2).saturating_sub(1);
        let level = 6 * (self.level.unwrap_or(Self::LEVELS + 1).clamp(1, Self::LEVELS + 1) - 1);
        length.min(40) + 6 * self.plausible.min(4) + level
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

/// The rating of a solver, by Elo's formula: a puzzle of difficulty D has the rating 800 + 14 D.
///
/// # Examples
/// ```
/// use ninuki_puzzles::{Difficulty, Rating};
///
/// let easy = Difficulty { plies: 3, plausible: 0, level: Some(1) };
/// let rating = Rating::default().after(easy, true);
/// assert_eq!(rating.value().round(), 1203.0);
/// assert!(Rating::default().after(easy, false) < Rating::default());
/// ```
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Rating(pub f64);

impl Default for Rating {
    fn default() -> Self {
        Self(1200.0)
    }
}

impl Rating {
    /// The largest change by one puzzle.
    const STEP: f64 = 32.0;

    /// The rating of a puzzle.
    #[must_use]
    pub fn of(difficulty: Difficulty) -> Self {
        Self(f64::from(800 + 14 * difficulty.value()))
    }

    /// The number.
    #[must_use]
    pub const fn value(self) -> f64 {
        self.0
    }

    /// The rating after a puzzle that was solved or not.
    #[must_use]
    pub fn after(self, difficulty: Difficulty, solved: bool) -> Self {
        let expected = 1.0 / (1.0 + 10f64.powf((Self::of(difficulty).0 - self.0) / 400.0));
        Self(self.0 + Self::STEP * (f64::from(u8::from(solved)) - expected))
    }
}
