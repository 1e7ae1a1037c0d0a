//! The tests of the workspace, one module for each concern.

mod blunders;
mod cases;
mod claims;
mod clauses;
mod dice;
mod differential;
mod duel;
mod exact;
mod exchange;
mod lines;
mod noise;
mod perft;
mod probe;
mod proofs;
mod properties;
mod readmes;
mod records;
mod renju;
mod scene;
mod signature;
mod style;
mod symmetry;
mod tangle;
mod trial;
mod walls;
