//! Real games, replayed by the engine and the referee.

use std::collections::HashMap;

use engine::Color;
use referee::duel::Duel;
use referee::real_games::{NINUKI, PENTE, rows};
use referee::scene::{At, Setting};

/// Plays a game; the duel, how many moves are left when one was refused, and why it was.
fn replay(setting: Setting, id: &str, moves: &str) -> (Duel, usize, String) {
    let mut duel = Duel::start(setting);
    duel.source = format!("game {id}");
    let moves: Vec<&str> = moves.split(' ').collect();
    for (ply, name) in moves.iter().enumerate() {
        let at = point(&duel, name);
        // Whole boards are compared now and then: they cost more than all the rest.
        let played = if ply % 16 == 15 { duel.play(at) } else { duel.play_lightly(at) };
        if let Err(reason) = played {
            return (duel, moves.len() - ply, reason);
        }
    }
    (duel, 0, String::new())
}

fn point(duel: &Duel, name: &str) -> At {
    let grid = duel.engine.game().grid();
    grid.xy(grid.parse(name).unwrap_or_else(|| panic!("no point {name}")))
}

const GAME: Setting = Setting::new("pente", 19);

#[test]
fn pente_games() {
    let games = match rows(PENTE) {
        Ok(games) => games,
        Err(reason) => return println!("{reason}"),
    };
    let mut ends: HashMap<&str, usize> = HashMap::new();
    for game in &games {
        let [id, _, rated, _, _, result, end, _, moves] = &game[..] else { panic!("{game:?}") };
        let (mut duel, mut left, mut reason) = replay(GAME, id, moves);
        if reason.starts_with("move 3") {
            assert_eq!(rated, "N", "{id}");
            *ends.entry("third free").or_default() += 1;
            (duel, left, reason) = replay(GAME.flags(&[("third-free", "true")]), id, moves);
        }
        *ends.entry(pente_end(&duel, left, &reason, result, end)).or_default() += 1;
    }
    let expected = [("as recorded", 8690), ("unfinished", 977), ("beyond the end", 1), ("third free", 6)];
    assert_eq!(ends, HashMap::from(expected));
    assert_eq!(games.len(), 9668);
}

/// Checks how a game ended; in a word.
fn pente_end(duel: &Duel, left: usize, reason: &str, result: &str, end: &str) -> &'static str {
    let found = (left > 0, duel.end());
    let word = match end {
        "unfinished" => {
            assert_eq!(found, (false, None), "{}", duel.description());
            return "unfinished";
        }
        "early" => {
            assert!(left > 0 && found.1.is_some() && reason == "the game is over", "{}", duel.description());
            return "beyond the end";
        }
        "pairs" => "captures",
        _ => "five",
    };
    let winner = if result == "1-0" { Color::Black } else { Color::White };
    assert_eq!(found, (false, Some((Some(winner), word.to_owned()))), "{}", duel.description());
    "as recorded"
}

#[test]
fn ninuki_games() {
    let games = match rows(NINUKI) {
        Ok(games) => games,
        Err(reason) => return println!("{reason}"),
    };
    for game in &games {
        let [id, _, _, _, winner, why, pairs, _, moves] = &game[..] else { panic!("{game:?}") };
        let (duel, left, reason) = replay(Setting::new("ninuki", 19), id, moves);
        assert_eq!((left, reason.as_str()), (0, ""), "{}", duel.description());
        let (color, end) = duel.end().unwrap_or_else(|| panic!("{}", duel.description()));
        assert_eq!(color.map(Color::symbol), winner.chars().next(), "{}", duel.description());
        let ends = if why == "pairs" { &["captures"][..] } else { &["five", "unbroken five"] };
        assert!(ends.contains(&end.as_str()), "{end}\n{}", duel.description());
        let [black, white] = Color::ALL.map(|color| duel.engine.captured(color) / 2);
        assert_eq!(&format!("{black}-{white}"), pairs, "{}", duel.description());
    }
    assert_eq!(games.len(), 2314);
}

/// Which of all the games are complete games of `ninuki` with the same winner: exactly the listed ones.
#[test]
fn pente_games_under_ninuki() {
    let (all, listed) = match (rows(PENTE), rows(NINUKI)) {
        (Ok(all), Ok(listed)) => (all, listed),
        (Err(reason), _) | (_, Err(reason)) => return println!("{reason}"),
    };
    let mut legal: Vec<&str> = Vec::new();
    for game in &all {
        let (duel, left, _) = replay(Setting::new("ninuki", 19), &game[0], &game[8]);
        let winner = duel.end().and_then(|(winner, _)| winner);
        let recorded = if game[5] == "1-0" { Color::Black } else { Color::White };
        if left == 0 && winner == Some(recorded) {
            legal.push(&game[0]);
        }
    }
    let mut listed: Vec<&str> = listed.iter().map(|game| game[0].as_str()).collect();
    legal.sort_unstable();
    listed.sort_unstable();
    assert_eq!(legal, listed);
}
