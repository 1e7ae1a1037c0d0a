//! Engines as processes: started, heard and stopped without a call that could block.
//!
//! | system | an engine is | the end of the runner, also by a signal |
//! |---|---|---|
//! | Linux | a process below a keeper, which ends everything that the engine started | ends all engines |
//! | Windows | a job | ends all engines |
//! | other | a process group | closes the engines' input |
//!
//! On Linux, keepers and the guard, which ends what a killed keeper leaves, are the running program, started again: it
//! calls [`helper`] before anything else. Processes are watched through `/proc`. All pipes are non-blocking and all waiting
//! is one `poll` with a limit, in the thread that plays the game. On other systems, threads read and write the pipes. So a
//! silent, flooding, deaf or dead engine never delays the runner.
//!
//! # Examples
//! ```no_run
//! use std::time::{Duration, Instant};
//!
//! use ninuki_engines::process::guard::Guard;
//! use ninuki_engines::process::program::Program;
//! use ninuki_engines::process::{Event, Process};
//!
//! if let Some(done) = ninuki_engines::process::helper(std::env::args_os()) {
//!     std::process::exit(i32::from(!done));
//! }
//! let echo = Program::find("cat", None)?;
//! let mut process = Process::start(&echo.command(), &Guard::start()?)?;
//! process.send("ABOUT");
//! let until = Instant::now() + Duration::from_secs(60);
//! let line = loop {
//!     match process.next(None, until) {
//!         Event::Line(line) => break line,
//!         Event::Quiet if Instant::now() < until => {}
//!         Event::Quiet | Event::Gone => panic!("no answer"),
//!     }
//! };
//! assert_eq!(line.text, "ABOUT");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod event;
mod lines;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod portable;
pub mod program;

#[cfg(target_os = "linux")]
use linux as system;
#[cfg(not(target_os = "linux"))]
use portable as system;

pub use event::{Event, Outside};
pub use lines::Line;
pub use system::{Process, helper};

pub mod guard {
    //! The guard of a run: no engine survives the runner.

    pub use super::system::Guard;
}
