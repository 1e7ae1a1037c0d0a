//! The checker beside a recursive twin, at any depth, within its limits, and on positions that are over.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use engine::{Color, HexPosition, Move, Point, PointSet, Rules, SetUp, SquarePosition, Tactics};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::proof::{Answer, Effort, Step, StepId, Stop, solve};

/// The same check, as short as it can be written: recursive, and without memory.
struct Twin<'c, P> {
    strategy: &'c Strategy,
    moves: Vec<Move>,
    path: Vec<P>,
    /// Positions that may still be played.
    left: u64,
}

impl<P: Position> Twin<'_, P> {
    fn flaw<T>(&self, step: StepId, position: &P, reason: &str) -> Result<T, Flaw> {
        let moves = position.game().display_moves(&self.moves).to_string();
        Err(Flaw { step: Some(step), moves, reason: reason.to_owned() })
    }

    /// Enters a position that must not have been there before.
    fn enter(&mut self, step: StepId, position: &P, is_last: bool) -> Result<(), Flaw> {
        let mut past = self.path.iter().skip(usize::from(is_last));
        if position.game().rules().repetition && past.any(|past| is_same(past, position)) {
            return self.flaw(step, position, "the position has been there before");
        }
        self.path.push(*position);
        Ok(())
    }

    /// The plies until the win; `None` if there is more to be played than is left.
    fn attack(&mut self, id: StepId, position: &P) -> Result<Option<u32>, Flaw> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let us = position.to_move();
        let wins = |next: P| next.outcome().is_some_and(|outcome| outcome.winner == Some(us));
        let Some(Step::Attack { at, replies, otherwise }) = self.strategy.step(id) else {
            self.enter(id, position, true)?;
            self.path.pop();
            let won = position.legal().iter().any(|point| wins(position.make(point)));
            return if won { Ok(Some(1)) } else { self.flaw(id, position, "nothing wins at once") };
        };
        self.enter(id, position, false)?;
        if let Err(why) = position.check(*at) {
            let name = position.game().grid().name(*at);
            return self.flaw(id, position, &format!("{name} is not legal: {why}"));
        }
        let next = position.make(*at);
        self.moves.push(Move::Place(*at));
        let mut most = 0;
        match next.outcome() {
            _ if wins(next) => {}
            Some(outcome) => return self.flaw(id, position, &format!("the game ends by {}", outcome.reason)),
            None => {
                self.enter(id, &next, false)?;
                for reply in next.moves() {
                    let after = next.make_move(reply);
                    self.moves.push(reply);
                    let plies = match after.outcome() {
                        _ if wins(after) => 0,
                        Some(outcome) => {
                            return self.flaw(id, position, &format!("the game ends by {}", outcome.reason));
                        }
                        None => {
                            let listed = replies.iter().find(|&&(point, _)| Move::Place(point) == reply);
                            let Some(plies) = self.attack(listed.map_or(*otherwise, |&(_, next)| next), &after)? else {
                                return Ok(None);
                            };
                            plies
                        }
                    };
                    self.moves.pop();
                    most = most.max(1 + plies);
                }
                self.path.pop();
            }
        }
        self.moves.pop();
        self.path.pop();
        Ok(Some(1 + most))
    }
}

/// The verdict of the twin on a position that no game led to; `None` if it takes too long.
fn twin<P: Position>(position: &P, strategy: &Strategy) -> Option<Result<u32, Flaw>> {
    let mut twin = Twin { strategy, moves: Vec::new(), path: Vec::new(), left: 300_000 };
    twin.attack(strategy.steps().len() as StepId - 1, position).transpose()
}

fn check<P: Position>(position: &P, strategy: &Strategy, limits: CheckLimits) -> Result<Verified, CheckError> {
    verify(&Record::new(*position), strategy, limits, &AtomicBool::new(false), &mut |_| ())
}

