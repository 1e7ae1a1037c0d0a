//! Matches between engines: [`openings`], the [`tournament`] and the [`statistics`] of its results.

mod error;
pub mod openings;
pub mod statistics;
#[cfg(target_os = "linux")]
pub mod tournament;

pub use error::Error;
