//! Decisions in openings, by search.

mod decision;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{AnyRecord, Color, Move, Point};
use random::Dice;
use search::{AnalysisLine, Instant, Limits, Score, player};

pub use self::decision::{Decision, Grounds};
use crate::balance::nearest;
use crate::fifth_moves::{fair_moves, fifth_moves, weakest};
use crate::first_stones::{first_stone, last_stones};
use crate::rule::{Procedure, Step, What};
use crate::sides::{Swap2, exchanges};

/// The best moves of a known position with their values for the side to move, the best first; none for other positions.
pub type Known<'k> = dyn Fn(&dyn AnyRecord) -> Vec<(Move, Score)> + 'k;

/// The means of a decision.
#[derive(Clone, Copy)]
pub struct Thinking<'t> {
    /// The limits of each search; its time begins with it.
    pub limits: &'t Limits,
    /// The memory of each search, in bytes.
    pub memory: usize,
    /// Positions that need no search, as those of an opening book.
    pub known: Option<&'t Known<'t>>,
    /// The flag that ends a search.
    pub stop: &'t AtomicBool,
}

/// Decides the next task of an opening. Returns `None` once the opening is over.
///
/// A stone before a choice of sides is balanced, any other one the best. Sides are chosen by their win rate. Fifth moves are
/// offered from the best on, and the worst for Black is picked. `dice` choose first stones. Sides and best stones of a known
/// position are chosen by its values.
pub fn decide(opening: &Procedure, thinking: &Thinking<'_>, dice: &mut Dice) -> Option<Decision> {
    let task = opening.task()?;
    let thought = Thought { opening, thinking: *thinking };
    Some(match task.what {
        What::Place(_, points) => thought.place(&points, dice),
        What::Swap => thought.swap(task.color),
        What::Count(most) => thought.count(most),
        What::Offer(_, points) => thought.offer(&points),
        What::Pick(points) => thought.pick(&points),
        What::Choose(words) => thought.choose(task.color, &words),
    })
}

/// Plays an opening to its end with the [decisions](decide) of searches with `limits`. Returns `None` if `stop` was set.
pub fn decide_all(mut opening: Procedure, limits: &Limits, dice: &mut Dice, stop: &AtomicBool) -> Option<Procedure> {
    let thinking = Thinking { limits, memory: MEMORY, known: None, stop };
    while let Some(Decision { answer, .. }) = decide(&opening, &thinking, dice) {
        if stop.load(Relaxed) {
            return None;
        }
        opening.answer(&answer).expect("what is decided is allowed");
    }
    Some(opening)
}

/// The memory of a search of [`decide_all`], in bytes.
const MEMORY: usize = 4 << 20;

struct Thought<'o> {
    opening: &'o Procedure,
    thinking: Thinking<'o>,
}