/// A position of random moves near the stones.
fn tangled<P: Tactics>(game: &'static Game, dice: &mut StdRng) -> Option<P> {
    let mut position = P::start(game);
    for _ in 0..dice.random_range(6..24) {
        let [threats, _] = position.threats();
        let strong = (threats.three | threats.two | threats.capture) & position.legal();
        let near = position.candidates() & position.legal();
        let from = if !strong.is_empty() && dice.random_bool(0.7) { strong } else { near };
        let points: Vec<Point> = from.iter().collect();
        position = position.make(*points.choose(dice)?);
        if position.outcome().is_some() {
            return None;
        }
    }
    Some(position)
}

/// A strategy with one thing changed.
fn mutated<P: Position>(strategy: &Strategy, position: &P, dice: &mut StdRng) -> Strategy {
    let points: Vec<Point> = position.game().grid().points().collect();
    let changed = dice.random_range(0..strategy.steps().len());
    let mut other = Strategy::default();
    for (id, step) in strategy.steps().iter().enumerate() {
        let mut step = step.clone();
        if id == changed {
            let point = *points.choose(dice).expect("a board has points");
            let earlier = dice.random_range(0..id.max(1)) as StepId;
            match &mut step {
                Step::Win(points) => *points = vec![point],
                Step::Attack { at, replies, otherwise } => match dice.random_range(0..4) {
                    0 => *at = point,
                    1 => *otherwise = earlier,
                    2 if !replies.is_empty() => drop(replies.remove(dice.random_range(0..replies.len()))),
                    _ => match replies.binary_search_by_key(&point, |&(point, _)| point) {
                        Ok(index) => replies[index].1 = earlier,
                        Err(index) => replies.insert(index, (point, earlier)),
                    },
                },
            }
        }
        other.add(step);
    }
    other
}

/// Steps at random: seldom a win, often long ways to a flaw.
fn random<P: Position>(position: &P, dice: &mut StdRng) -> Strategy {
    let points: Vec<Point> = position.game().grid().points().collect();
    let mut strategy = Strategy::default();
    strategy.add(Step::Win(Vec::new()));
    for id in 1..dice.random_range(2..9) {
        let mut replies: Vec<(Point, StepId)> = Vec::new();
        for &point in &points {
            if dice.random_bool(0.2) {
                replies.push((point, dice.random_range(0..id)));
            }
        }
        replies.sort_unstable();
        let at = *points.choose(dice).expect("a board has points");
        strategy.add(Step::Attack { at, replies, otherwise: dice.random_range(0..id) });
    }
    strategy
}

struct Beside(StdRng);

impl Visitor for Beside {
    type Output = [usize; 2];

    fn visit<P: Tactics>(mut self, game: &'static Game) -> [usize; 2] {
        let dice = &mut self.0;
        let mut counts = [0; 2];
        for _ in 0..16 {
            let Some(position) = tangled::<P>(game, dice) else { continue };
            let effort = Effort { nodes: 2_000, ..Effort::default() };
            let (answer, _) = solve(&position, effort, &AtomicBool::new(false));
            let mut strategies = vec![random(&position, dice), random(&position, dice)];
            if let Answer::Win { strategy, .. } = answer {
                strategies.extend((0..6).map(|_| mutated(&strategy, &position, dice)));
                strategies.push(strategy);
            }
            for strategy in strategies {
                let Some(expected) = twin(&position, &strategy) else { continue };
                counts[usize::from(expected.is_ok())] += 1;
                let expected = expected.map_err(CheckError::from);
                for memory in [1 << 20, 256 << 20] {
                    let limits = CheckLimits::default().memory(memory);
                    let found = check(&position, &strategy, limits).map(|verified| verified.plies);
                    assert_eq!(found, expected, "{position:?}\n{strategy:?}");
                }
            }
        }
        counts
    }
}

#[test]
fn the_verdict_is_that_of_the_recursive_twin() {
    let suicide = Rules::own("suicide", "ndengrod", &[("suicide", "true"), ("line.length", "4")]).expect("a game");
    let all = Rules::ALL.into_iter().chain([suicide]);
    for (seed, rules) in (0..).zip(all) {
        let side = rules.sizes.iter().find(|&side| side >= 11).unwrap_or(19);
        let size = if rules.hexagonal() { 3 } else { side };
        let name = rules.name;
        let game = Game::new(rules, Some(size), None).expect("a size of the game");
        let [wrong, right] = game.visit(Beside(StdRng::seed_from_u64(seed)));
        assert!(wrong >= 10 && right >= 5, "{name}: {right} right, {wrong} wrong");
    }
}

