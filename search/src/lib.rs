//! What to play: threats, alpha-beta, proofs.
//!
//! The frontend talks to a [`Player`]: it plays moves, thinks within [`Limits`], and answers with a [`Report`].

mod alphabeta;
mod buckets;
mod deepening;
pub mod exact;
mod history;
mod limits;
mod pace;
mod parallel;
mod parameters;
mod picker;
mod player;
pub mod proof;
mod report;
mod resources;
mod root;
mod transposition;
mod worker;

pub use eval::weights_hash;
pub use limits::Limits;
pub use player::{Player, player};
pub use report::{End, Report, Score};
pub use resources::Resources;
