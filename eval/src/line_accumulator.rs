//! The sums of line patterns at each point of a position, updated incrementally.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use engine::internals::{IntegerKernel, Products, dispatch};
use engine::{Color, Grid, Point, PointSet, Position};

use crate::layout::ACCUMULATOR;
use crate::line_patterns::{LINES, LineGeometry};
use crate::line_table::{LineSums, LineTable, POINTS, zeros};
use crate::weights::Weights;

/// The sums where lines add nothing.
static NO_SUMS: LineSums = [[0; ACCUMULATOR]; POINTS];

/// The sums of line patterns of each point, updated from one position to the next: only changed stones are added or
/// removed.
///
/// A search keeps one for each thread.
#[derive(Clone, Debug)]
pub struct LineAccumulator(Option<Board>);

#[derive(Clone, Debug)]
struct Board {
    table: Arc<LineTable>,
    geometry: Arc<LineGeometry>,
    /// The stones in the sums, by colour.
    stones: [Vec<u64>; 2],
    raw: Box<Patterns>,
    sums: Box<LineSums>,
}

/// For each point by its index the raw patterns of its lines.
type Patterns = [[u16; LINES]; POINTS];

/// The number of empty boards that are kept, at 37 KB each.
const MOST_EMPTY: usize = 8;

/// Patterns and sums of an empty board.
struct EmptyBoard {
    table: Weak<LineTable>,
    geometry: Arc<LineGeometry>,
    raw: Box<Patterns>,
    sums: Box<LineSums>,
}

impl LineAccumulator {
    /// The sums of the empty board, for the game with these weights; zero without line patterns.
    #[must_use]
    pub fn new(weights: &Weights, grid: &Grid) -> Self {
        Self(weights.lines().map(|table| Board::new(Arc::clone(table), geometry(grid))))
    }

    #[inline]
    fn of<P: Position>(&mut self, position: &P) -> Option<&Board> {
        let board = self.0.as_mut()?;
        board.become_like(Color::ALL.map(|color| position.stones(color)));
        Some(board)
    }

    /// The sums of `position`: for each point by its index what Black sees, then what White sees.
    #[inline]
    pub(crate) fn sums<P: Position>(&mut self, position: &P) -> &LineSums {
        self.of(position).map_or(&NO_SUMS, |board| &board.sums)
    }

    /// The policy logit of a point from its line patterns, for the side to move of `position`, in hundredths of a nat.
    #[inline]
    pub(crate) fn policy<P: Position>(&mut self, position: &P) -> impl Fn(Point) -> i32 {
        let side = position.to_move().index();
        let board = self.of(position).map(|board| {
            let squares = board.geometry.lines() == LINES;
            (&*board.raw, &*board.table.policy_rows, squares)
        });
        move |point| {
            board.map_or(0, |(raw, rows, squares)| {
                let worth = |raw: u16| i32::from(rows[usize::from(raw)][side]);
                let [a, b, c, last] = raw[point.index()];
                // Hexagons have three lines.
                worth(a) + worth(b) + worth(c) + if squares { worth(last) } else { 0 }
            })
        }
    }
}

/// The lines of a board, computed on first use and kept.
fn geometry(grid: &Grid) -> Arc<LineGeometry> {
    // Programs use few boards, and a map takes more code.
    static BOARDS: Mutex<Vec<(Grid, Arc<LineGeometry>)>> = Mutex::new(Vec::new());
    let mut boards = BOARDS.lock().unwrap_or_else(PoisonError::into_inner);
    let place = boards.iter().position(|(known, _)| known == grid).unwrap_or_else(|| {
        boards.push((*grid, Arc::new(LineGeometry::new(grid))));
        boards.len() - 1
    });
    Arc::clone(&boards[place].1)
}

