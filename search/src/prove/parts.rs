//! Parts of a proof, for programs that build a large one.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{Game, Point, PointSet, SetUp, Tactics, Visitor};

use super::order::Order;
use super::prover::ProveError;
use crate::proof::relevance::Relevance;
use crate::proof::{StartError, StepId, Strategy};

/// The attacker's moves to try.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Candidates {
    /// The moves with their expected proof numbers, the best first.
    pub moves: Vec<(Point, u32)>,
    /// Nodes of the search.
    pub nodes: u64,
}

/// Searches `setup` for the moves to try: the best `width`, and all threats.
///
/// # Errors
/// The position cannot be set up.
pub fn candidates(
    game: &'static Game,
    setup: &SetUp,
    nodes: u64,
    width: usize,
    stop: &AtomicBool,
) -> Result<Candidates, ProveError> {
    struct Search<'a>(&'a SetUp, u64, usize, &'a AtomicBool);

    impl Visitor for Search<'_> {
        type Output = Result<Candidates, ProveError>;

        fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output {
            let Self(setup, nodes, width, stop) = self;
            let position = set_up::<P>(game, setup)?;
            let (moves, nodes) = Order::new(position).moves(&position, nodes, width, stop);
            Ok(Candidates { moves, nodes })
        }
    }

    game.visit(Search(setup, nodes, width, stop))
}

/// Returns the replies of the side to move in `setup` that `win`, a win after a pass, does not answer; `None` if it does not win
/// after a pass, or `stop` is set.
///
/// # Errors
/// The position cannot be set up, or not only lines decide the game.
pub fn relevant_replies(
    game: &'static Game,
    setup: &SetUp,
    win: &Strategy,
    stop: &AtomicBool,
) -> Result<Option<Vec<Point>>, ProveError> {
    struct Replies<'a>(&'a SetUp, &'a Strategy, &'a AtomicBool);

    impl Visitor for Replies<'_> {
        type Output = Result<Option<Vec<Point>>, ProveError>;

        fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output {
            let Self(setup, win, stop) = self;
            let position = set_up::<P>(game, setup)?;
            let mut relevance = Relevance::new(&position).ok_or(ProveError::Game(game.rules().name))?;
            let Some(last) = win.steps().len().checked_sub(1) else { return Ok(None) };
            let replies = relevance.replies(win.steps(), last as StepId, &position, &mut |_| stop.load(Relaxed));
            Ok(replies.map(|replies| replies.iter().collect()))
        }
    }

    game.visit(Replies(setup, win, stop))
}

/// Returns the zone of `win` in `setup`, with the attacker to move: the points at which one more stone of the defender may refute
/// it; `None` if it does not win, or `stop` is set.
///
/// # Errors
/// The position cannot be set up, or not only lines decide the game.
pub fn zone_of_win(
    game: &'static Game,
    setup: &SetUp,
    win: &Strategy,
    stop: &AtomicBool,
) -> Result<Option<Vec<Point>>, ProveError> {
    struct Zone<'a>(&'a SetUp, &'a Strategy, &'a AtomicBool);

    impl Visitor for Zone<'_> {
        type Output = Result<Option<Vec<Point>>, ProveError>;

        fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output {
            let Self(setup, win, stop) = self;
            let position = set_up::<P>(game, setup)?;
            let mut relevance = Relevance::new(&position).ok_or(ProveError::Game(game.rules().name))?;
            let Some(last) = win.steps().len().checked_sub(1) else { return Ok(None) };
            let zone = relevance.zone(win.steps(), last as StepId, &position, 0, &mut |_| stop.load(Relaxed));
            Ok(zone.ok().map(|zone| zone.iter().collect()))
        }
    }

    game.visit(Zone(setup, win, stop))
}

/// The position of `setup`.
pub(super) fn set_up<P: Tactics>(game: &'static Game, setup: &SetUp) -> Result<P, ProveError> {
    P::set_up(game, setup).map_err(StartError::SetUp).map_err(ProveError::Start)
}
