//! Numbers and times as text.

use records::date;

/// Formats a time in UTC: `2026-11-23 12:54 UTC`.
pub(super) fn moment(seconds_since_1970: u64) -> String {
    let minutes = seconds_since_1970 / 60;
    format!("{} {:02}:{:02} UTC", date(seconds_since_1970), minutes / 60 % 24, minutes % 60)
}

/// Formats a duration: `2 h 13 min`, `4 min 5 s`, `3.2 s`.
pub(super) fn duration(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match whole {
        0..60 => format!("{seconds:.1} s"),
        60..3600 => format!("{} min {} s", whole / 60, whole % 60),
        3600..86_400 => format!("{} h {} min", whole / 3600, whole / 60 % 60),
        _ => format!("{} d {} h", whole / 86_400, whole / 3600 % 24),
    }
}

/// Formats milliseconds: `812 ms`, `1.31 s`, `94.0 s`.
pub(super) fn milliseconds(ms: f64) -> String {
    match ms {
        ..10.0 => format!("{ms:.1} ms"),
        ..1_000.0 => format!("{ms:.0} ms"),
        ..10_000.0 => format!("{:.2} s", ms / 1000.0),
        ..100_000.0 => format!("{:.1} s", ms / 1000.0),
        _ => duration(ms / 1000.0),
    }
}

/// Formats a count: `812`, `12.3 k`, `1.31 M`.
pub(super) fn count(number: f64) -> String {
    match number {
        ..1e3 => format!("{number:.0}"),
        ..1e6 => format!("{} k", three(number / 1e3)),
        ..1e9 => format!("{} M", three(number / 1e6)),
        _ => format!("{} G", three(number / 1e9)),
    }
}

/// Formats a number from 1 to 1000 with three digits.
fn three(number: f64) -> String {
    match number {
        ..10.0 => format!("{number:.2}"),
        ..100.0 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times() {
        assert_eq!(moment(1_795_438_449), "2026-11-23 12:54 UTC");
        assert_eq!([3.21, 245.0, 8000.0, 200_000.0].map(duration), ["3.2 s", "4 min 5 s", "2 h 13 min", "2 d 7 h"]);
        assert_eq!([0.04, 812.4, 1312.0, 94_000.0].map(milliseconds), ["0.0 ms", "812 ms", "1.31 s", "94.0 s"]);
        assert_eq!([812.0, 12_345.0, 1_310_000.0, 2e9].map(count), ["812", "12.3 k", "1.31 M", "2.00 G"]);
    }
}
