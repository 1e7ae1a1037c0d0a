//! Refusals: the answers to queries with an error.

use records::Exceeded;
use serde::Serialize;

use crate::code::Code;
use crate::id::Id;
use crate::limit::Limit;
use crate::problem::{Problem, Values};

/// An error in a query.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Refusal"))]
pub(crate) struct Refusal {
    /// The id of the query; null if the line has none.
    #[cfg_attr(test, schemars(with = "Option<crate::schema::parts::Id>"))]
    pub(crate) id: Id,
    /// The error in English.
    #[cfg_attr(test, schemars(length(max = 400)))]
    pub(crate) error: String,
    /// The error for programs.
    pub(crate) code: Code,
    /// Values of the error by name, as its code has them.
    #[serde(skip_serializing_if = "Values::is_empty")]
    pub(crate) values: Values,
    /// The wrong field, as `moves[2]`; null if the line as a whole is wrong.
    #[cfg_attr(test, schemars(length(max = 400)))]
    pub(crate) field: Option<String>,
    /// The limit that was exceeded, if one was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) limit: Option<Limit>,
}

/// An unknown field that does not matter: a line before the answers.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Warning {
    /// The id of the query.
    #[cfg_attr(test, schemars(with = "crate::schema::parts::Id"))]
    id: Id,
    /// The warning in English.
    #[cfg_attr(test, schemars(length(max = 400)))]
    warning: String,
    /// The warning for programs.
    code: Code,
    /// Values of the warning by name, as its code has them.
    #[serde(skip_serializing_if = "Values::is_empty")]
    values: Values,
    /// The field.
    #[cfg_attr(test, schemars(length(max = 400)))]
    field: Option<String>,
}

/// The most characters of a message.
const LONGEST: usize = 400;

/// A problem and the field that has it.
#[derive(Clone, Debug)]
pub(crate) struct Wrong {
    field: Option<String>,
    problem: Problem,
}

impl Wrong {
    /// An error in a field.
    pub(crate) fn new(field: &str, problem: impl Into<Problem>) -> Self {
        Self { field: Some(field.to_owned()), problem: problem.into() }
    }

    /// A required field that is missing.
    pub(crate) fn missing(field: &str) -> Self {
        Self::new(field, Code::Missing.says("it is missing"))
    }

    /// An error in the line as a whole.
    pub(crate) fn line(problem: impl Into<Problem>) -> Self {
        Self { field: None, problem: problem.into() }
    }

    /// The warning about a field of the query with this id.
    pub(crate) fn warning(self, id: Id) -> Warning {
        let Refusal { id, error, code, values, field, limit: _ } = *self.of(id);
        Warning { id, warning: error, code, values, field }
    }

    /// The refusal of the query with this id.
    pub(crate) fn of(self, id: Id) -> Box<Refusal> {
        let Problem { code, values, text, limit } = self.problem;
        // Messages of libraries may have several lines.
        let error = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let short = |text: &str| text.chars().take(LONGEST).collect();
        let field = self.field.as_deref().map(short);
        Box::new(Refusal { id, error: short(&error), code, values, field, limit })
    }
}

impl From<Exceeded> for Wrong {
    fn from(exceeded: Exceeded) -> Self {
        Self::line(exceeded)
    }
}
