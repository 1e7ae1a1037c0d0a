//! A game and what its moves are worth, as text.

use std::fmt::Write as _;

use analysis::json::names;
use analysis::{Evaluation, Judged, Review};
use engine::Color;
use engine::notation::move_text;

use super::graph::graph;
use crate::commands::analyze::{Ink, fitted, painted};
use records::tree::Quality;

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
pub(super) fn text(swept: &Review, layout: Layout) -> String {
    let mut text = String::new();
    let state = records::state(&swept.game, |color| color.to_string());
    let [black, white] = Color::ALL.map(|color| swept.name(color));
    let names =
        if black == "Black" && white == "White" { String::new() } else { format!(", Black {black}, White {white}") };
    let _ = writeln!(text, "{}: {}{names}", swept.place(), records::about(&swept.game));
    text += &state.join(", ");
    text.push('\n');
    if !swept.is_complete() {
        let _ = writeln!(text, "interrupted, moves 1 to {} were not looked at", swept.first);
    }
    if swept.moves.is_empty() {
        return text;
    }
    text += "\n ply side   move        before  after   loss  best line\n";
    for index in 0..swept.moves.len() {
        let line = fitted(&row(swept, index), layout.columns);
        text += painted(&line, layout.colours).trim_end();
        text.push('\n');
    }
    if !swept.is_complete() {
        return text;
    }
    text += "\nwin rate of Black\n";
    let rates: Vec<f64> = swept.evaluations.iter().map(Evaluation::black).collect();
    for line in graph(&rates, layout.columns, layout.blocks) {
        text += &line;
        text.push('\n');
    }
    text
}

/// One line of the table.
fn row(swept: &Review, index: usize) -> String {
    let (game, judged, evaluation) = (swept.game.record.game(), &swept.moves[index], &swept.evaluations[index]);
    let Judged { mv, color, before, after, loss, quality, missed } = judged;
    let (name, mark) = (move_text(game.grid(), *mv), quality.map_or("", Quality::mark));
    let head = format!(
        "{:>4} {:<5}  {name:<5} {mark:<2} {:>7.1} {:>6.1} {:>6.1}",
        swept.first + index + 1,
        color.to_string(),
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
