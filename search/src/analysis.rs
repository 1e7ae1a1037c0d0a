//! Analyses: the best lines of a search, collected depth by depth.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::Move;

use crate::{End, Limits, Player, Report, Score};

/// One of the best lines of an analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalysisLine {
    /// Its value for the side to move.
    pub score: Score,
    /// Its moves, at least one.
    pub moves: Vec<Move>,
}

impl AnalysisLine {
    /// Its first move.
    #[must_use]
    pub fn best(&self) -> Move {
        self.moves[0]
    }
}

impl From<&Report> for AnalysisLine {
    fn from(report: &Report) -> Self {
        Self { score: report.score, moves: report.line.clone() }
    }
}

/// The state of an analysis after a depth.
///
/// # Examples
/// ```
/// # extern crate engine as ninuki_engine;
/// use std::sync::atomic::AtomicBool;
///
/// use ninuki_engine::{Game, Rules};
/// use ninuki_search::{Limits, player};
///
/// let game = Game::new(Rules::FREESTYLE, None, None)?;
/// let mut player = player(game, None)?;
/// for mv in game.parse_moves("h8 h9 i8")? {
///     player.play(mv)?;
/// }
/// let limits = Limits { depth: Some(2), lines: 3, ..Limits::none() };
/// let analysis = player.analyse(&limits, &AtomicBool::new(false), &mut |_| ()).expect("the game is not over");
/// assert_eq!((analysis.depth, analysis.lines.len()), (2, 3));
/// assert!(analysis.lines.is_sorted_by(|better, worse| better.score >= worse.score));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Analysis {
    /// The depth, in plies; 0 if no depth is finished.
    pub depth: u32,
    /// The deepest ply visited, `depth` at least.
    pub seldepth: u32,
    /// The number of nodes.
    pub nodes: u64,
    /// The time since the request.
    pub time: Duration,
    /// The best lines, the best first; at least one.
    pub lines: Vec<AnalysisLine>,
    /// The reason for the end of the search; `None` while it runs.
    pub end: Option<End>,
}

impl Analysis {
    fn new(report: &Report, lines: Vec<AnalysisLine>) -> Self {
        let Report { depth, seldepth, nodes, time, .. } = *report;
        Self { depth, seldepth, nodes, time, lines, end: None }
    }
}

/// See [`Player::analyse`].
pub(crate) fn analyse<P: Player + ?Sized>(
    player: &mut P,
    limits: &Limits,
    stop: &AtomicBool,
    on_depth: &mut dyn FnMut(&Analysis),
) -> Option<Analysis> {
    let allowed = player.record().legal().into_iter().filter(|&point| limits.allows(point)).count();
    let mut collector = Collector {
        count: limits.lines.min(allowed.max(1)),
        depth_zero: Vec::new(),
        reports: Vec::new(),
        last: None,
        on_depth,
    };
    let answer = player.think(limits, stop, &mut |report| collector.add(report))?;
    Some(collector.conclude(&answer))
}

/// Collects the reports of a search, depth by depth.
struct Collector<'c> {
    /// The number of lines of a depth.
    count: usize,
    /// The lines before the first finished depth.
    depth_zero: Vec<Report>,
    /// The lines of the present depth so far.
    reports: Vec<Report>,
    last: Option<Analysis>,
    on_depth: &'c mut dyn FnMut(&Analysis),
}

impl Collector<'_> {
    fn add(&mut self, report: &Report) {
        if report.depth == 0 {
            return self.depth_zero.push(report.clone());
        }
        if report.rank == 0 {
            self.finish_depth();
        }
        self.reports.push(report.clone());
        if self.reports.len() == self.count {
            self.finish_depth();
        }
    }

    /// Reports the lines collected since the last call, if there are any.
    fn finish_depth(&mut self) {
        let reports = std::mem::take(&mut self.reports);
        if let Some(last) = reports.last() {
            self.report(Analysis::new(last, reports.iter().map(AnalysisLine::from).collect()));
        }
    }

    fn report(&mut self, analysis: Analysis) {
        (self.on_depth)(&analysis);
        self.last = Some(analysis);
    }

    /// The analysis at the end of a search with this answer.
    fn conclude(mut self, answer: &Report) -> Analysis {
        self.finish_depth();
        match &self.last {
            None if answer.depth > 0 && self.depth_zero.is_empty() => {
                self.report(Analysis::new(answer, vec![answer.into()]));
            }
            None => {}
            Some(last) => {
                if let Some(better) = better(last, answer, self.count) {
                    self.report(better);
                }
            }
        }
        let analysis = self.last.unwrap_or_else(|| match self.depth_zero.last() {
            Some(report) => Analysis::new(report, self.depth_zero.iter().map(AnalysisLine::from).collect()),
            None => Analysis::new(answer, vec![answer.into()]),
        });
        Analysis { nodes: answer.nodes, time: answer.time, end: answer.end, ..analysis }
    }
}

/// The analysis of at most `count` lines with the answer in front, if a deeper iteration that was cut short found another move or a proof.
fn better(last: &Analysis, answer: &Report, count: usize) -> Option<Analysis> {
    let best = &last.lines[0];
    let proves = answer.score.is_proven() && answer.score != best.score;
    if answer.depth <= last.depth || best.best() == answer.best && !proves {
        return None;
    }
    // None of the other lines is better at this depth, whatever it was before.
    let lower = |line: &AnalysisLine| AnalysisLine { score: line.score.min(answer.score), moves: line.moves.clone() };
    let others = last.lines.iter().filter(|line| line.best() != answer.best).map(lower);
    let mut lines: Vec<AnalysisLine> = std::iter::once(answer.into()).chain(others).collect();
    lines.truncate(count);
    Some(Analysis::new(answer, lines))
}

#[cfg(test)]
mod tests;
