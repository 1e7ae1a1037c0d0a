//! Puzzles with certificates: one first move wins, or one move does not lose.
//!
//! A [`Puzzle`] is read from JSON lines or text by [`read`], and checked by [`Puzzle::check`] against every legal reply. An
//! [`Attempt`] plays it: the defender answers by the certificate with the longest defence. [`Maker`] finds puzzles in
//! games, and [`shipped`] has some for every game.
//!
//! # Examples
//! ```
//! # extern crate engine as ninuki_engine;
//! use std::sync::atomic::AtomicBool;
//!
//! use ninuki_engine::Game;
//! use ninuki_puzzles::{Attempt, Checks, Reply, shipped};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let game = Game::new("freestyle".parse()?, None, None)?;
//!     let puzzle = shipped(game).into_iter().next().expect("a puzzle");
//!     puzzle.check(&Checks::default(), &AtomicBool::new(false))?;
//!     let mut attempt = Attempt::new(puzzle);
//!     while let Some(point) = attempt.expected() {
//!         assert_ne!(attempt.play(point)?, Reply::Wrong);
//!     }
//!     Ok(())
//! }
//! ```

#![cfg_attr(not(feature = "make"), allow(dead_code, reason = "only the maker writes puzzles"))]

mod attempt;
#[cfg(feature = "make")]
mod check;
mod difficulty;
#[cfg(feature = "make")]
mod error;
mod json;
mod line;
#[cfg(feature = "make")]
mod make;
mod puzzle;
mod read;
#[cfg(feature = "shipped")]
mod shipped;
#[cfg(feature = "make")]
mod store;
mod text;
mod themes;

pub use attempt::{Attempt, Hint, Reply};
#[cfg(feature = "make")]
pub use check::{CheckError, Checked, Checks};
pub use difficulty::{Difficulty, Rating};
#[cfg(feature = "make")]
pub use error::Error;
#[cfg(feature = "make")]
pub use make::{Effort, Headway, Maker, SelfPlay};
pub use puzzle::{Kind, Others, Puzzle, Refutation};
pub use read::{PuzzleError, Unread, read, read_within};
#[cfg(feature = "shipped")]
pub use shipped::{SHIPPED, all_shipped, shipped, shipped_as};
#[cfg(feature = "make")]
pub use store::{Form, Store};
pub use themes::{Theme, ThemeError};
