//! Days of the calendar.

/// The date of today, `2026-11-20`, in Universal Time; not there where the system has no calendar.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
#[must_use]
pub fn today() -> String {
    use std::time::SystemTime;

    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    date(since_1970.as_secs())
}

/// The date of a moment.
#[must_use]
pub fn date(seconds_since_1970: u64) -> String {
    // Years are counted from March, so that the leap day is the last of a year; 400 years are 146097 days.
    let days = seconds_since_1970 / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + next)
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
        ] {
            assert_eq!(date(seconds), expected);
        }
    }
}
