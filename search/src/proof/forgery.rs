//! Forged problems. Keys are exclusive ors of numbers that anyone can read, so stones that do not matter can be chosen, by
//! Gaussian elimination, such that two positions share a key and only one of them is won. Nothing that is claimed of the
//! one may be claimed of the other.

use std::sync::atomic::AtomicBool;

use engine::{Color, Game, Point, PointSet, Position, Rules, SetUp, SquarePosition};

use super::budget::Budget;
use super::certificate::Certificate;
use super::check::limits::CheckError;
use super::shortest::Shortest;
use super::strategy::{Step, StepId, Strategy};

/// Two points: of Black and of White, or those where either may play.
type Pair = [Point; 2];

/// A board full of stones but for some empty points, with Black to move.
struct Board {
    game: &'static Game,
    stones: Vec<(Point, Color)>,
    /// Two empty points after three black stones, and then a white one: a black stone on either makes a four, which
    /// White answers on the other, without further effect.
    pairs: Vec<Pair>,
    /// Such a pair, too, if White has a stone on `end`; but if `end` is empty, a black stone next to those three wins.
    last: Pair,
    end: Point,
}

impl Board {
    /// Three pairs in every other row. In the rows between, colours change from point to point and from one such row to the
    /// next, so that no five can ever cross them.
    fn new() -> Self {
        let game = Game::new(Rules::gomocup(0).expect("five or more"), Some(22), None).expect("a size of the game");
        let at = |x: usize, y: usize| game.grid().point(x, y).expect("a point of the board");
        let mut stones = Vec::new();
        // The first of the points where each pair and its stones lie.
        let mut shapes: Vec<(usize, usize)> = (0..20).step_by(2).flat_map(|y| [0, 6, 12].map(|x| (x, y))).collect();
        shapes.extend([(7, 20), (13, 20), (1, 20)]);
        let shape_at =
            |x: usize, y: usize| shapes.iter().find(|shape| shape.1 == y && (shape.0..shape.0 + 6).contains(&x));
        for (x, y) in (0..22).flat_map(|y| (0..22).map(move |x| (x, y))).filter(|&point| point != (0, 20)) {
            let color = match shape_at(x, y).map(|shape| x - shape.0) {
                Some(0..=2) => Color::Black,
                Some(3 | 4) => continue,
                Some(_) => Color::White,
                None => Color::ALL[(x + y / 2) % 2],
            };
            stones.push((at(x, y), color));
        }
        let mut pairs: Vec<Pair> = shapes.iter().map(|&(x, y)| [at(x + 3, y), at(x + 4, y)]).collect();
        let last = pairs.pop().expect("the last one");
        Self { game, stones, pairs, last, end: at(0, 20) }
    }

    fn set_up(&self, stones: &[(Point, Color)]) -> SquarePosition {
        let setup = SetUp { stones: stones.to_vec(), walls: Vec::new(), to_move: Color::Black, captured: [0; 2] };
        SquarePosition::set_up(self.game, &setup).expect("a possible position")
    }

    /// The position, with another white stone.
    fn with(&self, white: Point) -> SquarePosition {
        self.set_up(&[&self.stones[..], &[(white, Color::White)]].concat())
    }

    /// The number that a stone adds to a key.
    fn number(&self, color: Color, point: Point) -> u64 {
        self.set_up(&[(point, color)]).key() ^ self.set_up(&[]).key()
    }

    /// A point of some pair, and two VCF and their answers in the others: a white stone on that point and the
    /// first series give the same key as a white stone on `other` and the second series.
    fn equal_keys(&self, other: Point) -> (Point, [Vec<Pair>; 2]) {
        let four = |[black, white]: Pair| self.number(Color::Black, black) ^ self.number(Color::White, white);
        let found = (0..self.pairs.len()).find_map(|index| {
            let mut pairs = self.pairs.clone();
            let [point, _] = pairs.remove(index);
            let numbers: Vec<u64> = pairs.iter().flat_map(|&[a, b]| [four([a, b]), four([b, a])]).collect();
            let goal = self.number(Color::White, point) ^ self.number(Color::White, other);
            let parts = combination(&numbers, goal)?;
            let mut series = [Vec::new(), Vec::new()];
            for (index, &[a, b]) in pairs.iter().enumerate() {
                match parts >> (2 * index) & 3 {
                    0 => {}
                    1 => series[0].push([a, b]),
                    2 => series[0].push([b, a]),
                    _ => {
                        series[0].push([a, b]);
                        series[1].push([b, a]);
                    }
                }
            }
            Some((point, series))
        });
        found.expect("the 62 numbers of 31 pairs make up one in four; wider keys need more pairs")
    }
}

