//! Who asks: the protocol, the command line and tournaments.

pub mod analyze;
pub mod args;
pub mod bench;
pub mod board;
#[cfg(target_os = "linux")]
pub mod check;
pub mod completions;
pub mod convert;
mod date;
mod dice;
pub mod error;
mod files;
pub mod formats;
pub mod gomocup;
mod interrupt;
pub mod man;
pub mod openings;
pub mod perft;
pub mod picture;
pub mod play;
#[cfg(target_os = "linux")]
mod process;
pub mod replay;
pub mod replayed;
pub mod rules;
pub mod solve;
pub mod sweep;
mod terminal;
#[cfg(target_os = "linux")]
pub mod tournament;
pub mod values;
pub mod verify;
