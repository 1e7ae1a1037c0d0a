//! What is wrong with a query.

use serde::Serialize;
use serde_json::Value;

/// Why a query has no answer.
#[derive(Serialize, Clone, Debug)]
pub(crate) struct Refusal {
    /// That of the query; null if it has none.
    pub(crate) id: Value,
    pub(crate) error: String,
    /// The field that is wrong, as `moves[2]`; null if it is the line as a whole.
    pub(crate) field: Option<String>,
}

/// The most characters of a message.
const LONGEST: usize = 400;

/// What is wrong, and in which field.
#[derive(Clone, Debug)]
pub(crate) struct Wrong {
    field: Option<String>,
    error: String,
}

impl Wrong {
    /// Something is wrong with this field.
    pub(crate) fn new(field: &str, error: impl ToString) -> Self {
        Self { field: Some(field.to_owned()), error: error.to_string() }
    }

    /// Something is wrong with the line.
    pub(crate) fn line(error: impl ToString) -> Self {
        Self { field: None, error: error.to_string() }
    }

    /// The refusal of the query with this id.
    pub(crate) fn of(self, id: Value) -> Refusal {
        // What a library says may have several lines, a message has one.
        let error = self.error.split_whitespace().collect::<Vec<_>>().join(" ");
        let short = |text: &str| text.chars().take(LONGEST).collect();
        Refusal { id, error: short(&error), field: self.field.as_deref().map(short) }
    }
}
