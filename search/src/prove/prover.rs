//! Proofs of the win of a position, level by level.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Game, Move, Record, SetUp, Tactics, Visitor};

use super::tree::{Level, Tree};
use crate::Instant;
use crate::pace::Pace;
use crate::proof::budget::Budget;
use crate::proof::certificate;
use crate::proof::check::{self, is_over};
use crate::proof::solver::longest;
use crate::proof::{Answer, CheckLimits, Effort, Solution, StartError, StepId, Strategy};

/// The most positions of a level.
const MOST: usize = 1_000_000;

/// The most levels: each takes about twice the effort for every position.
const LEVELS: u32 = 12;

/// The state of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Headway {
    /// The level, from 0: it doubles the effort for every position.
    pub level: u32,
    /// Positions of this level.
    pub positions: usize,
    /// Won positions of all levels.
    pub proved: usize,
    /// Nodes of all searches.
    pub nodes: u64,
    /// The proof number: positions to be proved at least.
    pub proof: u32,
    /// The disproof number.
    pub disproof: u32,
}

/// Why a position cannot be proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProveError {
    /// There is no such position.
    Start(StartError),
    /// Not only lines decide the game.
    Game(&'static str),
}

impl fmt::Display for ProveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => error.fmt(f),
            Self::Game(name) => {
                write!(
                    f,
                    "{name} has no relevance zones: allowed are games without captures, forbidden points, \
                    limited openings, swaps and shut lines"
                )
            }
        }
    }
}

impl std::error::Error for ProveError {}

/// Looks for a win of the side to move after `moves` from the empty board or a set-up position. Calls `show` now and then.
///
/// A win is claimed only if the checker agrees.
///
/// # Errors
/// The position cannot be set up, a move is refused, or not only lines decide the game.
pub fn prove_game(
    game: &'static Game,
    setup: Option<&SetUp>,
    moves: &[Move],
    effort: Effort,
    stop: &AtomicBool,
    show: &mut dyn FnMut(&Headway),
) -> Result<Solution, ProveError> {
    game.visit(Prove { setup, moves, effort, stop, show })
}

struct Prove<'a> {
    setup: Option<&'a SetUp>,
    moves: &'a [Move],
    effort: Effort,
    stop: &'a AtomicBool,
    show: &'a mut dyn FnMut(&Headway),
}

impl Visitor for Prove<'_> {
    type Output = Result<Solution, ProveError>;

    fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output {
        let start = self.setup.map_or_else(|| Ok(P::start(game)), |setup| P::set_up(game, setup));
        let mut record = Record::new(start.map_err(StartError::SetUp).map_err(ProveError::Start)?);
        for (ply, &mv) in (1..).zip(self.moves) {
            record.play(mv).map_err(|reason| ProveError::Start(StartError::Move { ply, reason }))?;
        }
        let position = *record.position();
        let deadline = Instant::now().checked_add(self.effort.time);
        let budget = Budget::new(self.effort.nodes, deadline, self.stop, Pace::START);
        let tree = Tree::new(&position, budget, self.stop).ok_or(ProveError::Game(game.rules().name))?;
        let over = record.outcome().is_some() || is_over(&position);
        let (mut answer, nodes) =
            if over { (Answer::NotFound { exhausted: true }, 0) } else { search(tree, &position, self.show) };
        if let Answer::Win { strategy, .. } = &answer
            && !is_verified(&record, strategy, deadline, self.stop)
        {
            answer = Answer::NotFound { exhausted: false };
        }
        let certificate = match &answer {
            Answer::Win { strategy, .. } => Some(certificate::text(&position, strategy)),
            Answer::NotFound { .. } => None,
        };
        Ok(Solution { answer, nodes, certificate })
    }
}

/// Whether the strategy wins against every legal reply; `false` if the time is up before.
fn is_verified<P: Tactics>(
    record: &Record<P>,
    strategy: &Strategy,
    deadline: Option<Instant>,
    stop: &AtomicBool,
) -> bool {
    let left = deadline.map_or(Duration::MAX, |deadline| deadline.saturating_duration_since(Instant::now()));
    check::verify(record, strategy, CheckLimits::default().time(left), stop, &mut |_| ()).is_ok()
}

/// A strategy of the side to move, level by level.
fn search<P: Tactics>(mut tree: Tree<'_, P>, position: &P, show: &mut dyn FnMut(&Headway)) -> (Answer, u64) {
    let mut report = |tree: &Tree<'_, P>, level| {
        let (proof, disproof) = tree.numbers();
        let (positions, proved, nodes) = (tree.len(), tree.proved.len(), tree.budget.spent());
        show(&Headway { level, positions, proved, nodes, proof, disproof });
    };
    let step = win(&mut tree, position, &mut report);
    let strategy = step.map(|step| tree.assembly.strategy(step));
    let answer = match strategy.filter(|strategy| tree.holds(strategy, position)) {
        Some(strategy) => {
            let (plies, line) = longest(&strategy);
            Answer::Win { strategy, plies, line, shortest: false }
        }
        None => Answer::NotFound { exhausted: false },
    };
    (answer, tree.budget.spent())
}

/// The winning step of the side to move in `position`, level by level. Calls `show` with the level.
pub(super) fn win<'b, P: Tactics>(
    tree: &mut Tree<'b, P>,
    position: &P,
    show: &mut dyn FnMut(&Tree<'b, P>, u32),
) -> Option<StepId> {
    for level in 0..LEVELS {
        let step = tree.win(position, Level::new(level), MOST, &mut |tree| show(tree, level));
        if step.is_some() || tree.budget.is_spent() {
            return step;
        }
    }
    None
}
