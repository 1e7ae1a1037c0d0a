//! Games as data for the script of a page, compressed in blocks.

use std::collections::BTreeMap;
use std::io::{self, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use engine::{Game, Shape};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use pictures::layout;
use serde::Serialize;
use serde_json::{Value, json};

use super::replay::Replay;
use crate::journal::played::Played;
use crate::journal::search_info::SearchInfo;

/// Number of games in a block.
pub(super) const BLOCK: usize = 128;

/// Games for the viewer.
#[derive(Debug, Default)]
pub(super) struct Viewer {
    /// Lines of the list of games by their numbers.
    index: BTreeMap<usize, Row>,
    /// Blocks by the numbers of their games divided by [`BLOCK`].
    blocks: BTreeMap<usize, Block>,
    /// Reasons of ends.
    reasons: Vec<String>,
}

/// A line of the list: game, engines with Black and White, winner (0, 1, 2 for a draw), reason, plies, opening, engine at
/// fault, whether colours were exchanged.
type Row = (usize, usize, usize, usize, usize, usize, usize, Option<usize>, u8);

/// A block of games, and its compressed form.
#[derive(Debug, Default)]
struct Block {
    games: BTreeMap<usize, String>,
    packed: Option<String>,
}

/// A game, with field names of one letter.
#[derive(Serialize)]
struct Moves<'p> {
    #[serde(rename = "z", skip_serializing_if = "<[_]>::is_empty")]
    start: &'p [i32],
    #[serde(rename = "p")]
    stones: &'p [i32],
    #[serde(rename = "r", skip_serializing_if = "BTreeMap::is_empty")]
    captures: &'p BTreeMap<usize, (Vec<usize>, [u16; 2])>,
    #[serde(rename = "w", skip_serializing_if = "<[_]>::is_empty")]
    decisive: &'p [usize],
    #[serde(rename = "b")]
    book: usize,
    #[serde(rename = "t")]
    ms: Vec<u64>,
    #[serde(rename = "d", skip_serializing_if = "Vec::is_empty")]
    depths: Vec<Option<u32>>,
    #[serde(rename = "n", skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<Option<u64>>,
    #[serde(rename = "s", skip_serializing_if = "Vec::is_empty")]
    scores: Vec<Option<i32>>,
    #[serde(rename = "c", skip_serializing_if = "Option::is_none")]
    detail: Option<&'p str>,
    /// Last lines of the engine at fault.
    #[serde(rename = "e", skip_serializing_if = "Vec::is_empty")]
    words: Vec<&'p String>,
    #[serde(rename = "u")]
    ended: u64,
}

impl Viewer {
    /// Adds a game. `engines` had Black and White in the end.
    ///
    /// # Errors
    /// The game cannot be written as JSON.
    pub(super) fn add(
        &mut self,
        played: &Played,
        replay: &Replay,
        engines: [usize; 2],
        faulty: Option<usize>,
    ) -> io::Result<()> {
        let moves = Moves {
            start: &replay.start,
            stones: &replay.stones,
            captures: &replay.captures,
            decisive: &replay.decisive,
            book: played.book,
            ms: played.ms.iter().map(|ms| ms.round() as u64).collect(),
            depths: reported(played, |info| info.depth),
            nodes: reported(played, |info| info.nodes),
            scores: reported(played, |info| info.score),
            detail: played.detail.as_deref(),
            words: played.dialogue.iter().chain(&played.stderr).collect(),
            ended: played.ended,
        };
        let block = self.blocks.entry(played.game / BLOCK).or_default();
        block.games.insert(played.game, serde_json::to_string(&moves)?);
        block.packed = None;
        let reason = self.reasons.iter().position(|known| *known == played.reason).unwrap_or_else(|| {
            self.reasons.push(played.reason.clone());
            self.reasons.len() - 1
        });
        let [black, white] = engines;
        let winner = played.winning_color().unwrap_or(2);
        let (plies, swapped) = (played.moves.len(), u8::from(played.swapped));
        let row = (played.game, black, white, winner, reason, plies, played.opening, faulty, swapped);
        self.index.insert(played.game, row);
        Ok(())
    }

    /// Returns the compressed board, engines and list of games.
    ///
    /// # Errors
    /// The data cannot be compressed.
    pub(super) fn packed_index(&self, game: &Game, engines: &[String]) -> io::Result<String> {
        let index = json!({
            "board": board(game),
            "engines": engines,
            "reasons": self.reasons,
            "games": self.index.values().collect::<Vec<_>>(),
            "block": BLOCK,
        });
        packed(&index.to_string())
    }

    /// Returns the compressed blocks with their numbers. Blocks without new games are not compressed again.
    ///
    /// # Errors
    /// A block cannot be compressed.
    pub(super) fn packed_blocks(&mut self) -> io::Result<Vec<(usize, &str)>> {
        for block in self.blocks.values_mut().filter(|block| block.packed.is_none()) {
            let games: Vec<String> = block.games.iter().map(|(game, moves)| format!("\"{game}\":{moves}")).collect();
            block.packed = Some(packed(&format!("{{{}}}", games.join(",")))?);
        }
        Ok(self.blocks.iter().filter_map(|(&number, block)| Some((number, block.packed.as_deref()?))).collect())
    }
}

/// Returns a field of the search information of all moves; empty if no move has it.
fn reported<T>(played: &Played, what: impl Fn(SearchInfo) -> Option<T>) -> Vec<Option<T>> {
    let values: Vec<Option<T>> = played.info.iter().map(|info| info.and_then(&what)).collect();
    if values.iter().any(Option::is_some) { values } else { Vec::new() }
}

/// Returns the layout of the empty board. The distance of neighbouring points is 1.
fn board(game: &Game) -> Value {
    let (grid, layout) = (game.grid(), layout(game.grid()));
    let round = |number: f64| (1000.0 * number).round() / 1000.0;
    let points =
        grid.points().zip(&layout.points).map(|(point, &(x, y))| json!([grid.name(point), round(x), round(y)]));
    let names = layout.names.iter().map(|&(ref name, (x, y))| json!([name, round(x), round(y)]));
    json!({
        "hexagons": grid.shape() == Shape::Hexagon,
        "size": [round(layout.size.0), round(layout.size.1)],
        "points": points.collect::<Vec<_>>(),
        "names": names.collect::<Vec<_>>(),
        "stars": layout.stars.iter().map(|&(x, y)| [round(x), round(y)]).collect::<Vec<_>>(),
    })
}

/// Compresses a text by deflate (RFC 1951) and encodes it in base 64, which contains no markup.
fn packed(text: &str) -> io::Result<String> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes())?;
    Ok(STANDARD.encode(encoder.finish()?))
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::DeflateDecoder;

    use super::*;

    #[test]
    fn packed_text_contains_no_markup_and_is_unpacked() {
        let text = "</script><!-- \"x\" & \u{1F642} \n\0".repeat(20);
        let packed = packed(&text).expect("packed");
        assert!(packed.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte)), "{packed}");
        let mut unpacked = String::new();
        let bytes = STANDARD.decode(packed).expect("base 64");
        DeflateDecoder::new(&bytes[..]).read_to_string(&mut unpacked).expect("text");
        assert_eq!(unpacked, text);
    }
}
