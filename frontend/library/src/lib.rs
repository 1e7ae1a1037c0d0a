//! A library of games in one SQLite file: import, positions, statistics.
//!
//! [`Library::import`] takes files, folders and archives, and refuses what the rules refuse; a game is kept once, however it is
//! turned. [`Library::explore`] says what was played in a position, by all symmetries of its board and all orders of
//! moves. The tables are those of `src/schema`, and any program that reads SQLite can use them.
//!
//! # Examples
//! ```
//! # extern crate records as ninuki_records;
//! use ninuki_library::{Library, Query};
//! use ninuki_records::{Choice, Format};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let folder = tempfile::tempdir()?;
//!     let mut library = Library::create(&folder.path().join("games.db"))?;
//!     let pente = Choice { rules: Some("pente".to_owned()), ..Choice::default() };
//!     let games = Format::TXT.read(b"K10 L9 N10\nK10 J9 G10\n".to_vec(), &pente)?;
//!     assert_eq!(library.add("games.txt", games)?.imported, 1, "the second is an image of the first");
//!     let explored = library.explore(&Query::of(pente.entry("K10")?))?;
//!     assert_eq!((explored.games, explored.moves[0].images), (1, 4));
//!     Ok(())
//! }
//! ```

mod board;
mod cache;
mod days;
mod error;
mod evaluation;
mod explore;
mod facts;
mod filter;
mod find;
mod frequent;
mod header;
mod import;
mod index;
pub mod json;
mod library;
mod merge;
mod packed;
mod pattern;
mod refused;
mod schema;
mod search;
mod segment;
mod spans;
mod statistics;
mod stored;
mod tables;
mod verify;
mod walk;
mod writer;
mod zobrist;

pub use days::days;
pub use error::Error;
pub use evaluation::Evaluation;
pub use explore::{Explorable, Explored, Query};
pub use filter::Filter;
pub use frequent::Frequent;
pub use import::{Import, ImportCounts, ImportProgress};
pub use library::Library;
pub use pattern::{Pattern, PatternError};
pub use refused::RefusedGames;
pub use schema::SCHEMA;
pub use search::{FoundGame, Search};
pub use statistics::Counts;
pub use stored::{Ending, Stored};
pub use tables::{TableRow, Tables};
pub use verify::Checked;
