//! What the games are: rules, boards, moves, outcomes, notation.
//!
//! ```
//! use ninuki_engine::{Game, Move, Rules, record};
//!
//! let game = Game::new(Rules::NINUKI, None, None)?;
//! let mut record = record(game, None)?;
//! for name in ["K10", "L11", "N7"] {
//!     let point = game.grid().parse(name).expect("a point of the board");
//!     record.play(Move::Place(point))?;
//! }
//! assert_eq!(record.legal().len(), 19 * 19 - 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Game`] is a set of [`Rules`] on a board of some size; it names its points through a [`Grid`]. A [`Position`]
//! is small, copied rather than undone, and knows nothing of its past; a [`Record`] knows it. Coordinates and
//! rules follow RULES.md of this project, section by section.

mod all_threats;
mod bitboard;
mod bytes;
mod capture;
mod color;
mod dead;
mod game;
mod grid;
mod hex;
mod line;
pub mod notation;
mod outcome;
mod perft;
mod point;
mod position;
mod record;
pub mod rules;
mod simd;
mod square;
mod symmetry;
mod tactics;
mod threats;
mod windows;
mod zobrist;

pub use all_threats::{PROSPECTS, Threats};
pub use bitboard::{Bitboard, PointSet, Points};
pub use color::Color;
pub use game::{Game, GameError, Visitor};
pub use grid::{Grid, Lettering, Shape};
pub use hex::HexPosition;
pub use outcome::{IllegalMove, Outcome, Reason};
pub use perft::perft;
pub use point::{Move, Point};
pub use position::{Position, SetUp, SetUpError};
pub use record::{AnyRecord, Record, record};
pub use rules::Rules;
pub use simd::{Arithmetic, calculate, prefetch};
pub use square::SquarePosition;
pub use symmetry::{CanonicalKeys, Symmetries};
pub use tactics::{Tactics, ThreatState, Turn};
