//! Tournaments: games between engines, and what their results say.
//!
//! From the bottom up: an engine is a [`process`](self) whose pipes never block; a conversation (`talk`) speaks the
//! protocol with it; a game (`game`) has two of them, a referee and two clocks; a contest (`contest`) plays the games
//! of a schedule in some threads and writes each into the journal; a tally counts them, and reports tell of it.

#[cfg(target_os = "linux")]
mod adjudication;
#[cfg(target_os = "linux")]
mod args;
#[cfg(target_os = "linux")]
mod clock;
#[cfg(target_os = "linux")]
mod contest;
#[cfg(target_os = "linux")]
mod contestant;
#[cfg(target_os = "linux")]
mod entrant;
#[cfg(target_os = "linux")]
mod fault;
#[cfg(target_os = "linux")]
mod game;
#[cfg(target_os = "linux")]
mod guard;
#[cfg(target_os = "linux")]
mod journal;
#[cfg(target_os = "linux")]
mod lines;
#[cfg(target_os = "linux")]
mod memory;
#[cfg(target_os = "linux")]
mod played;
#[cfg(target_os = "linux")]
mod process;
#[cfg(target_os = "linux")]
mod remarks;
#[cfg(target_os = "linux")]
mod report;
#[cfg(target_os = "linux")]
mod run;
#[cfg(target_os = "linux")]
mod schedule;
#[cfg(target_os = "linux")]
mod settings;
pub mod statistics;
#[cfg(target_os = "linux")]
mod talk;
#[cfg(target_os = "linux")]
mod tally;
#[cfg(target_os = "linux")]
mod terms;

#[cfg(target_os = "linux")]
pub use self::{
    args::Args,
    fault::Fault,
    played::Played,
    run::{GuardArgs, guard, run},
};