/// A win that is put off by turns in which each side throws a stone into an eye of the other one, as often as is asked for.
fn delayed(turns: usize) -> Certificate {
    let rules = [("suicide", "true"), ("repetition", "false")];
    let rules = Rules::own("delayed", "ndengrod", &rules).expect("a game");
    let game = Game::new(rules, Some(3), Some(4)).expect("a size of the game");
    let position = "1xx/xxx1/xxoxo/1xoo/oo1 x 0 0";
    let setup = game.parse_position(position).expect("a position");
    let [at, reply, one, other] =
        ["e5", "a1", "b4", "d2"].map(|name| game.grid().parse(name).expect("a point of the board"));
    let mut strategy = Strategy::default();
    let mut next = strategy.add(Step::Win(vec![one, other]));
    for _ in 0..turns {
        next = strategy.add(Step::Attack { at, replies: vec![(reply, next)], otherwise: 0 });
    }
    Certificate { game, setup, position: position.to_owned(), strategy }
}

#[test]
fn lines_of_any_length_are_checked_on_a_small_stack() {
    for turns in [3_343, 14_000, 2_000_000] {
        let run = move || {
            let text = delayed(turns).to_string();
            let verified = Certificate::parse(&text).expect("our own text").verify().expect("it wins");
            assert_eq!((verified.plies as usize, verified.positions as usize), (2 * turns + 1, 4 * turns + 1));
        };
        let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(run).expect("a thread");
        assert!(thread.join().is_ok(), "{turns} turns");
    }
}

#[test]
fn a_flaw_at_the_end_of_a_long_line_is_told_in_short() {
    let mut certificate = delayed(20_000);
    let Step::Win(points) = certificate.strategy.steps()[0].clone() else { panic!("a win") };
    let mut strategy = Strategy::default();
    // One turn more, and then a step that is not legal.
    let mut next = strategy.add(Step::Win(points));
    let at = certificate.game.grid().parse("a2").expect("a point of the board");
    next = strategy.add(Step::Attack { at, replies: Vec::new(), otherwise: next });
    for step in &certificate.strategy.steps()[1..] {
        let Step::Attack { at, replies, .. } = step else { panic!("an attack") };
        next = strategy.add(Step::Attack { at: *at, replies: vec![(replies[0].0, next)], otherwise: 0 });
    }
    certificate.strategy = strategy;
    let flaw = certificate.verify().expect_err("a2 is occupied").to_string();
    assert!(flaw.starts_with("step 1 after e5 a1 e5") && flaw.len() < 500, "{flaw}");
    assert!(flaw.ends_with("e5 a1: a2 is not legal: the point is occupied") && flaw.contains("40000 moves"), "{flaw}");
}

/// Rows of four stones of Black, and as many attacks that White need not answer; there are about 400 replies to each.
fn wide(rules: &str, attacks: usize) -> Certificate {
    let game = Game::new(rules.parse().expect("a game"), Some(22), None).expect("a size of the game");
    let rows: Vec<&str> = (0..22).map(|row| if row % 3 == 0 { "2xxxx6xxxx6" } else { "22" }).collect();
    let position = format!("{} x 0 0", rows.join("/"));
    let setup = game.parse_position(&position).expect("a position");
    let point = |x, y| game.grid().point(x, y).expect("a point of the board");
    let mut strategy = Strategy::default();
    let mut next = strategy.add(Step::Win(vec![point(1, 0), point(6, 0), point(1, 3)]));
    for x in 1..=attacks {
        let replies = (1..x).map(|reply| (point(reply, 20), reply as StepId - 1)).collect();
        next = strategy.add(Step::Attack { at: point(x, 20), replies, otherwise: next });
    }
    Certificate { game, setup, position, strategy }
}

