//! Under which conditions an engine plays: what could make a result unfair, and is told before the first game.

use std::fmt;

use serde::Serialize;

use crate::tournament::contest::Contest;
use crate::tournament::contestant::Contestant;
use protocol::Command;

/// What an engine has and is told. What is `None` it decides itself.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Conditions {
    /// Its name.
    pub(crate) name: String,
    /// The time control.
    tc: Option<String>,
    /// Whether nobody asked for this time control.
    tc_by_default: bool,
    /// The seconds for a move where there is no time control.
    move_limit: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    threads: Option<usize>,
    /// In MiB.
    memory: Option<u64>,
    /// The lines that name the game.
    rules: Vec<String>,
    /// Further settings.
    options: Vec<(String, String)>,
}

impl Conditions {
    /// Those of all engines, in the order in which they were given.
    pub(crate) fn of_all(contest: &Contest) -> Vec<Self> {
        let of = |contestant: &Contestant| {
            let entrant = &contestant.entrant;
            let rules = contest.game_info.rules(contestant.told).into_iter();
            Self {
                name: entrant.name.clone(),
                tc: entrant.tc.map(|control| control.to_string()),
                tc_by_default: entrant.tc_by_default,
                move_limit: entrant.tc.is_none().then_some(contest.limits.think.as_secs_f64()),
                nodes: entrant.nodes,
                depth: entrant.depth,
                threads: entrant.threads,
                memory: entrant.memory,
                rules: rules.map(|info| Command::Info(info).to_string()).collect(),
                options: entrant.options.clone(),
            }
        };
        contest.contestants.iter().map(of).collect()
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
