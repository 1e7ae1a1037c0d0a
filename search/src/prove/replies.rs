//! Wins after the replies to one move, found with one memory.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{Game, Point, PointSet, SetUp, Tactics, Visitor};

use super::parts::set_up;
use super::prover::{ProveError, win};
use super::tree::Tree;
use crate::Instant;
use crate::pace::Pace;
use crate::proof::budget::Budget;
use crate::proof::{Effort, StartError, StepId, Strategy};

/// A position with the attacker to move, and how he wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Won {
    /// The position.
    pub setup: SetUp,
    /// The win.
    pub win: Strategy,
    /// The points at which one more stone of the defender may refute it, as [`zone_of_win`](super::zone_of_win) finds them. The
    /// zone only selects wins, which are tested before use.
    pub zone: Vec<Point>,
}

/// The result of an attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// The reply.
    pub reply: Point,
    /// Nodes of the searches; 0 if the win of another position was tried.
    pub nodes: u64,
    /// The win after the reply, if one was found.
    pub win: Option<Strategy>,
}

/// Looks for a win after each of the `replies` of the side to move in `setup`. Calls `found` after each attempt.
///
/// Wins are tried after the other replies too, and those of `known` before a search. `effort` has the nodes for each reply and the
/// time for all. A reply may be reported twice: first without a win, then with one.
///
/// # Errors
/// A position cannot be set up, a reply is illegal, or not only lines decide the game.
pub fn prove_replies(
    game: &'static Game,
    setup: &SetUp,
    replies: &[Point],
    known: &[Won],
    effort: Effort,
    stop: &AtomicBool,
    found: &mut dyn FnMut(Attempt),
) -> Result<(), ProveError> {
    game.visit(Replies { setup, replies, known, effort, stop, found })
}

/// Returns the win of another position that holds in `setup`, with the attacker to move.
///
/// # Errors
/// A position cannot be set up, or not only lines decide the game.
pub fn known_win(
    game: &'static Game,
    setup: &SetUp,
    known: &[Won],
    stop: &AtomicBool,
) -> Result<Option<Strategy>, ProveError> {
    struct Try<'a>(&'a SetUp, &'a [Won], &'a AtomicBool);

    impl Visitor for Try<'_> {
        type Output = Result<Option<Strategy>, ProveError>;

        fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output {
            let Self(setup, known, stop) = self;
            let position = set_up::<P>(game, setup)?;
            let mut tree = tree_with::<P>(game, &position, known, Budget::new(1, None, stop, Pace::START), stop)?;
            let step = win(&mut tree, &position, &mut |_, _| ());
            Ok(step.map(|step| tree.assembly.strategy(step)))
        }
    }

    game.visit(Try(setup, known, stop))
}

/// The search in `position`, with the attacker to move, that knows these wins.
fn tree_with<'b, P: Tactics>(
    game: &'static Game,
    position: &P,
    known: &[Won],
    budget: Budget<'b>,
    stop: &'b AtomicBool,
) -> Result<Tree<'b, P>, ProveError> {
    let mut tree = Tree::new(position, budget, stop).ok_or(ProveError::Game(game.rules().name))?;
    for known in known {
        let zone = P::Set::of_all(known.zone.iter().copied());
        tree.know(&set_up::<P>(game, &known.setup)?, &known.win, zone);
    }
    Ok(tree)
}

struct Replies<'a> {
    setup: &'a SetUp,
    replies: &'a [Point],
    known: &'a [Won],
    effort: Effort,
    stop: &'a AtomicBool,
    found: &'a mut dyn FnMut(Attempt),
}

impl Visitor for Replies<'_> {
    type Output = Result<(), ProveError>;

    fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output {
        let position = set_up::<P>(game, self.setup)?;
        let deadline = Instant::now().checked_add(self.effort.time);
        let budget = || Budget::new(self.effort.nodes, deadline, self.stop, Pace::START);
        for &reply in self.replies {
            let wrong = |reason| ProveError::Start(StartError::Move { ply: 1, reason });
            position.check(reply).map_err(wrong)?;
        }
        let mut tree = tree_with(game, &position.make_null(), self.known, budget(), self.stop)?;
        let mut open: VecDeque<Point> = self.replies.iter().copied().collect();
        let mut failed = Vec::new();
        while let Some(reply) = open.pop_front() {
            tree.budget = budget();
            let step = win(&mut tree, &position.make(reply), &mut |_, _| ());
            let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if step.is_none() && (is_late || self.stop.load(Relaxed)) {
                return Ok(());
            }
            let result = |tree: &Tree<'_, P>, step: Option<StepId>| step.map(|step| tree.assembly.strategy(step));
            (self.found)(Attempt { reply, nodes: tree.budget.spent(), win: result(&tree, step) });
            let Some(step) = step else {
                failed.push(reply);
                continue;
            };
            let mut is_open = |&other: &Point| {
                let serves = tree.serves(step, &position.make(other));
                if serves {
                    (self.found)(Attempt { reply: other, nodes: 0, win: result(&tree, Some(step)) });
                }
                !serves
            };
            open.retain(&mut is_open);
            failed.retain(&mut is_open);
        }
        Ok(())
    }
}