#[test]
fn replies_outside_of_the_zones_count_as_one() {
    let limits = CheckLimits::default().positions(200_000);
    let check = |certificate: &Certificate| certificate.verify_within(limits, &AtomicBool::new(false), &mut |_| ());
    let verified = check(&wide("freestyle", 4)).expect("it holds");
    assert!(verified.plies == 9 && verified.positions < 100_000, "{verified:?}");
    // White completes a line outside of the rows.
    let mut wrong = wide("freestyle", 4);
    let point = |x| wrong.game.grid().point(x, 1).expect("a point of the board");
    let four: Vec<_> = (3..7).map(|x| (point(x), Color::White)).collect();
    wrong.setup.stones.extend(four);
    assert!(matches!(check(&wrong), Err(CheckError::Flaw(_))));
    // Caro has no zones.
    assert!(matches!(check(&wide("caro", 4)), Err(CheckError::Stopped { by: Stop::Positions, .. })));
}

#[test]
fn every_limit_ends_a_check() {
    let endless = wide("caro", 4);
    let never = AtomicBool::new(false);
    let stopped = |limits: CheckLimits, stop: &AtomicBool| {
        let started = Instant::now();
        let found = endless.verify_within(limits, stop, &mut |_| ());
        (found, started.elapsed())
    };
    let by = |found| match found {
        Err(CheckError::Stopped { by, .. }) => Some(by),
        _ => None,
    };
    for threads in [1, 3] {
        let limits = CheckLimits::default().threads(threads);
        let (found, took) = stopped(limits.time(Duration::from_millis(300)), &never);
        assert_eq!(by(found), Some(Stop::Time));
        assert!(took < Duration::from_secs(5), "{took:?}");
        assert_eq!(by(stopped(limits.positions(200_000), &never).0), Some(Stop::Positions));
        assert_eq!(by(stopped(limits, &AtomicBool::new(true)).0), Some(Stop::Terminated));
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let found = scope.spawn(|| stopped(limits, &stop));
            std::thread::sleep(Duration::from_millis(200));
            let set = Instant::now();
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
            assert_eq!(by(found.join().expect("no panic").0), Some(Stop::Terminated));
            assert!(set.elapsed() < Duration::from_secs(2), "{:?}", set.elapsed());
        });
    }
    let small = CheckLimits::default().memory(1 << 20);
    assert_eq!(by(delayed(100_000).verify_within(small, &never, &mut |_| ())), Some(Stop::Memory));
    let mut calls = Vec::new();
    let limits = CheckLimits::default().positions(100_000);
    let _ = endless.verify_within(limits, &never, &mut |positions| calls.push(positions));
    assert!(calls.len() > 100 && calls.is_sorted(), "{}", calls.len());
}

#[test]
fn threads_change_neither_verdict_nor_plies() {
    let certificate = wide("caro", 2);
    let check = |certificate: &Certificate, threads| {
        certificate.verify_within(CheckLimits::default().threads(threads), &AtomicBool::new(false), &mut |_| ())
    };
    let one = check(&certificate, 1).expect("it wins");
    assert_eq!(one.plies, 5);
    for threads in [2, 4] {
        let more = check(&certificate, threads).expect("it wins");
        assert_eq!(more.plies, one.plies);
    }
    // Two late replies fail: after the last points of the board.
    let point = |x, y| certificate.game.grid().point(x, y).expect("a point of the board");
    let mut strategy = Strategy::default();
    let win = strategy.add(Step::Win(vec![point(1, 0), point(6, 0), point(1, 3)]));
    let wrong = strategy.add(Step::Attack { at: point(2, 0), replies: Vec::new(), otherwise: win });
    let replies = vec![(point(20, 21), wrong), (point(21, 21), wrong)];
    let last = strategy.add(Step::Attack { at: point(1, 20), replies, otherwise: win });
    strategy.add(Step::Attack { at: point(2, 20), replies: vec![(point(1, 20), win)], otherwise: last });
    let certificate = Certificate { strategy, ..certificate };
    let one = check(&certificate, 1).expect_err("C22 is occupied");
    for threads in [2, 2, 4, 4, 4] {
        assert_eq!(check(&certificate, threads), Err(one.clone()));
    }
}

