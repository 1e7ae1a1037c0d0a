//! The games, against the slow referee and by what must hold in every position.

extern crate ninuki_engine as engine;

mod cases;
mod clauses;
mod differential;
mod games;
mod noise;
mod perft;
mod properties;
mod renju;
