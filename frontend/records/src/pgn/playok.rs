//! PlayOK's games and seats.

use engine::notation::shorten;
use engine::{Color, Rules};

use super::error::PgnError;

/// The side of the board where the record does not say.
pub(super) const SIDE: usize = 15;

/// The number of PlayOK's game in the tag `GameType`.
const NUMBER: &str = "61";

/// The rules and the side of the board that a tag `GameType` means, as `61,15`; no rules if it names another game.
pub(super) fn game_type(text: &str) -> Result<(Option<Rules>, usize), PgnError> {
    let (number, side) = text.split_once(',').unwrap_or((text, ""));
    let side = match side.trim() {
        "" => SIDE,
        side => side.parse().map_err(|_| PgnError::GameTypeSize(shorten(text)))?,
    };
    Ok((matches!(number.trim(), "" | NUMBER).then_some(Rules::STANDARD), side))
}

/// The opening rule that PlayOK's words belong to.
const SWAP2: &str = "swap2";

/// The stones after which the second seat chooses.
const OPENING: usize = 3;

/// Words other than moves, each of which is the turn of a seat.
const WORDS: [(&str, Option<Color>); 3] = [("black", Some(Color::Black)), ("white", Some(Color::White)), ("--", None)];

/// The turns of the two seats, word by word.
#[derive(Default)]
pub(super) struct Seats {
    turns: usize,
    stones: usize,
    chosen: Vec<&'static str>,
    /// The seat that has Black by the last choice of a colour.
    black: usize,
}

impl Seats {
    /// Takes a stone.
    pub(super) fn stone(&mut self) {
        (self.turns, self.stones) = (self.turns + 1, self.stones + 1);
    }

    /// Takes a word that is no move: a choice, or the turn of a seat that does nothing. False if it is neither.
    pub(super) fn word(&mut self, word: &str) -> bool {
        let Some((name, color)) = WORDS.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(word)) else {
            return false;
        };
        let seat = self.turns % 2;
        self.turns += 1;
        match color {
            Some(color) => {
                self.chosen.push(name);
                self.black = if color == Color::Black { seat } else { 1 - seat };
            }
            // Two more stones, and the other seat chooses.
            None if self.stones == OPENING && self.chosen.is_empty() => self.chosen.push(name),
            None => {}
        }
        true
    }

    /// Whether the second seat has Black.
    pub(super) const fn exchanged(&self) -> bool {
        self.black == 1
    }

    /// The opening rule and what was chosen; empty if nothing was.
    pub(super) fn opening(&self) -> String {
        if self.chosen.is_empty() { String::new() } else { format!("{SWAP2}: {}", self.chosen.join(" ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(text: &str) -> (String, bool) {
        let mut seats = Seats::default();
        for word in text.split(' ') {
            if !seats.word(word) {
                seats.stone();
            }
        }
        (seats.opening(), seats.exchanged())
    }

    #[test]
    fn colours_belong_to_the_seat_that_takes_them() {
        for (text, opening, exchanged) in [
            ("h8 i9 j8 i7", "", false),
            ("h8 i9 j8 black i7 i8", "swap2: black", true),
            ("h8 i9 j8 white -- i7 i8", "swap2: white", false),
            ("h8 i9 j7 -- k9 i7 black i8", "swap2: -- black", false),
            ("h8 i9 j7 -- k9 i7 white -- i8", "swap2: -- white", true),
            ("h8 i9 j7 -- k9 i7", "swap2: --", false),
        ] {
            assert_eq!(seats(text), (opening.to_owned(), exchanged), "{text}");
        }
    }
}
