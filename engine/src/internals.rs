//! What the evaluation and the search of this engine take from it beside the public interface. It changes with them, so
//! nobody else should build on it.

pub use crate::all_threats::WINDOW_COUNT_BITS;
pub use crate::simd::{IntegerKernel, Products, dispatch, prefetch};
