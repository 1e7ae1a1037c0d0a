//! Evaluation: a small network and a policy over pattern features.
//!
//! The features are computed from the [`Threats`](engine::Threats) of both sides, on every board. A network turns them
//! into the value of a position, a policy into the order of moves. The weights are fitted to games, for each game and,
//! where the rules bind the sides differently, for each side. A search looks up the [`Weights`] of a game once, and
//! hands them to the [`Features`] of each position.
//!
//! A value is for the side to move, in hundredths of a point; [`UNIT`] hundredths are odds of e to 1.
//!
//! # Examples
//! ```
//! # extern crate engine as ninuki_engine;
//! use ninuki_engine::{Game, Position, SquarePosition, Tactics};
//! use ninuki_eval::{Features, LineAccumulator, Weights};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let game = Game::new("freestyle".parse()?, None, None)?;
//!     let setup = game.parse_position("15/15/15/15/15/15/15/6xxx6/15/15/5o9/4o9o/15/15/15 x")?;
//!     let position = SquarePosition::set_up(game, &setup)?;
//!     let weights = Weights::for_rules(game.rules());
//!     let mut lines = LineAccumulator::new(&weights, game.grid());
//!     let value = Features::of(&position, &position.threats(), &weights).value(&position, &mut lines);
//!     assert!(value > 0, "the side to move has an open three");
//!     Ok(())
//! }
//! ```
//!
//! # Features
//! * `weights`, by default: the weights of all games are compiled in. Without it [`load_weights`] loads them at run
//!   time.

mod features;
mod global_features;
mod layout;
mod line_accumulator;
mod line_patterns;
mod line_table;
mod loaded;
mod network;
mod policy;
mod weights;
mod weights_file;

pub use features::Features;
pub use global_features::{ACTIVE_GLOBAL_FEATURES, GLOBAL_FEATURES, LEVEL_PAIRS};
pub use layout::{
    ACCUMULATOR, ACCUMULATOR_SCALE, Block, CLIP, FIRST_HIDDEN, GLOBAL_FEATURE_WEIGHTS, HIDDEN, INPUTS, LINE_CHANNELS,
    LINE_LAYOUT, NETWORK_LAYOUT, PARAMETERS, POINT_SCALE, POLICY_LAYOUT, POLICY_SCALE, PRODUCT_CLIP, UNIT,
    WEIGHT_SCALE, network_range,
};
pub use line_accumulator::LineAccumulator;
pub use line_patterns::{LINE_CLASSES, LINE_PATTERNS, LINE_RADIUS, LineGeometry, LinePatterns};
pub use line_table::LineTable;
pub use loaded::{load_weights, missing_weights};
pub use network::Network;
pub use policy::{PATTERN_CODES, POLICY_BLOCKS, POLICY_CLASSES, POLICY_PARAMETERS, policy_features};
pub use weights::{SideWeights, Weights};
pub use weights_file::{WeightsError, WeightsFile, WeightsTable, weights_hash};
