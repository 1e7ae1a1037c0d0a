//! The engine against the referee, over random positions.

mod games;
mod own;
pub(crate) mod setups;
