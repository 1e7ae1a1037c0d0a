//! Relevance zones: after every reply outside of the zone of a threat, the strategy that was found for no reply at all wins
//! against every legal defence, by the checker.
//!
//! Some 25,000 proofs, none of them seen by the usual test:
//!
//! ```text
//! NINUKI_TEST_ROUNDS=100 NINUKI_TEST_SHIFT=1 cargo test --release -p ninuki-search zones -- --nocapture
//! ```

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Color, Game, Move, Point, PointSet, Record, SetUp, Tactics, Visitor, notation};
use referee::dice::{Dice, numbers, rounds};
use referee::real_games::{PENTE, rows};
use referee::scene::Setting;
use referee::tangle::{dense, tangle};
use search::proof::{Answer, Certificate, Effort, Step, Strategy, solve};

/// Replies outside of the zone that are played out, of one proof.
const REPLIES: usize = 40;

/// Settings with the number of positions; a few in a hundred of them hold a threat.
fn settings() -> Vec<(Setting, usize)> {
    let of = Setting::new;
    vec![
        (of("ninuki", 13), 240),
        (of("ninuki", 13).flags(&[("fifth", "captures"), ("recursion", "true")]), 60),
        (of("ninuki", 13).flags(&[("fifth", "draw"), ("fifth-33", "true"), ("double-four", "false")]), 60),
        (of("ninuki-hannover", 19), 60),
        (of("ninuki-japan", 15), 160),
        (of("ninuki-42", 19), 100),
        (of("ninuki-42", 19).flags(&[("fifth", "five"), ("recursion", "true")]), 40),
        (of("nenuki", 11), 100),
        (of("pente", 13), 200),
        (of("keryo", 13), 200),
        (of("freestyle", 9), 100),
        (of("standard", 10), 100),
        (of("renju", 11), 200),
        (of("caro", 9), 100),
        (of("caro", 10).flags(&[("caro-exact", "true")]), 60),
        (of("ndengrod", 3).length(4), 200),
        (of("ndengrod", 4), 200),
        (of("ndengrod", 5), 200),
        (of("ndengrod", 5).flags(&[("suicide", "true")]), 200),
        (of("ndengrod", 6).length(4), 60),
        (of("ndengrod", 3).length(4).flags(&[("stuck", "pass")]), 200),
        (of("ninuki-42", 19).flags(&[("fifth-answers", "false")]), 60),
    ]
}

/// The numbers of tested zones and moves.
#[derive(Default)]
struct Tally {
    proofs: usize,
    /// Proofs that need threes.
    threes: usize,
    /// The longest strategy, in steps.
    longest: usize,
    /// Points: empty, in the zone, and those of the zone that do refute the strategy.
    empty: usize,
    zone: usize,
    needed: usize,
    /// Proofs whose zone is the whole board.
    whole: usize,
    /// Replies outside of the zone that were played out, and those that refute the strategy.
    replies: usize,
    violations: Vec<String>,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = |sum: usize| sum as f64 / self.proofs.max(1) as f64;
        write!(f, "{} proofs ({} by threes) of up to {} steps, ", self.proofs, self.threes, self.longest)?;
        write!(f, "of {:.1} empty points {:.1} in the zone, ", mean(self.empty), mean(self.zone))?;
        write!(f, "{:.1} matter, {} zones are whole boards; ", mean(self.needed), self.whole)?;
        write!(f, "{} replies outside, {} violations", self.replies, self.violations.len())
    }
}

/// Looks for a threat in a position, and plays it out. `setup` is the position.
fn play_out<P: Tactics>(position: &P, setup: SetUp, seed: u64, tally: &mut Tally) {
    if position.outcome().is_some() || position.legal().is_empty() || position.defences().is_some() {
        return;
    }
    // Now and then enough for threes.
    let nodes = if seed % 32 == 1 { 3000 } else { 200 };
    let effort = Effort { nodes, time: Duration::from_secs(60), shortest: false };
    let (answer, _) = solve(&position.make_null(), effort, &AtomicBool::new(false));
    let Answer::Win { strategy, .. } = answer else { return };
    let zone = strategy.zone(strategy.steps().len() as u32 - 1, position);
    let outside = position.legal() & !zone;
    tally.proofs += 1;
    tally.threes += usize::from(by_threes(&strategy));
    tally.longest = tally.longest.max(strategy.steps().len());
    tally.empty += position.empty().len();
    tally.zone += zone.len();
    tally.whole += usize::from(outside.is_empty());
    let mut certificate = Certificate { game: position.game(), setup, position: String::new(), strategy };
    let mut dice = Dice::new(seed);
    for reply in (position.legal() & zone).iter().filter(|_| dice.chance(10)) {
        tally.needed += if wins_after(&mut certificate, position, reply) { 0 } else { 10 };
    }
    let share = (100 * REPLIES).div_ceil(outside.len().max(1));
    for reply in outside.iter().filter(|_| dice.chance(share)) {
        tally.replies += 1;
        if !wins_after(&mut certificate, position, reply) {
            let name = position.game().grid().name(reply);
            let strategy = &certificate.strategy;
            tally.violations.push(format!("{name} matters, seed {seed}\n{position:?}\n{zone:?}\n{strategy:?}\n"));
        }
    }
}