#[test]
fn a_step_that_does_not_come_before_is_a_flaw() {
    let certificate = delayed(2);
    let win = certificate.strategy.steps()[0].clone();
    let Step::Attack { at, replies, .. } = certificate.strategy.steps()[2].clone() else { panic!("an attack") };
    for (id, otherwise) in [(1, 1), (1, 7), (2, 0)] {
        let replies = vec![(replies[0].0, id)];
        let steps = vec![win.clone(), Step::Attack { at, replies, otherwise }];
        let certificate = Certificate { strategy: Strategy::unchecked(steps), ..certificate.clone() };
        let flaw = certificate.verify().expect_err("a circle").to_string();
        assert!(flaw.contains("does not come before"), "{flaw}");
    }
    let empty = Certificate { strategy: Strategy::default(), ..certificate };
    assert!(empty.verify().expect_err("no step").to_string().contains("there is no such step"));
}

#[test]
fn positions_that_are_over_are_refused() {
    let over = |rules: &str, flags: &[(&str, &str)], size, length, position: &str| {
        let mut rules: Rules = rules.parse().expect("a game");
        flags.iter().for_each(|(name, value)| rules.set_flag(name, value).expect("a flag"));
        let game = Game::new(rules, Some(size), length).expect("a size of the game");
        let setup = game.parse_position(position).expect("a position");
        let mut strategy = Strategy::default();
        strategy.add(Step::Win(Vec::new()));
        let certificate = Certificate { game, setup, position: String::new(), strategy };
        let error = certificate.verify().err().map(|error| error.to_string());
        error
            .filter(|error| error.contains("over"))
            .map(|error| error.replace("the game is over in this position: ", ""))
    };
    let gomoku =
        |rules: &str, first: &str| over(rules, &[], 15, None, &format!("{first}/15/15/xxxx11{} x", "/15".repeat(11)));
    let line = |who: &str, length: usize| Some(format!("{who} has a line of {length} from a15"));
    assert_eq!(gomoku("freestyle", "ooooo10"), line("White", 5));
    assert_eq!(gomoku("freestyle", "xxxxx10"), line("Black", 5));
    assert_eq!(gomoku("freestyle", "oooooo9"), line("White", 6));
    assert_eq!(gomoku("standard", "oooooo9"), None, "longer lines are neutral");
    assert_eq!(gomoku("renju", "xxxxxx9"), None, "longer lines of Black are neutral");
    assert_eq!(gomoku("renju", "oooooo9"), line("White", 6));
    assert_eq!(gomoku("caro", "ooooo10"), line("White", 5));
    assert_eq!(gomoku("caro", "xooooox8"), None, "it is shut at both ends");
    assert_eq!(gomoku("caro", "xoooooox7"), Some("White has a line of 6 from b15".to_owned()));
    let capture = |rules: &str, first: &str, counts: &str| {
        over(rules, &[], 19, None, &format!("{first}/19/19/xxxx15{} x {counts}", "/19".repeat(15)))
    };
    let five = |who: &str| Some(format!("{who} has a line of 5 from A19"));
    assert_eq!(capture("pente", "ooooo14", "0 0"), five("White"));
    assert_eq!(capture("ninuki", "ooooo14", "0 0"), None, "it is pending");
    assert_eq!(capture("ninuki", "xxxxx14", "0 0"), five("Black"));
    assert_eq!(capture("ninuki", "xxxxxx13", "0 0"), None, "longer lines are neutral");
    for (counts, who) in [("10 0", "Black"), ("0 10", "White"), ("0 12", "White")] {
        let stones = counts.split(' ').max_by_key(|count| count.parse::<u32>().ok()).expect("two counts");
        assert_eq!(capture("ninuki", "19", counts), Some(format!("{who} has captured {stones} stones")));
    }
    assert_eq!(capture("keryo", "19", "14 14"), None);
    assert_eq!(capture("poof-pente", "19", "10 10"), None, "neither side has more");
    assert!(over("nenuki", &[], 11, None, &format!("oooo7/xxxx7{} x 40 40", "/11".repeat(9))).is_none());
    let hexagon = |length, position: &str| over("ndengrod", &[], 3, Some(length), position);
    assert_eq!(hexagon(4, "3/4/5/oooo/3 x"), Some("White has a line of 4 from d2".to_owned()));
    assert_eq!(hexagon(4, "3/x3/1x3/1x2/1x1 x"), Some("Black has a line of 4 from b1".to_owned()));
    assert_eq!(hexagon(5, "3/4/5/oooo/3 x"), None);
    assert_eq!(hexagon(3, "3/4/1oooo/4/3 x"), Some("White has a line of 4 from c2".to_owned()));
}

