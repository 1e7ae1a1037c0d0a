//! The numbers of legal move sequences in `data/perft`, one file per game.
//!
//! A block of a file begins with the board: `board SIZE [length N] [flag NAME=VALUE]…`. Then come the position, as
//! `start`, `moves M1 M2 …` or `position TEXT`, and lines `DEPTH COUNT`. Lines that begin with `#` are skipped.
//!
//! `PERFT=overwrite cargo test -p ninuki-engine perft` writes the counts of the engine; the referee still checks small ones.

use std::path::PathBuf;

use engine::{Rules, notation};
use referee::Referee;
use referee::duel::Duel;
use referee::scene::{Scene, Setting};

/// The referee counts up to here.
const SLOW: u64 = 3000;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft").join(name).with_extension("txt")
}

/// The board of a block, from its first line.
fn setting(name: &'static str, line: &str) -> Setting {
    let mut words = line.split(' ').skip(1);
    let number = |words: &mut dyn Iterator<Item = &str>| words.next().expect("a number").parse().expect("a number");
    let mut setting = Setting::new(name, number(&mut words));
    let mut flags = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "length" => setting = setting.length(number(&mut words)),
            "flag" => {
                let flag = words.next().and_then(|flag| flag.split_once('=')).expect("a flag");
                flags.push((flag.0.to_owned().leak() as &str, flag.1.to_owned().leak() as &str));
            }
            _ => panic!("{name}: {line}"),
        }
    }
    setting.flags(flags.leak())
}

/// The position of a block, from its second line.
fn duel(setting: Setting, line: &str) -> Duel {
    let game = setting.game().unwrap_or_else(|error| panic!("{line}: {error}"));
    let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
    if kind == "position" {
        let set_up = notation::parse_position(game, &mut rest.split(' ').peekable());
        let set_up = set_up.unwrap_or_else(|error| panic!("{line}: {error}"));
        let stones = set_up.stones.iter().map(|&(point, color)| (game.grid().xy(point), color)).collect();
        return Duel::set_up(&Scene {
            stones,
            to_move: set_up.to_move,
            captured: set_up.captured,
            ..Scene::empty(setting)
        });
    }
    assert!(["start", "moves"].contains(&kind), "{line}");
    let mut duel = Duel::start(setting);
    for name in rest.split_whitespace() {
        match notation::parse_move(game.grid(), name).unwrap_or_else(|error| panic!("{line}: {error}")) {
            engine::Move::Place(point) => drop(duel.play(game.grid().xy(point)).expect("a legal move")),
            engine::Move::Swap => duel.swap().expect("an offer"),
            engine::Move::Pass => duel.pass().expect("no legal move"),
        }
    }
    duel
}

/// The count of the referee, who plays every move.
fn count(referee: &Referee, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let after = |(x, y)| {
        let mut next = referee.clone();
        next.play(x, y).expect("a legal move");
        count(&next, depth - 1)
    };
    referee.legal().into_iter().map(after).sum()
}

/// Compares the counts of a block with those of the engine, and small ones with those of the referee. Returns the block with
/// the counts of the engine, which may differ only with `overwrite`.
fn checked(name: &'static str, block: &str, overwrite: bool) -> String {
    let mut lines = block.lines().filter(|line| !line.starts_with('#'));
    let Some(board) = lines.next().filter(|line| line.starts_with("board")) else { return block.to_owned() };
    let position = lines.next().unwrap_or_else(|| panic!("{name}: {board}"));
    assert!(lines.next().is_some(), "{name}: {position}");
    let duel = duel(setting(name, board), position);
    let counted = |line: &str| {
        let Some((depth, expected)) = line.split_once(' ').filter(|(depth, _)| depth.parse::<u32>().is_ok()) else {
            return line.to_owned();
        };
        let (depth, expected): (usize, u64) = (depth.parse().expect("a depth"), expected.parse().expect("a count"));
        let found = duel.engine.perft(depth);
        assert!(overwrite || found == expected, "depth {depth}: {found}, not {expected}\n{}", duel.description());
        if found <= SLOW {
            assert_eq!(count(&duel.referee, depth), found, "depth {depth}, referee\n{}", duel.description());
        }
        format!("{depth} {found}")
    };
    block.lines().map(counted).collect::<Vec<_>>().join("\n")
}

#[test]
fn files() {
    let overwrite = std::env::var("PERFT").is_ok_and(|what| what == "overwrite");
    for rules in Rules::ALL {
        let path = file(rules.name);
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(text.matches("\nboard ").count() >= 3, "{}", rules.name);
        let blocks = text.trim_end().split("\n\n").map(|block| checked(rules.name, block, overwrite));
        let counted = blocks.collect::<Vec<_>>().join("\n\n") + "\n";
        if counted != text {
            assert!(overwrite, "{}: extra blanks in the file", rules.name);
            std::fs::write(&path, counted).expect("written");
        }
    }
}
