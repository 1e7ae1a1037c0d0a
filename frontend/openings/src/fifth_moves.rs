//! Fifth moves that are offered together: which, how many, and the one that is played.

use engine::{AnyRecord, Point};
use search::{AnalysisLine, Score};

use crate::symmetry::Symmetric;

/// Returns the legal points, one of each set of points that symmetries of the stones map onto each other: the fifth moves that
/// can be offered together.
#[must_use]
pub fn fifth_moves(record: &dyn AnyRecord) -> Vec<Point> {
    let symmetric = Symmetric::of(record);
    let mut kept: Vec<Point> = Vec::new();
    for point in record.legal() {
        if !symmetric.images(point).any(|image| kept.contains(&image)) {
            kept.push(point);
        }
    }
    kept
}

/// Returns the number of moves that keep Black even or better, by the values for Black.
pub fn fair_moves(values: impl Iterator<Item = Score>) -> usize {
    values.filter(|&value| value >= Score::DRAW).count()
}

/// Returns the worst line for the side to move, which its opponent takes; the first of equal ones. `None` without lines.
#[must_use]
pub fn weakest(lines: &[AnalysisLine]) -> Option<&AnalysisLine> {
    lines.iter().min_by_key(|line| line.score)
}
