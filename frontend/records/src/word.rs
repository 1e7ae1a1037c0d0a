//! Words in the place of a move: a pass, and how a player gives a game up.

use engine::Color;

use crate::{Claim, How};

/// A word in the place of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    /// `pass`, `passes`, `passed`, `--`.
    Pass,
    /// `resign`, `resigns`, `resigned`.
    Resign,
    /// `time`, `timeout`, `time-out`, `timed out`.
    Time,
    /// `forfeit`, `forfeits`, `forfeited`.
    Forfeit,
}

impl Word {
    /// The word that a text is, in any case.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase().replace(['_', ' '], "-");
        match text.as_str() {
            "pass" | "passes" | "passed" | "--" => Some(Self::Pass),
            "resign" | "resigns" | "resigned" => Some(Self::Resign),
            "time" | "timeout" | "time-out" | "timed-out" => Some(Self::Time),
            "forfeit" | "forfeits" | "forfeited" => Some(Self::Forfeit),
            _ => None,
        }
    }

    /// The result if the player with this colour ends the game so; `None` for a pass.
    pub(crate) fn claim(self, by: Color) -> Option<Claim> {
        let how = match self {
            Self::Pass => return None,
            Self::Resign => How::Resigned,
            Self::Time => How::Time,
            Self::Forfeit => How::Forfeit,
        };
        Some(Claim { winner: Some(!by), how })
    }
}

/// Whether a text is a letter and digits, as most words of records are.
pub(crate) fn is_name(word: &str) -> bool {
    matches!(word.as_bytes(), [first, rest @ ..]
        if first.is_ascii_alphabetic() && !rest.is_empty() && rest.iter().all(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_a_game_for_the_player_who_says_them() {
        let claim = |text, by| Word::of(text).and_then(|word| word.claim(by)).map(|claim| (claim.winner, claim.how));
        assert_eq!(claim("resign", Color::White), Some((Some(Color::Black), How::Resigned)));
        assert_eq!(claim("Time_Out", Color::Black), Some((Some(Color::White), How::Time)));
        assert_eq!(claim("forfeits", Color::Black), Some((Some(Color::White), How::Forfeit)));
        assert_eq!((claim("pass", Color::Black), Word::of("--")), (None, Some(Word::Pass)));
        assert!(["", "h8", "p", "times", "swap", "tt"].iter().all(|text| Word::of(text).is_none()));
    }
}
