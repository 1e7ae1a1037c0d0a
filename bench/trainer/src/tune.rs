//! The engine with other numbers of the search: games against itself, to compare two sets of them, to screen many changes, and to tune
//! them; and how soon each set sees who wins.

mod compare;
mod contest;
mod numbers;
mod screen;
mod spsa;
mod suite;

pub(crate) use compare::{Compare, compare};
pub(crate) use screen::{Screen, screen};
pub(crate) use spsa::{Tune, tune};
pub(crate) use suite::{Suite, suite};
