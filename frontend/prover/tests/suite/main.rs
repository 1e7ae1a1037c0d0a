//! The tests of stores and proofs.

mod proofs;
mod stores;
