//! Values as their text, for serde.

use std::borrow::Cow;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::notation::Shown;
use crate::{Color, IllegalMove, Move, Outcome, Point, Reason, SetUp};

macro_rules! write_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }
    )*};
}

macro_rules! read_text {
    ($($type:ty),*) => {$(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                Cow::<str>::deserialize(from)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

write_text!(
    Color,
    Outcome,
    Reason,
    IllegalMove,
    Shown<'_, Point>,
    Shown<'_, Move>,
    Shown<'_, &[Move]>,
    Shown<'_, &SetUp>
);
read_text!(Color, Outcome, Reason);

#[cfg(test)]
mod tests {
    use crate::{Color, Game, Move, Outcome, Reason, Rules};

    #[test]
    fn values_are_their_text() {
        let outcome = Outcome { winner: Some(Color::White), reason: Reason::UnbrokenFive };
        let text = serde_json::to_string(&outcome).expect("text");
        assert_eq!(text, "\"White wins: unbroken five\"");
        assert_eq!(serde_json::from_str::<Outcome>(&text).expect("our own text"), outcome);
        let wrong = serde_json::from_str::<Color>("\"red\"").expect_err("no colour").to_string();
        assert!(wrong.starts_with("\"red\" is no colour, allowed are Black"), "{wrong}");
        let game = Game::new(Rules::ALL[0].clone(), None, None).expect("the usual board");
        let mv = game.parse_move("0,0").expect("a corner");
        let name = mv.display(game.grid()).to_string();
        assert_eq!(serde_json::to_string(&mv.display(game.grid())).expect("text"), format!("\"{name}\""));
        let moves = serde_json::to_string(&game.display_moves(&[mv, Move::Swap])).expect("text");
        assert_eq!(moves, format!("\"{name} swap\""));
    }
}
