//! The command line, seen from outside.

mod analysis;
#[cfg(unix)]
mod book;
mod cases;
mod cli;
mod clients;
mod conformance;
mod convert;
mod help;
mod openings;
mod outputs;
mod pbrain;
mod pictures;
mod play;
mod records;
mod rectangles;
mod rules_file;
mod run;
#[cfg(unix)]
mod screens;
#[cfg(unix)]
mod terminal;
