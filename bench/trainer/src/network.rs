//! Networks of a family of games, fitted together: they share the weights of line patterns, and each game has the rest for
//! itself, or two where the rules bind the sides differently.

mod adam;
pub(crate) mod checkpoint;
mod descent;
mod examples;
mod fold;
mod model;
mod policy;
pub(crate) mod returns;

pub(crate) use descent::{Descent, LOOKS, Networks, Training, exchanged_classes};
pub(crate) use examples::{Example, Head, LINES, heads, of_game};
pub(crate) use fold::HALF_CODES;
pub(crate) use model::initial_deviation;
pub(crate) use policy::{Choice, Policies, choices, fit as fit_policies};

#[cfg(test)]
mod tests;
