//! What is wrong with a query.

use records::Exceeded;
use serde::Serialize;

use crate::id::Id;
use crate::limit::Limit;

/// Why a query has no answer.
#[derive(Serialize, Clone, Debug)]
pub(crate) struct Refusal {
    /// That of the query; null if it has none.
    pub(crate) id: Id,
    pub(crate) error: String,
    /// The field that is wrong, as `moves[2]`; null if it is the line as a whole.
    pub(crate) field: Option<String>,
    /// The limit that is exceeded, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) limit: Option<Limit>,
}

/// The most characters of a message.
const LONGEST: usize = 400;

/// What is wrong, and in which field.
#[derive(Clone, Debug)]
pub(crate) struct Wrong {
    field: Option<String>,
    error: String,
    limit: Option<Limit>,
}

impl Wrong {
    /// Something is wrong with this field.
    pub(crate) fn new(field: &str, error: impl ToString) -> Self {
        Self { field: Some(field.to_owned()), error: error.to_string(), limit: None }
    }

    /// Something is wrong with the line.
    pub(crate) fn line(error: impl ToString) -> Self {
        Self { field: None, error: error.to_string(), limit: None }
    }

    /// The same, because of a limit.
    pub(crate) fn limited(self, limit: Limit) -> Self {
        Self { limit: Some(limit), ..self }
    }

    /// The refusal of the query with this id.
    pub(crate) fn of(self, id: Id) -> Refusal {
        // What a library says may have several lines, a message has one.
        let error = self.error.split_whitespace().collect::<Vec<_>>().join(" ");
        let short = |text: &str| text.chars().take(LONGEST).collect();
        Refusal { id, error: short(&error), field: self.field.as_deref().map(short), limit: self.limit }
    }
}

impl From<Exceeded> for Wrong {
    fn from(exceeded: Exceeded) -> Self {
        Self::line(exceeded).limited(exceeded.into())
    }
}
