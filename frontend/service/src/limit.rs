//! Limits of the operator in answers and refusals.

use records::Exceeded;
use serde::Serialize;

/// The limit at which an action ended.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Limit {
    pub(crate) name: LimitName,
    /// The size of the limit in milliseconds, bytes, pixels or games; null for `terminate`.
    pub(crate) most: Option<u64>,
}

/// The bounded resource; `terminate` if the client ended the action.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[allow(dead_code, reason = "features leave some of them out")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(crate) enum LimitName {
    Time,
    Memory,
    Output,
    Pixels,
    Games,
    Pending,
    Terminate,
}

impl LimitName {
    /// The limit of this size.
    pub(crate) const fn of(self, most: u64) -> Limit {
        Limit { name: self, most: Some(most) }
    }
}

impl From<Exceeded> for Limit {
    fn from(exceeded: Exceeded) -> Self {
        match exceeded {
            Exceeded::Stopped => Self { name: LimitName::Terminate, most: None },
            Exceeded::Time(most) => LimitName::Time.of(u64::try_from(most.as_millis()).unwrap_or(u64::MAX)),
            Exceeded::Memory(most) => LimitName::Memory.of(most),
            Exceeded::Output(most) => LimitName::Output.of(most),
            Exceeded::Games(most) => LimitName::Games.of(most as u64),
        }
    }
}
