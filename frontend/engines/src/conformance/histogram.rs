//! Histograms of the times of answers.

use std::fmt;
use std::time::Duration;

use serde_json::{Value, json};

use super::time::Took;
use protocol::Reply;

/// The upper bounds of the classes, in milliseconds.
const CLASSES: [f64; 9] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0];

/// The widest bar, in characters.
const WIDTH: usize = 40;

/// Times in milliseconds.
#[derive(Clone, Debug, Default)]
pub(super) struct Times(Vec<f64>);

impl Times {
    pub(super) fn push(&mut self, time: f64) {
        self.0.push(time);
    }

    pub(super) fn extend(&mut self, other: &Self) {
        self.0.extend(&other.0);
    }

    /// The quantile `part`, 0 to 1; 0 without times.
    pub(super) fn quantile(&self, part: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().saturating_sub(1);
        let at = (part * sorted.len() as f64).ceil() as usize;
        sorted.get(at.saturating_sub(1).min(last)).copied().unwrap_or(0.0)
    }

    fn counts(&self) -> [usize; CLASSES.len() + 1] {
        let mut counts = [0; CLASSES.len() + 1];
        for time in &self.0 {
            counts[CLASSES.iter().take_while(|&&end| *time > end).count()] += 1;
        }
        counts
    }

    pub(super) fn json(&self) -> Value {
        let classes: Vec<Value> = (0..=CLASSES.len())
            .map(|class| json!({"up_to_ms": CLASSES.get(class), "count": self.counts()[class]}))
            .collect();
        json!({
            "count": self.0.len(),
            "median_ms": self.quantile(0.5),
            "p99_ms": self.quantile(0.99),
            "p999_ms": self.quantile(0.999),
            "most_ms": self.quantile(1.0),
            "classes": classes,
        })
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.counts();
        let most = counts.iter().copied().max().unwrap_or(0).max(1);
        for (class, &count) in counts.iter().enumerate() {
            let label = match CLASSES.get(class) {
                Some(end) => format!("to {end} ms"),
                None => "more".to_owned(),
            };
            let bar = "#".repeat((count * WIDTH).div_ceil(most));
            writeln!(f, "{}", format!("  {label:>10} {count:>6} {bar}").trim_end())?;
        }
        let [median, high, higher, top] = [0.5, 0.99, 0.999, 1.0].map(|part| self.quantile(part));
        writeln!(f, "  median {median:.1} ms, 99 % {high:.1} ms, 99.9 % {higher:.1} ms, most {top:.1} ms")
    }
}

/// The times measured in all dialogues.
#[derive(Debug, Default)]
pub(super) struct Latencies {
    /// Of answers that need no thought, in milliseconds.
    pub(super) plain: Times,
    /// The excess of moves over their limit, in milliseconds; 0 for punctual ones.
    pub(super) delay: Times,
    /// The same without waits for a CPU.
    pub(super) own_delay: Times,
}

impl Latencies {
    /// Adds the time of an answer; `budget` is the limit of a move.
    pub(super) fn add(&mut self, line: &str, took: Took, budget: Option<Duration>) {
        let ms = took.time.as_secs_f64() * 1000.0;
        match (Reply::parse(line), budget) {
            (Some(Reply::Ok | Reply::About(_) | Reply::Error(_) | Reply::Unknown(_) | Reply::Forbid(_)), _) => {
                self.plain.push(ms);
            }
            (Some(Reply::Move(_)), Some(budget)) if !budget.is_zero() => {
                let delay = |time: Duration| time.saturating_sub(budget).as_secs_f64() * 1000.0;
                self.delay.push(delay(took.time));
                self.own_delay.push(delay(took.own));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_counted_in_classes() {
        let times = Times(vec![0.5, 1.0, 1.5, 30.0, 700.0]);
        assert_eq!(times.counts(), [2, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
        assert_eq!([0.5, 0.99, 1.0].map(|part| times.quantile(part)), [1.5, 700.0, 700.0]);
        assert_eq!(Times::default().quantile(0.5), 0.0);
    }
}