#[test]
fn nothing_is_proved_in_a_position_that_is_over() {
    let game = Game::new(Rules::FREESTYLE, Some(15), None).expect("a size of the game");
    let setup = game.parse_position(&format!("ooooo10/15/15/xxxx11{} x", "/15".repeat(11))).expect("a position");
    let position = SquarePosition::set_up(game, &setup).expect("a position");
    let (answer, nodes) = solve(&position, Effort::default(), &AtomicBool::new(false));
    assert_eq!((answer, nodes), (Answer::NotFound { exhausted: true }, 0));
}

/// Black throws a stone into an eye of White, or White into one of Black: the position is the same as before.
#[test]
fn no_position_of_the_line_may_come_again() {
    let own = |repetition: &str| {
        let rules = [("suicide", "true"), ("repetition", repetition)];
        let rules = Rules::own(&format!("delayed-{repetition}"), "ndengrod", &rules).expect("a game");
        Game::new(rules, Some(3), Some(4)).expect("a size of the game")
    };
    let reason = |turns: usize, repetition| {
        let certificate = Certificate { game: own(repetition), ..delayed(turns) };
        certificate.verify().map_err(|error| error.to_string())
    };
    assert!(reason(3, "false").is_ok());
    assert!(reason(1, "true").is_ok(), "the first position comes again, and wins");
    for turns in [2, 3] {
        let error = reason(turns, "true").expect_err("the first position comes again");
        assert!(error.contains("the position has been there before"), "{error}");
    }
}

/// A third occurrence is a draw even where it could be won at once; the first position, which no move of the proof leads to,
/// may come once more.
#[test]
fn a_position_of_the_line_may_not_come_again_to_be_won() {
    let rules = Rules::own("eyes", "ndengrod", &[("suicide", "true")]).expect("a game");
    let game = Game::new(rules, Some(3), Some(4)).expect("a size of the game");
    let point = |name| game.grid().parse(name).expect("a point of the board");
    let mut strategy = Strategy::default();
    let win = strategy.add(Step::Win(vec![point("b4"), point("d2")]));
    let again = strategy.add(Step::Attack { at: point("e5"), replies: Vec::new(), otherwise: win });
    let first = strategy.add(Step::Attack { at: point("c1"), replies: vec![(point("c5"), again)], otherwise: win });
    let on = |position: &str, last: StepId| {
        let setup = game.parse_position(position).expect("a position");
        let start = HexPosition::<u64>::set_up(game, &setup).expect("a position");
        let strategy = strategy.below(last);
        let found = check(&start, &strategy, CheckLimits::default()).map(|verified| verified.plies);
        assert_eq!(found, twin(&start, &strategy).expect("it is short").map_err(CheckError::from));
        found
    };
    assert_eq!(on("1xx/xxx1/xxoxo/1xoo/oo1 x 0 0", again), Ok(3));
    let error = on("1xx/xxx1/1xox1/1xoo/oo1 x 0 0", first).expect_err("the third after a game").to_string();
    assert_eq!(error, "step 0 after c1 c5 e5 a1: the position has been there before");
}

