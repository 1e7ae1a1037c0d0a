//! Matches between engines: the `tournament` (on Linux, where processes can be watched) and the [`statistics`] of its results.
//!
//! # Examples
//! ```
//! use ninuki_matches::statistics::{GameCounts, Score};
//!
//! let counts = GameCounts { wins: 60, draws: 10, losses: 30 };
//! let elo = Score::of_games(&counts).and_then(|score| score.elo()).expect("results that differ");
//! assert!((elo.value - 107.5).abs() < 0.1 && elo.margin > 60.0);
//! ```

mod error;
#[cfg(not(target_family = "wasm"))]
mod journal;
#[cfg(not(target_family = "wasm"))]
mod play;
#[cfg(not(target_family = "wasm"))]
mod report;
#[cfg(not(target_family = "wasm"))]
mod results;
#[cfg(not(target_family = "wasm"))]
mod spec;
pub mod statistics;
#[cfg(not(target_family = "wasm"))]
pub mod tournament;
#[cfg(not(target_family = "wasm"))]
pub mod watch;

pub use error::Error;
#[cfg(not(target_family = "wasm"))]
pub use error::{Setting, SettingError, TournamentError};
