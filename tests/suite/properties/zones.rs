//! Relevance zones: after every reply outside of the zone of a threat, the strategy that was found for no reply at all wins
//! against every legal defence, by the checker.
//!
//! Ten thousand proofs and more of every kind of game, none of them seen by the usual test:
//!
//! ```text
//! NINUKI_TEST_ROUNDS=60 NINUKI_TEST_SHIFT=1 cargo test --release -p tests zones -- --nocapture
//! ```

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Color, Game, Point, PointSet, Position, SetUp, Visitor};
use search::proof::{Answer, Certificate, Effort, Strategy, solve};

use crate::dice::{Dice, numbers, rounds};
use crate::scene::{Scene, Setting};
use crate::tangle::{dense, tangle};

/// Replies outside of the zone that are played out, of one proof.
const REPLIES: usize = 40;

/// Settings with the number of positions; a few in a hundred of them hold a threat.
fn settings() -> Vec<(Setting, usize)> {
    let of = Setting::new;
    vec![
        (of("ninuki", 13), 1500),
        (of("ninuki", 13).flags(&[("fifth", "captures"), ("recursion", "true")]), 300),
        (of("ninuki", 13).flags(&[("fifth", "draw"), ("fifth-33", "true"), ("double-four", "false")]), 300),
        (of("ninuki-hannover", 19), 300),
        (of("ninuki-japan", 15), 800),
        (of("ninuki-42", 19), 500),
        (of("ninuki-42", 19).flags(&[("fifth", "five"), ("recursion", "true")]), 200),
        (of("nenuki", 11), 500),
        (of("pente", 13), 1000),
        (of("keryo", 13), 1000),
        (of("freestyle", 9), 500),
        (of("standard", 10), 500),
        (of("renju", 11), 1000),
        (of("caro", 9), 500),
        (of("caro", 10).flags(&[("caro-exact", "true")]), 300),
        (of("ndengrod", 3).length(4), 1000),
        (of("ndengrod", 4), 1000),
        (of("ndengrod", 5), 1000),
        (of("ndengrod", 5).flags(&[("suicide", "true")]), 1000),
        (of("ndengrod", 6).length(4), 300),
    ]
}

/// What was tested.
#[derive(Clone, Copy, Default)]
struct Tally {
    proofs: usize,
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
    violations: usize,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = |sum: usize| sum as f64 / self.proofs.max(1) as f64;
        write!(
            f,
            "{} proofs of up to {} steps, of {:.1} empty points {:.1} in the zone, {:.1} matter, {} zones are whole boards; \
             {} replies outside, {} violations",
            self.proofs,
            self.longest,
            mean(self.empty),
            mean(self.zone),
            mean(self.needed),
            self.whole,
            self.replies,
            self.violations
        )
    }
}

/// Looks for a threat in a position, and plays it out.
struct Threat<'s> {
    scene: &'s Scene,
    seed: u64,
    tally: &'s mut Tally,
}

impl Visitor for Threat<'_> {
    type Output = ();

    fn visit<P: Position>(mut self, game: &'static Game) {
        let Ok(position) = P::set_up(game, &self.scene.set_up(game)) else { return };
        if position.outcome().is_some() || position.legal().is_empty() || position.defences().is_some() {
            return;
        }
        let effort = Effort { nodes: 400, time: Duration::from_secs(60), shortest: false };
        if let (Answer::Win { strategy, .. }, _) = solve(&position.make_null(), effort, &AtomicBool::new(false)) {
            self.play_out(&position, strategy);
        }
    }
}

impl Threat<'_> {
    fn play_out<P: Position>(&mut self, position: &P, strategy: Strategy) {
        let zone = strategy.zone(strategy.steps().len() as u32 - 1, position);
        let Self { tally, scene, seed } = self;
        tally.proofs += 1;
        tally.longest = tally.longest.max(strategy.steps().len());
        tally.empty += position.empty().len();
        tally.zone += zone.len();
        let outside = position.legal() & !zone;
        tally.whole += usize::from(outside.is_empty());
        let mut certificate = Certificate {
            game: position.game(),
            setup: SetUp { ..scene.set_up(position.game()) },
            position: String::new(),
            strategy,
        };
        let mut dice = Dice::new(*seed);
        for reply in (position.legal() & zone).iter() {
            if dice.chance(10) && !wins_after(&mut certificate, position, reply) {
                tally.needed += 10;
            }
        }
        let share = (100 * REPLIES).div_ceil(outside.len().max(1));
        for reply in outside.iter().filter(|_| dice.chance(share)) {
            tally.replies += 1;
            if !wins_after(&mut certificate, position, reply) {
                tally.violations += 1;
                let name = position.game().grid().name(reply);
                println!("{name} is outside of the zone and matters, seed {seed}\n{position:?}\n{zone:?}");
                println!("{:?}", certificate.strategy);
            }
        }
    }
}

/// Whether the strategy wins after `reply`, against every legal defence.
fn wins_after<P: Position>(certificate: &mut Certificate, position: &P, reply: Point) -> bool {
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

#[test]
fn nothing_outside_of_a_zone_matters() {
    let mut violations = 0;
    for (number, (setting, positions)) in settings().into_iter().enumerate() {
        let mut tally = Tally::default();
        for position in numbers(positions) {
            let seed = (9000 + number) as u64 * 1_000_000 + position;
            let mut dice = Dice::new(seed);
            let scene = if position % 2 == 0 { tangle(setting, &mut dice) } else { dense(setting, &mut dice) };
            setting.game().expect("a game").visit(Threat { scene: &scene, seed, tally: &mut tally });
        }
        println!("{setting:?}: {tally}");
        violations += tally.violations;
        assert!(tally.proofs > rounds(positions) / 200 && tally.needed > 0, "{setting:?}: too little to test");
    }
    assert_eq!(violations, 0, "replies outside of zones that matter");
}
