//! Who asks: the protocol, the command line and tournaments.

pub mod args;
pub mod board;
pub mod error;
pub mod formats;
pub mod gomocup;
pub mod perft;
pub mod replay;
pub mod replayed;
pub mod rules;
pub mod solve;
pub mod tournament;
pub mod verify;
