//! Games of the engine against itself with other numbers of the search: to compare two sets of them, to screen many changes, and to tune
//! them.

mod compare;
mod contest;
mod numbers;
mod screen;
mod spsa;

pub(crate) use compare::{Compare, compare};
pub(crate) use screen::{Screen, screen};
pub(crate) use spsa::{Tune, tune};
