//! Analysis of positions, judgement of the moves of a game, and playing levels.
//!
//! An [`Analyst`] finds the best lines of a position depth by depth; a [`Review`] judges every move of a game by what an
//! analyst finds; an [`Opponent`] plays at a [`Level`].
//!
//! # Examples
//! ```
//! # extern crate records as ninuki_records;
//! use std::sync::atomic::AtomicBool;
//!
//! use ninuki_records::{Choice, Replayed};
//! use ninuki_analysis::{Analyst, Effort};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let choice = Choice { rules: Some("freestyle".to_owned()), ..Choice::default() };
//!     let game = Replayed::from(choice.entry("h8 i9 g9 i7 i8")?);
//!     let mut analyst = Analyst::new(game.record.as_ref(), None, 1, 1 << 20);
//!     let effort = Effort { depth: Some(4), ..Effort::default() };
//!     let found = analyst.think(effort, 2, &AtomicBool::new(false), &mut |_| ());
//!     assert_eq!((found.depth, found.lines.len()), (4, 2));
//!     Ok(())
//! }
//! ```
//!
//! # Features
//! * `serde`: the same feature of the crates `ninuki-engine`, `ninuki-records` and `ninuki-search`.
//! * `schema`: JSON schemas of the types of [`json`].

mod analyst;
mod annotate;
pub mod json;
mod judgement;
mod level;
mod opponent;
mod players;
#[cfg(feature = "threads")]
mod queue;
mod rates;
mod review;
mod watch;

pub use analyst::{Among, Analyst, Effort, Found, Line};
pub use annotate::{AnnotateError, annotated};
pub use judgement::{Evaluation, Judged, accuracy};
pub use level::{Level, LevelError, Strength};
pub use opponent::Opponent;
pub use players::{Play, Players};
#[cfg(feature = "threads")]
pub use queue::{Job, Progress, review_games};
pub use rates::{best_of, values_of_moves};
pub use review::{OnPosition, Review, Spending};
