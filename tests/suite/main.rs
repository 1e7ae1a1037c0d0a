//! Checks across crates.

mod dialogues;
mod formats;
mod fuzz;
mod links;
mod pace;
mod readmes;
mod style;
mod tables;
mod walls;
