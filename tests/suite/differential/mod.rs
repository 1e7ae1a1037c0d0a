//! The engine against the referee, over positions that nobody has looked at.

mod games;
mod own;
mod setups;
