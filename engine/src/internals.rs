//! The private interface to the evaluation and the search of this engine. It changes with them and is not covered by
//! semantic versioning.

pub use crate::simd::{IntegerKernel, Products, dispatch, prefetch};
pub use crate::threats::WINDOW_COUNT_BITS;
