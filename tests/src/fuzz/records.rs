//! Records of games in every format.
//!
//! The first byte chooses the format, the second the game, the third the size of the board. The rest is the file.
//!
//! Errors take one line. Written records are read back equal within the capacity of the format; in SGF with all notes on
//! moves.

use engine::{Game, Rules};
use rand::SeedableRng;
use rand::rngs::StdRng;
use records::Choice;
use records::Replayed;
use records::{Entry, Format, Written};

use super::{fits, game, moves};

pub(super) fn run(data: &[u8]) {
    let [format, rules, size, bytes @ ..] = data else { return };
    let formats = Format::ALL;
    let format = formats[usize::from(*format) % formats.len()];
    // Damaged games may be many.
    for found in format.read(bytes.to_vec(), &options(game(*rules, *size), true)).expect("a game").take(50) {
        match found {
            Ok(entry) => check(entry),
            Err(error) => fits(&error.reason),
        }
    }
}

/// The options that name a game, and its board, too.
fn options(game: &Game, sized: bool) -> Choice {
    let size = sized.then(|| records::Size::of(game.grid()));
    Choice { rules: Some(game.rules().name.to_owned()), size, ..Choice::default() }
}

/// Keeps what the rules allow of a game and writes it in every format that holds it.
fn check(mut entry: Entry) {
    entry.damage.drain(..).for_each(|damage| fits(&damage.reason));
    let tree = entry.tree.take();
    let replayed = Replayed::new(Ok(entry.clone()));
    if let Some(error) = &replayed.error {
        fits(&error.to_string());
    }
    entry.moves.truncate(replayed.moves.len());
    entry.tree = tree.map(|mut tree| {
        if replayed.error.is_some() {
            tree.cut(replayed.moves.len());
        }
        let (legal, refused) = tree.checked(entry.game, entry.setup.as_ref());
        refused.iter().for_each(|refused| fits(&refused.to_string()));
        legal
    });
    let grid = entry.game.grid();
    let square = grid.width() == grid.height();
    let start = options(entry.game, square);
    for format in Format::ALL {
        if let Err(why) = format.check(&entry) {
            fits(&why.to_string());
            continue;
        }
        let written = format.write(std::slice::from_ref(&entry));
        if !square {
            continue;
        }
        let found = format.read(written.clone(), &start).expect("a game").next().expect("one").expect("its own text");
        assert!(found.damage.is_empty(), "{:?}", found.damage);
        if !format.has_games() {
            let again = format.read(format.write(&[found]), &start).expect("a game").next();
            assert!(again.expect("one").expect("its own text").damage.is_empty(), "{format:?}");
            continue;
        }
        assert!(found.played().eq(entry.played()), "{format:?}");
        if *format == Format::SGF {
            assert_eq!(format.write(&[found]), written);
        }
    }
}

pub(super) fn seeds() -> Vec<Vec<u8>> {
    let dice = &mut StdRng::seed_from_u64(1);
    let mut seeds = Vec::new();
    for rules in [0, 5, 7, 9, 11] {
        let size = if rules == 9 || rules == 7 { 10 } else { 2 };
        let game = game(rules, size);
        let written = moves(game, 14, dice).into_iter().map(Written::of).collect();
        let mut entry = Entry::new(None, game, None, written);
        entry.about.players = ["Ann", "Bob"].map(str::to_owned);
        let mut spoken = entry.clone();
        let mut tree = entry.whole().into_owned();
        tree.add(1, entry.played().last().expect("a move"), None, None);
        tree.note_mut(2).say("good\nor not");
        tree.note_mut(3).marked = true;
        tree.note_mut(3).label(game.grid().points().next().expect("a point"), "A");
        spoken.tree = Some(tree);
        for (number, format) in (0..).zip(Format::ALL) {
            for entry in [&entry, &spoken] {
                if format.check(entry).is_ok() {
                    let file = format.write(std::slice::from_ref(entry));
                    seeds.push([&[number, rules, size][..], &file].concat());
                }
            }
        }
    }
    seeds.extend((0..).zip(Format::ALL).filter_map(|(number, format)| {
        let file = SAMPLES.into_iter().find(|(of, _)| of == format)?.1;
        Some([&[number, 9, 10][..], file.as_bytes()].concat())
    }));
    assert!(seeds.len() > Rules::ALL.len(), "every format with some games");
    seeds
}

/// Files as other programs write them, and journals.
const SAMPLES: [(Format, &str); 2] = [
    (
        Format::RIF,
        "<?xml version=\"1.0\"?>\n<database><rules><rule id=\"1\" name=\"RIF\"/></rules>\n\
         <players><player id=\"1\" name=\"Ann\" surname=\"&lt;A&gt;\"/></players>\n\
         <games><game id=\"1\" rule=\"1\" black=\"1\" bresult=\"0.5\" alt=\"i8\"><move>h8 h9 i10</move>\
         <info>good &amp; bad</info></game>\n<game><move>h8i9</move></game></games></database>\n",
    ),
    (
        Format::JSONL,
        "{\"ninuki\":\"tournament\",\"game\":\"renju\",\"board\":\"15x15\",\"flags\":[]}\n\
         {\"players\":[\"a\",\"b\"],\"swapped\":true,\"winner\":0,\"reason\":\"five\",\"moves\":[\"h8\",\"i9\"],\"ms\":[0.5,1]}\n",
    ),
];
