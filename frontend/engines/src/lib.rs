//! Engines of the Gomocup protocol as processes.
//!
//! [`process`] starts, hears, times and stops engines without a call that could block; [`conformance`] tests whether an
//! engine speaks the protocol as managers need it. The grammar is that of `ninuki-protocol`.
//!
//! # Examples
//! ```
//! use ninuki_engines::process::program::{Program, words};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     assert_eq!(words("pbrain --name 'a b'")?, ["pbrain", "--name", "a b"]);
//!     let program = Program::find("sh -c 'echo OK'", None)?;
//!     assert_eq!(program.command().output()?.stdout, b"OK\n");
//!     Ok(())
//! }
//! ```

pub mod conformance;
mod error;
pub mod process;

pub use error::Error;
