//! A player of one game, whatever its board.

use std::sync::atomic::AtomicBool;

use engine::{AnyRecord, Game, IllegalMove, Move, Point, PointSet, Position, Record, SetUp, SetUpError, Visitor};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::deepening::fallback;
use crate::parallel::{self, Means};
use crate::proof::Fours;
use crate::table::Memory;
use crate::{Limits, Report, Score};

/// Someone who follows a game and can be asked for a move: one dynamic call per command.
pub trait Player: Send {
    /// The game as it stands.
    fn record(&self) -> &dyn AnyRecord;

    /// Plays a move and returns the captured stones.
    ///
    /// # Errors
    /// Why the move is refused; the game is unchanged.
    fn play(&mut self, mv: Move) -> Result<Vec<Point>, IllegalMove>;

    /// Takes the newest move back.
    fn take_back(&mut self) -> Option<Move>;

    /// Thinks about the move of the side to move, until the limits are reached or `stop` is set, and calls
    /// `on_info` after each iteration. `None` if the game is over or the limits allow no move.
    ///
    /// The answer is [`Move::Pass`] without a legal placement, and may be [`Move::Swap`] where the rules offer one to
    /// the side to move and the limits allow it.
    fn think(&mut self, limits: &Limits, stop: &AtomicBool, on_info: &mut dyn FnMut(&Report)) -> Option<Report>;

    /// Takes the memory and the threads that [`think`](Self::think) will need with these limits, so that it need not, until
    /// `stop` is set.
    fn prepare(&mut self, _limits: &Limits, _stop: &AtomicBool) {}

    /// Sets the memory for the transposition table, in bytes; it is taken at the next thought.
    fn set_memory(&mut self, bytes: usize);
}

/// A player of `game`, from the empty board or a set-up position.
///
/// # Errors
/// The position cannot be set up.
pub fn player(game: &'static Game, setup: Option<&SetUp>) -> Result<Box<dyn Player>, SetUpError> {
    struct New<'s>(Option<&'s SetUp>);

    impl Visitor for New<'_> {
        type Output = Result<Box<dyn Player>, SetUpError>;

        fn visit<P: Position>(self, game: &'static Game) -> Self::Output {
            let start = self.0.map_or_else(|| Ok(P::start(game)), |setup| P::set_up(game, setup))?;
            Ok(Box::new(Brain::new(start)))
        }
    }

    game.visit(New(setup))
}

/// The default size of the transposition table, in bytes.
const DEFAULT_MEMORY: usize = 64 << 20;

/// What the searches by fours of all threads may remember, in bytes.
const FOURS_MEMORY: usize = 16 << 20;

struct Brain<P> {
    record: Record<P>,
    memory: usize,
    /// Made at the first thought.
    table: Option<Memory>,
    /// Wins by fours that were found or excluded, by each thread.
    fours: Vec<Fours>,
    /// The threads besides the calling one, if there are any.
    pool: Option<ThreadPool>,
}

impl<P: Position> Brain<P> {
    const fn new(start: P) -> Self {
        Self { record: Record::new(start), memory: DEFAULT_MEMORY, table: None, fours: Vec::new(), pool: None }
    }

    /// Makes pool and memories fit the number of threads.
    fn hire(&mut self, threads: usize) {
        if self.fours.len() != threads {
            self.pool = match threads {
                1 => None,
                _ => ThreadPoolBuilder::new().num_threads(threads - 1).build().ok(),
            };
            let threads = 1 + self.pool.as_ref().map_or(0, ThreadPool::current_num_threads);
            self.fours = vec![Fours::hasty(FOURS_MEMORY / threads); threads];
        }
    }
}

impl<P: Position> Player for Brain<P> {
    fn record(&self) -> &dyn AnyRecord {
        &self.record
    }

    fn play(&mut self, mv: Move) -> Result<Vec<Point>, IllegalMove> {
        AnyRecord::play(&mut self.record, mv)
    }

    fn take_back(&mut self) -> Option<Move> {
        self.record.take_back()
    }

    fn think(&mut self, limits: &Limits, stop: &AtomicBool, on_info: &mut dyn FnMut(&Report)) -> Option<Report> {
        if self.record.outcome().is_some() {
            return None;
        }
        let position = *self.record.position();
        let offered = position.swap_offered();
        // What a swap would be decided by: the position in which nobody may swap any more.
        let root = if offered { position.make_swap() } else { position };
        let at_once =
            |best: Move, score: Score| Report { nodes: 1, time: limits.started.elapsed(), ..Report::new(best, score) };
        if let Some(point) = root.winning().iter().find(|&point| limits.allows(point))
            && limits.lines <= 1
        {
            return Some(at_once(Move::Place(point), Score::win_in(1)));
        }
        if root.legal().is_empty() {
            return Some(at_once(Move::Pass, Score::DRAW));
        }
        self.hire(limits.threads.max(1));
        let table = self.table.get_or_insert_with(|| Memory::new(self.memory)).table();
        let means = Means { table, pool: self.pool.as_ref(), fours: &mut self.fours };
        let found = parallel::search(&self.record, &root, means, limits, stop, on_info);
        let fallback = || Some(at_once(Move::Place(fallback(&root, limits)?), Score::DRAW));
        let report = found.or_else(fallback)?;
        let may_swap = limits.swap && offered && root.game().rules().swap.is_some_and(|swap| swap.by == root.to_move());
        if may_swap && report.score < Score::DRAW {
            return Some(Report { best: Move::Swap, score: -report.score, line: vec![Move::Swap], ..report });
        }
        Some(report)
    }

    fn prepare(&mut self, limits: &Limits, stop: &AtomicBool) {
        self.hire(limits.threads.max(1));
        self.table.get_or_insert_with(|| Memory::new(self.memory)).touch(stop);
    }

    fn set_memory(&mut self, bytes: usize) {
        if self.memory != bytes {
            // The old table goes before a new one comes: the peak is what counts.
            self.table = None;
            self.memory = bytes;
        }
    }
}
