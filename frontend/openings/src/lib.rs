//! Openings: rules for the first moves, decisions about them by search, balanced starts for matches.
//!
//! An [`OpeningRule`] such as swap2 is data. A [`Procedure`] takes a game through it: it gives the next task and takes the
//! answer, of a person or of [`decide`]. [`lists`] has openings for matches. The decisions themselves
//! are functions of search results, as [`nearest`] and [`Swap2::of`], for programs that search on their own.
//!
//! # Examples
//! ```
//! # extern crate engine as ninuki_engine;
//! use ninuki_engine::{Color, Game, Rules};
//! use ninuki_openings::{OpeningRule, Procedure};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let rule = OpeningRule::named("swap2")?;
//!     let mut opening = Procedure::new(&rule, Game::new(Rules::FREESTYLE, None, None)?)?;
//!     for answer in ["h8", "i9", "j7", "black"] {
//!         opening.answer(answer)?;
//!     }
//!     assert!(opening.task().is_none(), "the opening is over");
//!     assert_eq!(opening.player(Color::Black), 1, "the second player has taken Black");
//!     assert_eq!(opening.text(), "swap2: black");
//!     Ok(())
//! }
//! ```
//!
//! # Features
//! * `lists`, by default: lists of openings, which read records.

mod balance;
mod decide;
mod fifth_moves;
mod first_stones;
#[cfg(feature = "lists")]
pub mod lists;
mod rule;
mod sides;
mod symmetry;

pub use balance::{by_distance, nearest};
pub use decide::{Decision, Grounds, Known, Thinking, decide, decide_all};
pub use fifth_moves::{fair_moves, fifth_moves, weakest};
pub use first_stones::{first_stone, last_stones};
pub use rule::{OpeningError, OpeningRule, Procedure, Step, Task, What};
pub use sides::{Swap2, exchanges};
