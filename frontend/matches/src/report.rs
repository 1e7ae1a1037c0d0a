//! Reports of a tournament.

mod csv;
mod json;
pub(crate) mod page;
mod records;
pub(crate) mod summary;
mod table;
mod verdict;
pub(crate) mod write;
