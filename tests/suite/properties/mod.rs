//! What holds in every position, whatever the rules say about it.

mod forced;
