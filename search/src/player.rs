//! A player of one game, on any board.

use std::sync::atomic::AtomicBool;

use engine::{
    AnyRecord, Bitboard, Game, IllegalMove, Move, Point, PointSet, Record, SetUp, SetUpError, Tactics, Visitor,
};
use eval::{Features, LineAccumulator, Weights};

use crate::limits::Clock;
use crate::resources::VCF_MEMORY;
use crate::root::tried_first;
use crate::{Analysis, End, Limits, Report, Resources, Score, SharedTable};
use crate::{analysis, parallel};

/// A player that follows a game and searches its positions: one dynamic call per command.
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

    /// Searches the position until the limits are reached or `stop` is set, and calls `on_info` after each iteration.
    /// `None` if the game is over or the limits allow no move.
    ///
    /// The answer is [`Move::Pass`] without a legal placement, and may be [`Move::Swap`] where the rules offer one to
    /// the side to move and the limits allow it.
    fn think(&mut self, limits: &Limits, stop: &AtomicBool, on_info: &mut dyn FnMut(&Report)) -> Option<Report>;

    /// Thinks as [`think`](Self::think) does, and collects the best lines. Calls `on_depth` after each depth, and once more if
    /// a depth that was cut short had a better move. If no depth is finished, the lines are those at first sight.
    fn analyse(&mut self, limits: &Limits, stop: &AtomicBool, on_depth: &mut dyn FnMut(&Analysis)) -> Option<Analysis> {
        analysis::analyse(self, limits, stop, on_depth)
    }

    /// The policy before any search: the probability of each legal placement, lowest index first. It is the softmax of the logits
    /// that order moves, over the moves that a search tries first; other moves have 0. Probabilities add up to 1; there are none
    /// if no placement is legal or the player has no policy.
    fn policy(&self) -> Vec<(Point, f64)> {
        Vec::new()
    }

    /// Allocates the memory and threads for [`think`](Self::think) with these limits, until `stop` is set or a part of
    /// the time is used.
    fn prepare(&mut self, _limits: &Limits, _stop: &AtomicBool) {}

    /// Sets the memory of the transposition table in bytes, from the next search on.
    fn set_memory(&mut self, bytes: usize);

    /// Sets the memory of the VCF tables of all threads together, in bytes.
    fn set_vcf_memory(&mut self, _bytes: usize) {}

    /// Searches with this table from now on; other players may use it at the same time.
    fn share(&mut self, _table: &SharedTable) {}

    /// Releases its memory and threads for another player.
    fn release(&mut self) -> Resources {
        Resources::default()
    }

    /// Takes over the memory and threads of another player, without its results.
    fn inherit(&mut self, _resources: Resources) {}
}

/// A player of `game`, from the empty board or a set-up position.
///
/// # Errors
/// The position cannot be set up.
pub fn player(game: &'static Game, setup: Option<&SetUp>) -> Result<Box<dyn Player>, SetUpError> {
    struct New<'s>(Option<&'s SetUp>);

    impl Visitor for New<'_> {
        type Output = Result<Box<dyn Player>, SetUpError>;

        fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output {
            let start = self.0.map_or_else(|| Ok(P::start(game)), |setup| P::set_up(game, setup))?;
            Ok(Box::new(SearchPlayer::new(start)))
        }
    }

    game.visit(New(setup))
}

/// The default size of the transposition table, in bytes.
const DEFAULT_MEMORY: usize = 64 << 20;

pub(crate) struct SearchPlayer<P> {
    record: Record<P>,
    weights: Weights,
    memory: usize,
    vcf_memory: usize,
    resources: Resources,
}

impl<P: Tactics> SearchPlayer<P> {
    pub(crate) fn new(start: P) -> Self {
        let weights = Weights::for_rules(start.game().rules());
        Self {
            record: Record::new(start),
            weights,
            memory: DEFAULT_MEMORY,
            vcf_memory: VCF_MEMORY,
            resources: Resources::default(),
        }
    }

    /// Replaces the game by `position`. The transposition table stays.
    pub(crate) fn set_position(&mut self, position: P) {
        self.record = Record::new(position);
    }

