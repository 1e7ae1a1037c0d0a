//! Quiet wins: every verdict of the prover agrees with the whole tree of a small board, and no changed certificate proves a
//! position that is not won.
//!
//! More of them: `NINUKI_TEST_ROUNDS=100 cargo test --release -p ninuki-search quiet`.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Color, Game, Point, PointSet, Position, Rules, SetUp, SquarePosition, Tactics};
use referee::dice::{Dice, numbers};
use search::proof::{Answer, Certificate, Effort, Step, Strategy};
use search::prove::{Attempt, ProveError, Won, prove_game, prove_replies, zone_of_win};

/// More time than any of these positions needs.
const PATIENCE: Duration = Duration::from_secs(600);

/// Boards: rules, width, height.
fn boards() -> Vec<&'static Game> {
    let of = |rules, width, height| Game::with_sides(rules, width, height, None).expect("a board");
    vec![
        of(Rules::FREESTYLE, 6, 6),
        of(Rules::FREESTYLE, 9, 7),
        of(Rules::FREESTYLE, 9, 9),
        of(Rules::STANDARD, 8, 8),
        of(Rules::STANDARD, 9, 6),
    ]
}

/// The values of positions by the whole tree.
#[derive(Default)]
struct Oracle(HashMap<SquarePosition, bool>);

impl Oracle {
    /// Whether the side to move wins.
    fn wins(&mut self, position: &SquarePosition) -> bool {
        if let Some(&known) = self.0.get(position) {
            return known;
        }
        let wins = position.legal().iter().any(|point| self.wins_by(position, point));
        self.0.insert(*position, wins);
        wins
    }

    fn wins_by(&mut self, position: &SquarePosition, point: Point) -> bool {
        let us = position.to_move();
        let next = position.make(point);
        match next.outcome() {
            Some(outcome) => outcome.winner == Some(us),
            None => {
                let replies = next.legal();
                !replies.is_empty()
                    && replies.iter().all(|reply| {
                        let after = next.make(reply);
                        after.outcome().map_or_else(|| self.wins(&after), |outcome| outcome.winner == Some(us))
                    })
            }
        }
    }
}

/// Empty points of a start: its whole tree is small.
const EMPTY: usize = 10;

/// A board of stones but for a few points, on which no line is complete and the side to move does not win at once.
fn start(game: &'static Game, dice: &mut Dice) -> Option<(SetUp, SquarePosition)> {
    let grid = game.grid();
    let mut points: Vec<Point> = grid.points().collect();
    for _ in 0..EMPTY {
        points.swap_remove(dice.below(points.len()));
    }
    // Without the exceptions no line has five stones of a colour.
    let color = |point: Point, other: bool| {
        let (x, y) = grid.xy(point);
        Color::ALL[(x + y / 2 + usize::from(other)) % 2]
    };
    let stones = points.into_iter().map(|point| (point, color(point, dice.chance(30)))).collect();
    let setup = SetUp { stones, walls: Vec::new(), to_move: Color::Black, captured: [0; 2] };
    let position = SquarePosition::set_up(game, &setup).ok()?;
    let over =
        grid.points().any(|point| [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&step| five(&position, point, step)));
    (!over && position.winning().is_empty()).then_some((setup, position))
}

/// Whether five stones of a colour begin at `first`.
fn five(position: &SquarePosition, first: Point, (dx, dy): (isize, isize)) -> bool {
    let grid = position.game().grid();
    let (x, y) = grid.xy(first);
    let at = |times: isize| grid.point(x.checked_add_signed(dx * times)?, y.checked_add_signed(dy * times)?);
    Color::ALL
        .into_iter()
        .any(|color| (0..5).all(|i| at(i).is_some_and(|point| position.stones(color).contains(point))))
}

/// A step of `certificate` changed by chance, if it has one that can be.
fn changed(certificate: &Certificate, dice: &mut Dice) -> Option<Certificate> {
    let mut steps = certificate.strategy.steps().to_vec();
    let points: Vec<Point> = certificate.game.grid().points().collect();
    let id = dice.below(steps.len());
    match &mut steps[id] {
        Step::Win(points) => drop(points.pop()?),
        Step::Attack { at, replies, otherwise } => match dice.below(4) {
            0 => *at = points[dice.below(points.len())],
            1 if !replies.is_empty() => drop(replies.remove(dice.below(replies.len()))),
            2 if !replies.is_empty() => {
                let reply = dice.below(replies.len());
                replies[reply].1 = dice.below(id) as u32;
            }
            _ => *otherwise = dice.below(id) as u32,
        },
    }
    let mut strategy = Strategy::default();
    for step in steps {
        strategy.add(step);
    }
    Some(Certificate { strategy, ..certificate.clone() })
}

