//! Claims of the search are true: a win in n holds against every reply, within n plies.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Color, Game, Move, Point, PointSet, Record, Rules, SetUp, Tactics, Visitor};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use search::proof::{Answer, Effort, solve};
use search::{Limits, Score, player};

/// Plays random moves near the stones and returns the record, if it does not end the game.
fn tangled<P: Tactics>(game: &'static Game, stones: usize, dice: &mut StdRng) -> Option<Record<P>> {
    let mut record = Record::new(P::start(game));
    for _ in 0..stones {
        let legal = record.position().legal();
        let near: Vec<Point> = (legal & record.position().candidates()).iter().collect();
        let all: Vec<Point> = if near.is_empty() { legal.iter().collect() } else { near };
        let mv = all.get(dice.random_range(0..all.len().max(1))).map_or(Move::Pass, |&point| Move::Place(point));
        record.play(mv).ok()?;
    }
    record.outcome().is_none().then_some(record)
}

/// Whether the side to move wins `position` in `plies` (1 or 3) against every legal reply; every move is tried.
fn wins<P: Tactics>(position: &P, plies: u32) -> bool {
    let us = position.to_move();
    let won = |next: &P| next.outcome().is_some_and(|outcome| outcome.winner == Some(us));
    if position.moves().any(|mv| won(&position.make_move(mv))) {
        return true;
    }
    plies > 1 && position.moves().any(|mv| loses(&position.make_move(mv), plies - 1))
}

/// Whether the side to move loses `position` within `plies` whatever it does.
fn loses<P: Tactics>(position: &P, plies: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner == Some(!position.to_move());
    }
    plies > 0
        && position.moves().all(|mv| {
            let next = position.make_move(mv);
            match next.outcome() {
                Some(outcome) => outcome.winner == Some(next.to_move()),
                None => wins(&next, plies - 1),
            }
        })
}

/// Whether the side to move loses `position` to threats, whatever it does.
fn loses_to_threats<P: Tactics>(position: &P) -> bool {
    let effort = Effort { nodes: 100_000, time: Duration::from_secs(60), shortest: false };
    position.moves().all(|mv| {
        let next = position.make_move(mv);
        match next.outcome() {
            Some(outcome) => outcome.winner == Some(next.to_move()),
            None => matches!(solve(&next, effort, &AtomicBool::new(false)).0, Answer::Win { .. }),
        }
    })
}

/// Whether the side to move loses `position` within `plies`, all moves tried; for boards that are nearly full.
struct Exhaustive<P>(HashMap<(P, u32), bool>);

impl<P: Tactics> Exhaustive<P> {
    /// Points that may be empty.
    const ROOM: usize = 12;

    fn loses(&mut self, position: &P, plies: u32) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome.winner == Some(!position.to_move());
        }
        if plies == 0 {
            return false;
        }
        if let Some(&known) = self.0.get(&(*position, plies)) {
            return known;
        }
        let wins = |next: &P, table: &mut Self| match next.outcome() {
            Some(outcome) => outcome.winner == Some(next.to_move()),
            None => plies > 1 && next.moves().any(|mv| table.loses(&next.make_move(mv), plies.saturating_sub(2))),
        };
        let loses = position.moves().all(|mv| wins(&position.make_move(mv), self));
        self.0.insert((*position, plies), loses);
        loses
    }
}

/// Whether the side to move provably loses `position` within `plies` plies.
fn is_lost<P: Tactics>(position: &P, plies: u32) -> bool {
    if position.legal().len() > Exhaustive::<P>::ROOM {
        return loses_to_threats(position);
    }
    let name = position.game().rules().name;
    let text = engine::notation::position_text(position);
    assert!(Exhaustive(HashMap::new()).loses(position, plies), "{name} {text}: no loss in {plies}");
    true
}

/// The number of claims of wins and losses that hold for each length and for all that are longer, and of those longer ones
/// that the solver does not decide.
struct Claims {
    rounds: usize,
    seed: u64,
}

impl Visitor for Claims {
    type Output = [usize; 6];

    fn visit<P: Tactics>(self, game: &'static Game) -> [usize; 6] {
        let mut dice = StdRng::seed_from_u64(self.seed);
        let mut found = [0; 6];
        for _ in 0..self.rounds {
            let stones = dice.random_range(8..40);
            let Some(record) = tangled::<P>(game, stones, &mut dice) else { continue };
            let position = record.position();
            let setup = SetUp {
                stones: Color::ALL
                    .into_iter()
                    .flat_map(|color| position.stones(color).iter().map(move |point| (point, color)))
                    .collect(),
                walls: Vec::new(),
                to_move: position.to_move(),
                captured: Color::ALL.map(|color| position.captured(color)),
            };
            let mut player = player(game, Some(&setup)).expect("a position that was reached");
            player.set_memory(1 << 20);
            let limits = Limits { nodes: Some(1500), ..Limits::none() };
            let report = player.think(&limits, &AtomicBool::new(false), &mut |_| ()).expect("the game goes on");
            let text = engine::notation::position_text(position);
            let name = game.rules().name;
            match (report.score.plies_to_win(), report.score.plies_to_loss()) {
                (Some(plies @ 1..=3), _) => {
                    assert!(wins(position, plies), "{name} {text}: no win in {plies}");
                    let next = position.make_move(report.best);
                    assert!(loses(&next, plies - 1), "{name} {text}: {:?} does not win", report.best);
                    found[plies as usize] += 1;
                }
                (_, Some(plies @ 0..=2)) => {
                    assert!(loses(position, plies), "{name} {text}: no loss in {plies}");
                    found[plies as usize] += 1;
                }
                (Some(plies @ 5..), _) => {
                    let next = position.make_move(report.best);
                    found[if is_lost(&next, plies - 1) { 4 } else { 5 }] += 1;
                }
                (_, Some(plies @ 4..)) => found[if is_lost(position, plies) { 4 } else { 5 }] += 1,
                _ => {
                    // A win at once must not be missed.
                    assert!(report.score != Score::win_in(1) && !wins(position, 1), "{name} {text}: a win was missed");
                    assert!(!loses(position, 2), "{name} {text}: a loss was missed");
                }
            }
        }
        found
    }
}

#[test]
fn proven_scores_hold_against_every_reply() {
    let mut passing = Rules::NDENGROD;
    passing.set_flag("stuck", "pass").expect("a flag of the game");
    for (index, rules) in Rules::ALL.into_iter().chain([passing]).enumerate() {
        let small = rules.sizes.least().min(rules.default_size);
        let size = if rules.rectangles { 9 } else { small };
        let name = rules.name;
        let game = Game::new(rules, Some(size), None).expect("a size of the game");
        let found = game.visit(Claims { rounds: 250, seed: index as u64 });
        println!("{name}: claims of a win or loss in 0 to 3 plies, in more, undecided: {found:?}");
        assert!(2 * found[5] <= found[4], "{name}: {found:?}");
        assert!(found.iter().sum::<usize>() >= 10, "{name}: too few claims to test: {found:?}");
    }
}
