//! Whether it is right, seen from outside: the slow twin that the engine is compared with.
//!
//! The tests themselves are in `suite`.

pub mod referee;
