//! Forced wins, proved: threat sequences that win against every reply, and certificates that anyone can check.
//!
//! The terms are those of Thomsen's lambda search (2000). A *four* (order 1) is a move after which the attacker would win
//! at once, a *three* (order 2) one after which he would win by VCF, should the defender do nothing. Stones can be
//! captured, so no shape is a win by itself: after every move all replies that can matter are tried, and the replies
//! that do not matter are those against which the threat, played out again, still wins.
//!
//! # Examples
//! ```
//! # extern crate engine as ninuki_engine;
//! use std::sync::atomic::AtomicBool;
//!
//! use ninuki_engine::Game;
//! use ninuki_search::proof::{Answer, Certificate, Effort, solve_game};
//!
//! let game = Game::new("freestyle".parse()?, None, None)?;
//! let threes = game.parse_position("15/15/15/15/15/15/15/3oo1xxx5o/15/15/15/15/15/15/15 x")?;
//! let solution = solve_game(game, Some(&threes), &[], Effort::default(), &AtomicBool::new(false))?;
//! let Answer::Win { plies, .. } = solution.answer else { panic!("an open three wins") };
//! let certificate: Certificate = solution.certificate.expect("a win has one").parse()?;
//! assert_eq!((plies, certificate.verify()?.plies), (3, 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A proof shows that a colour wins. Where the players may exchange colours, that changes who plays it, and nothing
//! else.

mod assembly;
pub(crate) mod budget;
pub(crate) mod certificate;
pub(crate) mod check;
#[cfg(feature = "packed")]
mod coder;
#[cfg(test)]
mod forgery;
mod heading;
mod known;
pub(crate) mod numbers;
#[cfg(feature = "packed")]
mod packed;
#[cfg(feature = "packed")]
mod read;
pub(crate) mod relevance;
mod shortest;
pub(crate) mod solver;
pub(crate) mod strategy;
mod vcf;
mod vcf_table;
pub(crate) mod vct;
mod windows;
mod zone;

pub use assembly::Assembly;
pub use certificate::Certificate;
pub use check::limits::{CheckError, CheckLimits, Stop};
pub use check::{Flaw, Verified};
pub use heading::{FormatError, game_text};
pub(crate) use heading::{Reader, heading};
pub use known::KnownError;
#[cfg(feature = "packed")]
pub use packed::PackedError;
#[cfg(feature = "packed")]
pub use read::ReadError;
pub use solver::{Answer, Effort, Solution, StartError, solve, solve_game};
pub use strategy::{Step, StepId, Strategy};
pub use vcf::{VcfSolver, Verdict};
