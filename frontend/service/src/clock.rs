//! The time since the first use.

use std::sync::OnceLock;
use std::time::Duration;

use search::Instant;

/// The time since the first call.
pub(crate) fn clock() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
