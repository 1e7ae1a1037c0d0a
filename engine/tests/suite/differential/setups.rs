//! Set-up positions, in which every move is played once: tangles of motifs, and decided positions turned, shifted,
//! recoloured, with other counters, and with stones added.

use engine::{Color, Rules};
use referee::dice::{Dice, rounds};
use referee::duel::Duel;
use referee::scene::{Scene, Setting};
use referee::symmetry::{order, scene_image};
use referee::tangle::{counters, crossed, scatter, tangle};

use crate::cases::{self, Case};

/// The changed copies of every drawn position.
const COPIES: usize = 1;

/// Settings with the number of tangles.
fn settings() -> Vec<(Setting, usize)> {
    let of = Setting::new;
    vec![
        (of("ninuki", 13), 500),
        (of("ninuki", 19), 30),
        (of("ninuki", 13).flags(&[("fifth", "captures"), ("fifth-33", "true")]), 250),
        (of("ninuki", 13).flags(&[("fifth", "draw")]), 120),
        (of("ninuki", 13).flags(&[("recursion", "true")]), 200),
        (of("ninuki", 13).flags(&[("double-four", "false")]), 200),
        (of("ninuki-hannover", 19), 100),
        (of("ninuki-japan", 15), 250),
        (of("ninuki-japan", 15).flags(&[("recursion", "true"), ("fifth", "draw"), ("double-four", "false")]), 150),
        (of("ninuki-42", 19), 150),
        (of("ninuki-42", 19).flags(&[("fifth", "draw"), ("recursion", "true"), ("double-four", "false")]), 50),
        (of("nenuki", 11), 300),
        (of("pente", 13), 300),
        (of("keryo", 13), 400),
        (of("g-pente", 13), 60),
        (of("d-pente", 13), 60),
        (of("dk-pente", 13), 60),
        (of("poof-pente", 13), 400),
        (of("boat-pente", 13), 300),
        (of("o-pente", 13), 400),
        (of("o-pente", 13).flags(&[("fifth", "captures")]), 100),
        (of("boat-pente", 13).flags(&[("fifth", "draw")]), 100),
        (of("swap2-pente", 13), 60),
        (of("swap2-keryo", 13), 60),
        (of("freestyle", 9), 150),
        (of("standard", 9), 200),
        (of("renju", 11), 400),
        (of("renju", 15), 100),
        (of("caro", 9), 300),
        (of("caro", 9).flags(&[("caro-exact", "true")]), 300),
        (of("ndengrod", 3).length(4), 300),
        (of("ndengrod", 4), 400),
        (of("ndengrod", 5), 400),
        (of("ndengrod", 5).flags(&[("suicide", "true")]), 300),
        (of("ndengrod", 6), 100),
        (of("ndengrod", 7).length(6), 60),
        (of("ndengrod", 9), 30),
        (of("ndengrod", 3).length(4).flags(&[("stuck", "pass")]), 300),
        (of("ndengrod", 4).flags(&[("stuck", "pass")]), 200),
        (of("ninuki-42", 19).flags(&[("fifth-answers", "false")]), 100),
        (of("ninuki", 13).flags(&[("fifth", "draw"), ("fifth-answers", "false")]), 120),
    ]
}

#[test]
fn tangles() {
    for (number, (setting, positions)) in settings().into_iter().enumerate() {
        for position in 0..rounds(positions) {
            let seed = (2000 + number) as u64 * 1_000_000 + position as u64;
            every_move(&tangle(setting, &mut Dice::new(seed)), format!("tangle, seed {seed}"));
        }
    }
}

/// Threes of which a straight-four point makes a five, a four or an overline in another line.
#[test]
fn crossed_threes() {
    for (number, setting) in [Setting::new("renju", 15), Setting::new("renju", 9)].into_iter().enumerate() {
        for position in 0..rounds(400) {
            let seed = (3000 + number) as u64 * 1_000_000 + position as u64;
            every_move(&crossed(setting, &mut Dice::new(seed)), format!("crossed threes, seed {seed}"));
        }
    }
}

