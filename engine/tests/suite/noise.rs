//! Text from outside: whatever it is, it is read or refused, and what was read holds together.

use engine::rules::{ALIASES, FLAGS};
use engine::{AnyRecord, Game, Rules, notation, record};
use referee::dice::{Dice, rounds};
use referee::scene::Setting;

/// Pieces of garbage, used beside pieces of valid text.
const SCRAPS: [&str; 36] = [
    "",
    " ",
    "  ",
    "/",
    "//",
    "x",
    "o",
    "X",
    "O",
    "0",
    "1",
    "19",
    "00",
    "007",
    "99999999999999999999",
    "65535",
    "65536",
    "-1",
    "+3",
    "A1",
    "T19",
    "i9",
    "I9",
    "a0",
    "z99",
    "e5",
    "3,4",
    "3,",
    ",",
    "22,22",
    "swap",
    "PASS",
    "é",
    "😀",
    "\u{0}",
    "\t",
];

/// A good text with some of it replaced, doubled, cut or exchanged.
fn mutated(text: &str, dice: &mut Dice) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..dice.below(4) {
        let at = dice.below(chars.len() + 1);
        let end = (at + dice.below(4)).min(chars.len());
        let scrap: Vec<char> = match dice.below(4) {
            0 => Vec::new(),
            1 => chars[at..end].repeat(2),
            _ => dice.pick(&SCRAPS).chars().collect(),
        };
        chars.splice(at..end, scrap);
    }
    chars.into_iter().collect()
}

fn game(dice: &mut Dice) -> &'static Game {
    let name = Rules::ALL[dice.below(Rules::ALL.len())].name;
    let mut setting = Setting::usual(name);
    if setting.hexagonal() {
        setting.size = 3 + dice.below(7);
    }
    setting.game().expect("a game")
}

/// Asserts that an accepted record is written and read again, and can be played.
fn holds_together(record: &mut dyn AnyRecord, moves: &[String]) {
    let grid = *record.game().grid();
    for text in moves {
        let Ok(mv) = notation::parse_move(&grid, text) else { continue };
        assert_eq!(notation::parse_move(&grid, &notation::move_text(&grid, mv)), Ok(mv));
        let before = (record.position_text(), record.outcome());
        match record.play(mv) {
            Ok(_) => assert!(before.1.is_none()),
            Err(error) => {
                assert!(!error.to_string().is_empty());
                assert_eq!(before, (record.position_text(), record.outcome()), "a refused move changes nothing");
            }
        }
    }
    let text = record.position_text();
    let setup = notation::parse_position(record.game(), &mut text.split(' ').peekable()).expect("its own text");
    let again = self::record(record.game(), Some(&setup)).expect("its own position");
    assert_eq!(again.position_text(), text);
}

#[test]
fn positions_and_moves() {
    let mut dice = Dice::new(8_000_000);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..rounds(20_000) {
        let game = game(&mut dice);
        let scene = referee::tangle::tangle(
            Setting { size: game.grid().size(), ..Setting::usual(game.rules().name) },
            &mut dice,
        );
        let Ok(position) = record(game, Some(&scene.set_up(game))) else { continue };
        let text = mutated(&position.position_text(), &mut dice);
        let mut tokens = text.split(' ').peekable();
        match notation::parse_position(game, &mut tokens) {
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
            Ok(setup) => {
                let Ok(mut record) = record(game, Some(&setup)) else { continue };
                let name = |dice: &mut Dice| {
                    let points: Vec<_> = game.grid().points().collect();
                    let name = game.grid().name(dice.pick(&points));
                    mutated(&name, dice)
                };
                let moves: Vec<String> = (0..dice.below(12)).map(|_| name(&mut dice)).collect();
                holds_together(record.as_mut(), &moves);
                read += 1;
            }
        }
    }
    assert!(read.min(refused) > rounds(20_000) / 20, "{read} read, {refused} refused");
}

#[test]
fn flags_and_names() {
    let mut dice = Dice::new(9_000_000);
    for _ in 0..rounds(20_000) {
        let mut rules = Rules::ALL[dice.below(Rules::ALL.len())].clone();
        let flag = &FLAGS[dice.below(FLAGS.len())];
        let (flag, value) = (mutated(flag.name, &mut dice), mutated(dice.pick(flag.values), &mut dice));
        let before = rules.clone();
        if let Err(error) = rules.set_flag(&flag, &value) {
            assert!(!error.to_string().is_empty());
            assert_eq!(rules, before, "a refused flag changes nothing");
        }
        let name = mutated(before.name, &mut dice);
        if let Ok(found) = Rules::named(&name) {
            let plain = |name: &str| name.trim().replace([' ', '_', '-'], "").to_ascii_lowercase();
            let aliases = ALIASES.iter().filter(|(_, own)| *own == found.name).map(|(alias, _)| *alias);
            assert!(aliases.chain([found.name]).any(|known| plain(known) == plain(&name)), "{name}");
        }
        let side = |dice: &mut Dice| Some(dice.below(40)).filter(|_| dice.chance(80));
        let (size, length) = (side(&mut dice), side(&mut dice));
        if let Ok(game) = Game::new(rules, size, length) {
            assert!(size.is_none_or(|size| size == game.grid().size()));
        }
    }
}

/// Long and hostile texts.
#[test]
fn extremes() {
    let game = Setting::usual("pente").game().expect("a game");
    for text in ["9".repeat(100_000), "/".repeat(100_000), "x".repeat(100_000), "19/".repeat(30_000), "😀".repeat(1000)]
    {
        let line = format!("{text} x {text} {text}");
        assert!(notation::parse_position(game, &mut line.split(' ').peekable()).is_err());
        assert!(notation::parse_move(game.grid(), &text).is_err());
        let error = notation::parse_move(game.grid(), &text).expect_err("no move").to_string();
        assert!(error.chars().count() < 200, "{error}");
    }
}
