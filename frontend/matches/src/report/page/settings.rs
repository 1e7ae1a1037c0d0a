//! Openings, settings and machines: the last section of a page.

use maud::{Markup, html};
use serde_json::{Map, Value};

use super::format::{count, duration, milliseconds, moment};
use super::gathered::Gathered;
use super::parts::{MOST_ROWS, counts, facts, wide};
use crate::report::summary::Summary;
use crate::spec::conditions;

/// Returns the openings with the results of their games.
pub(super) fn openings(gathered: &Gathered) -> Markup {
    let more = gathered.openings.len().saturating_sub(MOST_ROWS);
    let table = html! {
        table {
            thead { tr { th scope="col" { "#" } th.name scope="col" { "Opening" } th scope="col" { "Games" } th scope="col" { "Black + = −" } } }
            tbody { @for (number, opening) in gathered.openings.iter().take(MOST_ROWS) { tr {
                td { (number + 1) } td.name { @if opening.text.is_empty() { "the empty board" } @else { (opening.text) } }
                td { (opening.colors.games()) } td { (counts(&opening.colors)) }
            } } }
        }
    };
    html! {
        details {
            summary { (gathered.openings.len()) " openings were played" }
            (wide("Openings", &table))
            @if more > 0 { p.note { (more) " more." } }
        }
    }
}

/// Labels of the fields of the head. Fields with an empty label are shown elsewhere.
const LABELS: [(&str, &str); 12] = [
    ("ninuki", ""),
    ("version", ""),
    ("engines", ""),
    ("game", ""),
    ("board", ""),
    ("length", ""),
    ("flags", ""),
    ("format", "Format"),
    ("openings", "Openings"),
    ("seed", "Seed of their order"),
    ("sprt", "SPRT"),
    ("limits", "Limits in ms"),
];

/// Returns the head of the journal, and time and duration of the games.
pub(super) fn settings(summary: &Summary<'_>, gathered: &Gathered) -> Markup {
    let mut lines = vec![("Game", summary.plan.game_text())];
    if let Some((began, ended)) = gathered.span {
        lines.push(("First game began", moment(began as u64)));
        lines.push(("Last game ended", moment(ended)));
        lines.push(("Duration", duration(ended as f64 - began)));
        lines.push(("All games together", duration(gathered.seconds)));
    }
    for (key, value) in summary.plan.head.iter().filter(|(_, value)| is_given(value)) {
        let label = LABELS.iter().find(|(known, _)| known == key).map_or(key.as_str(), |&(_, label)| label);
        lines.extend((!label.is_empty()).then(|| (label, text(value))));
    }
    lines.push(("Report written by", format!("ninuki {}", env!("CARGO_PKG_VERSION"))));
    html! {
        (facts(&lines))
        h3 { "Engines" }
        @for (names, conditions) in conditions::summary(&summary.plan.conditions()) { p { (names) ": " (conditions) } }
        (wide("Settings of the engines", &engines(&summary.plan.head)))
        h3 { "Machines" }
        (wide("Machines", &machines(gathered)))
    }
}

/// Returns the settings of each engine with its answer to `ABOUT`.
fn engines(head: &Map<String, Value>) -> Markup {
    const ELSEWHERE: [&str; 3] = ["name", "about", "tc_by_default"];
    let none = Vec::new();
    let engines = head.get("engines").and_then(Value::as_array).unwrap_or(&none);
    let about = |engine: &Value, key: &str| engine.pointer(&format!("/about/{key}")).map(text).unwrap_or_default();
    let mut keys: Vec<&String> = Vec::new();
    for (key, value) in engines.iter().filter_map(Value::as_object).flatten() {
        if is_given(value) && !ELSEWHERE.contains(&key.as_str()) && !keys.contains(&key) {
            keys.push(key);
        }
    }
    html! {
        table.settings {
            thead { tr { th.name scope="col" { "Setting" } @for engine in engines { th.name scope="col" { (text(&engine["name"])) } } } }
            tbody {
                @for key in ["name", "version", "author", "country"] { @if engines.iter().any(|engine| !about(engine, key).is_empty()) { tr {
                    th.name scope="row" { "ABOUT " (key) } @for engine in engines { td.name { (about(engine, key)) } }
                } } }
                @for key in keys { tr {
                    th.name scope="row" { (key) } @for engine in engines { td.name { (engine.get(key).map(text).unwrap_or_default()) } }
                } }
            }
        }
    }
}

/// Returns the machines.
fn machines(gathered: &Gathered) -> Markup {
    html! {
        table {
            thead { tr {
                th.name scope="col" { "Machine" } th scope="col" { "Games" } th scope="col" { "Time of games" }
                th scope="col" { "Bench, positions a second" } th scope="col" { "Runner late by at most" }
            } }
            tbody { @for (name, machine) in &gathered.machines { tr {
                th.name scope="row" { (name) } td { (machine.games) } td { (duration(machine.seconds)) }
                td { @if let Some((least, most)) = machine.bench { (count(least as f64)) @if least < most { " to " (count(most as f64)) } } @else { "–" } }
                td { (milliseconds(machine.runner_delay as f64)) }
            } } }
        }
    }
}

/// Whether a value is worth a line.
fn is_given(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(items) => !items.is_empty(),
        Value::Object(items) => items.values().any(is_given),
        _ => true,
    }
}

/// Returns a value as text.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(" "),
        Value::Object(items) => {
            let given = items.iter().filter(|(_, value)| is_given(value));
            given.map(|(key, value)| format!("{key}={}", text(value))).collect::<Vec<_>>().join(" ")
        }
    }
}
