//! The games that networks learn from, as files: self-play with what the search said.
//!
//! A file holds games of one name, on boards of any of its sizes, in chunks that are checked one by one. All numbers are
//! little-endian; a varint has seven bits a byte, the lowest first, and the highest bit set in all bytes but the last.
//!
//! | bytes | file |
//! |---|---|
//! | 8 | `selfplay` |
//! | 4 | the version of the format, 1 |
//! | … | chunks |
//!
//! | bytes | chunk |
//! |---|---|
//! | 1 | its kind: 0 a source, 1 games |
//! | 4 | n, the length of its content |
//! | n | its content |
//! | 4 | the CRC-32 (that of gzip) of all bytes of the chunk before |
//!
//! A *source* tells where the games come from that follow it, up to the next source. The first chunk is one; all sources of a
//! file have the same game.
//!
//! | bytes | source |
//! |---|---|
//! | 8 | the seed |
//! | 8 | the hash of the engine's weights ([`search::weights_hash`]) |
//! | 1 + n | the name of the game, after its length |
//! | 1 + n | the version of the engine |
//! | 2 + n | how it played: `key=value` with blanks between |
//!
//! The content of a chunk of *games* is a deflate stream (RFC 1951) of whole games:
//!
//! | bytes | game |
//! |---|---|
//! | varint | the number of the game: seed, name and number determine it, as long as engine and settings stay the same |
//! | 1 | the size of the board |
//! | 1 | bits 0–1 the winner: 0 none, 1 Black, 2 White; bits 2–3 why it ended: 0 by the rules, 1 proven, 2 too long, 3 left open; bit 4: the opening is a long one |
//! | varint | the plies of the opening, which were not searched |
//! | varint | the plies of the whole game |
//! | … | its plies |
//!
//! | bytes | ply |
//! |---|---|
//! | 2 | bits 0–8 the point ([`engine::Point::index`]); bit 9: no placement, the point is then 0 for a pass, 1 for a swap; bit 10: searched; bit 11: random; bit 12: quiet; bit 13: the best move is another one; bit 14: best lines follow |
//! | 2 | if searched: the score for the side to move, signed: hundredths of a point; a win in n plies is 30,000 − n, a loss in n plies n − 30,000 |
//! | varint | if searched: nodes |
//! | 2 | if bit 13 is set: the best move, as bits 0–9 of a ply |
//! | 1 + 4 k | if bit 14 is set: k, and for each of the k best lines its first move and its score, the best first; they are those of the last finished iteration, which may know less than the score |
//!
//! A ply is *random* if chance chose it, or replaced the best move of the search. A *proven* end: the search of the
//! last ply proved a win or loss, and the game stops there. A position is *quiet* if no five waits to be broken,
//! neither side could win by the next stone, and the best move neither captures, nor ends the game, nor lets either
//! side win by the next stone. A game *left open* leads through positions of search trees: it has no winner, and its
//! searches are independent of one another.

mod chunks;
mod codec;
mod error;
mod files;
mod game;
mod shuffled;
mod version;

pub(crate) use chunks::{Chunk, GamesReader, GamesWriter, Source};
pub(crate) use error::FormatError;
pub(crate) use files::{ENDING, files_of};
pub(crate) use game::{Ending, Line, Ply, SavedGame, Searched};
pub(crate) use shuffled::{Sample, Shuffled};

#[cfg(test)]
mod tests;
