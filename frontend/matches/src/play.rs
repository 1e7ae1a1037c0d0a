//! Play: engines, clocks, the referee and the scheduler.
//!
//! A `Connection` exchanges lines with the process of an engine. A `Player` is an engine in a game, a `Referee` plays a game
//! between two of them. `Worker`s play the games that the `Scheduler` hands out.

mod affinity;
mod answer;
mod cause;
pub(crate) mod clock;
pub(crate) mod connection;
pub(crate) mod contest;
mod dialogue;
pub(crate) mod engine;
pub(crate) mod error;
mod expected;
mod failure;
pub(crate) mod game_info;
mod idle;
pub(crate) mod machine;
mod memory;
mod other_output;
mod outcome;
mod player;
mod position;
pub(crate) mod probe;
mod referee;
pub(crate) mod running;
pub(crate) mod scheduler;
pub(crate) mod shards;
pub(crate) mod state;
pub(crate) mod status;
mod swap;
pub(crate) mod threads;
mod worker;
