//! How good a position is.
//!
//! Everything here is an opinion: numbers attached to the [`Threats`](engine::Threats) of both sides. The same features serve the
//! value of a position and the order in which moves are tried, on every board. The numbers are fitted to games, for each game
//! and, where the rules bind the sides differently, for each side. Who searches finds the [`Weights`] of a game once, and hands
//! them to the [`Features`] of each position.

mod features;
mod global_features;
mod network;
mod policy;
mod weights;
mod weights_file;

pub use features::Features;
pub use global_features::{ACTIVE_GLOBAL_FEATURES, GLOBAL_FEATURES};
pub use network::{ACCUMULATOR, ACCUMULATOR_SCALE, CLIP, HIDDEN, Network, PARAMETERS};
pub use policy::{PATTERN_CODES, POLICY_CLASSES, POLICY_LAYOUT, POLICY_PARAMETERS, policy_features};
pub use weights::{SideWeights, UNIT, Weights};
pub use weights_file::{WeightsError, WeightsFile, WeightsTable, weights_hash};
