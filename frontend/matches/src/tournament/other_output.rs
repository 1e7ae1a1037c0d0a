//! What an engine says besides the answer.

use engine::notation::shorten;

use crate::tournament::fault::{Broken, Fault};
use crate::tournament::remarks::Remarks;

/// The most lines that are no answer and no message.
const MOST_NOISE: usize = 10_000;

/// What was said besides the answer.
#[derive(Default, Debug)]
pub(crate) struct OtherOutput {
    pub(crate) remarks: Remarks,
    /// The first line that was no answer, and the number of such lines.
    noise: Option<String>,
    noises: usize,
    /// `ERROR` and `UNKNOWN` lines.
    pub(crate) complaints: Vec<String>,
}

impl OtherOutput {
    /// Takes a line that is no answer.
    pub(crate) fn noise(&mut self, text: &str) -> Result<(), Broken> {
        self.noise.get_or_insert_with(|| text.to_owned());
        self.noises += 1;
        if self.noises <= MOST_NOISE {
            return Ok(());
        }
        let line = shorten(text);
        Err(Broken::fault(Fault::Flood, format!("it wrote {MOST_NOISE} lines like \"{line}\"")))
    }

    /// What an engine did that gave no answer in time: it may have said other things.
    pub(crate) fn instead_of(&self, broken: Broken) -> Broken {
        match (broken, self.complaints.first(), &self.noise) {
            (Broken::Fault(Fault::Stall, text), Some(complaint), _) => {
                Broken::fault(Fault::Refusal, format!("{text}, but {}", shorten(complaint)))
            }
            (Broken::Fault(Fault::Stall, text), None, Some(noise)) => {
                Broken::fault(Fault::Garbage, format!("{text}, but \"{}\"", shorten(noise)))
            }
            (broken, ..) => broken,
        }
    }
}

/// Whether a line that is no move consists of what moves are made of, such as `,` and `-1,-1`.
pub(crate) fn is_broken_move(text: &str) -> bool {
    text.contains(',') && text.chars().all(|char| char.is_ascii_digit() || ",+-. \t".contains(char))
}
