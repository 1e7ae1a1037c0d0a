//! Under which conditions an engine plays: what could make a result unfair, and is told before the first game.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// What an engine has and is told, as the first line of a journal has it. What is `None` it decides itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Conditions {
    /// Its name.
    pub(crate) name: String,
    /// The time control.
    tc: Option<String>,
    /// Whether nobody asked for this time control.
    #[serde(default)]
    tc_by_default: bool,
    /// The seconds for a move where there is no time control.
    #[serde(default)]
    move_limit: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    threads: Option<usize>,
    /// In MiB.
    memory: Option<u64>,
    /// The lines that name the game.
    #[serde(default)]
    rules: Vec<String>,
    /// Further settings.
    options: Vec<(String, String)>,
    /// What it answered to `ABOUT`: name, version, author, country.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) about: BTreeMap<String, String>,
}

impl Conditions {
    /// Without a time control it has so many milliseconds for a move.
    pub(crate) fn limit_moves(&mut self, ms: u64) {
        self.move_limit = self.tc.is_none().then_some(ms as f64 / 1000.0);
    }
}

impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.tc, self.move_limit) {
            (Some(control), _) if self.tc_by_default => write!(f, "tc={control} by default")?,
            (Some(control), _) => write!(f, "tc={control}")?,
            (None, limit) => write!(f, "no clock, {} s for a move", limit.unwrap_or_default())?,
        }
        let limits = [("nodes", self.nodes), ("depth", self.depth.map(u64::from))];
        limits.iter().try_for_each(|(key, limit)| limit.map_or(Ok(()), |limit| write!(f, ", {key}={limit}")))?;
        for (key, means) in [("threads", self.threads.map(|threads| threads as u64)), ("memory", self.memory)] {
            match means {
                Some(means) => write!(f, ", {key}={means}")?,
                None => write!(f, ", {key} not set")?,
            }
        }
        self.options.iter().try_for_each(|(key, value)| write!(f, ", {key}={value}"))?;
        self.rules.iter().try_for_each(|line| write!(f, ", {line}"))
    }
}

/// What is told of conditions: in one line where all have the same, else in one for each.
pub(crate) fn summary(conditions: &[Conditions]) -> Vec<(String, String)> {
    let lines: Vec<(String, String)> =
        conditions.iter().map(|conditions| (conditions.name.clone(), conditions.to_string())).collect();
    match lines.split_first() {
        Some(((_, first), others)) if others.iter().all(|(_, other)| other == first) => {
            vec![("all engines".to_owned(), first.clone())]
        }
        _ => lines,
    }
}
