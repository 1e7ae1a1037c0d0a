//! Conformance: whether an engine speaks the protocol as match managers need it.
//!
//! Each case is a transcript in `cases`, one step a line, run against the engine in the place of its manager. A case cites
//! the sentence of the protocol that it tests, or names the practice of managers where the protocol leaves the answer
//! open: then it tests robustness, and never fails. Cases without a time limit run several at once.
//!
//! | line | meaning |
//! |---|---|
//! | `# …` | the title, then remarks |
//! | `cites TEXT, SECTION: "SENTENCE"` | the sentence of the protocol |
//! | `open WHY` | the practice of managers |
//! | `exact` | replies are compared as managers do; else as the text allows, which shows `OK - everything is good` |
//! | `line-feeds` | lines end with LF, else with CR LF |
//! | `optional` | an engine that answers `UNKNOWN` does not offer this, which is no failure |
//! | `game NAME` | only for engines that name this game in `ABOUT` |
//! | `> TEXT` | sends a line; consecutive lines are sent in one go. `\r`, `\t`, `\0`, `\xFF` are bytes, `\*N` at the end repeats the character before it N times, `{NAME}` is an answered move |
//! | `limits MS` | sends the settings of a manager, with MS for a move |
//! | `< PATTERN` | the next line that is no remark: text, or `move`, `move NAME` (a legal one, under a name), `stones N`, `error`, `unknown`, `about`, `suggest`, `declines` (an error that means "not offered"); alternatives with ` \| ` between them |
//! | `< PATTERN within MS` | the same, MS after the last line sent at the latest |
//! | `remark TEXT` | a remark before that answer begins with TEXT |
//! | `silence MS` | no line but remarks for MS |
//! | `wait MS` | waits |
//! | `close` | closes the input |
//! | `end MS` | the engine exits without another line, after MS at the latest; `end MS cleanly`: with status 0 |
//! | `freeze MS` | stops the process for MS, as one judge does between moves |
//! | `memory BYTES` | the most memory after an answer |
//! | `quiet stderr` | nothing on standard error so far |
//! | `play N` | N random moves with a clock, each answered by a legal move in time; each game has a new process |
//! | `positions N` | N random positions, each answered by a legal move; `mean MS` bounds the mean time |
//! | `dialogues N` | N random dialogues: one reply to each command that has one, none to the others, legal moves |
//! | `engines N MS` | N engines at once, whose moves exceed their limit by MS at most |
//! | `---` | a new process |
//!
//! A number `A\|B` is A in the quick set and B with [`Checks::full`].
//!
//! # Examples
//! ```no_run
//! use std::io::stdout;
//!
//! use ninuki_engines::conformance::Checks;
//! use ninuki_engines::process::program::Program;
//!
//! if let Some(done) = ninuki_engines::process::helper(std::env::args_os()) {
//!     std::process::exit(i32::from(!done));
//! }
//! let program = Program::find("./engine", None)?;
//! let report = Checks::new(program).run(&mut |_| Ok(()))?;
//! report.foot(&mut stdout())?;
//! assert_eq!(report.failed(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attempt;
mod basis;
mod cases;
mod dialogue;
mod failure;
mod harness;
mod histogram;
mod observer;
mod pattern;
mod random_dialogue;
mod report;
mod run;
mod script;
mod steps;
mod time;
mod trials;

pub use basis::{Basis, Citation};
pub use failure::Failure;
pub use random_dialogue::{RandomCommand, random_dialogue};
pub use report::{Checked, Report, Verdict};
pub use run::Checks;