impl Thought<'_> {
    /// The best lines, among `points` unless they are empty. A swap that the game offers is none of them.
    fn lines(&self, points: &[Point], lines: usize) -> Vec<AnalysisLine> {
        let record = self.opening.record();
        let mut player = player(record.game(), None).expect("the empty board can be set up");
        player.set_memory(self.thinking.memory);
        for mv in record.moves() {
            player.play(mv).expect("the record has legal moves");
        }
        let only = points.iter().copied().collect();
        let limits = Limits { started: Instant::now(), only, lines, ..*self.thinking.limits };
        let analysis = player.analyse(&limits, self.thinking.stop, &mut |_| ());
        let found = analysis.map(|analysis| analysis.lines).unwrap_or_default();
        found.into_iter().filter(|line| point(line).is_some()).collect()
    }

    /// The best move of a known position and its value.
    fn known(&self) -> Option<(Move, Score)> {
        let known = self.thinking.known?;
        known(self.opening.record()).into_iter().next()
    }

    /// The fifth moves that can be offered together, the best first, up to `most` of them.
    fn fifths(&self, most: usize) -> Vec<AnalysisLine> {
        self.lines(&fifth_moves(self.opening.record()), most)
    }

    /// A value for the side to move as one for Black.
    fn for_black(&self, score: Score) -> Score {
        if self.opening.record().to_move() == Color::Black { score } else { -score }
    }

    /// The probability that Black wins at a value for the side to move.
    fn black(&self, score: Score) -> f64 {
        self.for_black(score).win_rate()
    }

    /// The value of the position for the side to move and its source. If fifth moves are offered next, it is that of the weakest
    /// of them.
    fn value(&self) -> (Score, Grounds) {
        let lines = match self.opening.later().next() {
            Some(Step::Offer(_, count)) => self.fifths(self.opening.missing(count)),
            _ => match self.known() {
                Some((_, score)) => return (score, Grounds::Book),
                None => self.lines(&[], 1),
            },
        };
        (weakest(&lines).map_or(Score::DRAW, |line| line.score), Grounds::WinRate)
    }

    fn name(&self, point: Point) -> String {
        self.opening.record().game().grid().name(point)
    }

    fn place(&self, points: &[Point], dice: &mut Dice) -> Decision {
        let Some(Step::Place(by, count, _)) = self.opening.step() else { unreachable!("the task is this step") };
        let next = if count > 1 { Some(Step::Place(by, count - 1, None)) } else { self.opening.later().next() };
        let grid = self.opening.record().game().grid();
        match next {
            // All stones of a player but the last.
            Some(Step::Place(same, ..) | Step::Count(same)) if same == by => {
                let point = first_stone(grid, points, dice).expect("an empty point");
                Decision::new(self.name(point), Grounds::Varied, None)
            }
            Some(Step::Swap(other) | Step::Choose(other, _)) if other != by => {
                let tried = last_stones(grid, points, dice);
                let lines = self.lines(&tried, tried.len());
                self.decision(nearest(&lines, 0), Grounds::Balanced)
            }
            _ => match self.known() {
                Some((Move::Place(point), score)) if points.contains(&point) => {
                    Decision::new(self.name(point), Grounds::Book, Some(self.black(score)))
                }
                _ => {
                    let lines = self.lines(points, 1);
                    self.decision(lines.first(), Grounds::Best)
                }
            },
        }
    }

    /// The decision for the first move of a line.
    fn decision(&self, line: Option<&AnalysisLine>, grounds: Grounds) -> Decision {
        let place = line.and_then(|line| Some((point(line)?, self.black(line.score))));
        let (point, black) = match place {
            Some((point, black)) => (point, Some(black)),
            None => (self.opening.record().legal()[0], None),
        };
        Decision::new(self.name(point), grounds, black)
    }

    fn swap(&self, color: Color) -> Decision {
        let (value, grounds) = self.value();
        let answer = if exchanges(color, self.opening.record().to_move(), value) { "swap" } else { "stay" };
        Decision::new(answer.to_owned(), grounds, Some(self.black(value)))
    }

    fn choose(&self, color: Color, words: &[&str]) -> Decision {
        let (value, grounds) = self.value();
        if words.contains(&"--") {
            let answer = match Swap2::of(value) {
                Swap2::TwoStones => "--",
                Swap2::Stay => side(color),
                Swap2::Swap => side(!color),
            };
            return Decision::new(answer.to_owned(), grounds, Some(self.black(value)));
        }
        // Ten fifth moves are worth it if the tenth of those that can be offered together still keeps Black ahead.
        let lines = self.fifths(10);
        let keeps = lines.len() == 10 && fair_moves(lines.iter().map(|line| self.for_black(line.score))) == 10;
        let answer = if color == Color::Black && keeps { "ten" } else { "one" };
        Decision::new(answer.to_owned(), Grounds::WinRate, Some(self.black(value)))
    }

    /// Counts the fifth moves that keep Black even or better; moves that symmetries map onto each other count once.
    fn count(&self, most: usize) -> Decision {
        let lines = self.fifths(most);
        let fair = fair_moves(lines.iter().map(|line| self.for_black(line.score)));
        let black = lines.first().map(|line| self.black(line.score));
        Decision::new(fair.clamp(1, most).to_string(), Grounds::FairMoves(fair), black)
    }

    fn offer(&self, points: &[Point]) -> Decision {
        let lines = self.lines(points, 1);
        self.decision(lines.first(), Grounds::BestOffer)
    }

    fn pick(&self, points: &[Point]) -> Decision {
        let lines = self.lines(points, points.len());
        self.decision(weakest(&lines), Grounds::WorstForBlack)
    }
}

