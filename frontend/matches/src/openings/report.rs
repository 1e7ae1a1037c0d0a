//! What was found, in a few lines.

use super::hunt::{Counts, Found};
use super::settings::Settings;

/// What the openings found have in common.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Report {
    half_points: u32,
    games: u32,
    /// The sum of the values' sizes, in hundredths of a point.
    off_balance: u64,
}

impl Report {
    /// Counts an opening.
    pub(super) fn add(&mut self, found: &Found) {
        self.half_points += found.tally.half_points;
        self.games += found.tally.games;
        self.off_balance += u64::from(found.score.value().unsigned_abs());
    }

    /// The lines that follow the openings.
    pub(super) fn lines(&self, settings: &Settings, counts: &Counts) -> Vec<String> {
        let Counts { made, forced, threatened, one_sided, unfair, found } = counts;
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
        lines
    }
}
