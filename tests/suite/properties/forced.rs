//! The promises that search rests on: `winning` is exact, and `defences` misses no reply that does not lose at once.

use engine::Color;

use crate::dice::{Dice, rounds};
use crate::probe::{Probe, probe};
use crate::scene::{At, Scene, Setting};
use crate::tangle::{along, points, steps, tangle};

const RECURSION: Setting = Setting::new("ninuki", 13).flags(&[("recursion", "true")]);

/// Settings with the number of positions.
fn settings() -> Vec<(Setting, usize)> {
    let of = Setting::new;
    vec![
        (of("ninuki", 13), 1500),
        (of("ninuki", 19), 100),
        (of("ninuki", 13).flags(&[("fifth", "captures")]), 500),
        (of("ninuki", 13).flags(&[("fifth", "draw")]), 500),
        (of("ninuki", 13).flags(&[("fifth-33", "true")]), 300),
        (RECURSION, 300),
        (of("ninuki", 13).flags(&[("double-four", "false")]), 400),
        (of("ninuki-hannover", 19), 200),
        (of("ninuki-japan", 15), 800),
        (of("ninuki-japan", 15).flags(&[("double-four", "false"), ("fifth", "draw"), ("recursion", "true")]), 300),
        (of("ninuki-42", 19), 500),
        (of("ninuki-42", 19).flags(&[("fifth", "five")]), 100),
        (of("nenuki", 11), 600),
        (of("pente", 13), 600),
        (of("keryo", 13), 600),
        (of("freestyle", 9), 400),
        (of("standard", 9), 600),
        (of("renju", 11), 800),
        (of("caro", 9), 800),
        (of("caro", 9).flags(&[("caro-exact", "true")]), 600),
        (of("ndengrod", 3).length(4), 1000),
        (of("ndengrod", 4), 1000),
        (of("ndengrod", 5), 2000),
        (of("ndengrod", 5).flags(&[("suicide", "true")]), 1000),
        (of("ndengrod", 6), 300),
        (of("ndengrod", 8).length(4), 100),
    ]
}

#[test]
fn wins_and_defences() {
    for (number, (setting, positions)) in settings().into_iter().enumerate() {
        let (mut won, mut threatened, mut held) = (0, 0, 0);
        for position in 0..rounds(positions) {
            let seed = (1000 + number) as u64 * 1_000_000 + position as u64;
            let scene = tangle(setting, &mut Dice::new(seed));
            let game = setting.game().expect("a game");
            let Ok(engine) = probe(game, Some(&scene.set_up(game))) else { continue };
            won += usize::from(check_winning(engine.as_ref(), seed));
            if let Some(holding) = check_defences(engine.as_ref(), &scene, seed) {
                threatened += 1;
                held += usize::from(holding > 0);
            }
        }
        let enough = rounds(positions) / 20;
        assert!(won > enough && threatened > enough, "{setting:?}: {won} won, {threatened} threatened, {held} held");
    }
}

/// A win of x at K10, a double three that is legal only because it stops o's four: o at Q11 makes that four one that
/// cannot become a five, and the win is refused.
#[test]
fn a_win_by_exception() {
    let setting = Setting::new("ninuki-japan", 19);
    let game = setting.game().expect("a game");
    let mut scene = Scene { to_move: Color::White, captured: [8, 0], ..Scene::empty(setting) };
    for (names, color) in [("J10 L10 K11 K12 N13 E5", Color::Black), ("L11 M11 M12 N11 O11", Color::White)] {
        let points = names.split(' ').map(|name| game.grid().parse(name).expect("a point"));
        scene.stones.extend(points.map(|point| (game.grid().xy(point), color)));
    }
    let engine = probe(game, Some(&scene.set_up(game))).expect("a position");
    let holding = engine.holding_by_trial();
    let names: Vec<String> =
        holding.iter().map(|&(x, y)| game.grid().name(game.grid().point(x, y).expect("a point"))).collect();
    assert_eq!(names, ["K10", "Q11"]);
    assert_eq!(check_defences(engine.as_ref(), &scene, 0), Some(2));
}

