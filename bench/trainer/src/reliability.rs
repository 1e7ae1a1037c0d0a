//! Calibration of scores by the number of stones: predicted against observed results.

use std::collections::BTreeMap;
use std::fmt::Write;

use eval::UNIT;

use crate::odds;

/// Ranges of stones that are looked at apart: their names, and where each begins.
pub(crate) const STONES: [(&str, usize); 4] = [("0-19", 0), ("20-39", 20), ("40-59", 40), ("60+", 60)];

/// The range that a number of stones is in.
pub(crate) fn range(stones: usize) -> usize {
    STONES.iter().rposition(|&(_, first)| stones >= first).expect("the first is 0")
}

/// The width of a bin of scores, in hundredths of a point.
const STEP: i32 = 20;

/// Results by the score before them.
#[derive(Clone, Default, Debug)]
pub(crate) struct Reliability {
    cells: BTreeMap<i32, Cell>,
}

/// Positions with nearly the same score.
#[derive(Clone, Copy, Default, Debug)]
struct Cell {
    positions: f64,
    /// The sum of the results of the side to move: 1 a win, 0.5 a draw.
    results: f64,
}

impl Reliability {
    /// Counts a position with this score, in hundredths of a point, and result for the side to move.
    pub(crate) fn add(&mut self, score: i32, result: f64) {
        let cell = self.cells.entry((score + STEP / 2).div_euclid(STEP)).or_default();
        cell.positions += 1.0;
        cell.results += result;
    }

    /// The number of positions.
    pub(crate) fn positions(&self) -> f64 {
        self.cells.values().map(|cell| cell.positions).sum()
    }

    /// The scores in natural logarithms of odds, and the positions that have them.
    fn values(&self) -> impl Iterator<Item = (f64, Cell)> {
        self.cells.iter().map(|(&step, &cell)| (f64::from(step * STEP) / UNIT, cell))
    }

    /// The mean loss in nats, if all scores are multiplied by `scale`.
    pub(crate) fn loss(&self, scale: f64) -> f64 {
        let loss =
            |(value, cell): (f64, Cell)| cell.positions * odds::loss(scale * value, cell.results / cell.positions);
        self.values().map(loss).sum::<f64>() / self.positions()
    }

    /// The factor of scores that makes the loss least: below 1 where they are too sure; 1 where there are none.
    pub(crate) fn scale(&self) -> f64 {
        if self.cells.is_empty() {
            return 1.0;
        }
        let slope = |scale: f64| -> f64 {
            let slope =
                |(value, cell): (f64, Cell)| value * (cell.positions * odds::probability(scale * value) - cell.results);
            self.values().map(slope).sum()
        };
        let (mut low, mut high) = (0.0, 4.0);
        for _ in 0..40 {
            let middle = (low + high) / 2.0;
            if slope(middle) < 0.0 { low = middle } else { high = middle }
        }
        low
    }

    /// For each tenth of the predicted probability: the means of predicted and observed results, and the number of
    /// positions.
    fn tenths(&self) -> [Option<(f64, f64, f64)>; 10] {
        let mut sums = [(0.0, 0.0, 0.0); 10];
        for (value, cell) in self.values() {
            let predicted = odds::probability(value);
            let (sum, results, positions) = &mut sums[((predicted * 10.0) as usize).min(9)];
            *sum += cell.positions * predicted;
            *results += cell.results;
            *positions += cell.positions;
        }
        sums.map(|(predicted, results, positions)| {
            (positions > 0.0).then(|| (predicted / positions, results / positions, positions))
        })
    }
}

/// A table with a column for each range of stones, which begin at `firsts`: in each tenth of the probability the predicted and
/// observed means and the number of positions; then the loss, the best scale, and its loss.
pub(crate) fn table(firsts: &[usize], by_stones: &[Reliability]) -> String {
    let mut text = String::from("  predicted, observed, positions by stones");
    for (number, first) in firsts.iter().enumerate() {
        let name = firsts.get(number + 1).map_or_else(|| format!("{first}+"), |next| format!("{first}-{}", next - 1));
        let _ = write!(text, "{name:>24}");
    }
    text.push('\n');
    let tenths: Vec<_> = by_stones.iter().map(Reliability::tenths).collect();
    for tenth in 0..10 {
        let _ = write!(text, "  {:>37}", format!("{:.1}-{:.1}", tenth as f64 / 10.0, (tenth + 1) as f64 / 10.0));
        for tenths in &tenths {
            match tenths[tenth] {
                Some((predicted, observed, positions)) => {
                    let _ = write!(text, "   {predicted:.3} {observed:.3} {positions:9.0}");
                }
                None => text.push_str(&" ".repeat(24)),
            }
        }
        text.push('\n');
    }
    let _ = write!(text, "  {:>37}", "loss; best scale, its loss");
    for reliability in by_stones.iter().map(|all| (all.positions() > 0.0).then_some(all)) {
        match reliability {
            Some(all) => {
                let scale = all.scale();
                let _ = write!(text, "     {:.4} {scale:.2} {:.4}", all.loss(1.0), all.loss(scale));
            }
            None => text.push_str(&" ".repeat(24)),
        }
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_that_is_twice_too_sure_is_found_out() {
        let mut all = Reliability::default();
        for score in (-800..=800).step_by(STEP as usize) {
            all.add(score, odds::probability(f64::from(score) / UNIT / 2.0));
        }
        assert!((all.scale() - 0.5).abs() < 1e-6, "{}", all.scale());
        assert!(all.loss(0.5) < all.loss(1.0) && all.loss(0.5) < all.loss(0.4));
        let (predicted, observed, positions) = all.tenths()[9].expect("scores from 440 on");
        assert!(predicted > 0.9 && observed < 0.85 && positions == 19.0, "{predicted} {observed} {positions}");
    }

    #[test]
    fn ranges_meet() {
        assert_eq!([0, 19, 20, 39, 40, 59, 60, 400].map(range), [0, 0, 1, 1, 2, 2, 3, 3]);
    }
}
