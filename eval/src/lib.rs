//! How good a position is.
//!
//! Everything here is an opinion: numbers attached to the [`Threats`](engine::Threats) of both sides. The same features serve the
//! value of a position and the order in which moves are tried, on every board.

mod features;
mod weights;

pub use features::Features;
