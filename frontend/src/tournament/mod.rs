//! Tournaments: games between engines, and what their results say.
//!
//! From the bottom up: a `talk` speaks the protocol with an engine, a `process`; a `game`
//! has two of them, a referee and two clocks; a `contest` plays the games of a `schedule` in some threads and writes
//! each into the `journal`; a `tally` counts them, and reports tell of it.

mod adjudication;
mod args;
mod board;
mod clock;
mod conditions;
mod contest;
mod contestant;
mod entrant;
mod expected;
mod fault;
mod game;
mod heard;
mod journal;
mod plan;
mod played;
mod progress;
mod remarks;
mod report;
mod run;
mod sample;
mod schedule;
mod settings;
pub mod statistics;
mod swaps;
mod talk;
mod tally;
mod terms;

pub use args::Args;
pub use fault::Fault;
pub use played::Played;
pub use run::{GuardArgs, guard, run};
pub use sample::Sample;

pub use crate::process::keeper::{KeepArgs, LaunchArgs, keep, launch};
