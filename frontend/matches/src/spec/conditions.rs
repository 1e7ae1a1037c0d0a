//! Playing conditions of the engines, shown before the first game and in reports.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::engine::EngineSpec;
use super::time_control::TimeControl;
use super::timeouts::Timeouts;

/// Clock, limits and settings of an engine. A field that is `None` is left to the engine.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Conditions<'e> {
    name: &'e str,
    tc: Option<TimeControl>,
    tc_by_default: bool,
    /// Time limit of a move without a time control, in seconds.
    move_limit: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    threads: Option<usize>,
    /// In MiB.
    memory: Option<u64>,
    /// `INFO` lines that name the game.
    rules: &'e [String],
    options: &'e [(String, String)],
    /// Answer to `ABOUT`: name, version, author, country.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    about: &'e BTreeMap<String, String>,
}

impl<'e> Conditions<'e> {
    /// Returns the conditions of an engine.
    pub(crate) fn new(engine: &'e EngineSpec, limits: &Timeouts) -> Self {
        let move_limit = engine.tc.is_none().then_some(limits.think.as_millis() as u64 as f64 / 1000.0);
        Self {
            name: &engine.name,
            tc: engine.tc,
            tc_by_default: engine.tc_by_default,
            move_limit,
            nodes: engine.nodes,
            depth: engine.depth,
            threads: engine.threads,
            memory: engine.memory,
            rules: &engine.rules,
            options: &engine.options,
            about: &engine.about,
        }
    }
}

impl fmt::Display for Conditions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.tc, self.move_limit) {
            (Some(control), _) if self.tc_by_default => write!(f, "tc={control} by default")?,
            (Some(control), _) => write!(f, "tc={control}")?,
            (None, limit) => write!(f, "no clock, {} s for a move", limit.unwrap_or_default())?,
        }
        let limits = [("nodes", self.nodes), ("depth", self.depth.map(u64::from))];
        limits.iter().try_for_each(|(key, limit)| limit.map_or(Ok(()), |limit| write!(f, ", {key}={limit}")))?;
        for (key, value) in [("threads", self.threads.map(|threads| threads as u64)), ("memory", self.memory)] {
            match value {
                Some(value) => write!(f, ", {key}={value}")?,
                None => write!(f, ", {key} not set")?,
            }
        }
        self.options.iter().try_for_each(|(key, value)| write!(f, ", {key}={value}"))?;
        self.rules.iter().try_for_each(|line| write!(f, ", {line}"))
    }
}

/// Returns labels and conditions: one line where all engines have the same, else one line an engine.
pub(crate) fn summary(conditions: &[Conditions<'_>]) -> Vec<(String, String)> {
    let lines: Vec<(String, String)> =
        conditions.iter().map(|conditions| (conditions.name.to_owned(), conditions.to_string())).collect();
    match lines.split_first() {
        Some(((_, first), others)) if others.iter().all(|(_, other)| other == first) => {
            vec![("all engines".to_owned(), first.clone())]
        }
        _ => lines,
    }
}
