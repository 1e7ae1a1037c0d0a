//! Search: alpha-beta, forced wins with certificates, exact values of small boards.
//!
//! A [`Player`] follows a game and can be asked for a move: it thinks within [`Limits`] and answers with a [`Report`].
//! [`proof`] finds wins by continuous fours and threes (VCF, VCT) that can be checked without the engine; [`exact`] holds
//! the exact values of small boards.
//!
//! # Examples
//! ```
//! # extern crate engine as ninuki_engine;
//! use std::sync::atomic::AtomicBool;
//!
//! use ninuki_engine::Game;
//! use ninuki_search::{Limits, player};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let game = Game::new("freestyle".parse()?, None, None)?;
//!     let mut player = player(game, None)?;
//!     for name in ["h8", "i9", "g9", "g8"] {
//!         player.play(game.parse_move(name)?)?;
//!     }
//!     let limits = Limits { depth: Some(3), ..Limits::none() };
//!     let stop = AtomicBool::new(false);
//!     let report = player.think(&limits, &stop, &mut |report| println!("{}", report.named(game.grid())));
//!     let best = report.expect("the game is not over").best;
//!     player.play(best)?;
//!     Ok(())
//! }
//! ```
//!
//! # Features
//! * `weights`, by default: the weights of all games; without it, [`load_weights`] takes those that are wanted.
//! * `threads`, `mmap`, `packed`, `tables`, all four by default: several threads on one search, tables in large pages of memory,
//!   compressed certificates, the solved small boards. Without them it runs where there are none of these and no clock, as in a browser: [`Instant`] is
//!   then the clock of the host.
//! * `serde`: [`NamedReport`] and [`Score`] are serialized, a score as its text.

mod alphabeta;
mod analysis;
mod buckets;
mod continuation;
mod deepening;
pub mod exact;
mod gate;
mod history;
mod instant;
mod limits;
mod memory;
mod pace;
mod parallel;
mod parameters;
mod picker;
mod player;
mod pool;
pub mod proof;
pub mod prove;
mod report;
mod resources;
mod root;
mod samples;
mod shared_table;
pub mod signature;
mod transposition;
#[cfg(feature = "tune")]
pub mod tuning;
mod varint;
mod worker;

pub use analysis::{Analysis, AnalysisLine};
pub use eval::{WeightsError, load_weights, missing_weights, weights_hash};
pub use gate::{Gate, leave_gate, pass_gate, with_gate};
pub use instant::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use instant::set_clock;
pub use limits::Limits;
pub use player::{Player, player};
pub use report::{End, NamedReport, Report, Score, ScoreError};
pub use resources::Resources;
pub use shared_table::SharedTable;
