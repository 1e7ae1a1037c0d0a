//! What to play: threats, alpha-beta, proofs.
//!
//! The frontend talks to a [`Player`]: it plays moves, thinks within [`Limits`], and answers with a [`Report`].
//!
//! Without its features it runs where there are no threads, no pages and no clock, as in a browser: [`Instant`] is then the clock of
//! the host.

mod alphabeta;
mod buckets;
mod deepening;
pub mod exact;
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
mod report;
mod resources;
mod root;
mod transposition;
mod worker;

pub use eval::weights_hash;
pub use instant::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use instant::set_clock;
pub use limits::Limits;
pub use player::{Player, player};
pub use report::{End, Report, Score};
pub use resources::Resources;
