//! The basis of a case: a sentence of a protocol, or the practice of managers.

use std::fmt;

/// The basis of a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Basis {
    /// A sentence of a protocol: a deviation is a failure.
    Cited(Citation),
    /// The practice of managers where the protocol leaves the answer open: a test of robustness, which never fails.
    Open(String),
}

/// A sentence of a protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Citation {
    /// `Gomocup`, `Yixin` (its extension) or `Ninuki` (this project's extension).
    pub text: String,
    /// The command in whose section the sentence is, or `Introduction`.
    pub section: String,
    /// The sentence, word for word.
    pub sentence: String,
}

impl Basis {
    /// The class of the case.
    #[must_use]
    pub const fn class(&self) -> &'static str {
        match self {
            Self::Cited(_) => "protocol",
            Self::Open(_) => "robustness",
        }
    }
}

impl Citation {
    /// Parses `TEXT, SECTION: "SENTENCE"`.
    pub(super) fn parse(line: &str) -> Option<Self> {
        const TEXTS: [&str; 3] = ["Gomocup", "Yixin", "Ninuki"];
        let (place, sentence) = line.split_once(": ")?;
        let (text, section) = place.split_once(", ")?;
        let sentence = sentence.strip_prefix('"')?.strip_suffix('"')?;
        let whole = TEXTS.contains(&text) && !section.is_empty() && !sentence.is_empty();
        whole.then(|| Self { text: text.to_owned(), section: section.to_owned(), sentence: sentence.to_owned() })
    }
}

impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}: \"{}\"", self.text, self.section, self.sentence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_are_read_as_they_are_written() {
        let line = "Gomocup, END: \"it must terminate: as soon as possible\"";
        assert_eq!(Citation::parse(line).map(|citation| citation.to_string()).as_deref(), Some(line));
        for line in ["", "END: \"x\"", "Other, END: \"x\"", "Gomocup, END: x", "Gomocup, END: \"\""] {
            assert_eq!(Citation::parse(line), None, "{line}");
        }
    }
}
