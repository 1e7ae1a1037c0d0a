//! The slow referee that the engine is compared with, and what the tests of all crates share: games and positions to ask
//! both about, chance that repeats itself, real games.

pub mod dice;
pub mod duel;
pub mod probe;
pub mod real_games;
mod referee;
pub mod scene;
pub mod settings;
pub mod symmetry;
pub mod tangle;
pub mod trial;

pub use referee::{Referee, Stone};
