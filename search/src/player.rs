//! A player of one game, whatever its board.

use std::sync::atomic::AtomicBool;

use engine::{AnyRecord, Game, IllegalMove, Move, Point, PointSet, Position, Record, SetUp, SetUpError, Visitor};

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
    /// `on_info` after each iteration. `None` if the game is over.
    ///
    /// Where the rules offer a swap to the side to move, the answer may be [`Move::Swap`]; without a legal
    /// placement it is [`Move::Pass`].
    fn think(&mut self, limits: &Limits, stop: &AtomicBool, on_info: &mut dyn FnMut(&Report)) -> Option<Report>;

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
            Ok(Box::new(Brain { record: Record::new(start) }))
        }
    }

    game.visit(New(setup))
}

struct Brain<P> {
    record: Record<P>,
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

    fn think(&mut self, limits: &Limits, _stop: &AtomicBool, on_info: &mut dyn FnMut(&Report)) -> Option<Report> {
        let position = self.record.position();
        if self.record.outcome().is_some() {
            return None;
        }
        let best = position.candidates().first().or(position.legal().first()).map_or(Move::Pass, Move::Place);
        let report =
            Report { best, score: Score::DRAW, depth: 0, nodes: 1, time: limits.started.elapsed(), line: vec![best] };
        on_info(&report);
        Some(report)
    }

    fn set_memory(&mut self, _bytes: usize) {}
}
