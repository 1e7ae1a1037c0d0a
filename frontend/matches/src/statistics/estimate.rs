//! Estimates with intervals.

use std::fmt;

use serde::Serialize;

/// The half width of a 95 % interval in standard deviations: the 0.975 quantile of the normal distribution.
pub(super) const SIGMAS_95: f64 = 1.959_963_984_540_054;

/// An estimate with the half width of its 95 % interval, in the same unit. It is displayed as `40.7 ± 30.4`, with the decimals
/// of the format.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// Most likely value; finite.
    pub value: f64,
    /// Half the width of the interval, not negative; infinite, and null in JSON, if the interval is unbounded.
    pub margin: f64,
}

impl Estimate {
    /// Returns an estimate with the standard deviation `sigma`.
    pub(super) fn normal(value: f64, sigma: f64) -> Self {
        Self { value, margin: SIGMAS_95 * sigma }
    }

    /// Returns the standard deviation.
    pub(super) fn sigma(self) -> f64 {
        self.margin / SIGMAS_95
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(1);
        let value = format!("{:.decimals$}", self.value);
        // A value that rounds to 0 has no sign.
        let is_zero = value.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
        write!(f, "{} ± ", if is_zero { value.trim_start_matches('-') } else { &value })?;
        if self.margin.is_finite() { write!(f, "{:.decimals$}", self.margin) } else { f.write_str("∞") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_with_the_asked_decimals() {
        let estimate = Estimate { value: 40.698, margin: 30.434 };
        assert_eq!(estimate.to_string(), "40.7 ± 30.4");
        assert_eq!(format!("{estimate:.2}"), "40.70 ± 30.43");
        assert_eq!(format!("{estimate:.0}"), "41 ± 30");
    }

    #[test]
    fn nothing_has_no_sign() {
        assert_eq!(Estimate { value: -0.04, margin: 1.0 }.to_string(), "0.0 ± 1.0");
        assert_eq!(Estimate { value: -0.06, margin: 1.0 }.to_string(), "-0.1 ± 1.0");
    }

    #[test]
    fn an_open_interval_prints_as_infinite() {
        assert_eq!(Estimate { value: 381.7, margin: f64::INFINITY }.to_string(), "381.7 ± ∞");
    }
}
