//! Search information in the messages of engines.

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
        let mut words =
            text.split([' ', '\t', '=', ':', '|', ',', ';', '(', ')']).filter(|word| !word.is_empty()).peekable();
        while let Some(word) = words.next() {
            let Some(next) = words.peek() else { break };
            match word.to_ascii_lowercase().as_str() {
                "depth" | "d" => self.depth = leading(next).or(self.depth),
                "nodes" | "node" | "n" => self.nodes = count(next).or(self.nodes),
                "time" | "tm" => self.ms = millis(next).or(self.ms),
                "score" | "eval" | "ev" | "value" | "val" => self.score = score(next).or(self.score),
                _ => {}
            }
        }
    }
}

/// Parses the leading number: 12 in `12-20`.
fn leading(text: &str) -> Option<u32> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text[..digits].parse().ok()
}

/// Parses `12345`, `123K`, `1.2M`.
fn count(text: &str) -> Option<u64> {
    let (number, unit) = match text.as_bytes().last()?.to_ascii_lowercase() {
        b'k' => (&text[..text.len() - 1], 1e3),
        b'm' => (&text[..text.len() - 1], 1e6),
        b'g' => (&text[..text.len() - 1], 1e9),
        _ => (text, 1.0),
    };
    let number: f64 = number.parse().ok()?;
    (0.0..1e18).contains(&(number * unit)).then_some((number * unit) as u64)
}

/// Parses milliseconds: `120`, `120ms`, `0.12s`.
fn millis(text: &str) -> Option<u64> {
    let (number, unit) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => (number, 1.0),
        (None, Some(number)) => (number, 1e3),
        (None, None) => (text, 1.0),
    };
    let ms = number.parse::<f64>().ok()? * unit;
    (0.0..1e12).contains(&ms).then_some(ms as u64)
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
