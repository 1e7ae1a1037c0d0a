//! Checks across crates: fuzz targets, and a plain player to beat.
//!
//! The tests themselves are in `suite` and `tournament`; those of one crate stand in the folder `tests` of that crate.

pub mod fuzz;
pub mod hasty;
pub mod uct;
