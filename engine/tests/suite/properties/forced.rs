//! The promises that search rests on: `winning` is exact, `defences` misses no reply that does not lose at once, and
//! `answers` are exactly those. Every move is tried by the engine's own placements, and in some positions before the
//! referee.
//!
//! Some 900,000 positions that the usual test does not see, in less than two minutes of one core, with a count of the rare
//! shapes among them:
//!
//! ```text
//! NINUKI_TEST_ROUNDS=60 NINUKI_TEST_SHIFT=1 cargo test --release -p ninuki-engine wins_and_defences -- --nocapture
//! ```
//!
//! The next ones have the shift 2, and so on.

use engine::rules::Capture;
use engine::{Color, Game, PointSet, Tactics, ThreatState, Visitor};
use referee::dice::{Dice, numbers, rounds};
use referee::duel::referee;
use referee::probe::{points, probe};
use referee::scene::{Scene, Setting};
use referee::tangle::{dense, tangle};
use referee::trial;

use super::census::{Census, lines};

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
        (of("ndengrod", 3).length(4).flags(&[("stuck", "pass")]), 500),
        (of("ninuki-42", 19).flags(&[("fifth-answers", "false")]), 300),
        (of("ninuki", 13).flags(&[("fifth", "captures"), ("fifth-answers", "false")]), 300),
        (of("boat-pente", 13), 400),
        (of("poof-pente", 13), 800),
        (of("o-pente", 13), 800),
        // Where Black may have nothing left but fouls.
        (of("renju", 6), 1500),
    ]
}

#[test]
fn wins_and_defences() {
    let mut census = Census::default();
    for (number, (setting, positions)) in settings().into_iter().enumerate() {
        let before = census.clone();
        // The referee is slow: in long tests he judges fewer.
        let judged = if rounds(positions) > positions { 2000 } else { 150 };
        for position in numbers(positions) {
            let seed = (1000 + number) as u64 * 1_000_000 + position;
            let mut dice = Dice::new(seed);
            let scene = if position % 2 == 0 { tangle(setting, &mut dice) } else { dense(setting, &mut dice) };
            let by_rules = position % judged == 0;
            setting.game().expect("a game").visit(Check { scene: &scene, seed, by_rules, census: &mut census });
        }
        let (enough, found) = (rounds(positions) as u64 / 20, |name| census.count(name) - before.count(name));
        let (won, threatened) = (found("wins at once"), found("a win threatens"));
        assert!(won > enough && threatened > enough, "{setting:?}: {won} won, {threatened} threatened");
        println!("{setting:?}: {} positions, {won} won, {threatened} threatened", rounds(positions));
    }
    println!("{census}");
}

/// Compares the fast answers in one position with the slow ones.
struct Check<'s> {
    scene: &'s Scene,
    seed: u64,
    /// Whether to ask the referee, too.
    by_rules: bool,
    census: &'s mut Census,
}

impl Visitor for Check<'_> {
    type Output = ();

    fn visit<P: Tactics>(self, game: &'static Game) {
        let Ok(position) = P::set_up(game, &self.scene.set_up(game)) else { return };
        let Self { scene, seed, census, .. } = self;
        census.see("positions");
        let winning = trial::winning(&position);
        assert_eq!(position.winning(), winning, "winning moves, seed {seed}\n{position:?}");
        let mut holding = None;
        if position.outcome().is_none() {
            let threatened = !trial::winning(&position.make_null()).is_empty() || five_stands(&position);
            let defences = position.defences();
            assert_eq!(defences.is_some(), threatened, "whether a win threatens, seed {seed}\n{position:?}");
            if let Some(defences) = defences {
                let exact = trial::holding(&position);
                let missed = exact & !defences;
                assert!(missed.is_empty(), "defences miss {missed:?}, seed {seed}\n{position:?}");
                holding = Some(exact);
            }
            let urgency = match holding {
                _ if !winning.is_empty() => ThreatState::Wins,
                Some(answers) => ThreatState::Threatened(answers),
                None => ThreatState::Quiet,
            };
            assert_eq!(position.threat_state(), urgency, "seed {seed}\n{position:?}");
            if position.threat_state() == ThreatState::Quiet {
                let quiet = position.legal() & !position.may_threaten(&position.threats());
                for next in quiet.iter().map(|point| position.make(point)) {
                    match next.outcome() {
                        Some(outcome) => assert_eq!(outcome.winner, None, "seed {seed}\n{position:?}\n{next:?}"),
                        None => {
                            assert_eq!(next.threat_state(), ThreatState::Quiet, "seed {seed}\n{position:?}\n{next:?}")
                        }
                    }
                    census.see("quiet moves");
                }
            }
            let forcing = position.forcing();
            assert!((forcing & !position.legal()).is_empty(), "forcing moves are legal, seed {seed}\n{position:?}");
        }
        if self.by_rules {
            let referee = referee(scene);
            assert_eq!(points(&position, winning), trial::winning_by_rules(&referee), "seed {seed}\n{position:?}");
            if let Some(holding) = holding {
                let by_rules = trial::holding_by_rules(&referee);
                assert_eq!(points(&position, holding), by_rules, "seed {seed}\n{position:?}");
            }
            census.see("positions judged by the referee, too");
        }
        census.shapes(&position, winning, holding);
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
    assert_eq!(held(&scene), Some(2));
}

/// o wins at J4 by the last pair, where one of two threes does not count: its straight-four point is a double three. Stones
/// that end that make J4 a double three, far from it as they may be.
#[test]
fn a_win_by_recursion() {
    let setting = Setting::new("ninuki", 15).flags(&[("recursion", "true")]);
    let game = setting.game().expect("a game");
    let mut scene = Scene { captured: [8, 8], ..Scene::empty(setting) };
    for (names, color) in [("H3 G2", Color::Black), ("H6 G4 K4 G3 J3 F2 J2 F1", Color::White)] {
        let points = names.split(' ').map(|name| game.grid().parse(name).expect("a point"));
        scene.stones.extend(points.map(|point| (game.grid().xy(point), color)));
    }
    assert_eq!(held(&scene), Some(6));
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
        held(&scene).expect("a threat");
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
    held(&scene).expect("a threat");
}

/// The number of moves that hold, if a win of the opponent threatens, after all checks.
fn held(scene: &Scene) -> Option<usize> {
    let game = scene.setting.game().expect("a game");
    game.visit(Check { scene, seed: 0, by_rules: true, census: &mut Census::default() });
    let engine = probe(game, Some(&scene.set_up(game))).expect("a position");
    engine.defences().map(|_| engine.holding_by_trial().len())
}

/// Whether a line of the opponent stands, in a game that judges standing lines.
fn five_stands<P: Tactics>(position: &P) -> bool {
    let opponent = !position.to_move();
    let exact = position.game().rules().line[opponent.index()].exact;
    matches!(position.game().rules().capture, Capture::Flank { .. })
        && lines(position, opponent).into_iter().any(|length| if exact { length == 5 } else { length >= 5 })
}