/// Whether some reply is followed by a move that does not win at once, whatever it is.
fn by_threes(strategy: &Strategy) -> bool {
    let is_three = |step: &Step| match step {
        Step::Attack { otherwise, .. } => matches!(strategy.step(*otherwise), Some(Step::Attack { .. })),
        Step::Win(_) => false,
    };
    strategy.steps().iter().any(is_three)
}

/// Whether the strategy wins after `reply`, against every legal defence.
fn wins_after<P: Tactics>(certificate: &mut Certificate, position: &P, reply: Point) -> bool {
    let next = position.make(reply);
    if let Some(outcome) = next.outcome() {
        return outcome.winner == Some(next.to_move());
    }
    let stones = |color| next.stones(color).iter().map(move |point| (point, color));
    certificate.setup.stones = Color::ALL.into_iter().flat_map(stones).collect();
    certificate.setup.to_move = next.to_move();
    certificate.setup.captured = Color::ALL.map(|color| next.captured(color));
    certificate.verify().is_ok()
}

/// A threat in random positions.
struct Random<'t> {
    setting: Setting,
    seed: u64,
    tally: &'t mut Tally,
}

impl Visitor for Random<'_> {
    type Output = ();

    fn visit<P: Tactics>(self, game: &'static Game) {
        let mut dice = Dice::new(self.seed);
        let plain = self.seed.is_multiple_of(2);
        let scene = if plain { tangle(self.setting, &mut dice) } else { dense(self.setting, &mut dice) };
        let setup = scene.set_up(game);
        if let Ok(position) = P::set_up(game, &setup) {
            play_out(&position, setup, self.seed, self.tally);
        }
    }
}

#[test]
fn nothing_outside_of_a_zone_matters() {
    let mut violations = Vec::new();
    for (number, (setting, positions)) in settings().into_iter().enumerate() {
        let mut tally = Tally::default();
        for position in numbers(positions) {
            let seed = (9000 + number) as u64 * 1_000_000 + position;
            setting.game().expect("a game").visit(Random { setting, seed, tally: &mut tally });
        }
        println!("{setting:?}: {tally}");
        assert!(tally.proofs > rounds(positions) / 200, "{setting:?}: too little to test");
        violations.extend(tally.violations);
    }
    assert!(violations.is_empty(), "replies outside of zones: {}", violations.concat());
}

/// The threats of a game, at every turn.
struct Played<'t> {
    moves: &'t str,
    seed: u64,
    tally: &'t mut Tally,
}

impl Visitor for Played<'_> {
    type Output = ();

    fn visit<P: Tactics>(self, game: &'static Game) {
        let mut record = Record::new(P::start(game));
        for name in self.moves.split(' ') {
            let moved = notation::parse_move(game.grid(), name).ok().map(|mv: Move| record.play(mv));
            if !matches!(moved, Some(Ok(_))) {
                return;
            }
            let position = *record.position();
            let stones = |color| position.stones(color).iter().map(move |point| (point, color));
            let setup = SetUp {
                stones: Color::ALL.into_iter().flat_map(stones).collect(),
                walls: Vec::new(),
                to_move: position.to_move(),
                captured: Color::ALL.map(|color| position.captured(color)),
            };
            if let Ok(position) = P::set_up(game, &setup) {
                play_out(&position, setup, self.seed, self.tally);
            }
        }
    }
}

#[test]
fn nothing_outside_of_a_zone_matters_in_real_games() {
    let games = match rows(PENTE) {
        Ok(games) => games,
        Err(reason) => return println!("{reason}"),
    };
    let mut violations = Vec::new();
    for (number, name) in ["ninuki", "ninuki-42", "pente", "keryo", "freestyle", "renju"].into_iter().enumerate() {
        let setting = Setting::new(name, 19);
        let mut tally = Tally::default();
        for game in numbers(1) {
            // Spread over the games, so that all years occur, and different ones in every game.
            let index = (7919 * game as usize + 1000 * number) % games.len();
            let moves = games[index].last().expect("the moves");
            setting.game().expect("a game").visit(Played { moves, seed: 0, tally: &mut tally });
        }
        println!("{name}, real games: {tally}");
        violations.extend(tally.violations);
    }
    assert!(violations.is_empty(), "replies outside of zones: {}", violations.concat());
}
