//! What is found out about positions and games, as objects of JSON and in words.
//!
//! # Examples
//! ```
//! # extern crate search as ninuki_search;
//! use ninuki_analysis::json::{Value, percent, value};
//! use ninuki_search::Score;
//!
//! let score = Score::win_in(7);
//! assert_eq!((Value::from(score), value(score)), (Value::Win(7), "wins in 7".to_owned()));
//! assert_eq!(percent(Score::estimate(91).win_rate()), "61.2 %");
//! ```

use std::collections::BTreeMap;

use engine::notation::move_text;
use engine::{Color, Game, Move};
use records::tree::Quality;
use records::{JsonError, JsonOutcome, Remark, Size};
use search::Score;
use serde::Serialize;

use crate::analyst::{Found, Line};
use crate::players::Players;
use crate::review::Review;

/// A value for the side to move.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Value {
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
pub struct Object {
    /// The depth, in plies.
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub seldepth: u32,
    /// The rank of the line, from 1.
    pub multipv: usize,
    /// The value for the side to move.
    pub score: Value,
    /// How likely the side to move wins, 0 to 1.
    pub winrate: f64,
    /// Nodes visited so far.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// The time so far, in milliseconds.
    pub time_ms: u64,
    /// The moves of the line.
    pub pv: Vec<String>,
}

/// The answer, as an object.
#[derive(Serialize, Debug)]
pub struct Answer {
    bestmove: String,
    nodes: u64,
    time_ms: u64,
    /// Why the thought ended, in the words of [`End`](search::End).
    ended: Option<String>,
}

/// A probability with four decimals.
#[must_use]
pub fn rounded(rate: f64) -> f64 {
    (rate * 1e4).round() / 1e4
}

/// The names of moves.
pub fn names(game: &Game, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&mv| move_text(game.grid(), mv)).collect()
}

/// The lines of one depth.
pub fn objects(game: &Game, found: &Found) -> Vec<Object> {
    let Found { depth, seldepth, nodes, time, .. } = *found;
    let object = |(rank, line): (usize, &Line)| Object {
        depth,
        seldepth,
        multipv: rank + 1,
        score: line.score.into(),
        winrate: rounded(line.score.win_rate()),
        nodes,
        nps: found.speed(),
        time_ms: time.as_millis() as u64,
        pv: names(game, &line.moves),
    };
    found.lines.iter().enumerate().map(object).collect()
}

/// What the thought came to.
pub fn answer(game: &Game, found: &Found) -> Answer {
    let bestmove = move_text(game.grid(), found.lines[0].best());
    let ended = found.end.map(|end| end.to_string());
    Answer { bestmove, nodes: found.nodes, time_ms: found.time.as_millis() as u64, ended }
}

/// A value in words: `+91`, `-8`, `wins in 7`, `loses in 4`.
#[must_use]
pub fn value(score: Score) -> String {
    match (score.plies_to_win(), score.plies_to_loss()) {
        (Some(plies), _) => format!("wins in {plies}"),
        (_, Some(plies)) => format!("loses in {plies}"),
        _ if score == Score::DRAW => "0".to_owned(),
        _ => format!("{:+}", score.value()),
    }
}

/// A probability in words, `61.2 %`.
#[must_use]
pub fn percent(rate: f64) -> String {
    format!("{:.1} %", 100.0 * rate)
}

/// The game as an object.
#[must_use]
pub fn review_json(review: &Review) -> impl Serialize + use<> {
    let (record, players) = (review.game.record.as_ref(), Players::of(review));
    let game = record.game();
    let moves =
        review.moves.iter().zip(&review.evaluations).enumerate().map(|(index, (judged, evaluation))| ReviewedMove {
            ply: review.first + index + 1,
            player: review.player(index),
            side: judged.color.symbol(),
            mv: move_text(game.grid(), judged.mv),
            before: rounded(judged.before),
            after: rounded(judged.after),
            loss: rounded(judged.loss),
            score: evaluation.score.into(),
            best: evaluation.line.first().map(|&best| move_text(game.grid(), best)),
            pv: names(game, &evaluation.line),
            mark: judged.quality.map(Quality::mark),
            missed_win: judged.missed,
        });
    ReviewedGame {
        file: review.source.clone(),
        line: review.game.line,
        game: game.rules().name,
        size: Size::of(game.grid()),
        x: review.name(Color::Black),
        o: review.name(Color::White),
        plies: review.game.moves.len(),
        moves: moves.collect(),
        graph: review.evaluations.iter().map(|evaluation| rounded(evaluation.black())).collect(),
        players: players.0.iter().map(|(name, play)| (name.clone(), play.json())).collect(),
        outcome: review.game.outcome_json(),
        error: review.game.error_json(),
        contradiction: review.game.contradiction.clone(),
        remarks: review.game.remarks.clone(),
    }
}

#[derive(Serialize)]
struct ReviewedGame<P> {
    file: String,
    line: Option<usize>,
    game: &'static str,
    size: Size,
    x: String,
    o: String,
    plies: usize,
    moves: Vec<ReviewedMove>,
    graph: Vec<f64>,
    players: BTreeMap<String, P>,
    outcome: Option<JsonOutcome>,
    error: Option<JsonError>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contradiction: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<Remark>,
}

#[derive(Serialize)]
struct ReviewedMove {
    ply: usize,
    player: String,
    side: char,
    #[serde(rename = "move")]
    mv: String,
    before: f64,
    after: f64,
    loss: f64,
    score: Value,
    best: Option<String>,
    pv: Vec<String>,
    mark: Option<&'static str>,
    missed_win: Option<u32>,
}