    /// Reports a pass, the only legal move: the score of the position after it, or the end of the game. Under a clock a
    /// minimal search is enough.
    fn pass(&mut self, limits: &Limits, stop: &AtomicBool, on_info: &mut dyn FnMut(&Report)) -> Result<Report, Score> {
        let mut after = self.record.clone();
        after.play(Move::Pass).map_err(|_| Score::DRAW)?;
        if let Some(outcome) = after.outcome() {
            // A five that should have been broken stands.
            return Err(outcome.winner.map_or(Score::DRAW, |_| Score::loss_in(1)));
        }
        let depth = if Clock::new(limits).is_running() { Some(1) } else { limits.depth };
        let limits = Limits { depth, lines: 1, only: Bitboard::EMPTY, except: Bitboard::EMPTY, ..*limits };
        let after_pass = |moves: &Vec<Move>| std::iter::once(Move::Pass).chain(moves.iter().copied()).collect();
        let before = |report: &Report| Report {
            best: Move::Pass,
            score: report.score.before_move(),
            line: after_pass(&report.line),
            samples: report.samples.iter().map(after_pass).collect(),
            ..*report
        };
        let root = *after.position();
        let workspace = self.resources.workspace(root.game(), &limits, self.memory, stop);
        let on_info = &mut |report: &Report| on_info(&before(report));
        let found = parallel::search(&after, &root, &self.weights, workspace, &limits, stop, on_info);
        found.as_ref().map(before).ok_or(Score::DRAW)
    }
}

impl<P: Tactics> Player for SearchPlayer<P> {
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
        // The swap is decided by the position in which neither side may swap any more.
        let root = if offered { position.make_swap() } else { position };
        let at_once = |best: Move, score: Score, end: End| Report {
            nodes: 1,
            time: limits.started.elapsed(),
            end: Some(end),
            ..Report::new(best, score)
        };
        if let Some(point) = root.winning().iter().find(|&point| limits.allows(point))
            && limits.lines <= 1
        {
            return Some(at_once(Move::Place(point), Score::win_in(1), End::Proven));
        }
        if root.legal().is_empty() {
            let passed = self.pass(limits, stop, on_info);
            return Some(passed.unwrap_or_else(|score| at_once(Move::Pass, score, End::NoPlacement)));
        }
        let workspace = self.resources.workspace(root.game(), limits, self.memory, stop);
        let report = parallel::search(&self.record, &root, &self.weights, workspace, limits, stop, on_info)?;
        let may_swap = limits.swap && position.swap_decider() == Some(root.to_move());
        if may_swap && report.score < Score::DRAW {
            return Some(Report { best: Move::Swap, score: -report.score, line: vec![Move::Swap], ..report });
        }
        Some(report)
    }

    fn policy(&self) -> Vec<(Point, f64)> {
        if self.record.outcome().is_some() {
            return Vec::new();
        }
        let position = self.record.position();
        let features = Features::of(position, &position.threats(), &self.weights);
        let mut lines = LineAccumulator::new(&self.weights, position.game().grid());
        let (legal, mut logits) = (position.legal(), Vec::new());
        let tried = tried_first(position, legal);
        features.policy_logits(position, &mut lines, legal, |point, logit| {
            logits.push((point, tried.contains(point).then(|| f64::from(logit) / 100.0)));
        });
        let most = logits.iter().filter_map(|(_, logit)| *logit).fold(f64::MIN, f64::max);
        let odds = |logit: Option<f64>| logit.map_or(0.0, |logit| (logit - most).exp());
        let all: f64 = logits.iter().map(|(_, logit)| odds(*logit)).sum();
        logits.into_iter().map(|(point, logit)| (point, odds(logit) / all)).collect()
    }

    fn prepare(&mut self, limits: &Limits, stop: &AtomicBool) {
        self.resources.prepare(limits, self.memory, stop);
    }

    fn set_memory(&mut self, bytes: usize) {
        self.memory = bytes;
        self.resources.resize(bytes);
    }

    fn set_vcf_memory(&mut self, bytes: usize) {
        self.vcf_memory = bytes;
        self.resources.resize_vcf(bytes);
    }

    fn share(&mut self, table: &SharedTable) {
        self.resources.share(table);
    }

    fn release(&mut self) -> Resources {
        std::mem::take(&mut self.resources)
    }

    fn inherit(&mut self, mut resources: Resources) {
        resources.resize(self.memory);
        resources.resize_vcf(self.vcf_memory);
        resources.forget();
        self.resources = resources;
    }
}

#[cfg(test)]
mod tests;
