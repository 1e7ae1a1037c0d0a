//! Principal variation search: the value of a position, by looking ahead.
//!
//! Wins and losses that it reports are proven: a loss counts as one only if every legal reply was looked at.

use engine::{Color, Move, Outcome, Point, PointSet, Position};
use eval::Features;
use smallvec::SmallVec;

use crate::Score;
use crate::picker::Picker;
use crate::table::{Bound, Entry};
use crate::worker::{MAX_PLY, Worker};

/// Forcing lines beyond the nominal depth end here.
const DEEPEST_QUIET: i32 = -8;

/// What one node decided about its moves.
struct Best {
    score: Score,
    point: Option<Point>,
    tried: SmallVec<[Point; 64]>,
}

impl Worker<'_> {
    /// The value of `position` for the side to move, exact between `alpha` and `beta`, else a bound, from a search of
    /// `depth` plies; the root has `ply` 0. Meaningless once the worker is stopped.
    pub(crate) fn search<P: Position>(
        &mut self,
        position: &P,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: u32,
    ) -> Score {
        self.lines[ply as usize].clear();
        self.visit();
        if self.stopped {
            return Score::DRAW;
        }

        // 1. The game is over.
        if let Some(outcome) = position.outcome() {
            return result(outcome, position.to_move(), ply);
        }

        // 2. Where positions may recur, the same one again leads nowhere.
        if ply > 0 && self.repeats(position) {
            return Score::DRAW;
        }

        // 3. An offered swap: whoever decides takes the better side.
        if position.swap_offered() {
            let value = self.search(&position.make_swap(), -Score::INFINITE, Score::INFINITE, depth, ply);
            let decides = position.game().rules().swap.is_some_and(|swap| swap.by == position.to_move());
            let better = value.max(-value);
            return if decides { better } else { -better };
        }

        // 4. No line is better than a win on the next move, or worse than a loss by the reply.
        alpha = alpha.max(Score::loss_in(ply));
        beta = beta.min(Score::win_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        // 5. An earlier visit may have answered already.
        let key = position.key();
        let known = self.shared.table.probe(key, ply);
        if let Some(entry) = known
            && ply > 0
            && (entry.depth >= depth.max(0) || entry.score.is_proven())
        {
            match entry.bound {
                Bound::Exact => return entry.score,
                Bound::Lower if entry.score >= beta => return entry.score,
                Bound::Upper if entry.score <= alpha => return entry.score,
                Bound::Lower | Bound::Upper => {}
            }
        }

        // 6. A win at once.
        if let Some(point) = position.winning().first() {
            self.lines[ply as usize].push(Move::Place(point));
            return Score::win_in(ply + 1);
        }

        let defences = position.defences();
        if ply >= MAX_PLY || (defences.is_some() && depth < DEEPEST_QUIET) {
            return estimate(&Features::of(position), position);
        }

        // 7. Nothing is forced and the depth is used up: an estimate, unless a series of fours does better.
        let features = Features::of(position);
        let mut best = Best::none(ply);
        if defences.is_none() && depth <= 0 {
            best.score = estimate(&features, position);
            if best.score >= beta || depth <= DEEPEST_QUIET {
                return best.score;
            }
        }
        let legal = position.legal();
        if legal.is_empty() {
            return -self.search(&position.make_pass(), -beta, -alpha, depth - 1, ply + 1);
        }
        let first = known.and_then(|entry| entry.best);
        let window = (alpha, beta);
        self.enter(position);
        match defences {
            // 8. The opponent threatens to win at once: only the replies that may stop him are tried, and as they are
            // forced, they cost no depth. Without any, the game is lost.
            Some(replies) => {
                let replies = self.order(position, replies & legal, first, &features, ply);
                self.try_moves(position, &mut best, replies, window, depth.max(DEEPEST_QUIET), ply, false);
            }
            None if depth <= 0 => {
                let fours = self.order(position, features.fours() & legal, first, &features, ply);
                self.try_moves(position, &mut best, fours, window, depth - 1, ply, false);
            }
            // 9. All moves, the promising ones first; the rest only if all of those lose, for a loss must be proven.
            None => {
                let candidates = position.candidates();
                for (moves, first) in [(legal & candidates, first), (legal & !candidates, None)] {
                    if best.score.plies_to_loss().is_some() && !self.stopped {
                        let moves = self.order(position, moves, first, &features, ply);
                        self.try_moves(position, &mut best, moves, window, depth - 1, ply, true);
                    }
                }
            }
        }
        self.leave(position);
        if self.stopped {
            return Score::DRAW;
        }

        // 10. Remember.
        if let (Some(point), true) = (best.point, best.score >= beta) {
            let tried = &best.tried[..best.tried.len() - 1];
            self.history.learn(position.to_move(), point, tried, depth.max(1), ply);
        }
        let bound = match best.score {
            score if score >= beta => Bound::Lower,
            score if score > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let entry = Entry { score: best.score, bound, depth: depth.max(0), best: best.point };
        self.shared.table.store(key, ply, entry);
        best.score
    }

    /// Tries moves until one is too good; `depth` is that of the positions after them. Late moves are searched less
    /// deeply first if `reduce`.
    #[expect(clippy::too_many_arguments, reason = "the state of a node")]
    fn try_moves<P: Position>(
        &mut self,
        position: &P,
        best: &mut Best,
        moves: Picker,
        (alpha, beta): (Score, Score),
        depth: i32,
        ply: u32,
        reduce: bool,
    ) {
        for point in moves {
            let child = position.make(point);
            let floor = alpha.max(best.score);
            best.tried.push(point);
            let mut score = Score::INFINITE;
            if best.tried.len() > 1 {
                // Expected to be no better than the first: a null window tells, and for late moves a shallower search.
                let reduction = if reduce { reduction(depth, best.tried.len()) } else { 0 };
                score = -self.search(&child, -floor.next(), -floor, depth - reduction, ply + 1);
                if reduction > 0 && score > floor && !self.stopped {
                    score = -self.search(&child, -floor.next(), -floor, depth, ply + 1);
                }
            }
            if best.tried.len() == 1 || (score > floor && score < beta) {
                score = -self.search(&child, -beta, -floor, depth, ply + 1);
            }
            if self.stopped {
                return;
            }
            if score > best.score {
                best.score = score;
                best.point = Some(point);
                if score > alpha {
                    self.extend_line(ply, point);
                }
                if score >= beta {
                    return;
                }
            }
        }
    }

    /// The points of `set`, the promising ones first.
    fn order<P: Position>(
        &self,
        position: &P,
        set: P::Set,
        first: Option<Point>,
        features: &Features<P::Set>,
        ply: u32,
    ) -> Picker {
        Picker::new(set, first, features, &self.history, position.to_move(), ply)
    }

    /// The best line of `ply` becomes `point` and the best line below it.
    fn extend_line(&mut self, ply: u32, point: Point) {
        let (above, below) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize];
        line.clear();
        line.push(Move::Place(point));
        line.extend_from_slice(&below[0]);
    }
}

impl Best {
    /// Before any move was tried: a loss by the next reply.
    fn none(ply: u32) -> Self {
        Self { score: Score::loss_in(ply + 2), point: None, tried: SmallVec::new() }
    }
}

fn estimate<P: Position>(features: &Features<P::Set>, position: &P) -> Score {
    Score::estimate(features.evaluate(position))
}

fn result(outcome: Outcome, to_move: Color, ply: u32) -> Score {
    match outcome.winner {
        None => Score::DRAW,
        Some(winner) if winner == to_move => Score::win_in(ply),
        Some(_) => Score::loss_in(ply),
    }
}

/// By how many plies the `count`-th move is searched less deeply at first.
fn reduction(depth: i32, count: usize) -> i32 {
    if depth < 2 || count < 5 {
        return 0;
    }
    (depth.ilog2() * count.ilog2()) as i32 / 2
}
