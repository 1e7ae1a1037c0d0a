//! Large proofs: positions proved one by one, kept in a store on disk, resumed at any time, shared by threads and machines.
//!
//! A [`Store`] is a file of lines with checksums: attempts, their certificates, the moves to try. A [`Prover`] works on a
//! [`Claim`] until the store has a proof of all that it needs, and makes one certificate of them.
//!
//! # Examples
//! ```
//! # extern crate engine as ninuki_engine;
//! # extern crate records as ninuki_records;
//! use std::sync::atomic::AtomicBool;
//! use std::time::Duration;
//!
//! use ninuki_engine::{Color, Game};
//! use ninuki_prover::{Budgets, Claim, Limits, Prover, Store};
//! use ninuki_records::Shard;
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let game = Game::new("freestyle".parse()?, None, None)?;
//!     let path = std::env::temp_dir().join("ninuki-example.store");
//!     let setup = game.parse_position("15/15/15/15/15/6x8/7xx6/7xx6/15/15/15/15/15/15/15 o")?;
//!     let claim = Claim { setup, attacker: Color::Black, last: game.grid().parse("g10") };
//!     let limits = Limits { threads: 2, nodes: 1_000_000, time: Duration::MAX, shard: Shard::ALL };
//!     let prover = Prover::new(Store::open(game, &path)?, claim, Budgets::default())?;
//!     let (prover, proof) = prover.run(limits, &AtomicBool::new(false), &|_, _| ())?;
//!     let status = prover.status();
//!     println!("{} of {} replies", status.proved(), status.replies.len());
//!     assert!(proof.is_none_or(|proof| proof.certificate.verify().is_ok()));
//!     std::fs::remove_file(&path)?;
//!     Ok(())
//! }
//! ```

mod assemble;
mod canon;
mod certified;
mod claim;
mod error;
mod known;
mod line;
mod merge;
mod page;
mod prover;
mod status;
mod store;
mod task;
mod tree;

pub use claim::{Claim, Limits, Proof};
pub use error::{CertificateError, Error, LineError};
pub use merge::merge;
pub use page::page;
pub use prover::Prover;
pub use status::{Reply, Status};
pub use store::Store;
pub use tree::{Budgets, State};
