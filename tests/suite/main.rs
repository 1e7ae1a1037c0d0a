//! What is checked across crates.

mod fuzz;
mod links;
mod readmes;
mod style;
mod walls;
