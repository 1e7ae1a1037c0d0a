//! Decisions in openings, by search.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{Color, Move, Point};
use random::Dice;
use search::{AnalysisLine, Instant, Limits, Score, player};

use crate::balance::nearest;
use crate::fifth_moves::{fair_moves, fifth_moves, weakest};
use crate::first_stones::{first_stone, last_stones};
use crate::rule::{Procedure, Step, What};
use crate::sides::{Swap2, exchanges};

/// An answer to the task of an opening, with its reason.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The answer.
    pub answer: String,
    /// The reason in English, with the win rate of Black.
    pub why: String,
    /// The reason for programs.
    pub grounds: Grounds,
    /// The probability that Black wins after it; `None` without a search.
    pub black: Option<f64>,
}

/// The reason of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grounds {
    /// One of many ways to begin.
    Varied,
    /// The other player may choose a side.
    Balanced,
    /// The best stone.
    Best,
    /// The win rate of Black decides.
    WinRate,
    /// This number of fifth moves keeps Black at one half or more.
    FairMoves(usize),
    /// The best move that no symmetry maps to another offer.
    BestOffer,
    /// The worst move for Black.
    WorstForBlack,
}

/// The reason in English; empty for [`WinRate`](Self::WinRate).
impl fmt::Display for Grounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Varied => f.write_str("one of many ways to begin"),
            Self::Balanced => f.write_str("the other player may choose a side"),
            Self::Best => f.write_str("the best stone"),
            Self::WinRate => Ok(()),
            Self::FairMoves(moves) => write!(f, "{moves} moves keep Black at one half or more"),
            Self::BestOffer => f.write_str("the best that looks like no other"),
            Self::WorstForBlack => f.write_str("the worst for Black"),
        }
    }
}

impl Decision {
    fn new(answer: String, grounds: Grounds, black: Option<f64>) -> Self {
        let rate = match grounds {
            Grounds::FairMoves(_) => None,
            _ => black.map(|black| format!("Black wins {:.1} % of the time", 100.0 * black)),
        };
        let parts = [Some(grounds.to_string()).filter(|text| !text.is_empty()), rate];
        Self { answer, why: parts.into_iter().flatten().collect::<Vec<_>>().join(", "), grounds, black }
    }
}

/// Decides the next task of an opening, by searches with `limits` and `memory` bytes; the time of each begins with it. Returns
/// `None` once the opening is over.
///
/// A stone before a choice of sides is balanced, any other one the best. Sides are chosen by their win rate. Fifth moves are
/// offered from the best on, and the worst for Black is picked. `dice` choose first stones.
pub fn decide(
    opening: &Procedure,
    limits: &Limits,
    memory: usize,
    dice: &mut Dice,
    stop: &AtomicBool,
) -> Option<Decision> {
    let task = opening.task()?;
    let mut thought = Thought { opening, limits, memory, stop };
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
    while let Some(Decision { answer, .. }) = decide(&opening, limits, MEMORY, dice, stop) {
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
    limits: &'o Limits,
    memory: usize,
    stop: &'o AtomicBool,
}

impl Thought<'_> {
    /// The best lines, among `points` unless they are empty. A swap that the game offers is none of them.
    fn lines(&mut self, points: &[Point], lines: usize) -> Vec<AnalysisLine> {
        let record = self.opening.record();
        let mut player = player(record.game(), None).expect("the empty board can be set up");
        player.set_memory(self.memory);
        for mv in record.moves() {
            player.play(mv).expect("the record has legal moves");
        }
        let only = points.iter().copied().collect();
        let limits = Limits { started: Instant::now(), only, lines, ..*self.limits };
        let analysis = player.analyse(&limits, self.stop, &mut |_| ());
        let found = analysis.map(|analysis| analysis.lines).unwrap_or_default();
        found.into_iter().filter(|line| point(line).is_some()).collect()
    }

    /// The fifth moves that can be offered together, the best first, up to `most` of them.
    fn fifths(&mut self, most: usize) -> Vec<AnalysisLine> {
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

    /// The value of the position for the side to move. If fifth moves are offered next, it is that of the weakest of them.
    fn value(&mut self) -> Score {
        let lines = match self.opening.later().next() {
            Some(Step::Offer(_, count)) => self.fifths(self.opening.missing(count)),
            _ => self.lines(&[], 1),
        };
        weakest(&lines).map_or(Score::DRAW, |line| line.score)
    }

    fn name(&self, point: Point) -> String {
        self.opening.record().game().grid().name(point)
    }

    fn place(&mut self, points: &[Point], dice: &mut Dice) -> Decision {
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
            _ => {
                let lines = self.lines(points, 1);
                self.decision(lines.first(), Grounds::Best)
            }
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

    fn swap(&mut self, color: Color) -> Decision {
        let value = self.value();
        let answer = if exchanges(color, self.opening.record().to_move(), value) { "swap" } else { "stay" };
        Decision::new(answer.to_owned(), Grounds::WinRate, Some(self.black(value)))
    }

    fn choose(&mut self, color: Color, words: &[&str]) -> Decision {
        let value = self.value();
        let answer = if words.contains(&"--") {
            match Swap2::of(value) {
                Swap2::TwoStones => "--",
                Swap2::Stay => side(color),
                Swap2::Swap => side(!color),
            }
        } else {
            // Ten fifth moves are worth it if the tenth of those that can be offered together still keeps Black ahead.
            let lines = self.fifths(10);
            let keeps = lines.len() == 10 && fair_moves(lines.iter().map(|line| self.for_black(line.score))) == 10;
            if color == Color::Black && keeps { "ten" } else { "one" }
        };
        Decision::new(answer.to_owned(), Grounds::WinRate, Some(self.black(value)))
    }

    /// Counts the fifth moves that keep Black even or better; moves that symmetries map onto each other count once.
    fn count(&mut self, most: usize) -> Decision {
        let lines = self.fifths(most);
        let fair = fair_moves(lines.iter().map(|line| self.for_black(line.score)));
        let black = lines.first().map(|line| self.black(line.score));
        Decision::new(fair.clamp(1, most).to_string(), Grounds::FairMoves(fair), black)
    }

    fn offer(&mut self, points: &[Point]) -> Decision {
        let lines = self.lines(points, 1);
        self.decision(lines.first(), Grounds::BestOffer)
    }

    fn pick(&mut self, points: &[Point]) -> Decision {
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
        decide(opening, &limits, 1 << 20, &mut Dice::new(seed, 0, 0), &AtomicBool::new(false))
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
