//! Conformance: whether an engine speaks the protocol as match managers need it.
//!
//! Each case is a transcript in `cases`, a text of one line for each step, run against the engine as its manager
//! would. The first line is the title. A case cites the sentence of the protocol that it tests, or says why it is
//! asked although the protocol leaves it open: then it tests robustness, and no engine fails by it.
//!
//! | line | meaning |
//! |---|---|
//! | `# …` | the title, then remarks |
//! | `cites TEXT, SECTION: "SENTENCE"` | the sentence that is tested |
//! | `open WHY` | no sentence asks for this |
//! | `exact` | replies are compared as managers do; else as the text allows, which shows `OK - everything is good` |
//! | `line-feeds` | lines end with LF, else with CR LF |
//! | `optional` | an engine that answers `UNKNOWN` does not offer this, which is no failure |
//! | `game NAME` | only engines that name this game in `ABOUT` are asked |
//! | `> TEXT` | sends a line; lines that follow each other are sent in one go. `\r`, `\t`, `\0`, `\xFF` are bytes, `\*N` at the end repeats the character before it N times, `{NAME}` is a move that was answered |
//! | `limits MS` | sends the settings of a manager, with so much time for a move |
//! | `< WHAT` | the next line that is no remark: text, or `move`, `move NAME` (a legal one, under a name), `stones N`, `error`, `unknown`, `about`, `suggest`, `declines` (an error that means that this is not offered); several with ` \| ` between them |
//! | `< WHAT within MS` | the same, and not later after the last line that was sent |
//! | `heard TEXT` | a remark before that answer began so |
//! | `silence MS` | no line that is no remark for so long |
//! | `wait MS` | waits, whatever is said |
//! | `close` | closes the input |
//! | `end MS` | the engine ends without another word, not later than that; `end MS cleanly`: and with status 0 |
//! | `freeze MS` | stops the process for so long, as one judge does between moves |
//! | `memory BYTES` | after no answer it had more memory |
//! | `quiet stderr` | it has written nothing to standard error |
//! | `play N` | N random moves with a clock, each answered by a legal move in time; each game has a new process |
//! | `positions N` | N random positions, each answered by a legal move; `mean MS` is how long it may take on average |
//! | `dialogues N` | N random dialogues: one reply to each command that has one, none to the others, legal moves |
//! | `engines N MS` | N engines at once, whose moves are not late by more than that |
//! | `---` | the engine is started anew |
//!
//! A number `A\|B` is A in the quick set and B with `--full`.
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
//! let checks = Checks { program, full: false, cases: Vec::new(), untimed: false, seed: 1 };
//! let report = checks.run(&mut |_| Ok(()))?;
//! report.foot(&mut stdout())?;
//! assert_eq!(report.failed(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod basis;
mod cases;
mod dialogue;
mod histogram;
mod observer;
mod pattern;
mod random_dialogue;
mod report;
mod run;
mod script;
mod trials;

pub use basis::{Basis, Citation};
pub use dialogue::Failure;
pub use random_dialogue::{RandomCommand, random_dialogue};
pub use report::{Checked, Report, Verdict};
pub use run::{Checks, Error};