/// Both sides can throw a stone into an eye of the other one; x, with two ways to complete a line, may do so first.
#[test]
fn a_win_by_way_of_a_third_occurrence_is_none() {
    let mut rules = Rules::ALL.into_iter().find(Rules::hexagonal).expect("such a game");
    rules.set_flag("suicide", "true").expect("a flag of the game");
    let game = Game::new(rules, None, None).expect("the usual board");
    let point = |name| game.grid().parse(name).expect("a point");
    let stones = |names: &'static str, color| names.split(' ').map(move |name| (name, color));
    let all = stones("i8 h8 h9 e3 e4 e5 e6", Color::Black).chain(stones("a2 b1 b2", Color::White));
    let setup = SetUp {
        stones: all.map(|(name, color)| (point(name), color)).collect(),
        walls: Vec::new(),
        to_move: Color::White,
        captured: [0; 2],
    };
    let start = HexPosition::<u64>::set_up(game, &setup).expect("a position");
    let mut strategy = Strategy::default();
    let otherwise = strategy.add(Step::Win(vec![point("e2"), point("e7")]));
    strategy.add(Step::Attack { at: point("a1"), replies: Vec::new(), otherwise });
    let after = |names: &[&'static str]| {
        let mut record = Record::new(start);
        names.iter().for_each(|&name| record.play(Move::Place(point(name))).expect("a legal move"));
        verify(&record, &strategy, CheckLimits::default(), &AtomicBool::new(false), &mut |_| ())
    };
    assert_eq!(after(&["i9"]).map(|verified| verified.plies), Ok(3));
    let flaw = after(&["i9", "a1", "i9"]).expect_err("drawn after a1");
    assert!(flaw.to_string().contains("has been there before"), "{flaw}");
}

#[test]
fn forged_text_is_refused_with_its_line_or_means_what_it_says() {
    let head = "certificate 1\ngame freestyle\nsize 15\nlength 5\n\
                position 15/15/15/xxxx11/15/15/15/15/15/15/15/15/15/15/15 x 0 0\nsteps 2\n0 win e12\n";
    let verdict = |text: &str| match Certificate::parse(text) {
        Err(error) => format!("line {}", error.line),
        Ok(certificate) => match certificate.verify() {
            Ok(verified) => format!("{} plies", verified.plies),
            Err(error) => error.to_string(),
        },
    };
    let step = |step: &str| verdict(&format!("{head}{step}\n"));
    assert_eq!(step("1 play e12 *:0"), "1 plies");
    assert_eq!(step("1 play a1 e12:0 *:0"), "step 0 after a1 e12: nothing wins at once");
    assert_eq!(step("1 play a1 a12:0 a1:0 *:0"), "step 0 after a1 e12: nothing wins at once", "no legal replies");
    assert_eq!(step("1 play a12 *:0"), "step 1: a12 is not legal: the point is occupied");
    for wrong in [
        "1 play a1 *:1",
        "1 play a1 *:0 *:0",
        "1 play a1 b1:0 b1:0 *:0",
        "1 play a1 b1:0",
        "1 play a1 b1:1 *:0",
        "1 play a1 q1:0 *:0",
        "1 play a1 *:-1",
        "1 play a1 *:4294967296",
        "1 play",
        "1 win e12 e12",
        "1 wins e12",
        "0 win e12",
        "01 win e12",
        "+1 win e12",
    ] {
        assert_eq!(step(wrong), "line 8", "{wrong}");
    }
    // An announced count takes no memory, and quotations are short.
    for count in ["3", "4294967295", "18446744073709551615"] {
        assert_eq!(verdict(&format!("{}1 win e12\n", head.replace("steps 2", &format!("steps {count}")))), "line 9");
    }
    let long = "x".repeat(1 << 20);
    for text in [
        format!("{head}1 play {long} *:0\n"),
        format!("{head}1 play a1 {long}:0 *:0\n"),
        format!("{head}1 play a1 *:{long}\n"),
        format!("certificate {long}\n"),
        head.replace("freestyle", &long),
        head.replace("xxxx11", &long),
        head.replace("size 15", &format!("size {long}")),
    ] {
        let error = Certificate::parse(&text).expect_err("no certificate").to_string();
        assert!(error.len() < 4000, "{} bytes: {}", error.len(), &error[..200]);
    }
}
