//! Records of games in every format.
//!
//! The first byte chooses the format, the second the game. The rest is the file. Run it with
//! `cargo +nightly fuzz run --fuzz-dir fuzz records` in the folder `tests`.
//!
//! Nothing may panic, what is wrong is said in one line, and what a format holds is read as it was written: in SGF all that
//! is said about the moves, too.

#![no_main]

use clap::ValueEnum;
use engine::Rules;
use frontend::args::{GameArgs, StartArgs};
use frontend::formats::{Entry, Format};
use frontend::replayed::Replayed;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let [format, game, bytes @ ..] = data else { return };
    let formats = Format::value_variants();
    let format = formats[usize::from(*format) % formats.len()];
    let rules = &Rules::ALL[usize::from(*game) % Rules::ALL.len()];
    let game = GameArgs { rules: Some(rules.name.to_owned()), ..GameArgs::default() };
    let start = StartArgs { game, ..StartArgs::default() };
    // Damaged games may be many.
    for found in format.read(bytes.to_vec(), &start).expect("a game").take(50) {
        match found {
            Ok(entry) => check(entry),
            Err(error) => fits(&error.reason),
        }
    }
});

/// What is wrong is one line.
fn fits(text: &str) {
    assert!(!text.is_empty() && !text.contains(char::is_control), "{text:?}");
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
    let size = (grid.width() == grid.height()).then_some(grid.size());
    let game = GameArgs { rules: Some(entry.game.rules().name.to_owned()), size, ..GameArgs::default() };
    let start = StartArgs { game, ..StartArgs::default() };
    for format in Format::value_variants() {
        if let Err(why) = format.check(&entry) {
            fits(&why);
            continue;
        }
        let written = format.write(std::slice::from_ref(&entry));
        if size.is_none() {
            continue;
        }
        let found = format.read(written.clone(), &start).expect("a game").next().expect("one").expect("its own text");
        assert!(found.damage.is_empty(), "{:?}", found.damage);
        assert!(found.played().eq(entry.played()), "{format:?}");
        if *format == Format::Sgf {
            assert_eq!(format.write(&[found]), written);
        }
    }
}
