//! Balance: lines by the distance of their values from a target.

use search::{AnalysisLine, Score};

/// Returns the distance of a value from `target`, in centipoints. Proven results are farther than all estimates.
fn distance(score: Score, target: i32) -> u32 {
    score.value().abs_diff(target)
}

/// Sorts lines by the distance of their values from `target`, in centipoints for the side to move. Equal ones keep their order.
///
/// # Examples
/// ```
/// # extern crate search as ninuki_search;
/// use ninuki_openings::by_distance;
/// use ninuki_search::{AnalysisLine, Score};
///
/// let mut lines = [90, 20, -40].map(|value| AnalysisLine { score: Score::estimate(value), moves: Vec::new() });
/// by_distance(&mut lines, -15);
/// assert_eq!(lines.map(|line| line.score.value()), [-40, 20, 90]);
/// ```
pub fn by_distance(lines: &mut [AnalysisLine], target: i32) {
    lines.sort_by_key(|line| distance(line.score, target));
}

/// Returns the line whose value is nearest to `target`, in centipoints for the side to move; the first of equal ones. `None`
/// without lines.
#[must_use]
pub fn nearest(lines: &[AnalysisLine], target: i32) -> Option<&AnalysisLine> {
    lines.iter().min_by_key(|line| distance(line.score, target))
}
