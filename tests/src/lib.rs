//! What checks across crates: fuzz targets, and a plain player to beat.
//!
//! The tests themselves are in `suite` and `tournament`; those of one crate stand in its own folder `tests`.

pub mod fuzz;
pub mod uct;
