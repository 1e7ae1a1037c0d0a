//! Lines as objects of JSON.

use engine::notation::move_text;
use engine::{Game, Move};
use search::Score;
use serde::Serialize;

use super::analyst::Found;
use crate::gomocup::win_rate;

/// A value for the side to move.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Value {
    /// Hundredths of a point.
    Cp(i32),
    /// A proven win, in plies.
    Win(u32),
    /// A proven loss, in plies.
    Loss(u32),
}

impl From<Score> for Value {
    fn from(score: Score) -> Self {
        match (score.plies_to_win(), score.plies_to_loss()) {
            (Some(plies), _) => Self::Win(plies),
            (_, Some(plies)) => Self::Loss(plies),
            _ => Self::Cp(score.value()),
        }
    }
}

/// One of the best lines, as an object.
#[derive(Serialize, Debug)]
pub(crate) struct Object {
    pub(crate) depth: u32,
    pub(crate) seldepth: u32,
    pub(crate) multipv: usize,
    pub(crate) score: Value,
    pub(crate) winrate: f64,
    pub(crate) nodes: u64,
    pub(crate) nps: u64,
    pub(crate) time_ms: u64,
    pub(crate) pv: Vec<String>,
}

/// The answer, as an object.
#[derive(Serialize, Debug)]
pub(super) struct Answer {
    bestmove: String,
    nodes: u64,
    time_ms: u64,
    /// Why the thought ended, in the words of [`End`](search::End).
    ended: Option<String>,
}

/// A probability with four decimals.
pub(crate) fn rounded(rate: f64) -> f64 {
    (rate * 1e4).round() / 1e4
}

/// The names of moves.
pub(crate) fn names(game: &Game, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&mv| move_text(game.grid(), mv)).collect()
}

/// The lines of one depth.
pub(super) fn objects(game: &Game, found: &Found) -> Vec<Object> {
    let Found { depth, seldepth, nodes, time, .. } = *found;
    let object = |(rank, line): (usize, &super::analyst::Line)| Object {
        depth,
        seldepth,
        multipv: rank + 1,
        score: line.score.into(),
        winrate: rounded(win_rate(line.score)),
        nodes,
        nps: found.speed(),
        time_ms: time.as_millis() as u64,
        pv: names(game, &line.moves),
    };
    found.lines.iter().enumerate().map(object).collect()
}

/// What the thought came to.
pub(super) fn answer(game: &Game, found: &Found) -> Answer {
    let bestmove = move_text(game.grid(), found.lines[0].best());
    let ended = found.end.map(|end| end.to_string());
    Answer { bestmove, nodes: found.nodes, time_ms: found.time.as_millis() as u64, ended }
}
