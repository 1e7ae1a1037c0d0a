//! What holds in every position, whatever the rules say about it.

mod census;
mod certain;
mod forced;
mod keys;
mod symmetric;
mod threats;
