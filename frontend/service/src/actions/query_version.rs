//! Version, games, actions, libraries and limits.

use std::time::Duration;

use engine::Rules;
use records::Limits;
use serde::Serialize;

use super::actions;
use crate::action::Act;
use crate::dispatcher::Dispatcher;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::signature::Action;
use crate::{Options, SCHEMA_VERSION, VERSION};

/// Describes the program.
pub(crate) struct QueryVersion;

/// Version, games, actions and limits.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Version"))]
pub(crate) struct VersionAnswer {
    version: &'static str,
    /// The version of queries and answers.
    #[cfg_attr(test, schemars(schema_with = "crate::schema::parts::protocol"))]
    protocol: u32,
    /// The version of the schemas of queries and answers; its first number is `protocol`.
    #[cfg_attr(test, schemars(schema_with = "crate::schema::parts::schema_version"))]
    schema: &'static str,
    /// The hash of the weights.
    #[cfg_attr(test, schemars(regex(pattern = "^[0-9a-f]{16}$")))]
    network: String,
    /// The names of the actions.
    actions: Vec<&'static str>,
    /// The names of the games.
    games: Vec<&'static str>,
    /// The names of the libraries of games; the first is used by default.
    libraries: Vec<String>,
    /// The names of the engines of other programs.
    engines: Vec<String>,
    /// The names of the journals of tournaments that can be watched.
    journals: Vec<String>,
    limits: LimitsAnswer,
}

/// Limits set by the operator; null without a limit.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "OperatorLimits"))]
struct LimitsAnswer {
    /// The time of an action, in milliseconds.
    time: Option<u64>,
    /// The memory of an action, in bytes.
    memory: Option<u64>,
    /// The size of an answer, in bytes.
    output: Option<u64>,
    /// The length of a line, in bytes.
    line: usize,
    /// The size of all waiting queries, in bytes.
    pending: usize,
    /// The number of games with changed rules.
    games: Option<usize>,
}

impl Act for QueryVersion {
    const NAME: &'static str = "query_version";
    const ABOUT: &'static str = "version, hash of the network, actions, games, libraries, limits";
    const FIELDS: &'static [&'static [&'static str]] = &[];
    type Answer = VersionAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        Self::answer(dispatcher, &query.id, &Self::run(&dispatcher.shared.options));
        Ok(())
    }
}

impl QueryVersion {
    fn run(options: &Options) -> VersionAnswer {
        VersionAnswer {
            version: env!("CARGO_PKG_VERSION"),
            protocol: VERSION,
            schema: SCHEMA_VERSION,
            network: format!("{:016x}", search::weights_hash()),
            actions: actions().map(Action::name).collect(),
            games: Rules::ALL.map(|rules| rules.name).to_vec(),
            libraries: libraries(options),
            engines: engines(options),
            journals: journals(options),
            limits: LimitsAnswer::of(options),
        }
    }
}

#[cfg(feature = "engines")]
fn engines(options: &Options) -> Vec<String> {
    options.engines.names().map(str::to_owned).collect()
}

#[cfg(not(feature = "engines"))]
fn engines(_: &Options) -> Vec<String> {
    Vec::new()
}

#[cfg(feature = "watching")]
fn journals(options: &Options) -> Vec<String> {
    options.watched.names().map(str::to_owned).collect()
}

#[cfg(not(feature = "watching"))]
fn journals(_: &Options) -> Vec<String> {
    Vec::new()
}

#[cfg(feature = "library")]
fn libraries(options: &Options) -> Vec<String> {
    options.libraries.names().map(str::to_owned).collect()
}

#[cfg(not(feature = "library"))]
fn libraries(_: &Options) -> Vec<String> {
    Vec::new()
}

impl LimitsAnswer {
    fn of(options: &Options) -> Self {
        let Limits { time, memory, output } = options.limits;
        let bounded = |bytes: u64| (bytes < u64::MAX).then_some(bytes);
        Self {
            time: (time < Duration::MAX).then(|| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            memory: bounded(memory),
            output: bounded(output),
            line: options.longest_line,
            pending: options.most_pending,
            games: (options.most_games < usize::MAX).then_some(options.most_games),
        }
    }
}
