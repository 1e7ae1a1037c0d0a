//! Summary of the openings found.

use super::filter::Filter;
use super::hunt::{Counts, Found};
use super::settings::Settings;

/// Statistics of the openings found.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Report {
    half_points: u32,
    games: u32,
    /// Sum of absolute values, in centipoints.
    off_balance: u64,
    /// Least depth of the last searches.
    depth: Option<u32>,
}

/// Reliability of the values.
fn effort(settings: &Settings, depth: u32) -> String {
    let Filter { window, nodes } = settings.confirmation.unwrap_or(settings.filter);
    let more = if settings.confirmation.is_some() { "" } else { "; --confirm-nodes looks longer" };
    format!("each value within {window} by a search of {nodes} positions, depth {depth} or more{more}")
}

impl Report {
    /// Adds an opening.
    pub(super) fn add(&mut self, found: &Found) {
        self.half_points += found.tally.half_points;
        self.games += found.tally.games;
        self.off_balance += u64::from(found.balance.score.value().unsigned_abs());
        self.depth = Some(self.depth.map_or(found.balance.depth, |depth| depth.min(found.balance.depth)));
    }

    /// Returns the lines after the openings.
    pub(super) fn lines(&self, settings: &Settings, counts: &Counts) -> Vec<String> {
        let Counts { made, forced, threatened, one_sided, unfair, unconfirmed, repeated, found } = counts;
        let mut dropped = Vec::new();
        for (count, why) in [
            (made.stuck, "without a legal move in the area"),
            (made.over, "over"),
            (made.captured, "with captures"),
            (made.duplicates, "seen before"),
            (*forced, "won by force"),
            (*threatened, "won by force on the other's turn"),
            (*one_sided, "one-sided"),
            (*unfair, "unfair in games"),
            (*unconfirmed, "not balanced on the longer look"),
            (*repeated, "found before"),
        ] {
            if count > 0 {
                dropped.push(format!("{count} {why}"));
            }
        }
        let dropped = if dropped.is_empty() { "none dropped".to_owned() } else { dropped.join(", ") };
        let mut lines = vec![format!("{found} openings from {} random starts: {dropped}", made.attempts)];
        if settings.calibration.games > 0 && self.games > 0 {
            let tenths = self.half_points * 500 / self.games;
            let (percent, tenth) = (tenths / 10, tenths % 10);
            let value = self.off_balance / found;
            lines.push(format!(
                "first player's score {percent}.{tenth} % of {} games, mean size of the value {value}",
                self.games
            ));
        }
        lines.extend(self.depth.map(|depth| effort(settings, depth)));
        lines
    }
}
