//! Days of the calendar.

use time::{Duration, OffsetDateTime};

/// Returns the current date, `2026-11-20`, in Universal Time. Missing where the system has no calendar.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
#[must_use]
pub fn today() -> String {
    OffsetDateTime::now_utc().date().to_string()
}

/// The date of a moment; that of the last day of the calendar if it comes later.
#[must_use]
pub fn date(seconds_since_1970: u64) -> String {
    let since = Duration::seconds(i64::try_from(seconds_since_1970).unwrap_or(i64::MAX));
    OffsetDateTime::UNIX_EPOCH.saturating_add(since).date().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01"),
            (951_782_399, "2000-02-28"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_795_132_800, "2026-11-20"),
            (4_107_542_400, "2100-03-01"),
            (u64::MAX, "9999-12-31"),
        ] {
            assert_eq!(date(seconds), expected);
        }
    }
}
