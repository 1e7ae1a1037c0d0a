//! A game and what its moves are worth, as text and as JSON.

use std::fmt::Write as _;

use engine::Color;
use engine::notation::move_text;
use serde::Serialize;

use super::game::Swept;
use super::graph::graph;
use super::judgement::{Evaluation, Judged};
use super::players::Players;
use crate::analyze::{Ink, Value, fitted, names, painted, rounded};
use crate::board;
use crate::formats::tree::Quality;
use crate::replayed::{JsonError, JsonOutcome};

/// How text is laid out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// The most columns.
    pub(super) columns: usize,
    /// Whether there are colours.
    pub(super) colours: bool,
    /// Whether there are block characters.
    pub(super) blocks: bool,
}

/// The game move by move, and its graph.
pub(super) fn text(swept: &Swept, layout: Layout) -> String {
    let mut text = String::new();
    let state = board::state(&swept.game, |color| color.symbol().to_string());
    let [black, white] = Color::ALL.map(|color| swept.name(color));
    let names = if black == "x" && white == "o" { String::new() } else { format!(", x {black}, o {white}") };
    let _ = writeln!(text, "{}: {}{names}", swept.place(), board::about(&swept.game));
    text += &state.join(", ");
    text.push('\n');
    if !swept.is_complete() {
        let _ = writeln!(text, "interrupted, moves 1 to {} were not looked at", swept.first);
    }
    if swept.moves.is_empty() {
        return text;
    }
    text += "\n ply    move        before  after   loss  best line\n";
    for index in 0..swept.moves.len() {
        let line = fitted(&row(swept, index), layout.columns);
        text += painted(&line, layout.colours).trim_end();
        text.push('\n');
    }
    if !swept.is_complete() {
        return text;
    }
    text += "\nwin rate of x\n";
    let rates: Vec<f64> = swept.evaluations.iter().map(Evaluation::black).collect();
    for line in graph(&rates, layout.columns, layout.blocks) {
        text += &line;
        text.push('\n');
    }
    text
}

/// One line of the table.
fn row(swept: &Swept, index: usize) -> String {
    let (game, judged, evaluation) = (swept.game.record.game(), &swept.moves[index], &swept.evaluations[index]);
    let Judged { mv, color, before, after, loss, quality, missed } = judged;
    let (name, mark) = (move_text(game.grid(), *mv), quality.map_or("", Quality::mark));
    let head = format!(
        "{:>4} {}  {name:<5} {mark:<2} {:>7.1} {:>6.1} {:>6.1}",
        swept.first + index + 1,
        color.symbol(),
        100.0 * before,
        100.0 * after,
        100.0 * loss
    );
    let head = match quality {
        Some(Quality::VeryBad | Quality::Bad) => Ink::Loss.on(&head),
        Some(Quality::Good | Quality::VeryGood) => Ink::Win.on(&head),
        _ if missed.is_some() => Ink::Loss.on(&head),
        _ => head,
    };
    let missed = missed.map(|plies| format!("misses a win in {plies}: ")).unwrap_or_default();
    format!("{head}  {missed}{}", names(game, &evaluation.line).join(" "))
}

/// The game as an object.
pub(super) fn json(swept: &Swept) -> impl Serialize + use<> {
    let (record, players) = (swept.game.record.as_ref(), Players::of(swept));
    let game = record.game();
    let moves = swept.moves.iter().zip(&swept.evaluations).enumerate().map(|(index, (judged, evaluation))| JsonMove {
        ply: swept.first + index + 1,
        player: swept.player(index),
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
    JsonGame {
        file: swept.source.clone(),
        line: swept.game.line,
        game: game.rules().name,
        size: game.grid().size(),
        x: swept.name(Color::Black),
        o: swept.name(Color::White),
        plies: swept.game.moves.len(),
        moves: moves.collect(),
        graph: swept.evaluations.iter().map(|evaluation| rounded(evaluation.black())).collect(),
        players: players.0.iter().map(|(name, play)| (name.clone(), play.json())).collect(),
        outcome: swept.game.outcome_json(),
        error: swept.game.error_json(),
    }
}

#[derive(Serialize)]
struct JsonGame<P> {
    file: String,
    line: Option<usize>,
    game: &'static str,
    size: usize,
    x: String,
    o: String,
    plies: usize,
    moves: Vec<JsonMove>,
    graph: Vec<f64>,
    players: std::collections::BTreeMap<String, P>,
    outcome: Option<JsonOutcome>,
    error: Option<JsonError>,
}

#[derive(Serialize)]
struct JsonMove {
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
