//! The command line, seen from outside.

mod analysis;
#[cfg(unix)]
mod book;
mod cases;
mod cli;
mod clients;
#[cfg(unix)]
mod closed_pipes;
mod conformance;
mod convert;
#[cfg(target_os = "linux")]
mod faults;
mod help;
mod library;
mod openings;
mod outputs;
mod pbrain;
mod pictures;
mod play;
mod puzzles;
mod records;
mod rectangles;
mod rules_file;
mod run;
#[cfg(unix)]
mod screens;
#[cfg(unix)]
mod terminal;