#[test]
fn decided_cases_changed() {
    let positions: Vec<Scene> = cases::square().iter().chain(&cases::hex()).flat_map(scenes).collect();
    for number in 0..rounds(1500) {
        let seed = 30_000_000 + number as u64;
        let mut dice = Dice::new(seed);
        let scene = &positions[dice.below(positions.len())];
        play_changed(scene, &mut dice, seed);
    }
}

/// Plays every move of some changed copies of a drawn position.
pub(crate) fn vary(scene: &Scene) {
    let first = format!("{scene:?}").bytes().fold(0, |seed: u64, byte| seed.wrapping_mul(31) + u64::from(byte));
    for number in 0..rounds(COPIES) as u64 {
        let seed = first.wrapping_add(number);
        play_changed(scene, &mut Dice::new(seed), seed);
    }
}

/// Plays every move of the position, changed to one of some game.
fn play_changed(scene: &Scene, dice: &mut Dice, seed: u64) {
    let games: Vec<Setting> = settings().into_iter().map(|(setting, _)| setting).collect();
    let setting = dice.pick(&games);
    if let Some(changed) = change(scene, setting, dice) {
        every_move(&changed, format!("changed case, seed {seed}"));
    }
}

/// The positions of a case: after each of its moves but the last, as set-up positions.
fn scenes(case: &Case) -> Vec<Scene> {
    let mut duel = Duel::set_up(&case.scene);
    let mut scenes = vec![case.scene.clone()];
    for &at in &case.moves {
        if duel.play(at).is_err() || duel.end().is_some() {
            break;
        }
        scenes.push(scene_now(&duel));
    }
    scenes
}

/// The position now, to be set up again.
fn scene_now(duel: &Duel) -> Scene {
    let mut scene = Scene::empty(duel.setting);
    let engine = &duel.engine;
    for point in engine.game().grid().points() {
        scene.stones.extend(engine.stone(point).map(|color| (engine.game().grid().xy(point), color)));
    }
    scene.to_move = engine.to_move();
    scene.captured = Color::ALL.map(|color| engine.captured(color));
    scene
}

/// The position in another game of the same kind of board, moved anywhere; `None` if it does not fit.
fn change(scene: &Scene, setting: Setting, dice: &mut Dice) -> Option<Scene> {
    let setting = if setting.hexagonal() == scene.setting.hexagonal() { setting } else { scene.setting };
    let mut changed = Scene { setting, captured: scene.captured, ..scene.clone() };
    if !setting.hexagonal() {
        shift(&mut changed, dice)?;
    } else if setting.size != scene.setting.size {
        changed.setting = scene.setting;
    }
    changed = scene_image(&changed, dice.below(order(setting)));
    if dice.chance(50) {
        changed = changed.recoloured();
    }
    if dice.chance(20) {
        changed.to_move = !changed.to_move;
    }
    // Other counters, also where the old ones would have won or cannot be in this game.
    let odd = changed.captured.iter().any(|&count| count >= 10 || count % 2 == 1);
    if !setting.captures_pairs() || odd || dice.chance(50) {
        changed.captured = counters(setting, dice);
    }
    let noise = dice.below(13);
    scatter(&mut changed, noise, dice);
    Some(changed)
}

/// Moves the stones of a square board anywhere on the board of the scene's game.
fn shift(scene: &mut Scene, dice: &mut Dice) -> Option<()> {
    let range = |values: Vec<usize>| Some((*values.iter().min()?, *values.iter().max()?));
    let (left, right) = range(scene.stones.iter().map(|(at, _)| at.0).collect())?;
    let (top, bottom) = range(scene.stones.iter().map(|(at, _)| at.1).collect())?;
    let side = scene.setting.size;
    let x = dice.below((side + left).checked_sub(right).filter(|&room| room > 0)?);
    let y = dice.below((side + top).checked_sub(bottom).filter(|&room| room > 0)?);
    for (at, _) in &mut scene.stones {
        *at = (at.0 - left + x, at.1 - top + y);
    }
    Some(())
}

fn every_move(scene: &Scene, source: String) {
    if let Some(mut duel) = Duel::possible(scene) {
        duel.source = source;
        duel.compare_every_move();
    }
}

/// The list above leaves no game out.
#[test]
fn every_game_is_compared() {
    for rules in Rules::ALL {
        assert!(settings().iter().any(|(setting, _)| setting.name == rules.name), "{}", rules.name);
    }
}
