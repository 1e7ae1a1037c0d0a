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
    game.visit(Relevant { setup, win, are_replies: true, stop })
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
    game.visit(Relevant { setup, win, are_replies: false, stop })
}

/// The relevant points of a win: the replies before it, or its zone.
struct Relevant<'a> {
    setup: &'a SetUp,
    win: &'a Strategy,
    are_replies: bool,
    stop: &'a AtomicBool,
}

impl Visitor for Relevant<'_> {
    type Output = Result<Option<Vec<Point>>, ProveError>;

    fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output {
        let Self { setup, win, are_replies, stop } = self;
        let position = set_up::<P>(game, setup)?;
        let mut relevance = Relevance::new(&position).ok_or(ProveError::Game(game.rules().name))?;
        let Some(last) = win.steps().len().checked_sub(1) else { return Ok(None) };
        let (last, mut is_over) = (last as StepId, |_| stop.load(Relaxed));
        let points = if are_replies {
            relevance.replies(win.steps(), last, &position, &mut is_over)
        } else {
            relevance.zone(win.steps(), last, &position, 0, &mut is_over).ok()
        };
        Ok(points.map(|points| points.iter().collect()))
    }
}

/// The position of `setup`.
pub(super) fn set_up<P: Tactics>(game: &'static Game, setup: &SetUp) -> Result<P, ProveError> {
    P::set_up(game, setup).map_err(StartError::SetUp).map_err(ProveError::Start)
}
