//! How good a position is.
//!
//! Everything here is an opinion: numbers attached to the [`Threats`](engine::Threats) of both sides. The same features serve the
//! value of a position and the order in which moves are tried, on every board. The numbers are fitted to games, for each game
//! and, where the rules bind the sides differently, for each side (`weights.txt`, written by the tuner of the crate `bench`).

mod circumstances;
mod features;
mod network;
mod order;
mod weights;

pub use circumstances::{AT_A_TIME, CIRCUMSTANCES};
pub use features::Features;
pub use network::{CROWD, FULL, Network, SUMS, TERMS, UNITS};
pub use order::{CODES, KINDS, ORDER_LAYOUT, TRAITS, traits};
pub use weights::{UNIT, Weights};
