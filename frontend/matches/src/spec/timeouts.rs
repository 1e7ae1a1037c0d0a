//! Time limits outside the clock.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Time limits of an engine while no clock runs. Journals hold them in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Timeouts {
    /// To answer `START` and `ABOUT`.
    #[serde(with = "milliseconds")]
    pub start: Duration,
    /// To move without a time control.
    #[serde(rename = "move", with = "milliseconds")]
    pub think: Duration,
    /// To exit after `END`.
    #[serde(with = "milliseconds")]
    pub end: Duration,
    /// Added to the time of each move before it counts as late.
    #[serde(with = "milliseconds")]
    pub margin: Duration,
}

impl Default for Timeouts {
    /// 10 s to start, a minute to move, a second to exit, a tenth of a second of margin.
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            think: Duration::from_secs(60),
            end: Duration::from_secs(1),
            margin: Duration::from_millis(100),
        }
    }
}

/// Durations as whole milliseconds.
mod milliseconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(time.as_millis() as u64)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u64::deserialize(deserializer).map(Duration::from_millis)
    }
}
