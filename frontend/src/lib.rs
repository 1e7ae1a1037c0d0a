//! Who asks: the protocol and the command line.

pub mod args;
pub mod board;
pub mod error;
pub mod formats;
pub mod openings;
pub mod perft;
pub mod replay;
pub mod replayed;
pub mod rules;
