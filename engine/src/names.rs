//! Names of colours, reasons and outcomes that are read, and outside text in messages.

use std::fmt;

/// A text that names no colour, reason or outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameError {
    kind: &'static str,
    text: String,
    allowed: String,
}

impl NameError {
    /// `text` is no `kind`; `allowed` lists what would be.
    pub(crate) fn new(kind: &'static str, text: &str, allowed: &str) -> Self {
        Self { kind, text: shorten(text), allowed: allowed.to_owned() }
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is no {}, allowed are {}", self.text, self.kind, self.allowed)
    }
}

impl std::error::Error for NameError {}

/// Outside text in a message: control characters escaped, at most 40 characters.
#[must_use]
pub fn shorten(text: &str) -> String {
    let mut escaped = text.chars().flat_map(char::escape_debug);
    let mut short: String = escaped.by_ref().take(40).collect();
    if escaped.next().is_some() {
        short.push('…');
    }
    short
}
