//! Games of the engine against itself with other numbers of the search: to compare two sets of them, and to tune them.

mod compare;
mod contest;
mod numbers;
mod spsa;

pub(crate) use compare::{Compare, compare};
pub(crate) use spsa::{Tune, tune};
