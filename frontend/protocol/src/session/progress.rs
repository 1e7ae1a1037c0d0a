//! Messages about a running search.

use std::time::Duration;

use engine::{Game, Move};
use search::{Analysis, Report, Score};

use crate::grammar::{Cell, Reply};

/// The bit of [`crate::Info::ShowDetail`] for `REALTIME` lines.
const REALTIME: u8 = 1;
/// The bit for `INFO` lines.
const INFO: u8 = 2;

/// A line of a search, and the effort so far.
pub(super) struct Progress<'s> {
    score: Score,
    /// Its moves, at least one.
    moves: &'s [Move],
    /// The number of better lines.
    rank: usize,
    depth: u32,
    seldepth: u32,
    nodes: u64,
    time: Duration,
}

impl<'s> Progress<'s> {
    pub(super) fn of(report: &'s Report) -> Self {
        let Report { score, rank, depth, seldepth, nodes, time, ref line, .. } = *report;
        Self { score, moves: line, rank, depth, seldepth, nodes, time }
    }

    /// The lines of an analysis, the best first.
    pub(super) fn of_lines(analysis: &'s Analysis) -> impl Iterator<Item = Self> {
        let Analysis { depth, seldepth, nodes, time, ref lines, .. } = *analysis;
        let ranked = lines.iter().enumerate();
        ranked.map(move |(rank, line)| Self {
            score: line.score,
            moves: &line.moves,
            rank,
            depth,
            seldepth,
            nodes,
            time,
        })
    }
}

/// The messages about one of `lines` lines of a search.
pub(super) fn messages(game: &Game, report: &Progress<'_>, lines: usize, detail: u8) -> Vec<Reply> {
    let mut messages = vec![Reply::message(&progress(game, report, lines))];
    if detail & REALTIME != 0 {
        messages.extend(realtime(game, report).into_iter().map(|text| Reply::message(&format!("REALTIME {text}"))));
    }
    if detail & INFO != 0 {
        messages.extend(info(game, report, lines).into_iter().map(Reply::Detail));
    }
    messages
}

/// `depth 7-9 ev 35 n 12345 n/ms 102 tm 120 pv 7,7 8,8`: depth and seldepth, evaluation, nodes, nodes and milliseconds, PV.
/// Of several lines, the second best has `multipv 2` before its evaluation.
fn progress(game: &Game, report: &Progress<'_>, lines: usize) -> String {
    let Progress { score, depth, seldepth, nodes, time, rank, .. } = report;
    let rank = if lines > 1 { format!(" multipv {}", rank + 1) } else { String::new() };
    let ms = time.as_millis();
    let speed = u128::from(*nodes) / ms.max(1);
    let deepest = seldepth.max(depth);
    format!("depth {depth}-{deepest}{rank} ev {score} n {nodes} n/ms {speed} tm {ms} pv {}", variation(game, report))
}

fn variation(game: &Game, report: &Progress<'_>) -> String {
    let name = |mv: &Move| match mv {
        Move::Place(point) => Cell::of(game, *point).to_string(),
        Move::Swap => "swap".to_owned(),
        Move::Pass => "pass".to_owned(),
    };
    report.moves.iter().take(100).map(name).collect::<Vec<_>>().join(" ")
}

/// The points that Yixin-Board draws on its board: the best move of each depth, and losing moves.
fn realtime(game: &Game, report: &Progress<'_>) -> Vec<String> {
    let Move::Place(best) = report.moves[0] else { return Vec::new() };
    let best = Cell::of(game, best);
    let mut lines = Vec::new();
    if report.rank == 0 {
        lines.extend(["REFRESH".to_owned(), format!("BEST {best}"), format!("VAL {}", report.score.value())]);
        lines.push(format!("PV {}", variation(game, report)));
    }
    if report.score.plies_to_loss().is_some() {
        lines.push(format!("LOST {best}"));
    }
    lines
}

/// The rows that boards show in a table, one block for each line of the search.
fn info(game: &Game, report: &Progress<'_>, lines: usize) -> Vec<String> {
    let Progress { score, depth, seldepth, nodes, time, rank, .. } = report;
    let speed = u128::from(*nodes) * 1000 / time.as_millis().max(1);
    vec![
        format!("PV {rank}"),
        format!("NUMPV {lines}"),
        format!("DEPTH {depth}"),
        format!("SELDEPTH {seldepth}"),
        format!("NODES {nodes}"),
        format!("TOTALNODES {nodes}"),
        format!("TOTALTIME {}", time.as_millis()),
        format!("SPEED {speed}"),
        format!("EVAL {score}"),
        format!("WINRATE {:.3}", score.win_rate()),
        format!("BESTLINE {}", variation(game, report)),
        "PV DONE".to_owned(),
    ]
}
