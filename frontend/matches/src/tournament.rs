//! Tournaments between engines.
//!
//! `spec` describes a tournament, `play` plays its games, `journal` stores them, `results` counts them, and `report` shows the
//! counts. This module connects them.
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

mod anchor;
mod archive;
mod finished;
mod live;
mod offline;
mod openings;
mod prepare;
mod run;
mod session;

pub use self::finished::{Ended, Finished, Standing};
pub use self::offline::{Journals, merge, report, void};
pub use self::run::{Host, run};
pub use crate::journal::error::JournalError;
pub use crate::journal::fault::{Cause, Fault};
pub use crate::journal::played::{Attempt, Played, Void};
pub use crate::journal::sample::Sample;
pub use crate::journal::search_info::SearchInfo;
pub use crate::play::clock::Clock;
pub use crate::play::error::{EngineError, PlayError};
pub use crate::play::status::RunStatus;
pub use crate::spec::adjudication::{Adjudication, Agreement};
pub use crate::spec::error::{EngineFileError, HeadError, PositionError};
pub use crate::spec::on_fault::OnFault;
pub use crate::spec::request::{Outputs, Request};
pub use crate::spec::schedule::{Format, MOST_GAMES, OpeningOrder};
pub use crate::spec::sequential_test::SequentialTest;
pub use crate::spec::time_control::TimeControl;
pub use crate::spec::timeouts::Timeouts;
