//! Analysis for programs: queries in, answers out, one JSON object a line.
//!
//! A [`Service`] searches several positions at a time. All threads share one transposition table, which stays warm from
//! query to query. Answers come in the order in which they are found; each repeats the `id` of its query. An error names
//! the field and has a code; other queries are not affected. Memory is bounded: long lines are skipped, reading waits while
//! too much is pending, and every action keeps to the [`Limits`] of time, memory and output.
//!
//! [`actions`] lists the actions. The schemas [`QUERY_SCHEMA`] and [`ANSWER_SCHEMA`] describe queries and answers; both are
//! generated from the types of this crate.
//!
//! # Examples
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use ninuki_service::{Options, serve};
//!
//! let queries = r#"{"id":"one","rules":"pente","moves":["K10","L9"],"nodes":500,"lines":2}
//! {"id":"two","action":"position","rules":"renju","moves":"h8 h9"}
//! "#;
//! let mut answers = Vec::new();
//! serve(queries.as_bytes(), &mut answers, &Options::default(), &AtomicBool::new(false))?;
//! let answers = String::from_utf8(answers)?;
//! assert_eq!(answers.lines().count(), 2);
//! assert!(answers.contains(r#""id":"one","action":"analyze","ply":2"#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod actions;
mod answer;
mod clock;
mod code;
#[cfg(feature = "files")]
mod coded;
mod dispatcher;
#[cfg(feature = "engines")]
mod engines;
#[cfg(feature = "library")]
mod explored;
mod fields;
#[cfg(feature = "files")]
mod files;
#[cfg(feature = "library")]
mod filter;
#[cfg(feature = "engines")]
mod foreign;
mod id;
#[cfg(feature = "library")]
mod libraries;
mod limit;
#[cfg(feature = "threads")]
mod lines;
#[cfg(feature = "files")]
mod node;
mod options;
#[cfg(feature = "threads")]
mod outbox;
mod problem;
#[cfg(feature = "puzzles")]
mod puzzle;
mod query;
mod queue;
mod refusal;
#[cfg(test)]
mod schema;
#[cfg(feature = "threads")]
mod service;
mod shared;
mod signature;
mod sink;
mod start;
mod stepped;
mod task;
#[cfg(feature = "files")]
mod tree;
#[cfg(feature = "threads")]
mod turns;
#[cfg(feature = "watching")]
mod watched;
mod worker;

pub use actions::actions;
#[cfg(feature = "engines")]
pub use engines::{Engines, EnginesError};
#[cfg(feature = "library")]
pub use explored::{Explored, PlayedMove};
#[cfg(feature = "library")]
pub use libraries::{Libraries, LibrariesError};
pub use options::Options;
#[cfg(feature = "threads")]
pub use outbox::Answers;
pub use records::{Limits, Share};
#[cfg(feature = "threads")]
pub use service::{Service, serve};
pub use signature::Action;
pub use sink::Worth;
pub use stepped::{Step, Stepped};
#[cfg(feature = "threads")]
pub use turns::Turns;
#[cfg(feature = "watching")]
pub use watched::{Watched, WatchedError};

/// The JSON Schema (draft 2020-12) of queries.
pub const QUERY_SCHEMA: &str = include_str!("../schema/query.json");

/// The JSON Schema (draft 2020-12) of answers.
pub const ANSWER_SCHEMA: &str = include_str!("../schema/answer.json");

/// The version of queries and answers, bumped on incompatible changes: the first number of [`SCHEMA_VERSION`].
pub const VERSION: u32 = 1;

/// The version of both schemas. The second number is bumped on compatible changes.
pub const SCHEMA_VERSION: &str = "1.3";
