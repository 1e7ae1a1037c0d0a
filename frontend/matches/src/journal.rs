//! The journal: every finished game is a line of a file before it counts.
//!
//! The first line, the head, describes the tournament. A tournament that is started again resumes where the journal ends; an
//! incomplete last line is cut off.

pub(crate) mod error;
pub(crate) mod fault;
pub(crate) mod file;
pub(crate) mod head;
pub(crate) mod line;
pub(crate) mod played;
pub(crate) mod read;
pub(crate) mod sample;
pub(crate) mod search_info;
pub(crate) mod validation;
mod verification;