/// The bait d lets the winning stone w capture it together with its neighbour; that opens the end of a pair of the
/// five, which could not be taken before.
#[test]
fn baits() {
    let near = [".......", ".......", "...o...", "oxxxxw.", "...xd..", "...o...", "..x...."];
    let far = [".......", ".o.....", "..x....", "oxxxxw.", "....o..", "...d...", "..x...."];
    for rows in [near, far] {
        let setting = Setting::new("ninuki", 13);
        let game = setting.game().expect("a game");
        let (scene, marks) = Scene::drawn(setting, (3, 3), &rows);
        let scene = Scene { to_move: Color::White, ..scene };
        let engine = probe(game, Some(&scene.set_up(game))).expect("a position");
        let holding = engine.holding_by_trial();
        assert!(holding.contains(&marks[&'w']) && holding.contains(&marks[&'d']), "{holding:?}");
        check_defences(engine.as_ref(), &scene, 0).expect("a threat");
    }
}

/// x wins at a1 only because that captures the whole row b; o at d2 captures row c, which frees row b, and makes a1
/// suicide.
#[test]
fn a_capture_that_frees() {
    let setting = Setting::new("ndengrod", 5);
    let game = setting.game().expect("a game");
    let text = "1xxxx/oooooo/xxxxxxx/o1xxooxo/2ooo1oo1/8/7/6/5 o 0 0";
    let setup = engine::notation::parse_position(game, &mut text.split(' ').peekable()).expect("a position");
    let engine = probe(game, Some(&setup)).expect("a position");
    let mut scene = Scene { to_move: Color::White, ..Scene::empty(setting) };
    scene.stones.extend(setup.stones.iter().map(|&(point, color)| (game.grid().xy(point), color)));
    let d2 = game.grid().xy(game.grid().parse("d2").expect("a point"));
    assert!(engine.holding_by_trial().contains(&d2));
    check_defences(engine.as_ref(), &scene, 0).expect("a threat");
}

/// Whether there is a win.
fn check_winning(engine: &dyn Probe, seed: u64) -> bool {
    let (fast, slow) = (engine.winning(), engine.winning_by_trial());
    assert_eq!(fast, slow, "winning moves, seed {seed}\n{:?}", engine);
    !slow.is_empty()
}

/// The number of moves that hold, if a win of the opponent threatens.
fn check_defences(engine: &dyn Probe, scene: &Scene, seed: u64) -> Option<usize> {
    engine.outcome().is_none().then_some(())?;
    let game = engine.game();
    let passed = Scene { to_move: !scene.to_move, ..scene.clone() };
    let passed = probe(game, Some(&passed.set_up(game))).expect("the same stones");
    let threatened = !passed.winning_by_trial().is_empty() || five_stands(scene);
    let defences = engine.defences();
    assert_eq!(defences.is_some(), threatened, "whether a win threatens, seed {seed}\n{engine:?}");
    let defences = defences?;
    let holding = engine.holding_by_trial();
    let missed: Vec<&At> = holding.iter().filter(|at| !defences.contains(at)).collect();
    assert!(missed.is_empty(), "defences {defences:?} miss {missed:?}, seed {seed}\n{engine:?}");
    Some(holding.len())
}

/// Whether a line of the opponent stands, in a game that judges standing lines.
fn five_stands(scene: &Scene) -> bool {
    let setting = scene.setting;
    let exact = setting.name.starts_with("ninuki") && setting.name != "ninuki-42";
    let run = |at: At, step: (isize, isize)| {
        let own = |times| along(setting, at, step, times).and_then(|at| scene.stone(at)) == Some(!scene.to_move);
        if own(-1) { 0 } else { (0..).take_while(|&times| own(times)).count() }
    };
    let five = |length: usize| if exact { length == 5 } else { length >= 5 };
    setting.captures_pairs()
        && points(setting).into_iter().any(|at| steps(setting).iter().any(|&step| five(run(at, step))))
}