impl EmptyBoard {
    fn new(table: &Arc<LineTable>, geometry: &Arc<LineGeometry>) -> Self {
        let (mut raw, mut sums): (Box<Patterns>, Box<LineSums>) = (zeros(), zeros());
        for (point, patterns) in geometry.empty().as_chunks().0.iter().enumerate() {
            raw[point] = *patterns;
            for pattern in &patterns[..geometry.lines()] {
                let row = &table.rows[usize::from(*pattern)];
                sums[point].iter_mut().zip(row).for_each(|(sum, number)| *sum += i16::from(*number));
            }
        }
        Self { table: Arc::downgrade(table), geometry: Arc::clone(geometry), raw, sums }
    }
}

impl Board {
    /// The sums of the empty board, computed on first use and kept.
    fn new(table: Arc<LineTable>, geometry: Arc<LineGeometry>) -> Self {
        static KNOWN: Mutex<Vec<EmptyBoard>> = Mutex::new(Vec::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same =
            |board: &EmptyBoard| board.table.as_ptr() == Arc::as_ptr(&table) && Arc::ptr_eq(&board.geometry, &geometry);
        let place = known.iter().position(is_same).unwrap_or_else(|| {
            if known.len() == MOST_EMPTY {
                known.remove(0);
            }
            known.push(EmptyBoard::new(&table, &geometry));
            known.len() - 1
        });
        let (raw, sums) = (known[place].raw.clone(), known[place].sums.clone());
        drop(known);
        let words = geometry.empty().as_chunks::<LINES>().0.len().div_ceil(64);
        Self { table, geometry, stones: [vec![0; words], vec![0; words]], raw, sums }
    }

    /// Updates the sums to these stones.
    #[inline]
    fn become_like<S: PointSet>(&mut self, [black, white]: [S; 2]) {
        for word in 0..self.stones[0].len() {
            let (black, white) = (black.word(word), white.word(word));
            let before = self.stones.each_ref().map(|words| words[word]);
            let mut changed = before[0] ^ black | before[1] ^ white;
            while changed != 0 {
                let bit = changed.trailing_zeros();
                changed &= changed - 1;
                let state = |black: u64, white: u64| (black >> bit & 1) as i16 + 2 * (white >> bit & 1) as i16;
                let difference = state(black, white) - state(before[0], before[1]);
                dispatch(Change { board: self, index: word * 64 + bit as usize, difference });
            }
            [self.stones[0][word], self.stones[1][word]] = [black, white];
        }
    }
}

/// Changes the state of the cell with this index by `difference`.
struct Change<'b> {
    board: &'b mut Board,
    index: usize,
    difference: i16,
}

impl IntegerKernel for Change<'_> {
    type Output = ();

    #[inline(always)]
    fn compute<V: Products>(self) {
        let Self { board: Board { table, geometry, raw, sums, .. }, index, difference } = self;
        // References: their addresses stay the same while weights are added.
        let (rows, raw, sums) = (&*table.rows, raw.as_flattened_mut(), &mut **sums);
        for seen in geometry.seen_from(index) {
            // An index in range, without a bounds check.
            let slot = usize::from(seen.slot) % (POINTS * LINES);
            let before = raw[slot];
            let after = before.wrapping_add_signed(seen.weight * difference);
            raw[slot] = after;
            let (before, after) = (&rows[usize::from(before)], &rows[usize::from(after)]);
            // A copy: the compiler can keep it in registers.
            let mut sum = sums[slot / LINES];
            for lane in 0..ACCUMULATOR {
                sum[lane] += i16::from(after[lane]) - i16::from(before[lane]);
            }
            sums[slot / LINES] = sum;
        }
    }
}

#[cfg(all(test, feature = "weights"))]
mod tests {
    use engine::{Game, Move, Record, Rules, Tactics, Visitor};

    use super::*;
    use crate::layout::LINE_CHANNELS;
    use crate::line_table::tests::table;
    use crate::{LinePatterns, WeightsFile};

