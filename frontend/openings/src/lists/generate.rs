//! Random starts: legal moves in a central area, each position once.

use std::collections::HashSet;

use engine::{AnyRecord, Game, Grid, Move, Point, Shape, Symmetries, record};

use super::canonical::Canonical;
use random::Dice;
use records::Shard;

/// A generator of random starts of one length.
#[derive(Debug)]
pub(super) struct Generator {
    game: &'static Game,
    /// Points of the central area.
    area: Vec<Point>,
    plies: usize,
    seed: u64,
    /// Whether starts may contain captures.
    captures: bool,
}

/// Reasons for which a random start fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refusal {
    /// The area has no legal point for this move, counted from 1.
    Stuck(usize),
    /// The game ended.
    Over,
    /// Stones were captured.
    Captured,
}

impl Generator {
    /// Returns a generator of starts of `plies` moves within the central `side` × `side` points, on a hexagon within the hexagon of
    /// this side. Starts with captures fail unless `captures`.
    pub(super) fn new(game: &'static Game, plies: usize, side: usize, seed: u64, captures: bool) -> Self {
        Self { game, area: central(game.grid(), side), plies, seed, captures }
    }

    /// Returns the number of points in the central area.
    pub(super) fn points(&self) -> usize {
        self.area.len()
    }

    /// Returns start number `number`, independent of earlier calls. Each move is uniformly random among the legal points of the
    /// area. The next stone declines an offered swap.
    pub(super) fn attempt(&self, number: u64) -> Result<Box<dyn AnyRecord>, Refusal> {
        let mut dice = Dice::new(self.seed, number, 0);
        let mut start = record(self.game, None).expect("the empty board can be set up");
        for ply in 1..=self.plies {
            let legal = start.legal();
            let near: Vec<_> = legal.into_iter().filter(|point| self.area.contains(point)).collect();
            let point = dice.pick(&near).ok_or(Refusal::Stuck(ply))?;
            let captured = start.play(Move::Place(point)).expect("a legal placement");
            if !captured.is_empty() && !self.captures {
                return Err(Refusal::Captured);
            }
            if start.outcome().is_some() {
                return Err(Refusal::Over);
            }
        }
        Ok(start)
    }
}

/// Returns the central `side` × `side` points of a rectangle, or the central hexagon of this side of a hexagon.
pub(super) fn central(grid: &Grid, side: usize) -> Vec<Point> {
    let inside = |&point: &Point| {
        let (x, y) = grid.xy(point);
        match grid.shape() {
            Shape::Rectangle => {
                let first = |whole: usize| whole.saturating_sub(side) / 2;
                let (left, top) = (first(grid.width()), first(grid.height()));
                (left..left + side).contains(&x) && (top..top + side).contains(&y)
            }
            Shape::Hexagon => {
                let centre = grid.size() as i32 - 1;
                let (row, column) = (y as i32 - centre, x as i32 - centre);
                let distance = row.abs().max(column.abs()).max((row - column).abs());
                distance < side as i32
            }
        }
    };
    grid.points().filter(inside).collect()
}

/// Counts of generated starts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Made {
    /// All starts.
    pub(super) attempts: u64,
    /// Starts without a legal move in the area.
    pub(super) stuck: u64,
    /// Starts that ended the game before their last move.
    pub(super) over: u64,
    /// Starts with captures that were not allowed.
    pub(super) captured: u64,
    /// Starts equal to an earlier one up to symmetry.
    pub(super) duplicates: u64,
}

/// A start that differs from all earlier ones.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// Number of the start in the generator.
    pub(super) number: u64,
    /// Moves.
    pub(super) moves: Vec<Move>,
    /// Counts up to this start, inclusive.
    pub(super) made: Made,
}

/// The different starts of a generator, in the order of their numbers.
pub(super) struct Candidates {
    generator: Generator,
    /// Shard of the starts.
    shard: Shard,
    symmetries: Symmetries,
    seen: HashSet<Canonical>,
    made: Made,
    exhausted: bool,
}

/// Number of consecutive known starts after which the generator is exhausted.
const PATIENCE: u64 = 5_000;

