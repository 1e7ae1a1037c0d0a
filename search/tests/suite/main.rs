//! The search and the proofs, by what must hold of their answers.

extern crate ninuki_search as search;

mod blunders;
mod claims;
mod dead_boards;
mod exact;
mod exchange;
mod fours;
mod known;
mod limits;
mod lines;
mod packed;
mod proofs;
mod quiet;
mod samples;
mod signature;
mod zones;
