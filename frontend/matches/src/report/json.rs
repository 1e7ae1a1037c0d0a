//! Results as one JSON object.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::summary::Summary;

/// Writes the results as one line.
pub(super) fn write(summary: &Summary<'_>, out: &mut dyn Write) -> io::Result<()> {
    let tally = &summary.tally;
    let faults = |player: usize| -> Map<String, Value> {
        let faults = tally.faults[player].iter();
        faults.map(|(fault, count)| (fault.to_string(), json!(count))).collect()
    };
    let ranking: Vec<Value> = summary
        .ranking()
        .iter()
        .map(|rank| {
            json!({
                "engine": rank.name,
                "rating": rank.rating,
                "games": rank.games,
                "faults": faults(rank.player),
                "faults_by_machine": tally.by_machine[rank.player],
                "idle_cpu_ms": tally.idle_cpu[rank.player],
            })
        })
        .collect();
    let meetings = summary.plan.schedule.meetings().iter().zip(&tally.meetings);
    let meetings: Vec<Value> = meetings
        .map(|(&(one, other), meeting)| {
            let score = meeting.score();
            json!({
                "engines": [summary.name(one), summary.name(other)],
                "games": meeting.games,
                "pairs": meeting.pairs,
                "elo": score.and_then(|score| score.elo()),
                "normalized_elo": score.and_then(|score| score.normalized_elo()),
                "los": score.map(|score| score.los()),
            })
        })
        .collect();
    let test = summary.plan.test().zip(tally.test).map(|(test, now)| {
        json!({
            "llr": now.llr,
            "lower": test.sprt.lower(),
            "upper": test.sprt.upper(),
            "verdict": now.verdict.to_string(),
            "games": now.games,
        })
    });
    let rules = summary.plan.game.rules();
    let mut object = json!({
        "game": rules.name,
        "games": tally.games,
        "complete": summary.is_complete(),
        "conditions": summary.plan.conditions(),
        "first_player": tally.colors,
        "ranking": ranking,
        "meetings": meetings,
        "sprt": test,
        "verdict": summary.verdict(),
        "rests_on_faults": summary.rests_on_faults(),
        "attempts": tally.attempts,
    });
    if let Some(text) = variants::line(rules) {
        object["rules"] = text.into();
    }
    writeln!(out, "{object}")
}