impl Candidate {
    /// Number of different starts before the next one.
    pub(super) const fn place(&self) -> u64 {
        let Made { attempts, stuck, over, captured, duplicates } = self.made;
        attempts - stuck - over - captured - duplicates - 1
    }
}

impl Candidates {
    pub(super) fn new(generator: Generator, shard: Shard) -> Self {
        let symmetries = Symmetries::of(generator.game.grid());
        Self { generator, shard, symmetries, seen: HashSet::new(), made: Made::default(), exhausted: false }
    }

    /// Returns the counts of all starts so far.
    pub(super) const fn made(&self) -> Made {
        self.made
    }
}

impl Iterator for Candidates {
    type Item = Candidate;

    fn next(&mut self) -> Option<Candidate> {
        loop {
            let candidate = self.next_of_all()?;
            if self.shard.has(candidate.place() as usize) {
                return Some(candidate);
            }
        }
    }
}

impl Candidates {
    fn next_of_all(&mut self) -> Option<Candidate> {
        // An exhausted generator stays exhausted.
        let patience = if self.exhausted { 0 } else { PATIENCE };
        for _ in 0..patience {
            let number = self.made.attempts;
            self.made.attempts += 1;
            let count = match self.generator.attempt(number) {
                Ok(start) if self.seen.insert(Canonical::of(start.as_ref(), &self.symmetries)) => {
                    return Some(Candidate { number, moves: start.moves(), made: self.made });
                }
                Ok(_) => &mut self.made.duplicates,
                Err(Refusal::Stuck(_)) => &mut self.made.stuck,
                Err(Refusal::Over) => &mut self.made.over,
                Err(Refusal::Captured) => &mut self.made.captured,
            };
            *count += 1;
        }
        self.exhausted = true;
        None
    }
}

#[cfg(test)]
mod tests {
    use engine::Rules;

    use super::*;

    fn game(rules: Rules) -> &'static Game {
        Game::new(rules, None, None).expect("a game")
    }

    #[test]
    fn areas_have_the_size_asked_for() {
        assert_eq!(central(game(Rules::PENTE).grid(), 7).len(), 49);
        assert_eq!(central(game(Rules::FREESTYLE).grid(), 15).len(), 225);
        assert_eq!(central(game(Rules::NDENGROD).grid(), 4).len(), 37);
        let even = Game::new(Rules::FREESTYLE, Some(20), None).expect("a game");
        assert_eq!(central(even.grid(), 7).len(), 49);
    }

    #[test]
    fn a_start_depends_on_seed_and_number_only() {
        let generator = |seed| Generator::new(game(Rules::NINUKI), 5, 9, seed, true);
        let moves = |seed, number| generator(seed).attempt(number).expect("a start").moves();
        assert_eq!(moves(1, 9), moves(1, 9));
        assert_ne!(moves(1, 9), moves(2, 9));
        assert_ne!(moves(1, 9), moves(1, 10));
    }

    #[test]
    fn limits_without_a_legal_point_are_an_error() {
        let generator = Generator::new(game(Rules::NINUKI), 5, 5, 1, true);
        assert!((0..20).all(|number| generator.attempt(number).is_err_and(|why| why == Refusal::Stuck(3))));
    }

    #[test]
    fn shards_have_all_starts_and_none_twice() {
        let numbers = |shard: &str| {
            let generator = Generator::new(game(Rules::FREESTYLE), 3, 3, 1, true);
            let shard = shard.parse().expect("a shard");
            Candidates::new(generator, shard).map(|start| start.number).collect::<Vec<_>>()
        };
        let all = numbers("1/1");
        let mut parts = ["1/3", "2/3", "3/3"].map(numbers).concat();
        parts.sort_unstable();
        assert!(all.len() > 10 && parts == all, "{all:?} {parts:?}");
    }

    #[test]
    fn every_start_comes_once_and_then_no_more() {
        // One stone on 3x3 points of a square: corner, side or centre.
        let mut candidates = Candidates::new(Generator::new(game(Rules::FREESTYLE), 1, 3, 1, true), Shard::ALL);
        assert_eq!(candidates.by_ref().count(), 3);
        let made = candidates.made();
        assert_eq!(made.duplicates, made.attempts - 3);
    }
}
