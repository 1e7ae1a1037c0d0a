//! Whether it is right, seen from outside: the slow twin that the engine is compared with, and a plain player to beat.
//!
//! The tests themselves are in `suite`.

pub mod fuzz;
pub mod referee;
pub mod uct;
