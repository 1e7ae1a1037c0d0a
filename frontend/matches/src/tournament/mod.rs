//! Tournaments: games between engines.
//!
//! From the bottom up: a `talk` speaks the protocol with an engine, a `process`; a `game`
//! has two of them, a referee and two clocks; a `contest` plays the games of a `schedule` in some threads and writes
//! each into the `journal`; a `tally` counts them, and reports tell of it.
//!
//! # Examples
//! ```no_run
//! use std::io::{sink, stderr};
//!
//! use ninuki_matches::tournament::{Host, Request, run};
//!
//! let engines = vec!["cmd=./new".to_owned(), "cmd=./old".to_owned()];
//! let request = Request { engines, games: Some(100), concurrency: 4, ..Request::default() };
//! let finished = run(&request, Host::default(), &mut sink(), &mut stderr())?;
//! for standing in finished.standings {
//!     println!("{}: {} of {}", standing.name, standing.games.wins, standing.games.games());
//! }
//! # Ok::<(), ninuki_matches::Error>(())
//! ```

mod adjudication;
mod board;
mod clock;
mod conditions;
mod contest;
mod contestant;
mod dialogue;
mod entrant;
mod event;
mod expected;
mod fault;
mod game;
mod game_info;
mod journal;
mod machine;
mod offline;
mod other_output;
mod page;
mod plan;
mod played;
mod progress;
mod remarks;
mod report;
mod request;
mod roster;
mod run;
mod sample;
mod schedule;
mod settings;
mod siblings;
mod swaps;
mod talk;
mod tally;

pub use adjudication::{Adjudication, Agreement};
pub use clock::{Clock, TimeControl};
pub use fault::{Cause, Fault, OnFault};
pub use game_info::Timeouts;
pub use offline::{Journals, merge, report, void};
pub use played::{Attempt, Played, Void};
pub use progress::SequentialTest;
pub use report::RunStatus;
pub use request::{Outputs, Request};
pub use run::{Ended, Finished, Host, Standing, run};
pub use sample::Sample;
pub use schedule::{Format, MOST_GAMES, OpeningOrder};
