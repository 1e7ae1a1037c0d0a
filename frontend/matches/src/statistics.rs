//! Statistics of match results: Elo, likelihood of superiority, sequential tests, and ratings.
//!
//! The unit is the *pair*, one opening played twice with the colours reversed: the two games of a pair are not
//! independent, so pairs are counted in [`PairCounts`] as wholes. Games without a partner are counted in
//! [`GameCounts`]. Everything here is a function of such counts, so the order of the games makes no difference.

//!
//! # Examples
//! ```
//! use ninuki_matches::statistics::{PairCounts, Parameters, Points, Sprt, Verdict};
//!
//! let mut pairs = PairCounts::default();
//! for _ in 0..100 {
//!     pairs.add(Points::Win, Points::Win);
//!     pairs.add(Points::Win, Points::Loss);
//! }
//! let test = Sprt::new(Parameters { elo0: 0.0, elo1: 10.0, ..Parameters::default() })?;
//! assert_eq!(test.verdict(test.llr_of_pairs(&pairs)), Verdict::AcceptH1);
//! # Ok::<(), ninuki_matches::statistics::InvalidSprt>(())
//! ```

mod cholesky;
mod counts;
mod estimate;
mod likelihood;
mod normal;
#[cfg(test)]
mod random;
mod rating;
mod score;
mod sprt;

pub use counts::{GameCounts, PairCounts, Points};
pub use estimate::Estimate;
pub use rating::{Anchor, Pool, Ratings, VIRTUAL_DRAWS};
pub use score::{Score, elo_of_score, score_of_elo};
pub use sprt::{InvalidSprt, MAX_ELO, Model, Parameters, Sprt, UnknownModel, Verdict};