/// The answer that takes a side.
const fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The point of the first move.
fn point(line: &AnalysisLine) -> Option<Point> {
    if let Move::Place(point) = line.best() { Some(point) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::OpeningRule;
    use engine::{Game, Rules};

    fn decided(opening: &Procedure, seed: u64) -> Option<Decision> {
        let limits = Limits { nodes: Some(800), ..Limits::none() };
        let thinking = Thinking { limits: &limits, memory: 1 << 20, known: None, stop: &AtomicBool::new(false) };
        decide(opening, &thinking, &mut Dice::new(seed, 0, 0))
    }

    #[test]
    fn every_rule_is_played_to_its_end() {
        for name in OpeningRule::names() {
            for (seed, rules) in [Rules::RENJU, Rules::SWAP2_PENTE].into_iter().enumerate() {
                let game = Game::new(rules, Some(15), None).expect("a game");
                let mut opening = Procedure::new(&OpeningRule::named(name).expect("a rule"), game).expect("a board");
                while let Some(decision) = decided(&opening, seed as u64) {
                    assert!(!decision.why.is_empty());
                    opening.answer(&decision.answer).unwrap_or_else(|error| panic!("{name}: {decision:?}: {error}"));
                }
                assert!(opening.task().is_none() && opening.record().outcome().is_none(), "{name}");
            }
        }
    }

    #[test]
    fn the_better_side_is_taken() {
        for (rules, name, answers, expected) in [
            (Rules::FREESTYLE, "swap", "h8 a1 i9", "swap"),
            (Rules::FREESTYLE, "swap2", "h8 a1 i9", "black"),
            (Rules::FREESTYLE, "swap2", "a1 h8 o15", "white"),
            (Rules::FREESTYLE, "four-stones", "h8 a1 i9 o1", "swap"),
            // The game itself offers a swap here, which is no move to compare.
            (Rules::SWAP2_PENTE, "swap2", "K10 A1 L11", "black"),
        ] {
            let game = Game::new(rules, None, None).expect("a game");
            let mut opening = Procedure::new(&OpeningRule::named(name).expect("a rule"), game).expect("a board");
            answers.split(' ').for_each(|answer| opening.answer(answer).expect("an answer"));
            let decision = decided(&opening, 1).expect("a decision");
            assert_eq!(decision.answer, expected, "{name}: {decision:?}");
            assert!(decision.why.starts_with("Black wins "), "{decision:?}");
        }
    }

    #[test]
    fn known_positions_are_decided_by_their_values() {
        let game = Game::new(Rules::FREESTYLE, None, None).expect("a game");
        let best = game.parse_move("j9").expect("a move");
        let decided = |name: &str, answers: &str, score: i32| {
            let mut opening = Procedure::new(&OpeningRule::named(name).expect("a rule"), game).expect("a board");
            answers.split(' ').for_each(|answer| opening.answer(answer).expect("an answer"));
            let stones = opening.record().moves().len();
            let known = |record: &dyn AnyRecord| {
                let is_known = record.moves().len() == stones;
                is_known.then_some((best, Score::estimate(score))).into_iter().collect()
            };
            let limits = Limits { nodes: Some(800), ..Limits::none() };
            let thinking =
                Thinking { limits: &limits, memory: 1 << 20, known: Some(&known), stop: &AtomicBool::new(false) };
            decide(&opening, &thinking, &mut Dice::new(1, 0, 0)).expect("a decision")
        };
        for (name, answers, score, expected) in [
            // White is to move, with a value that no search would find.
            ("swap2", "h8 a1 i9", 500, "white"),
            ("swap2", "h8 a1 i9", -500, "black"),
            ("swap2", "h8 a1 i9", 0, "--"),
            ("swap", "h8 a1 i9", 500, "stay"),
        ] {
            let decision = decided(name, answers, score);
            assert_eq!((decision.answer.as_str(), decision.grounds), (expected, Grounds::Book), "{name} {score}");
            assert!(decision.why.starts_with("by the opening book, Black wins "), "{decision:?}");
        }
        let stone = decided("rif", "h8 i9 j8 stay", 0);
        assert_eq!((stone.answer.as_str(), stone.grounds), ("j9", Grounds::Book));
    }

    #[test]
    fn the_worst_fifth_move_is_taken() {
        let game = Game::new(Rules::RENJU, None, None).expect("a game");
        let mut opening = Procedure::new(&OpeningRule::named("rif").expect("a rule"), game).expect("a board");
        "h8 i9 j8 stay h10 i7 a1".split(' ').for_each(|answer| opening.answer(answer).expect("an answer"));
        assert_eq!(decided(&opening, 1).map(|decision| decision.answer).as_deref(), Some("a1"));
    }

    #[test]
    fn a_swap_before_an_offer_depends_on_its_weakest_move() {
        let game = Game::new(Rules::RENJU, None, None).expect("a game");
        let black = |count: &str| {
            let rule = OpeningRule::named("soosorv-50").expect("a rule");
            let mut opening = Procedure::new(&rule, game).expect("a board");
            "h8 i9 j8 stay h10".split(' ').chain([count]).for_each(|answer| opening.answer(answer).expect("an answer"));
            decided(&opening, 1).and_then(|decision| decision.black).expect("a search")
        };
        assert!(black("50") < black("1"));
    }
}
