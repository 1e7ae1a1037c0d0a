//! Long games of this program against another one: where the two values part, and the log loss of results by the number of stones.
//!
//! `look` reads journals of `ninuki tournament`, or lines with `rules`, `size`, `black`, `winner` and `moves`. It writes such lines
//! with the values of both programs for positions of each game, the *looks*, which `parts` and `losses` read.

mod expected;
mod features;
mod games;
mod look;
mod losses;
mod parts;
mod program;
#[cfg(test)]
mod tests;

use std::error;

pub(crate) use self::look::{Options as LookOptions, look};
pub(crate) use self::losses::{Options as LossesOptions, print as losses};
pub(crate) use self::parts::{Options as PartsOptions, print as parts};

/// An error with its text.
type Error = Box<dyn error::Error>;
