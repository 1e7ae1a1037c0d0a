//! One module a command: its options, its output, its exit status.

pub(crate) mod analysis;
pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod board;
pub(crate) mod book;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod gomocup;
pub(crate) mod gtp;
pub(crate) mod library;
pub(crate) mod man;
pub(crate) mod openings;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod prove;
pub(crate) mod puzzles;
pub(crate) mod replay;
pub(crate) mod rules;
pub(crate) mod solve;
pub(crate) mod sweep;
pub(crate) mod tournament;
pub(crate) mod verify;
pub(crate) mod web;
