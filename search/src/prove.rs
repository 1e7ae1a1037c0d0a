//! The prover: wins with quiet moves, where stones alone decide.
//!
//! Depth-first proof-number search (Nagai 2002). A leaf is a win by VCF or VCT. The attacker's other moves are the best of a
//! short search. After a quiet move the defender passes first (a null move); the win that follows is the step for all replies
//! outside of its relevance zone, and those inside of it that do not help.
//!
//! # Examples
//! ```
//! # extern crate engine as ninuki_engine;
//! use std::sync::atomic::AtomicBool;
//!
//! use ninuki_engine::Game;
//! use ninuki_search::proof::{Answer, Effort};
//! use ninuki_search::prove::prove_game;
//!
//! let game = Game::new("freestyle".parse()?, None, None)?;
//! let moves = game.parse_moves("f8 a1 g8 c13 h6 m2 h7 o12")?;
//! let solution = prove_game(game, None, &moves, Effort::default(), &AtomicBool::new(false), &mut |_| ())?;
//! assert!(matches!(solution.answer, Answer::Win { .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod order;
mod parts;
mod prover;
mod replies;
mod tree;
mod wins;

pub use parts::{Candidates, candidates, relevant_replies, zone_of_win};
pub use prover::{Headway, ProveError, prove_game};
pub use replies::{Attempt, Won, known_win, prove_replies};
