//! Results of analysis as JSON objects and in words.
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
use std::ops::Range;

use engine::notation::move_text;
use engine::{Color, Game, Move};
use records::tree::Quality;
use records::{JsonError, JsonOutcome, Remark, Size};
use search::Score;
use serde::{Deserialize, Serialize};

use crate::analyst::{Found, Line};
use crate::players::{JsonPlay, Players};
use crate::review::Review;

#[cfg(feature = "schema")]
pub mod schema;

/// A value for the side to move.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Score"))]
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

/// The longest proven result, in plies.
const LONGEST: u32 = 1998;

impl From<Value> for Score {
    fn from(value: Value) -> Self {
        match value {
            Value::Cp(value) => Self::estimate(value),
            Value::Win(plies) => Self::win_in(plies.min(LONGEST)),
            Value::Loss(plies) => Self::loss_in(plies.min(LONGEST)),
        }
    }
}

/// One of the best lines, as an object.
#[derive(Serialize, Debug)]
pub struct Object {
    /// The depth, in plies.
    pub depth: u32,
    /// The deepest searched ply.
    pub seldepth: u32,
    /// The rank of the line, from 1.
    pub multipv: usize,
    /// The value for the side to move.
    pub score: Value,
    /// The probability that the side to move wins.
    pub winrate: f64,
    /// Visited positions.
    pub nodes: u64,
    /// Visited positions per second.
    pub nps: u64,
    /// The time of the search, in milliseconds.
    pub time_ms: u64,
    /// The moves of the line.
    pub pv: Vec<String>,
}

/// The result of a search.
#[derive(Serialize, Debug)]
pub struct Answer {
    bestmove: String,
    nodes: u64,
    time_ms: u64,
    /// Why the search ended, as [`End`](search::End) displays it.
    ended: Option<String>,
}

/// Rounds a probability to four decimals.
#[must_use]
pub fn rounded(rate: f64) -> f64 {
    (rate * 1e4).round() / 1e4
}

/// Returns the names of moves.
pub fn names(game: &Game, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&mv| move_text(game.grid(), mv)).collect()
}

/// Returns the lines of one depth.
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

/// Returns the result of a search.
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

/// Returns some moves of a review as objects.
#[must_use]
pub fn reviewed_moves(review: &Review, range: Range<usize>) -> Vec<ReviewedMove> {
    let game = review.game.record.game();
    let object = |index: usize| {
        let (judged, evaluation) = (&review.moves[index], &review.evaluations[index]);
        ReviewedMove {
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
        }
    };
    range.map(object).collect()
}

/// Returns a review as an object.
#[must_use]
pub fn review_json(review: &Review) -> ReviewedGame {
    let (game, players) = (review.game.record.game(), Players::of(review));
    ReviewedGame {
        file: review.source.clone(),
        line: review.game.line,
        game: game.rules().name,
        size: Size::of(game.grid()),
        x: review.name(Color::Black),
        o: review.name(Color::White),
        plies: review.game.moves.len(),
        moves: reviewed_moves(review, 0..review.moves.len()),
        graph: review.evaluations.iter().map(|evaluation| rounded(evaluation.black())).collect(),
        players: players.0.iter().map(|(name, play)| (name.clone(), play.json())).collect(),
        outcome: review.game.outcome_json(),
        error: review.game.error_json(),
        contradiction: review.game.contradiction.clone(),
        remarks: review.game.remarks.clone(),
    }
}

/// A game with the judgement of its moves.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Review"))]
pub struct ReviewedGame {
    /// The file; empty for the game of a query.
    file: String,
    /// The line of the file, counted from 1; null for the game of a query.
    line: Option<usize>,
    game: &'static str,
    #[cfg_attr(feature = "schema", schemars(with = "schema::Size"))]
    size: Size,
    /// The name of the player of Black at the end.
    x: String,
    /// The name of the player of White at the end.
    o: String,
    plies: usize,
    /// The moves; only the last ones if the review ended early.
    moves: Vec<ReviewedMove>,
    /// The win rate of Black before the first of these moves and after each.
    graph: Vec<f64>,
    /// The players by name.
    players: BTreeMap<String, JsonPlay>,
    /// How the game ended; null if it is not over.
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Outcome>"))]
    outcome: Option<JsonOutcome>,
    /// Why the record was not replayed to its end.
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Fault>"))]
    error: Option<JsonError>,
    /// The result that the record gives, if the board shows another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    contradiction: Option<String>,
    /// Guesses and corrections of the reader.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<schema::Remark>"))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<Remark>,
}

/// A move of a game and its judgement.
#[derive(Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewedMove {
    /// The number of the move, counted from 1.
    ply: usize,
    /// The name of the player, or the colour.
    player: String,
    /// The side that moves, x or o.
    #[cfg_attr(feature = "schema", schemars(with = "schema::Side"))]
    side: char,
    /// The move.
    #[serde(rename = "move")]
    mv: String,
    /// The win rate of the side before the move.
    before: f64,
    /// The win rate of the side after the move.
    after: f64,
    /// The loss of win rate, 0 or more.
    loss: f64,
    /// The value of the position before the move.
    score: Value,
    /// The best move.
    best: Option<String>,
    /// The best line.
    pv: Vec<String>,
    /// The mark of the move: `??`, `?`, `?!`, `!?`, `!` or `!!`.
    mark: Option<&'static str>,
    /// The length of the win that the move missed, in plies.
    missed_win: Option<u32>,
}
