//! Playing levels.
//!
//! A weak level does not blunder at random. It looks less far ahead, overlooks points far from the last stones and quiet
//! threats, and is content with a move that is nearly as good as the best.

use std::fmt;
use std::str::FromStr;

use engine::notation::shorten;

/// A level of play, 1 (a beginner) to 10 (full strength).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

impl Level {
    /// Full strength.
    pub const FULL: Self = Self(10);

    /// The strength of the level.
    #[must_use]
    pub const fn strength(self) -> Strength {
        STRENGTHS[self.0 as usize - 1]
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Self, LevelError> {
        let number = text.parse().ok().filter(|number| (1..=10).contains(number));
        number.map(Self).ok_or_else(|| LevelError(shorten(text)))
    }
}

/// A text that is no level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelError(String);

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is no level, levels are 1 to 10", self.0)
    }
}

impl std::error::Error for LevelError {}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The limits of a level.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// The greatest depth, in plies.
    pub depth: Option<u32>,
    /// The most visited positions.
    pub nodes: Option<u64>,
    /// The number of best moves among which it chooses.
    pub lines: usize,
    /// The loss of win rate that makes a move e times less likely to be chosen.
    pub softness: f64,
    /// The probability that it overlooks a quiet point far from the last stones.
    pub overlooks: f64,
    /// The probability that it overlooks a win by the next stone, of either side.
    pub slips: f64,
}

/// Level 1 first. From level 3 on no win by the next stone is overlooked, its own or the opponent's.
const STRENGTHS: [Strength; 10] = [
    weak(1, 2_000, 12, 0.180, 0.80, 0.20),
    weak(1, 4_000, 9, 0.085, 0.60, 0.07),
    weak(2, 8_000, 8, 0.050, 0.40, 0.0),
    weak(3, 15_000, 6, 0.040, 0.25, 0.0),
    weak(4, 30_000, 5, 0.030, 0.15, 0.0),
    weak(5, 60_000, 4, 0.020, 0.08, 0.0),
    weak(7, 150_000, 3, 0.015, 0.03, 0.0),
    weak(9, 400_000, 2, 0.010, 0.0, 0.0),
    Strength { depth: None, nodes: Some(1_000_000), lines: 1, softness: 0.0, overlooks: 0.0, slips: 0.0 },
    Strength { depth: None, nodes: None, lines: 1, softness: 0.0, overlooks: 0.0, slips: 0.0 },
];

const fn weak(depth: u32, nodes: u64, lines: usize, softness: f64, overlooks: f64, slips: f64) -> Strength {
    Strength { depth: Some(depth), nodes: Some(nodes), lines, softness, overlooks, slips }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_weaker_than_the_next() {
        for pair in STRENGTHS.windows(2) {
            let [weak, strong] = pair else { unreachable!("windows of two") };
            assert!(weak.depth.unwrap_or(u32::MAX) <= strong.depth.unwrap_or(u32::MAX));
            assert!(weak.nodes.unwrap_or(u64::MAX) < strong.nodes.unwrap_or(u64::MAX));
            assert!(weak.lines >= strong.lines && weak.softness >= strong.softness);
            assert!(weak.overlooks >= strong.overlooks && weak.slips >= strong.slips);
        }
        assert!(STRENGTHS[2..].iter().all(|level| level.slips == 0.0));
    }

    #[test]
    fn levels_are_1_to_10() {
        assert_eq!("10".parse(), Ok(Level::FULL));
        for text in ["0", "11", "-1", "", "x", "+3x"] {
            assert!(text.parse::<Level>().is_err(), "{text}");
        }
    }
}
