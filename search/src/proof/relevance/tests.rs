//! Zones against the checker: a step that holds by its zone holds against every reply, with any extra stone outside of the
//! zone; and so do steps that were changed by chance.

use std::sync::atomic::AtomicBool;

use engine::{Game, Move, Point, PointSet, Position, Record, Rules, SetUp, SquarePosition, Tactics};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::Relevance;
use crate::proof::check::limits::{CheckError, CheckLimits, Stop};
use crate::proof::strategy::{Step, Strategy};
use crate::proof::{Answer, Effort, check, solve};

const MOST: u64 = 200_000;

/// Whether the checker agrees; `None` if that takes too long.
fn wins(position: &SquarePosition, strategy: &Strategy) -> Option<bool> {
    let limits = CheckLimits::default().positions(MOST);
    match check::verify_by_replies(&Record::new(*position), strategy, limits) {
        Ok(_) => Some(true),
        Err(CheckError::Stopped { by: Stop::Positions, .. }) => None,
        Err(_) => Some(false),
    }
}

/// The strategy with some step changed.
fn changed(strategy: &Strategy, points: &[Point], dice: &mut StdRng) -> Strategy {
    let mut steps = strategy.steps().to_vec();
    let id = dice.random_range(0..steps.len());
    match &mut steps[id] {
        Step::Win(points) => drop(points.pop()),
        Step::Attack { at, replies, otherwise } => match dice.random_range(0..4) {
            0 => *at = points[dice.random_range(0..points.len())],
            1 if !replies.is_empty() => drop(replies.remove(dice.random_range(0..replies.len()))),
            2 if !replies.is_empty() => {
                let reply = dice.random_range(0..replies.len());
                replies[reply].1 = dice.random_range(0..id) as u32;
            }
            _ => *otherwise = dice.random_range(0..id) as u32,
        },
    }
    Strategy::unchecked(steps)
}

#[test]
fn steps_that_hold_by_their_zone_hold_against_every_reply() {
    let boards = [(Rules::FREESTYLE, 8, 14), (Rules::STANDARD, 8, 14), (Rules::FREESTYLE, 6, 12)];
    let mut dice = StdRng::seed_from_u64(21);
    let [mut held, mut failed, mut extras, mut strict] = [0; 4];
    for _ in 0..400 {
        let (rules, size, moves) = boards[dice.random_range(0..boards.len())].clone();
        let game = Game::new(rules, Some(size), None).expect("a board");
        let mut record = Record::new(SquarePosition::start(game));
        for _ in 0..dice.random_range(moves - 4..moves + 4) {
            let near = record.position().candidates() & record.position().legal();
            let points: Vec<Point> = near.iter().collect();
            if points.is_empty() {
                continue;
            }
            let _ = record.play(Move::Place(points[dice.random_range(0..points.len())]));
        }
        let position = *record.position();
        if record.outcome().is_some() {
            continue;
        }
        let effort = Effort { nodes: 2_000, ..Effort::default() };
        let (Answer::Win { strategy, .. }, _) = solve(&position, effort, &AtomicBool::new(false)) else { continue };
        let points: Vec<Point> = game.grid().points().collect();
        for round in 0..6 {
            let strategy = if round == 0 { strategy.clone() } else { changed(&strategy, &points, &mut dice) };
            let root = strategy.steps().len() as u32 - 1;
            let mut relevance = Relevance::new(&position).expect("lines decide");
            let by_zone = relevance.zone(strategy.steps(), root, &position, 0, &mut |_| false).is_ok();
            match wins(&position, &strategy) {
                Some(by_replies) => {
                    assert!(by_replies || !by_zone, "{position:?} {strategy:?}");
                    strict += usize::from(by_replies && !by_zone);
                }
                None => continue,
            }
            if by_zone {
                held += 1
            } else {
                failed += 1
            }
            // One or two extra stones of the defender, outside of the zone.
            for extra in 1..=2 {
                let Ok(zone) = relevance.zone(strategy.steps(), root, &position, extra, &mut |_| false) else {
                    continue;
                };
                let mut with = position.make_null();
                for _ in 0..extra {
                    let outside: Vec<Point> = (with.legal() & !zone).iter().collect();
                    if outside.is_empty() {
                        break;
                    }
                    with = with.make(outside[dice.random_range(0..outside.len())]);
                    if with.outcome().is_some() {
                        break;
                    }
                    with = with.make_null();
                }
                let with = with.make_null();
                if with.outcome().is_none() && with.to_move() == position.to_move() {
                    extras += 1;
                    assert_ne!(wins(&with, &strategy), Some(false), "{position:?} {with:?} {strategy:?}");
                }
            }
        }
    }
    let counts = format!("{held} hold, {failed} do not, {extras} with more stones, {strict} are refused by zone alone");
    assert!(held > 100 && failed > 30 && extras > 100 && strict * 20 < held, "{counts}");
}

