//! Keys: a position has the same key played or set up, different positions have different keys, and taking moves back
//! restores everything.

use std::collections::HashMap;

use engine::{Color, Move};
use referee::dice::{Dice, rounds};
use referee::probe::{Probe, place, probe};
use referee::scene::Setting;
use referee::settings::settings;
use referee::tangle::tangle;

/// Stones placed while rules for the first moves may still hold, and so are part of the key.
const OPENING: usize = 7;

/// A random game from the start, or from a tangle; every position of it.
fn games(setting: Setting, seed: u64, mut visit: impl FnMut(&mut dyn Probe, bool)) {
    let game = setting.game().expect("a game");
    let mut dice = Dice::new(seed);
    let scene = tangle(setting, &mut dice);
    let from_start = dice.chance(50);
    let setup = scene.set_up(game);
    let Ok(mut engine) = probe(game, (!from_start).then_some(&setup)) else { return };
    for _ply in 0..120 {
        visit(engine.as_mut(), from_start);
        let winning = engine.winning();
        let legal: Vec<_> = engine.legal().into_iter().map(|point| game.grid().xy(point)).collect();
        let dull: Vec<_> = legal.iter().copied().filter(|at| !winning.contains(at)).collect();
        let captures = engine.threat_sets(engine.to_move()).into_iter().find(|(name, _)| *name == "capture");
        let mut liked = captures.map_or_else(Vec::new, |(_, points)| points);
        liked.retain(|at| dull.contains(at));
        if engine.swap_offered() && dice.chance(50) {
            engine.play(Move::Swap).expect("an offer");
            continue;
        }
        let list = [&liked, &dull, &legal].into_iter().find(|list| !list.is_empty());
        let Some(list) = list else {
            // On a hexagon nothing is left of a pass.
            if setting.name != "ndengrod" || engine.play(Move::Pass).is_err() {
                break;
            }
            continue;
        };
        let at = if dice.chance(70) { dice.pick(list) } else { dice.pick(&legal) };
        engine.play(place(game, at).expect("a point")).expect("a legal move");
    }
}

/// The key of the same stones, set up.
fn key_set_up(engine: &dyn Probe) -> u64 {
    let text = engine.position_text();
    let setup = engine::notation::parse_position(engine.game(), &mut text.split(' ').peekable());
    probe(engine.game(), Some(&setup.expect("its own text"))).expect("a position of a game").key()
}

/// All that can be asked about a position.
fn account(engine: &dyn Probe) -> (String, u64, Vec<engine::Point>, Option<engine::Outcome>, bool) {
    (engine.position_text(), engine.key(), engine.legal(), engine.outcome(), engine.pending_five())
}

#[test]
fn a_key_is_that_of_the_position() {
    for (number, setting) in settings().into_iter().enumerate() {
        for game in 0..rounds(12) {
            let seed = (4000 + number) as u64 * 1_000_000 + game as u64;
            games(setting, seed, |engine, from_start| {
                if !from_start || engine.moves().len() > OPENING {
                    assert_eq!(engine.key(), key_set_up(engine), "seed {seed}\n{engine:?}");
                }
            });
        }
    }
}

#[test]
fn different_positions_have_different_keys() {
    for (number, setting) in settings().into_iter().enumerate() {
        let mut texts: HashMap<u64, String> = HashMap::new();
        let counts = matches!(setting.name, "pente" | "keryo") || setting.name.starts_with("ninuki");
        for game in 0..rounds(12) {
            let seed = (5000 + number) as u64 * 1_000_000 + game as u64;
            games(setting, seed, |engine, from_start| {
                if from_start && engine.moves().len() <= OPENING {
                    return;
                }
                // Captured stones matter only where they win.
                let parts = if counts { 4 } else { 2 };
                let text = engine.position_text().split(' ').take(parts).collect::<Vec<_>>().join(" ");
                let other = texts.entry(engine.key()).or_insert_with(|| text.clone());
                assert_eq!(*other, text, "one key, seed {seed}, {setting:?}");
            });
        }
        let mut distinct: Vec<&String> = texts.values().collect();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), texts.len(), "one position with two keys, {setting:?}");
    }
}

/// Rules for the first moves make the same stones another position.
#[test]
fn openings_are_part_of_the_key() {
    for (name, size, stones) in [("ninuki", 13, 3), ("pente", 13, 3), ("nenuki", 11, 7), ("ndengrod", 4, 2)] {
        let game = Setting::new(name, size).game().expect("a game");
        let mut engine = probe(game, None).expect("the start");
        for ply in 0..=stones {
            let same = engine.key() == key_set_up(engine.as_ref());
            assert_eq!(same, ply >= stones, "{name} after {ply} stones");
            if engine.swap_offered() {
                let before = engine.key();
                engine.play(Move::Swap).expect("an offer");
                assert_eq!(engine.key(), key_set_up(engine.as_ref()), "{name} after the swap");
                engine.take_back();
                assert_eq!(engine.key(), before);
            }
            let legal = engine.legal();
            engine.play(Move::Place(legal[legal.len() / 3])).expect("a legal move");
        }
    }
}

#[test]
fn taking_back_restores() {
    for (number, setting) in settings().into_iter().enumerate() {
        let seed = (6000 + number) as u64 * 1_000_000;
        let mut accounts = Vec::new();
        let mut last: Option<Vec<Move>> = None;
        games(setting, seed, |engine, _| {
            accounts.push(account(engine));
            last = Some(engine.moves());
            // Everything back to the start, and forth again.
            if accounts.len() % 20 == 0 {
                for before in accounts.iter().rev().skip(1) {
                    engine.take_back().expect("a move");
                    assert_eq!(account(engine), *before, "{setting:?}");
                }
                assert_eq!(engine.take_back(), None);
                for (mv, after) in last.iter().flatten().zip(&accounts[1..]) {
                    engine.play(*mv).expect("a legal move");
                    assert_eq!(account(engine), *after, "{setting:?}");
                }
            }
        });
    }
}

/// A pass is part of the key: a second one ends the game.
#[test]
fn a_pass_is_part_of_the_key() {
    let game = Setting::new("ninuki", 13).flags(&[("double-four", "false")]).game().expect("a game");
    // Every empty point is a double four for both sides.
    let text = "oxoxoxooooxox/oxoooxooooxox/ooxxxxxxxooox/xoxxxoooxxx2/oxxxxoxoxxx2/ooooxxoxoooxo/oxxoxxxoxooxo/\
                oooxxoxooooxo/xoxooxxxoxoox/xxxooxxoxxoxx/xoxooxooxxoxx/xxx2oooxoooo/ooo2xxxoxxox x 0 0";
    let setup = engine::notation::parse_position(game, &mut text.split(' ').peekable()).expect("a position");
    let mut engine = probe(game, Some(&setup)).expect("a position");
    engine.play(Move::Pass).expect("nothing else");
    assert_eq!(engine.to_move(), Color::White);
    assert_ne!(engine.key(), key_set_up(engine.as_ref()));
}
