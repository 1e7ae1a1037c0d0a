//! Values of a search in the messages of an engine.

use engine::{AnyRecord, Move};

use super::cell::Cell;

/// Depth, nodes, score, time and line that an engine reports for a search. Programs write them in different ways.
///
/// # Examples
/// ```
/// use ninuki_protocol::SearchValues;
///
/// let mut values = SearchValues::default();
/// values.read("depth 7-9 ev 35 n 12345 n/ms 102 tm 120 pv 7,7 8,8");
/// assert_eq!((values.depth, values.nodes, values.score.as_deref()), (Some(7), Some(12_345), Some("35")));
/// assert_eq!(values.line, ["7,7", "8,8"]);
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SearchValues {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Number of nodes.
    pub nodes: Option<u64>,
    /// Score for the side to move as the engine writes it: `-35`, `0.25`, `+M9`.
    pub score: Option<String>,
    /// Milliseconds by the engine's clock.
    pub ms: Option<u64>,
    /// Moves of the best line as the engine writes them; empty if it wrote none.
    pub line: Vec<String>,
}

/// Longest line, in moves.
const LONGEST: usize = 100;

/// Longest score, in characters.
const SCORE: usize = 16;

impl SearchValues {
    /// Adds the values in a message. Later values replace earlier ones.
    pub fn read(&mut self, text: &str) {
        // Lines of worse moves are not the best line.
        let is_other = rank(text).is_some_and(|rank| rank > 1);
        let mut words = words(text).peekable();
        while let Some(word) = words.next() {
            let Some(next) = words.peek() else { break };
            match word.to_ascii_lowercase().as_str() {
                "depth" | "d" => self.depth = leading(next).or(self.depth),
                "nodes" | "node" | "n" => self.nodes = count(next).or(self.nodes),
                "time" | "tm" => self.ms = millis(next).or(self.ms),
                "score" | "eval" | "ev" | "value" | "val" if !is_other => {
                    self.score = score(next).map(str::to_owned).or_else(|| self.score.take());
                }
                _ => {}
            }
        }
        if !is_other {
            let line = line(text);
            self.line = if line.is_empty() { std::mem::take(&mut self.line) } else { line };
        }
    }

    /// Returns the moves of the line that are legal after `record`, up to the first that is not. Names of points count only if
    /// the first of them is `best`: programs number their rows from above or from below.
    #[must_use]
    pub fn moves(&self, mut record: Box<dyn AnyRecord>, best: Option<Move>) -> Vec<Move> {
        let game = record.game();
        let is_named = self.line.iter().any(|word| Cell::parse(word).is_none());
        let mut moves = Vec::new();
        for word in &self.line {
            let mv = match Cell::parse(word) {
                Some(cell) => game.grid().point(cell.x, cell.y).map(Move::Place),
                None => game.parse_move(word).ok(),
            };
            match mv {
                Some(mv) if record.play(mv).is_ok() => moves.push(mv),
                _ => break,
            }
        }
        if is_named && (best.is_none() || moves.first().copied() != best) { Vec::new() } else { moves }
    }
}

/// The words of a message, without the signs between them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', '\t', '=', ':', '|', ',', ';', '(', ')']).filter(|word| !word.is_empty())
}

/// The number of the line among those of several moves.
fn rank(text: &str) -> Option<u32> {
    let mut words = words(text).skip_while(|word| !word.eq_ignore_ascii_case("multipv"));
    words.nth(1)?.parse().ok()
}

/// The moves after `pv` or `bestline`, up to a word that is no move.
fn line(text: &str) -> Vec<String> {
    let mut words = text.split([' ', '\t', '|', ';', '=', ':', '[', ']', '(', ')']).filter(|word| !word.is_empty());
    let is_key = |word: &str| ["pv", "bestline", "line"].iter().any(|key| word.eq_ignore_ascii_case(key));
    if !words.by_ref().any(is_key) {
        return Vec::new();
    }
    words.take(LONGEST).take_while(|word| is_move(word)).map(str::to_owned).collect()
}

/// Whether a word is written as a point: `7,7`, `h8`.
fn is_move(word: &str) -> bool {
    let is_name = || {
        let mut chars = word.chars();
        chars.next().is_some_and(|letter| letter.is_ascii_alphabetic())
            && (2..=3).contains(&word.len())
            && chars.all(|digit| digit.is_ascii_digit())
    };
    Cell::parse(word).is_some() || is_name()
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

/// A word that is a score: a number, or the distance of a win or loss.
fn score(text: &str) -> Option<&str> {
    let size = text.trim_start_matches(['+', '-']);
    let number = size.strip_prefix(['M', 'm']).map_or(size, |distance| distance.trim_start_matches(['+', '-']));
    let is_number = number.parse::<f64>().is_ok_and(f64::is_finite);
    (is_number && text.len() <= SCORE).then_some(text)
}

#[cfg(test)]
mod tests {
    use engine::{Game, Rules, record};

    use super::*;

    fn read(text: &str) -> SearchValues {
        let mut values = SearchValues::default();
        values.read(text);
        values
    }

    #[test]
    fn common_forms() {
        for (text, depth, nodes, score, line) in [
            ("depth 7 score -35 nodes 12345 time 120 pv 7,7 8,8", 7, 12_345, "-35", "7,7 8,8"),
            ("Speed 512K | Depth 12-20 | Eval +M9 | Node 123K | Time 50ms", 12, 123_000, "+M9", ""),
            ("d=3 n=1.5M ev=-M12 bestline [7,7] [6,6] end", 3, 1_500_000, "-M12", "7,7 6,6"),
            ("depth 4 n 9 ev 0.25 PV: H8 I9", 4, 9, "0.25", "H8 I9"),
        ] {
            let values = read(text);
            assert_eq!((values.depth, values.nodes, values.score.as_deref()), (Some(depth), Some(nodes), Some(score)));
            assert_eq!(values.line.join(" "), line, "{text}");
        }
        for text in ["hello depth", "depth x nodes ? score é", "pv", "pv good morning", "score nan", "score 1e999"] {
            assert_eq!(read(text), SearchValues::default(), "{text}");
        }
        assert_eq!(read(&format!("pv{}", " 1,1".repeat(1000))).line.len(), LONGEST);
        assert_eq!(read(&format!("score {}", "1".repeat(500))).score, None);
    }

    #[test]
    fn the_best_of_several_lines_counts() {
        let mut values = read("depth 5 multipv 1 ev 10 pv 7,7");
        values.read("depth 5 multipv 2 ev -4 pv 1,1");
        assert_eq!((values.score.as_deref(), &values.line[..]), (Some("10"), &["7,7".to_owned()][..]));
    }

    #[test]
    fn lines_are_played_as_far_as_they_are_legal() {
        let game = Game::new(Rules::FREESTYLE, Some(15), None).expect("a game");
        let begun = || record(game, None).expect("a board");
        let names = |text: &str, best: Option<&str>| {
            let best = best.map(|name| game.parse_move(name).expect("a move"));
            let moves = read(text).moves(begun(), best);
            game.display_moves(&moves).to_string()
        };
        assert_eq!(names("pv 7,7 8,8 7,7 1,1", None), "h8 i7");
        assert_eq!(names("pv 99,99", None), "");
        assert_eq!(names("pv h8 i9", Some("h8")), "h8 i9");
        assert_eq!(names("pv h8 i9", Some("a1")), "");
        assert_eq!(names("pv h8 i9", None), "");
    }
}
