//! Sections on time and faults, and elements of all sections.

use maud::{Markup, html};

use super::chart::{At, Chart, Line};
use super::format::{count, duration, milliseconds};
use super::gathered::Gathered;
use super::usage::{AtMove, Usage};
use crate::report::summary::Summary;
use crate::statistics::GameCounts;

/// Largest number of faults or openings in a table.
pub(super) const MOST_ROWS: usize = 300;

/// Returns a table that may be wider than the page.
pub(super) fn wide(label: &str, table: &Markup) -> Markup {
    html! { div.wide tabindex="0" role="region" aria-label=(label) { (table) } }
}

/// Returns a list of names and values.
pub(super) fn facts(facts: &[(&str, String)]) -> Markup {
    html! { dl.facts { @for (name, value) in facts { div { dt { (name) } dd { (value) } } } } }
}

/// Returns wins, draws and losses: `+12 =3 −5`.
pub(super) fn counts(games: &GameCounts) -> String {
    format!("+{} ={} −{}", games.wins, games.draws, games.losses)
}

/// Returns the section on time, depth and nodes.
pub(super) fn usage(gathered: &Gathered) -> Markup {
    let shown = |value: Option<f64>, text: fn(f64) -> String| value.map_or("–".to_owned(), text);
    let depth = |value: f64| format!("{value:.1}");
    let table = html! {
        table {
            thead { tr {
                th.name scope="col" { "Engine" } th scope="col" { "Moves" } th scope="col" { "Time" } th scope="col" { "A game, at most" }
                th scope="col" { "A move" } th scope="col" { "Median" } th scope="col" { "95 %" } th scope="col" { "At most" }
                th scope="col" { "Depth" } th scope="col" { "Nodes a move" } th scope="col" { "Nodes a second" }
                th scope="col" { "Latency" } th scope="col" { "At most" }
            } }
            tbody { @for (name, usage) in gathered.names.iter().zip(&gathered.usages) { tr {
                th.name scope="row" { (name) } td { (usage.moves()) } td { (duration(usage.total() / 1000.0)) }
                td { (milliseconds(usage.longest_game)) } td { (milliseconds(usage.total() / usage.moves().max(1) as f64)) }
                @for share in [0.5, 0.95, 1.0] { td { (shown(usage.quantile(share), milliseconds)) } }
                td { (shown(usage.depth(), depth)) } td { (shown(usage.nodes(), count)) } td { (shown(usage.nodes_per_second(), count)) }
                @for index in [0, 1] { td { (shown(usage.latency().map(|latency| latency[index]), milliseconds)) } }
            } } }
        }
    };
    let seconds = gathered.usages.iter().flat_map(|usage| &usage.by_move).any(|at| at.ms > 1000.0 * at.moves as f64);
    html! {
        (wide("Time, depth and nodes", &table))
        p.note {
            "Times are measured by the runner, without the moves of openings; depth and nodes are what the engines say. "
            "The latency is by how much more a move takes by the runner's clock than by the engine's own, where it tells its time."
        }
        div.charts {
            @if seconds {
                (over_moves(gathered, "Seconds for a move", |at| Some(at.ms / 1000.0 / at.moves as f64)))
            } @else {
                (over_moves(gathered, "Milliseconds for a move", |at| Some(at.ms / at.moves as f64)))
            }
            (over_moves(gathered, "Depth", AtMove::depth))
        }
    }
}

/// Returns a graph of a mean over the moves of the game, for each engine.
fn over_moves(gathered: &Gathered, title: &str, value: impl Fn(&AtMove) -> Option<f64>) -> Markup {
    let points = |usage: &Usage| -> Vec<At> {
        // The last moves of a few long games are no sample.
        let enough = |at: &&AtMove| 10 * at.moves >= usage.games;
        let moves = (1_u32..).zip(usage.by_move.iter().take_while(enough));
        moves.filter_map(|(number, at)| Some(At { x: f64::from(number), y: value(at)?, margin: 0.0 })).collect()
    };
    let lines = gathered.names.iter().zip(&gathered.usages).map(|(name, usage)| Line { name, points: points(usage) });
    let summary = "means by the number of the engine's move".to_owned();
    Chart {
        title,
        summary,
        across: "move of the engine",
        lines: lines.collect(),
        reach: Some((0.0, 0.0)),
        ..Chart::default()
    }
    .draw()
}

/// Returns the section on faults.
pub(super) fn faults(summary: &Summary<'_>, gathered: &Gathered) -> Markup {
    let more = gathered.faults.len().saturating_sub(MOST_ROWS);
    let table = html! {
        table {
            thead { tr {
                th scope="col" { "Game" } th.name scope="col" { "Engine" } th.name scope="col" { "Fault" }
                th.name scope="col" { "What happened, and the last words" }
            } }
            tbody { @for (&game, faulty) in gathered.faults.iter().take(MOST_ROWS) { tr {
                td { a href=(format!("#game={}", game + 1)) { (game + 1) } }
                th.name scope="row" { (gathered.names[faulty.player]) }
                td.name { (faulty.fault) @if let Some(cause) = faulty.cause { " (" (cause) ")" } }
                td.name.text {
                    (faulty.detail)
                    @for (kind, lines) in ["Dialogue", "Standard error"].iter().zip(&faulty.words) { @if !lines.is_empty() {
                        details {
                            summary { (kind) }
                            pre tabindex="0" role="group" aria-label=(format!("{kind}, game {}", game + 1)) { (lines.join("\n")) }
                        }
                    } }
                }
            } } }
        }
    };
    html! {
        @for (player, faults) in summary.tally.faults.iter().enumerate().filter(|(_, faults)| !faults.is_empty()) {
            p { (summary.name(player)) ": " (faults.iter().map(|(fault, count)| format!("{fault} {count}")).collect::<Vec<_>>().join(", ")) }
        }
        @if gathered.faults.is_empty() { p { "None." } } @else { (wide("Faults", &table)) }
        @if more > 0 { p.note { (more) " more are found in the list of games." } }
        @if gathered.attempts > 0 { p.note { (gathered.attempts) " attempts ended by a fault and do not count: the games were played again." } }
    }
}
