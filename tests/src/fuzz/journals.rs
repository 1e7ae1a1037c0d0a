//! Journals of tournaments.
//!
//! The first byte chooses the game, the second the size of the board. The rest is the file.
//!
//! Errors take one line, which names the line of the journal. An accepted journal can be reported: winners and faults are
//! those of players of the game, and moves are legal points.

use engine::Rules;
use engine::notation::parse_move;
use matches::tournament::Sample;

use super::{fits, game};

pub(super) fn run(data: &[u8]) {
    let [rules, size, journal @ ..] = data else { return };
    let game = game(*rules, *size);
    let sample = Sample::new(game);
    let read = |verify: bool| sample.read(journal, verify).map_err(|error| error.to_string());
    let checked = read(false);
    match &checked {
        Ok(games) => {
            for played in games {
                let seats = played.winner.into_iter().chain(played.fault.map(|(seat, _)| seat));
                assert!(seats.chain(played.winning_color()).all(|seat| seat < 2));
                assert!(played.moves.iter().all(|text| parse_move(game.grid(), text).is_ok()));
            }
        }
        Err(why) => fits(why),
    }
    match read(true) {
        Ok(games) => assert_eq!(checked, Ok(games), "what is verified is right at first sight"),
        Err(why) => fits(&why),
    }
}

pub(super) fn seeds() -> Vec<Vec<u8>> {
    let seed = |rules: u8| [&[rules, 0][..], &Sample::new(game(rules, 0)).journal(u64::from(rules))].concat();
    (0..Rules::ALL.len() as u8).map(seed).collect()
}
