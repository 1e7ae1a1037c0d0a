//! Output of an engine besides the answer.

use engine::notation::shorten;

use super::failure::Failure;
use crate::journal::fault::Fault;
use crate::journal::search_info::SearchInfo;

/// Largest number of lines that are neither answer nor message.
const MOST_NOISE: usize = 10_000;

/// Output besides the answer.
#[derive(Default, Debug)]
pub(super) struct OtherOutput {
    pub(super) info: SearchInfo,
    /// First line that is neither answer nor message.
    noise: Option<String>,
    /// Number of such lines.
    noises: usize,
    /// Lines with `ERROR` and `UNKNOWN`.
    pub(super) complaints: Vec<String>,
}

impl OtherOutput {
    /// Adds a line that is neither answer nor message.
    ///
    /// # Errors
    /// There are too many of them.
    pub(super) fn noise(&mut self, text: &str) -> Result<(), Failure> {
        self.noise.get_or_insert_with(|| text.to_owned());
        self.noises += 1;
        if self.noises <= MOST_NOISE {
            return Ok(());
        }
        let line = shorten(text);
        Err(Failure::fault(Fault::Flood, format!("it wrote {MOST_NOISE} lines like \"{line}\"")))
    }

    /// Returns the fault of an engine without an answer: a refusal or garbage, if it wrote such lines instead.
    pub(super) fn instead_of(&self, failure: Failure) -> Failure {
        match (failure, self.complaints.first(), &self.noise) {
            (Failure::Fault(Fault::Stall, text), Some(complaint), _) => {
                Failure::fault(Fault::Refusal, format!("{text}, but {}", shorten(complaint)))
            }
            (Failure::Fault(Fault::Stall, text), None, Some(noise)) => {
                Failure::fault(Fault::Garbage, format!("{text}, but \"{}\"", shorten(noise)))
            }
            (failure, ..) => failure,
        }
    }
}

/// Whether a line that is no move consists of digits, commas and signs, as `,` and `-1,-1`.
pub(super) fn is_broken_move(text: &str) -> bool {
    text.contains(',') && text.chars().all(|char| char.is_ascii_digit() || ",+-. \t".contains(char))
}
