//! What is checked across crates.

mod formats;
mod fuzz;
mod links;
mod readmes;
mod style;
mod walls;
