//! The engine against the referee, over positions that nobody has looked at.

mod games;
pub(crate) mod setups;