/// Whether the step holds, without stored results.
fn holds_anew(position: &SquarePosition, strategy: &Strategy, extra: u16) -> bool {
    let root = strategy.steps().len() as u32 - 1;
    let mut relevance = Relevance::new(position).expect("lines decide");
    relevance.zone(strategy.steps(), root, position, extra, &mut |_| false).is_ok()
}

#[test]
fn stored_claims_prove_only_what_holds() {
    let boards = [Rules::FREESTYLE, Rules::STANDARD].map(|rules| Game::new(rules, Some(9), None).expect("a board"));
    let points: Vec<Point> = boards[0].grid().points().collect();
    let mut dice = StdRng::seed_from_u64(4);
    let [mut held, mut missing, mut refuted] = [0; 3];
    for round in 0..800 {
        let game = boards[round % 2];
        let mut record = Record::new(SquarePosition::start(game));
        for _ in 0..dice.random_range(5..9) * 2 {
            let near: Vec<Point> = (record.position().candidates() & record.position().legal()).iter().collect();
            if near.is_empty() {
                break;
            }
            let _ = record.play(Move::Place(near[dice.random_range(0..near.len())]));
        }
        let position = *record.position();
        if record.outcome().is_some() {
            continue;
        }
        let effort = Effort { nodes: 2_000, ..Effort::default() };
        let (Answer::Win { strategy, .. }, _) = solve(&position, effort, &AtomicBool::new(false)) else { continue };
        let root = strategy.steps().len() as u32 - 1;
        let mut relevance = Relevance::new(&position).expect("lines decide");
        for extra in 0..=2 {
            let _ = relevance.zone(strategy.steps(), root, &position, extra, &mut |_| false);
        }
        // The same position with some stones of the defender elsewhere.
        for _ in 0..12 {
            let (us, them) = (position.to_move(), !position.to_move());
            let mut stones: Vec<Point> = position.stones(them).iter().collect();
            let moved = dice.random_range(0..3).min(stones.len());
            for _ in 0..moved {
                stones.swap_remove(dice.random_range(0..stones.len()));
            }
            for _ in 0..dice.random_range(0..3) {
                let point = points[dice.random_range(0..points.len())];
                if position.empty().contains(point) && !stones.contains(&point) {
                    stones.push(point);
                }
            }
            let ours = position.stones(us).iter().map(|point| (point, us));
            let stones = ours.chain(stones.into_iter().map(|point| (point, them))).collect();
            let setup = SetUp { stones, walls: Vec::new(), to_move: us, captured: [0; 2] };
            let other = SquarePosition::set_up(game, &setup).expect("a position");
            let holds = relevance.zone(strategy.steps(), root, &other, 0, &mut |_| false).is_ok();
            let limits = CheckLimits::default().positions(MOST);
            let checked = check::verify_by_replies(&Record::new(other), &strategy, limits);
            if holds {
                assert!(!matches!(checked, Err(CheckError::Flaw(_))), "{position:?} {other:?} {strategy:?}");
                missing += usize::from(moved > 0);
                held += 1;
            } else {
                // Stored results refuse nothing that holds without them.
                assert!(!holds_anew(&other, &strategy, 0), "{other:?} {strategy:?}");
                refuted += 1;
            }
        }
    }
    assert!(
        held > 500 && missing > 300 && refuted > 100,
        "{held} hold, {missing} with a missing stone, {refuted} do not"
    );
}

/// In standard a stone next to a line may keep the defender from winning: without it, he wins.
#[test]
fn a_stone_that_makes_a_line_too_long_is_not_missing() {
    let game = Game::new(Rules::STANDARD, Some(9), None).expect("a board");
    let position = |text: &str| {
        let setup = game.parse_position(text).expect("a position");
        SquarePosition::set_up(game, &setup).expect("a position")
    };
    // White has a row of four whose open end would make six. Black's three wins by an open four.
    let with = position("oooo1o3/9/9/9/9/2xxx4/9/9/9 x");
    let without = position("oooo5/9/9/9/9/2xxx4/9/9/9 x");
    let effort = Effort { nodes: 20_000, ..Effort::default() };
    let (Answer::Win { strategy, .. }, _) = solve(&with, effort, &AtomicBool::new(false)) else { panic!("it wins") };
    let root = strategy.steps().len() as u32 - 1;
    let mut relevance = Relevance::new(&with).expect("lines decide");
    for extra in 0..=2 {
        assert!(relevance.zone(strategy.steps(), root, &with, extra, &mut |_| false).is_ok());
    }
    assert!(relevance.zone(strategy.steps(), root, &without, 0, &mut |_| false).is_err());
    let limits = CheckLimits::default();
    assert!(check::verify_by_replies(&Record::new(without), &strategy, limits).is_err());
}
