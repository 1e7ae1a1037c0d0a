//! Properties of every position under all rules.

mod census;
mod certain;
mod forced;
mod keys;
mod symmetric;
mod threats;
