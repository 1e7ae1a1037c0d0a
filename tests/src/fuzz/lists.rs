//! Lists of openings for tournaments: offsets, points without gaps, positions and moves.
//!
//! The first byte chooses the game, the second the size of the board. The rest is the file.
//!
//! An error is one line that begins with the number of the line. Openings are legal and end no game.

use engine::record;
use openings::lists::parse;
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::{fits, game, moves};

pub(super) fn run(data: &[u8]) {
    let [rules, size, list @ ..] = data else { return };
    let game = game(*rules, *size);
    match parse(list, game) {
        Ok(openings) => {
            for opening in openings {
                let mut record = record(game, opening.setup.as_ref()).expect("a position");
                opening.moves.iter().for_each(|&mv| drop(record.play(mv).expect("a legal move")));
                assert_eq!(record.outcome(), None);
            }
        }
        Err(error) => {
            let why = error.to_string();
            fits(&why);
            assert!(why.starts_with(|char: char| char.is_ascii_digit()), "{why}");
        }
    }
}

pub(super) fn seeds() -> Vec<Vec<u8>> {
    let dice = &mut StdRng::seed_from_u64(4);
    let mut seeds: Vec<Vec<u8>> = [
        (7, 10, "0,0, 1,1, 2,-1\r\n-3,2, 1,0\n"),
        (9, 10, "# balanced\nh8i9j10\nmoves h8 h9 # two\n\nh8 i9 g7\n"),
        (7, 10, "position 15/15/15/15/15/15/7x7/15/15/15/15/15/15/15/15 o moves a1 b1\n"),
    ]
    .map(|(rules, size, list)| [&[rules, size], list.as_bytes()].concat())
    .to_vec();
    for rules in [0, 5, 11] {
        let game = game(rules, 0);
        let words = moves(game, 6, dice).into_iter().map(|mv| engine::notation::move_text(game.grid(), mv));
        seeds.push([&[rules, 0][..], words.collect::<Vec<_>>().join(" ").as_bytes()].concat());
    }
    seeds
}