    /// The sums of a position, added up from nothing.
    fn slow_sums<P: Tactics>(position: &P, table: &LineTable) -> Vec<[i16; ACCUMULATOR]> {
        let patterns = LinePatterns::all();
        let geometry = LineGeometry::new(position.game().grid());
        let mut sums = vec![[0; ACCUMULATOR]; geometry.empty().len() / LINES];
        for (half, looks) in Color::ALL.into_iter().enumerate() {
            let mut raw = geometry.empty().to_vec();
            for (color, state) in [(looks, 1), (!looks, 2)] {
                position.stones(color).iter().for_each(|point| geometry.put(&mut raw, point.index(), state));
            }
            for (sums, raw) in sums.iter_mut().zip(raw.chunks(LINES)) {
                for &raw in &raw[..geometry.lines()] {
                    let row = table.classes[usize::from(patterns.class(raw))];
                    for (lane, number) in row.into_iter().enumerate() {
                        sums[half * LINE_CHANNELS + lane] += i16::from(number);
                    }
                }
            }
        }
        sums
    }

    fn assert_follows<P: Tactics>(accumulator: &mut LineAccumulator, position: &P, table: &LineTable) {
        let slow = slow_sums(position, table);
        assert_eq!(accumulator.sums(position)[..slow.len()], slow);
    }

    /// The policy logits of all points, summed pattern by pattern: the slow twin.
    fn slow_policy<P: Tactics>(position: &P, table: &LineTable) -> Vec<i32> {
        let geometry = LineGeometry::new(position.game().grid());
        let mut raw = geometry.empty().to_vec();
        let to_move = position.to_move();
        for (color, state) in [(to_move, 1), (!to_move, 2)] {
            position.stones(color).iter().for_each(|point| geometry.put(&mut raw, point.index(), state));
        }
        let worth = |&raw: &u16| i32::from(table.policy[usize::from(LinePatterns::all().class(raw))]);
        raw.chunks(LINES).map(|raw| raw[..geometry.lines()].iter().map(worth).sum()).collect()
    }

    /// Games with captures and jumps back and forth, on squares and on hexagons.
    #[test]
    fn sums_follow_the_position() {
        struct Follow;

        impl Visitor for Follow {
            type Output = usize;

            fn visit<P: Tactics>(self, game: &'static Game) -> usize {
                let shipped = WeightsFile::shipped().for_rules(game.rules()).expect("weights");
                let sides = Color::ALL.map(|color| Arc::new(shipped.of(color).clone()));
                let table = Arc::new(table());
                let weights = Weights::new(sides, Some(Arc::clone(&table)));
                let mut accumulator = LineAccumulator::new(&weights, game.grid());
                let mut record = Record::new(P::start(game));
                for number in 0..60_usize {
                    let position = record.position();
                    assert_follows(&mut accumulator, position, &table);
                    let (logits, slow) = (accumulator.policy(position), slow_policy(position, &table));
                    let points = position.game().grid().points();
                    points.for_each(|point| assert_eq!(logits(point), slow[point.index()]));
                    drop(logits);
                    if number.is_multiple_of(7) {
                        let start = P::start(game);
                        assert_follows(&mut accumulator, &start, &table);
                    }
                    let wins = position.winning();
                    let moves: Vec<_> = (position.candidates() & position.legal() & !wins).iter().collect();
                    let captures = position.threats()[0].capture & position.legal() & !wins;
                    let Some(&any) = moves.get(number * 31 % moves.len().max(1)) else { break };
                    let point = captures.first().unwrap_or(any);
                    record.play(Move::Place(point)).expect("a legal move");
                    if record.position().outcome().is_some() {
                        break;
                    }
                }
                Color::ALL.into_iter().map(|color| usize::from(record.position().captured(color))).sum()
            }
        }

        for rules in Rules::ALL {
            let captured = Game::new(rules.clone(), None, None).expect("the usual board").visit(Follow);
            assert!(captured > 0 || rules.target().is_none(), "{}: nothing was captured", rules.name);
        }
    }
}