#[test]
fn verdicts_agree_with_the_whole_tree() {
    let [mut proved, mut won, mut positions, mut refused, mut still] = [0; 5];
    for (number, game) in boards().into_iter().enumerate() {
        for seed in numbers(120) {
            let mut dice = Dice::new(7_000_000 * (1 + number as u64) + seed);
            let Some((setup, position)) = start(game, &mut dice) else { continue };
            let mut oracle = Oracle::default();
            let wins = oracle.wins(&position);
            let effort = Effort { nodes: 30_000, time: PATIENCE, shortest: false };
            let found = prove_game(game, Some(&setup), &[], effort, &AtomicBool::new(false), &mut |_| ());
            let found = found.expect("a possible position");
            positions += 1;
            won += usize::from(wins);
            let Answer::Win { .. } = found.answer else { continue };
            assert!(wins, "{position} is not won");
            proved += 1;
            let certificate: Certificate = found.certificate.expect("a win has one").parse().expect("our own text");
            assert!(certificate.verify().is_ok());
            for _ in 0..8 {
                let Some(changed) = changed(&certificate, &mut dice) else { continue };
                match changed.verify() {
                    Ok(_) => still += 1,
                    Err(_) => refused += 1,
                }
                // The other side wins nothing by these steps, unless it does.
                let turned = turn(changed);
                assert!(turned.verify().is_err() || oracle_of(&turned, &mut oracle), "{turned}");
            }
        }
    }
    println!(
        "{positions} positions, {won} won, {proved} proved; changed certificates: {refused} refused, {still} right"
    );
    assert!(proved * 10 >= won * 9 && proved > 3 && refused > 3, "{proved} of {won} proved, {refused} refused");
}

/// The same claim of the other side.
fn turn(certificate: Certificate) -> Certificate {
    let mut setup = certificate.setup.clone();
    setup.to_move = !setup.to_move;
    Certificate { setup, ..certificate }
}

fn oracle_of(certificate: &Certificate, oracle: &mut Oracle) -> bool {
    SquarePosition::set_up(certificate.game, &certificate.setup).is_ok_and(|position| oracle.wins(&position))
}

#[test]
fn games_without_zones_are_refused() {
    for rules in [Rules::PENTE, Rules::RENJU, Rules::CARO, Rules::NINUKI] {
        let game = Game::new(rules, None, None).expect("the usual board");
        let refused = prove_game(game, None, &[], Effort::default(), &AtomicBool::new(false), &mut |_| ());
        assert!(matches!(refused, Err(ProveError::Game(name)) if name == game.rules().name));
    }
}

/// Black has a square of stones and an open three; White is to move.
const SQUARE: &str = "15/15/15/15/15/6x8/7xx6/7xx6/15/15/15/15/15/15/oooo11 o";

/// The attempts at replies to a position, whose certificates are verified.
fn attempts(setup: &SetUp, replies: &[&str], known: &[Won], nodes: u64) -> Vec<Attempt> {
    let game = Game::new(Rules::FREESTYLE, None, None).expect("the usual board");
    let points: Vec<Point> = replies.iter().map(|name| game.grid().parse(name).expect("a point")).collect();
    let effort = Effort { nodes, time: PATIENCE, shortest: false };
    let mut found = Vec::new();
    let stop = AtomicBool::new(false);
    prove_replies(game, setup, &points, known, effort, &stop, &mut |attempt| found.push(attempt)).expect("a position");
    for Attempt { reply, win, .. } in &found {
        let Some(strategy) = win.clone() else { continue };
        let setup = after(setup, *reply);
        let position = setup.display(game.grid()).to_string();
        let certificate = Certificate { game, setup, position, strategy };
        certificate.verify().expect("a win");
    }
    found
}

fn after(setup: &SetUp, reply: Point) -> SetUp {
    let mut setup = setup.clone();
    setup.stones.push((reply, setup.to_move));
    setup.to_move = !setup.to_move;
    setup
}

#[test]
fn wins_serve_after_other_replies() {
    let game = Game::new(Rules::FREESTYLE, None, None).expect("the usual board");
    let setup = game.parse_position(SQUARE).expect("a position");
    let replies = ["a15", "o15", "o1", "k6", "f11"];
    let found = attempts(&setup, &replies, &[], 100_000);
    let won: Vec<_> = found.iter().filter_map(|attempt| Some((attempt.reply, attempt.win.clone()?))).collect();
    assert_eq!(won.len(), replies.len(), "{found:?}");
    // The win after one far reply is that after the others.
    let copied = found.iter().filter(|attempt| attempt.nodes == 0).count();
    assert!((2..replies.len()).contains(&copied), "{copied}");
    // A known win is tried before a search; that of another position where it does not fit is not believed.
    let stop = AtomicBool::new(false);
    let as_known = |(reply, win): &(Point, Strategy)| {
        let (setup, win) = (after(&setup, *reply), win.clone());
        let zone = zone_of_win(game, &setup, &win, &stop).expect("a position").expect("a win");
        Won { setup, win, zone }
    };
    let known: Vec<Won> = won.iter().map(as_known).collect();
    let again = attempts(&setup, &["b15", "n1"], &known, 1);
    assert!(again.iter().all(|attempt| attempt.win.is_some()), "{again:?}");
    assert!(attempts(&setup, &["b15"], &[], 1)[0].win.is_none());
    let mut fewer = setup.clone();
    fewer.stones.retain(|&(point, _)| Some(point) != game.grid().parse("h8"));
    assert!(attempts(&fewer, &["b15"], &known, 1)[0].win.is_none());
    // Nor where its zone is wrong.
    let wrong: Vec<Won> = known.iter().map(|known| Won { zone: Vec::new(), ..known.clone() }).collect();
    let near: Vec<String> = known[0].zone.iter().take(30).map(|&point| game.grid().name(point)).collect();
    let near: Vec<&str> = near.iter().map(String::as_str).collect();
    assert!(attempts(&setup, &near, &wrong, 1).iter().any(|attempt| attempt.win.is_none()));
    let taken = [game.grid().parse("h8").expect("a point")];
    let refused = prove_replies(game, &setup, &taken, &known, Effort::default(), &stop, &mut |_| ());
    assert!(matches!(refused, Err(ProveError::Start(_))), "{refused:?}");
}
