//! Opening books: positions with searched values, built from journals, found in any symmetry.
//!
//! A [`Builder`] selects positions by drop-out expansion and searches them. A [`Book`] is read from a file or is one of
//! the [`shipped`] ones; it finds a position by any order of moves. [`opening`] gives the names of openings.
//!
//! # Examples
//! ```
//! # extern crate engine as ninuki_engine;
//! use ninuki_book::shipped;
//! use ninuki_engine::{Game, Rules};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let game = Game::new(Rules::RENJU, None, None)?;
//!     let book = shipped(game).expect("a book of renju");
//!     let mut record = game.record();
//!     for name in ["h8", "h9", "i9"] {
//!         record.play(game.parse_move(name)?)?;
//!     }
//!     assert_eq!(ninuki_book::opening(record.as_ref()).map(|opening| opening.name), Some("Kagetsu"));
//!     assert!(!book.candidates(record.as_ref()).is_empty());
//!     Ok(())
//! }
//! ```

mod book;
mod builder;
mod choose;
mod error;
mod export;
mod form;
mod journal;
pub mod json;
mod key;
mod names;
mod selection;
mod shipped;

pub use book::{Book, BookMove, BookPosition, Candidate};
pub use builder::{Builder, Built, Headway};
pub use error::{Error, FormError, LineError};
pub use export::{lines, value};
pub use form::MOST;
pub use journal::{Search, SearchLine};
pub use names::{NamedOpening, OPENINGS, has_names, opening, opening_moves};
pub use shipped::{SHIPPED, best_moves, shipped};
