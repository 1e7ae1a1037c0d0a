//! Forced wins, proved: threat sequences that win against every reply, and certificates that anyone can check.
//!
//! The terms are those of Thomsen's lambda search (2000). A *four* (order 1) is a move after which the attacker would win
//! at once, a *three* (order 2) one after which he would win by VCF, should the defender do nothing. Stones can be
//! captured, so no shape is a win by itself: after every move all replies that can matter are tried, and the replies
//! that do not matter are those against which the threat, played out again, still wins.
//!
//! What is proved is that a colour wins. Where the players may exchange colours, that changes who plays it, and nothing else.

pub(crate) mod budget;
mod certificate;
mod check;
#[cfg(test)]
mod forgery;
mod heading;
mod shortest;
mod solver;
mod strategy;
mod vcf;
mod vcf_table;
mod vct;
mod zone;

pub use certificate::Certificate;
pub use check::{Flaw, Verified};
pub use heading::FormatError;
pub(crate) use heading::{Reader, heading};
pub use solver::{Answer, Effort, Solution, solve, solve_game};
pub use strategy::{Step, StepId, Strategy};
pub use vcf::{VcfSolver, Verdict};
