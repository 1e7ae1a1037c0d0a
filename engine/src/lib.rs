//! The games: rules, boards, moves, outcomes, notation, and what shapes threaten.
//!
//! A [`Game`] is a set of [`Rules`] on a board of some size; it names its points through a [`Grid`]. A [`Position`] is
//! small, copied rather than undone, and has no history; a [`Record`] has it. Where the board is chosen at run
//! time, a game is played on a `Box<dyn` [`AnyRecord`]`>`; code that is to be fast on every board is generic over
//! [`Position`] and entered through [`Game::visit`].
//!
//! # Examples
//! ```
//! use ninuki_engine::Game;
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let game = Game::new("ninuki".parse()?, None, None)?;
//!     let mut record = game.record();
//!     for name in ["K10", "L11", "N7"] {
//!         record.play(game.parse_move(name)?)?;
//!     }
//!     assert_eq!(record.legal().len(), 19 * 19 - 3);
//!     assert!(record.play(game.parse_move("K10")?).is_err());
//!     Ok(())
//! }
//! ```
//!
//! # Features
//! `serde`: colours, outcomes and the like are serialized as their text; moves, points and set-up positions with the board
//! that names them, see [`notation::Shown`].

#![cfg_attr(rules_module, allow(dead_code, unused_imports, reason = "it serves a search"))]

mod bitboard;
mod bytes;
mod color;
mod dead;
mod game;
mod grid;
mod hex;
#[doc(hidden)]
pub mod internals;
mod names;
pub mod notation;
mod outcome;
mod perft;
mod point;
mod point_set;
mod position;
mod position_key;
mod record;
pub mod rules;
#[cfg(feature = "serde")]
mod serde;
mod simd;
mod square;
mod symmetry;
mod tactics;
mod threats;
mod visit;
mod zobrist;

pub use bitboard::Bitboard;
pub use color::Color;
pub use game::{Game, GameError};
pub use grid::{Grid, Lettering, Shape};
pub use hex::HexPosition;
pub use outcome::{IllegalMove, Outcome, Reason};
pub use perft::perft;
pub use point::{Move, Point};
pub use point_set::{PointSet, Points};
pub use position::{Position, SetUp, SetUpError};
pub use position_key::{PositionKey, PositionKeys};
pub use record::{AnyRecord, Record, record};
pub use rules::Rules;
pub use square::SquarePosition;
pub use symmetry::{CanonicalKeys, Symmetries};
pub use tactics::{Tactics, ThreatState, Turn};
pub use threats::Threats;
pub use visit::Visitor;
