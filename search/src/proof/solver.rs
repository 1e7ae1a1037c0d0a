//! Looking for a forced win, within limits.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Game, IllegalMove, Move, Position, Record, SetUp, SetUpError, Tactics, Visitor};

use super::budget::Budget;
use super::check::limits::{CheckError, CheckLimits};
use super::shortest::Shortest;
use super::strategy::{Step, StepId, Strategy};
use super::vcf::VcfSolver;
use super::vct::Vct;
use super::{certificate, check};
use crate::Instant;
use crate::pace::Pace;

/// How much may be looked at; by default a million nodes, whatever time that takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Positions.
    pub nodes: u64,
    /// Time.
    pub time: Duration,
    /// Whether to look for the shortest win once one is found.
    pub shortest: bool,
}

impl Default for Effort {
    fn default() -> Self {
        Self { nodes: 1_000_000, time: Duration::MAX, shortest: false }
    }
}

/// The answer of a search for a forced win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The side to move wins.
    Win {
        /// How.
        strategy: Strategy,
        /// The most plies that it takes, the winning move included.
        plies: u32,
        /// The line in which the defender holds out longest, as far as the strategy tells.
        line: Vec<Move>,
        /// Whether all shorter threat sequences were tried in vain.
        shortest: bool,
    },
    /// No forced win was found, which does not mean that there is none.
    NotFound {
        /// Whether all VCF and VCT lines were tried, rather than the effort spent.
        exhausted: bool,
    },
}

/// The solution of a problem: the answer, the number of nodes and, for a win, its certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The answer.
    pub answer: Answer,
    /// Positions looked at.
    pub nodes: u64,
    /// The text of the certificate, for a win.
    pub certificate: Option<String>,
}

/// Why there is no position to be solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StartError {
    /// The position cannot be set up.
    SetUp(SetUpError),
    /// A move is refused.
    Move {
        /// The number of the move, counted from 1.
        ply: usize,
        /// Why it is refused.
        reason: IllegalMove,
    },
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SetUp(error) => error.fmt(f),
            Self::Move { ply, reason } => write!(f, "move {ply}: {reason}"),
        }
    }
}

impl std::error::Error for StartError {}

/// Looks for a forced win after `moves` from the empty board or a set-up position, by [`solve`].
///
/// # Errors
/// The position cannot be set up, or a move is refused.
pub fn solve_game(
    game: &'static Game,
    setup: Option<&SetUp>,
    moves: &[Move],
    effort: Effort,
    stop: &AtomicBool,
) -> Result<Solution, StartError> {
    struct Solve<'a>(Option<&'a SetUp>, &'a [Move], Effort, &'a AtomicBool);

    impl Visitor for Solve<'_> {
        type Output = Result<Solution, StartError>;

        fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output {
            let Self(setup, moves, effort, stop) = self;
            let record = replayed(game, setup, moves)?;
            let (answer, nodes) = solve_record::<P>(&record, effort, stop);
            let certificate = match &answer {
                Answer::Win { strategy, .. } => Some(certificate::text(record.position(), strategy)),
                Answer::NotFound { .. } => None,
            };
            Ok(Solution { answer, nodes, certificate })
        }
    }

    game.visit(Solve(setup, moves, effort, stop))
}

/// The game of `moves` from the empty board or a set-up position.
///
/// # Errors
/// The position cannot be set up, or a move is refused.
pub(crate) fn replayed<P: Position>(
    game: &'static Game,
    setup: Option<&SetUp>,
    moves: &[Move],
) -> Result<Record<P>, StartError> {
    let start = setup.map_or_else(|| Ok(P::start(game)), |setup| P::set_up(game, setup));
    let mut record = Record::new(start.map_err(StartError::SetUp)?);
    for (ply, &mv) in (1..).zip(moves) {
        record.play(mv).map_err(|reason| StartError::Move { ply, reason })?;
    }
    Ok(record)
}

