//! The report as a web page: one self-contained file with all games.

mod chart;
mod course;
pub(crate) mod document;
mod format;
pub(crate) mod gathered;
pub(crate) mod live;
mod parts;
mod replay;
mod result;
mod settings;
mod usage;
mod viewer;
