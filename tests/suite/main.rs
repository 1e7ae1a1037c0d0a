//! What is checked across crates.

mod fuzz;
mod readmes;
mod style;
mod walls;
