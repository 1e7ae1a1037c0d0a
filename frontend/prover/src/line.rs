//! Lines of a store: a JSON object each, with a checksum.

use std::borrow::Cow;

use records::checksum;
use serde::{Deserialize, Serialize};

use crate::error::LineError;

/// The version of stores.
pub(crate) const VERSION: u32 = 1;

/// The first line of a store.
#[derive(Serialize, Deserialize)]
pub(crate) struct Head {
    /// The version.
    pub(crate) store: u32,
    /// The lines of a certificate that name the game.
    pub(crate) game: String,
}

/// Facts about a position, up to symmetry.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
pub(crate) struct Line {
    /// The text of the canonical position.
    pub(crate) position: String,
    /// The most nodes that the attempt was allowed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) budget: u64,
    /// Nodes of the attempt or the search.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) nodes: u64,
    /// Time, in milliseconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) ms: u64,
    /// The attacker's moves to try, with their expected proof numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) moves: Option<Vec<(String, u32)>>,
    /// The replies that the win after a pass does not answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) replies: Option<Vec<String>>,
    /// The points at which one more stone of the defender may refute the win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) zone: Option<Vec<String>>,
    /// The compressed certificate of the win of the side to move, as base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) proof: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Returns the text of a line with its checksum and end.
pub(crate) fn sealed(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).expect("texts and numbers");
    checksum::sealed(&text) + "\n"
}

/// Reads a line, whose checksum is compared.
pub(crate) fn opened<T: for<'de> Deserialize<'de>>(text: &[u8]) -> Result<T, LineError> {
    serde_json::from_slice(&object(text)?).map_err(LineError::Json)
}

/// Returns the object of a line without its checksum, which is compared.
pub(crate) fn object(text: &[u8]) -> Result<Vec<u8>, LineError> {
    match checksum::opened(text).map_err(LineError::Checksum)? {
        Cow::Owned(object) => Ok(object),
        Cow::Borrowed(_) => Err(LineError::NoChecksum),
    }
}
