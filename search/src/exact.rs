//! Exact values of small boards, where a position is nothing but its stones and the side to move.
//!
//! Two independent methods find them, [retrograde iteration](Method::Retrograde) and [proof search](Method::Proofs). A
//! [`Table`] justifies them: a set of decided positions in which each follows from others, which a slow and simple
//! checker compares with the rules. `retrograde`, `proofs` and `check` describe their treatment of repetition.
//!
//! Values are those of the colours. Where the players may exchange colours, a first move that wins or loses is not fair,
//! and one that draws is.

//!
//! # Examples
//! ```
//! # extern crate engine as ninuki_engine;
//! use ninuki_engine::{Game, Rules};
//! use ninuki_search::exact::{Table, Value};
//!
//! let game = Game::new(Rules::NDENGROD, Some(3), Some(3))?;
//! let table = Table::shipped(game).expect("a table of this board");
//! table.verify()?;
//! let firsts = table.first_moves()?;
//! assert_eq!(firsts.len(), game.grid().points().count());
//! assert!(firsts.iter().any(|first| first.value() == Some(Value::Win)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod check;
mod collection;
mod pn_table;
mod proofs;
mod retrograde;
mod simulation;
mod table;
mod values;

pub use board::{TooLarge, fits};
pub use check::TableFlaw;
pub use table::Table;
pub use values::{Bounds, FirstMove, Method, Step, solve_start};

/// The value of a position for the side to move, with best play of both sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// The other side wins.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// It wins.
    Win,
}
