//! What to play: threats, alpha-beta, proofs.
//!
//! The frontend talks to a [`Player`]: it plays moves, thinks within [`Limits`], and answers with a [`Report`].

mod limits;
mod player;
mod report;

pub use limits::Limits;
pub use player::{Player, player};
pub use report::{Report, Score};
