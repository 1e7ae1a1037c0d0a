//! The tests of the workspace, one module for each concern.

mod blunders;
mod cases;
mod claims;
mod clauses;
mod dice;
mod differential;
mod duel;
mod probe;
mod properties;
mod records;
mod scene;
mod symmetry;
mod tangle;
