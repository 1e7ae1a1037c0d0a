//! Tournaments: games between engines, and what their results say.
//!
//! From the bottom up: a `process` is an engine whose pipes never block; a `talk` speaks the protocol with it; a `game`
//! has two of them, a referee and two clocks; a `contest` plays the games of a `schedule` in some threads and writes
//! each into the `journal`; a `tally` counts them, and reports tell of it. The `guard` is a second process, which sees
//! to it that no engine outlives the first, however that ends.
//!
//! Processes are watched through `/proc`, so this is for Linux.

mod adjudication;
mod args;
mod board;
mod clock;
mod contest;
mod contestant;
mod entrant;
mod expected;
mod fault;
mod game;
mod guard;
mod heard;
mod journal;
mod lines;
mod memory;
mod played;
mod process;
mod progress;
mod remarks;
mod report;
mod run;
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
