//! Search information in the messages of engines.

use protocol::SearchValues;
use serde::{Deserialize, Serialize};

/// Score of a forced win; its distance is subtracted.
pub(crate) const MATE: i32 = 30_000;

/// Depth, nodes, score and time that an engine reports for a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct SearchInfo {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Number of nodes.
    pub nodes: Option<u64>,
    /// Score for the side to move in the engine's units; ±(30000 − distance) for a forced win or loss.
    pub score: Option<i32>,
    /// Milliseconds by the engine's clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
}

impl SearchInfo {
    /// Adds the values in a line. Later values replace earlier ones.
    pub(crate) fn read(&mut self, text: &str) {
        let mut told = SearchValues::default();
        told.read(text);
        self.depth = told.depth.or(self.depth);
        self.nodes = told.nodes.or(self.nodes);
        self.ms = told.ms.or(self.ms);
        self.score = told.score.as_deref().and_then(score).or(self.score);
    }
}

/// Parses a score: `-35`, `0.25`, `+M9`, `-M12`.
fn score(text: &str) -> Option<i32> {
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let size = text.trim_start_matches(['+', '-']);
    if let Some(distance) = size.strip_prefix(['M', 'm']) {
        let distance: i32 = distance.trim_start_matches(['+', '-']).parse().ok()?;
        return Some(sign * (MATE - distance.clamp(0, 1000)));
    }
    let number: f64 = size.parse().ok()?;
    number.is_finite().then_some(sign * number.min(1e9) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Option<u32>, Option<u64>, Option<i32>) {
        let info = info(text);
        (info.depth, info.nodes, info.score)
    }

    fn info(text: &str) -> SearchInfo {
        let mut info = SearchInfo::default();
        info.read(text);
        info
    }

    #[test]
    fn time_by_the_clock_of_the_engine() {
        for (text, ms) in [("depth 7 time 120 pv", Some(120)), ("Time 50ms", Some(50)), ("tm=1.5s", Some(1500))] {
            assert_eq!(info(text).ms, ms, "{text}");
        }
        assert_eq!(info("time is short").ms, None);
    }

    #[test]
    fn common_forms() {
        let all = |depth, nodes, score| (Some(depth), Some(nodes), Some(score));
        assert_eq!(read("depth 7 score -35 nodes 12345 time 120 pv 7,7 8,8"), all(7, 12345, -35));
        assert_eq!(read("depth 7-9 multipv 1 ev -35 n 12345 n/ms 102 tm 120 pv 7,7 8,8"), all(7, 12345, -35));
        assert_eq!(read("Speed 512K | Depth 12-20 | Eval +M9 | Node 123K | Time 50ms"), all(12, 123_000, MATE - 9));
        assert_eq!(read("d=3 n=1.5M ev=-M12"), all(3, 1_500_000, 12 - MATE));
        assert_eq!(read("hello depth"), (None, None, None));
        assert_eq!(read("depth x nodes ? score é"), (None, None, None));
    }
}