/// Some of `numbers` whose exclusive or is `goal`, as the bits of the result, if there are any.
fn combination(numbers: &[u64], goal: u64) -> Option<u64> {
    // Each row has a distinct highest bit, and the set of numbers that it combines.
    let mut rows: Vec<(u64, u64)> = Vec::new();
    let reduced = |rows: &[(u64, u64)], row: (u64, u64)| {
        rows.iter()
            .fold(row, |row, other| if row.0 ^ other.0 < row.0 { (row.0 ^ other.0, row.1 ^ other.1) } else { row })
    };
    for (index, &number) in numbers.iter().enumerate() {
        let row = reduced(&rows, (number, 1 << index));
        if row.0 != 0 {
            rows.push(row);
        }
    }
    let (left, parts) = reduced(&rows, (goal, 0));
    (left == 0).then_some(parts)
}

/// The position after moves of both sides.
fn after(position: SquarePosition, moves: &[Pair]) -> SquarePosition {
    moves.iter().flatten().fold(position, |position, &point| {
        position.check(point).expect("a legal move");
        position.make(point)
    })
}

/// The claim that Black wins `position` by `strategy`.
fn claim(position: &SquarePosition, strategy: &Strategy) -> Certificate {
    let stones = |color| position.stones(color).iter().map(move |point| (point, color));
    let setup = SetUp {
        stones: Color::ALL.into_iter().flat_map(stones).collect(),
        walls: Vec::new(),
        to_move: Color::Black,
        captured: [0; 2],
    };
    Certificate { game: position.game(), setup, position: String::new(), strategy: strategy.clone() }
}

/// Two positions that are different and have the same key.
fn assert_alike(one: &SquarePosition, other: &SquarePosition) {
    assert_eq!(one.key(), other.key(), "keys are no exclusive ors of numbers for stones any more: forge them anew");
    assert_ne!(one, other);
}

#[test]
fn a_step_that_wins_is_not_taken_to_win_where_the_key_is_the_same() {
    let board = Board::new();
    let start = board.with(board.end);
    // White may leave the first four unanswered, and lose, or answer it.
    let [four, answer] = board.last;
    let (careless, [first, second]) = board.equal_keys(answer);
    let won = after(after(start, &[[four, careless]]), &first);
    let not_won = after(after(start, &[[four, answer]]), &second);
    assert_alike(&won, &not_won);

    let mut strategy = Strategy::default();
    let at_once = strategy.add(Step::Win(Vec::new()));
    let last = strategy.add(Step::Attack { at: answer, replies: Vec::new(), otherwise: at_once });
    assert!(claim(&won, &strategy).verify().is_ok());
    assert!(claim(&not_won, &strategy).verify().is_err());

    // After either reply a VCF, and then the same last step.
    let mut lead = |series: &[Pair]| {
        series.iter().rev().fold(last, |next: StepId, &[at, reply]| {
            strategy.add(Step::Attack { at, replies: vec![(reply, next)], otherwise: at_once })
        })
    };
    let replies = vec![(careless, lead(&first)), (answer, lead(&second))];
    strategy.add(Step::Attack { at: four, replies, otherwise: at_once });
    let error = claim(&start, &strategy).verify().expect_err("White answers every four");
    let CheckError::Flaw(flaw) = error else { panic!("{error}") };
    let beginning = [four, answer].map(|point| board.game.grid().name(point)).join(" ");
    assert_eq!(flaw.step, Some(last));
    assert!(flaw.moves.starts_with(&beginning), "{flaw}");
}

#[test]
fn a_win_is_not_missed_where_the_key_is_that_of_a_position_without_one() {
    let board = Board::new();
    let (elsewhere, [first, second]) = board.equal_keys(board.end);
    let (won, not_won) = (after(board.with(elsewhere), &first), after(board.with(board.end), &second));
    assert_alike(&won, &not_won);
    let stop = AtomicBool::new(false);
    let (mut strategy, mut budget) = (Strategy::default(), Budget::of_nodes(1 << 20, &stop));
    let mut shortest = Shortest::new(&mut strategy, &mut budget, true);
    assert_eq!(shortest.win(&not_won, 3), None);
    assert!(shortest.win(&won, 3).is_some());
}
