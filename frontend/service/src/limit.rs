//! Limits of the operator, as answers and refusals tell them.

use records::Exceeded;
use serde::Serialize;

/// The limit at which an action ended.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limit {
    /// `time`, `memory`, `output`, `pixels` or `games`; `terminate` where the client has ended it.
    pub(crate) name: &'static str,
    /// The limit in milliseconds, bytes, pixels or games.
    pub(crate) most: Option<u64>,
}

impl Limit {
    pub(crate) const fn new(name: &'static str, most: u64) -> Self {
        Self { name, most: Some(most) }
    }
}

impl From<Exceeded> for Limit {
    fn from(exceeded: Exceeded) -> Self {
        match exceeded {
            Exceeded::Stopped => Self { name: "terminate", most: None },
            Exceeded::Time(most) => Self::new("time", u64::try_from(most.as_millis()).unwrap_or(u64::MAX)),
            Exceeded::Memory(most) => Self::new("memory", most),
            Exceeded::Output(most) => Self::new("output", most),
            Exceeded::Games(most) => Self::new("games", most as u64),
        }
    }
}
