//! What is checked across crates.

mod fuzz;
mod style;
mod walls;
