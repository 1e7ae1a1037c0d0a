//! Turned and reflected positions have turned and reflected moves, ends, wins and defences.

use referee::dice::{Dice, rounds};
use referee::probe::{Probe, probe};
use referee::scene::{At, Scene, Setting};
use referee::settings::settings;
use referee::symmetry::{image, order, scene_image};
use referee::tangle::tangle;

/// The named point sets of a position.
fn account(engine: &dyn Probe) -> Vec<(String, Vec<At>)> {
    let xy = |point| engine.game().grid().xy(point);
    let mut account = vec![
        ("legal".to_owned(), engine.legal().into_iter().map(xy).collect()),
        ("winning".to_owned(), engine.winning()),
        ("candidates".to_owned(), engine.candidates()),
    ];
    for color in engine::Color::ALL {
        account.extend(engine.threat_sets(color).into_iter().map(|(name, points)| (name.to_owned(), points)));
        let codes = engine.codes(color);
        let coded = |code| codes.iter().filter(|&&(_, other)| other == code).map(|&(at, _)| at).collect();
        account.extend((0..=u8::MAX).map(|code| (format!("code {code}"), coded(code))));
    }
    account
}

fn check(scene: &Scene, seed: u64) {
    let setting = scene.setting;
    let game = setting.game().expect("a game");
    let Ok(here) = probe(game, Some(&scene.set_up(game))) else { return };
    let (account_here, perft) = (account(here.as_ref()), here.perft(2));
    for symmetry in 1..order(setting) {
        let turned = scene_image(scene, symmetry);
        let there = probe(game, Some(&turned.set_up(game))).expect("the image of a position");
        assert_eq!(there.perft(2), perft, "perft, symmetry {symmetry}, seed {seed}\n{here:?}");
        for ((name, mut points), (_, mut images)) in account(there.as_ref()).into_iter().zip(account_here.clone()) {
            images.iter_mut().for_each(|at| *at = image(setting, *at, symmetry));
            points.sort_unstable();
            images.sort_unstable();
            assert_eq!(points, images, "{name}, symmetry {symmetry}, seed {seed}\n{here:?}");
        }
    }
}

#[test]
fn symmetry() {
    for (number, setting) in settings().into_iter().enumerate() {
        for position in 0..rounds(8) {
            let seed = (3000 + number) as u64 * 1_000_000 + position as u64;
            check(&tangle(setting, &mut Dice::new(seed)), seed);
        }
    }
}

/// The start has all symmetries, openings included.
#[test]
fn symmetry_of_the_start() {
    for setting in settings() {
        let game = setting.game().expect("a game");
        let start = probe(game, None).expect("the start");
        let legal: Vec<At> = start.legal().into_iter().map(|point| game.grid().xy(point)).collect();
        for symmetry in 0..order(setting) {
            assert!(legal.iter().all(|&at| legal.contains(&image(setting, at, symmetry))), "{setting:?}");
        }
    }
}

/// The symmetries are different, and each of them takes the board to itself.
#[test]
fn symmetries_are_symmetries() {
    for setting in [Setting::new("freestyle", 6), Setting::new("ndengrod", 4)] {
        let points = referee::tangle::points(setting);
        let mut images: Vec<Vec<At>> = Vec::new();
        for symmetry in 0..order(setting) {
            let image: Vec<At> = points.iter().map(|&at| image(setting, at, symmetry)).collect();
            let mut sorted = image.clone();
            sorted.sort_by_key(|&(x, y)| (y, x));
            assert_eq!(sorted, points);
            assert!(!images.contains(&image));
            images.push(image);
        }
    }
}