/// Looks for a forced win of the side to move: by VCF, then by VCT. Returns the answer and the number of positions
/// that were looked at. A win is claimed only if the checker agrees.
#[must_use]
pub fn solve<P: Tactics>(position: &P, effort: Effort, stop: &AtomicBool) -> (Answer, u64) {
    solve_record(&Record::new(*position), effort, stop)
}

/// Solves the position after a game, in which positions may have come up that would be drawn if they came up again.
fn solve_record<P: Tactics>(record: &Record<P>, effort: Effort, stop: &AtomicBool) -> (Answer, u64) {
    if record.outcome().is_some()
        || record.past().last().is_some_and(check::is_over)
        || check::is_over(record.position())
    {
        return (Answer::NotFound { exhausted: true }, 0);
    }
    let position = record.position();
    let deadline = Instant::now().checked_add(effort.time);
    let mut budget = Budget::new(effort.nodes, deadline, stop, Pace::START);
    // First without the replies outside of the zones of threats. Should the checker ever find one that mattered, with all.
    for zone in [true, false] {
        let answer = search(position, effort, &mut budget, zone);
        let Answer::Win { strategy, .. } = &answer else { return (answer, budget.spent()) };
        let left = deadline.map_or(Duration::MAX, |deadline| deadline.saturating_duration_since(Instant::now()));
        let limits = CheckLimits::default().time(left);
        match check::verify(record, strategy, limits, stop, &mut |_| ()) {
            Ok(_) => return (answer, budget.spent()),
            Err(CheckError::Flaw(_)) => {}
            Err(CheckError::Stopped { .. }) => break,
        }
    }
    (Answer::NotFound { exhausted: false }, budget.spent())
}

fn search<P: Tactics>(position: &P, effort: Effort, budget: &mut Budget<'_>, zone: bool) -> Answer {
    let mut strategy = Strategy::default();
    let mut fours = budget.part(effort.nodes / 4);
    let mut step = VcfSolver::default().win(position, u32::MAX, &mut strategy, &mut fours);
    budget.charge(&fours);
    if step.is_none() {
        step = Vct::new(&mut strategy, budget, zone).win(position);
    }
    match step {
        Some(step) => {
            let mut found = strategy.below(step);
            let mut shortest = false;
            if effort.shortest {
                let (plies, _) = longest(&found);
                let mut strategy = Strategy::default();
                if let Some(step) = Shortest::new(&mut strategy, budget, zone).win(position, plies.div_ceil(2)) {
                    found = strategy.below(step);
                }
                shortest = !budget.is_spent();
            }
            let (plies, line) = longest(&found);
            Answer::Win { strategy: found, plies, line, shortest }
        }
        None => Answer::NotFound { exhausted: !budget.is_spent() && !budget.is_cut() },
    }
}

/// The most plies that a strategy takes, and a line of that length, up to its last step.
pub(crate) fn longest(strategy: &Strategy) -> (u32, Vec<Move>) {
    let mut plies = vec![1; strategy.len()];
    for (id, step) in strategy.steps().iter().enumerate() {
        if let Step::Attack { replies, otherwise, .. } = step {
            let all = replies.iter().map(|&(_, next)| next).chain([*otherwise]);
            plies[id] = 2 + all.map(|next: StepId| plies[next as usize]).max().unwrap_or(0);
        }
    }
    let mut line = Vec::new();
    let mut id = strategy.len() as StepId - 1;
    loop {
        match strategy.step(id) {
            Some(Step::Attack { at, replies, .. }) => {
                line.push(Move::Place(*at));
                let Some(&(reply, next)) = replies.iter().max_by_key(|&&(_, next)| plies[next as usize]) else { break };
                line.push(Move::Place(reply));
                id = next;
            }
            Some(Step::Win(points)) => {
                line.extend(points.first().map(|&point| Move::Place(point)));
                break;
            }
            None => break,
        }
    }
    (plies[strategy.len() - 1], line)
}
