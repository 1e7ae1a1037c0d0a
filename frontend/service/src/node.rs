//! Nodes of games with variations, and results, in queries and answers.

use std::collections::BTreeMap;

use engine::{Color, Outcome, Reason};
use records::Claim;
use serde::{Deserialize, Serialize};

use crate::code::Code;
use crate::refusal::Wrong;

/// A move and notes on the position after it. The first node is the root, which has neither parent nor move.
#[derive(Serialize, Deserialize, Clone, Default, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Node {
    /// The index of the node before, which comes earlier in the list.
    #[cfg_attr(test, schemars(with = "usize"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) parent: Option<usize>,
    #[cfg_attr(test, schemars(with = "String"))]
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub(crate) mv: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) comment: String,
    /// The mark of the move.
    #[cfg_attr(test, schemars(schema_with = "crate::schema::parts::quality"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) quality: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) marked: bool,
    /// Points with texts on them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) labels: Vec<(String, String)>,
    /// Properties of SGF without a meaning here: by their names the values as they are written, escapes and all.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) properties: BTreeMap<String, Vec<String>>,
    /// In place of a move, points with the stones that they have from there on: `x`, `o`, or null for none.
    #[cfg_attr(test, schemars(with = "Vec<(String, Option<crate::schema::parts::Side>)>"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) set_up: Option<Vec<(String, Option<char>)>>,
    /// The side to move after `set_up`.
    #[cfg_attr(test, schemars(with = "crate::schema::parts::Side"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) to_move: Option<char>,
}

/// The result of a game that did not end by the rules.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Result"))]
#[serde(deny_unknown_fields)]
pub(crate) struct Ended {
    /// The winner; null for a draw.
    #[cfg_attr(test, schemars(schema_with = "crate::schema::parts::winner"))]
    winner: Option<char>,
    /// Why the game is over.
    #[cfg_attr(test, schemars(schema_with = "crate::schema::parts::claim"))]
    reason: String,
}

impl Ended {
    /// The result of a game.
    pub(crate) fn of(Outcome { winner, reason }: Outcome) -> Self {
        Self { winner: winner.map(Color::symbol), reason: reason.to_string() }
    }

    /// The result that a record claims.
    ///
    /// # Errors
    /// Winner and reason do not match.
    pub(crate) fn claim(&self) -> Result<Claim, Wrong> {
        let known =
            "known are a winner x or o who won as the other one \"resigned\" or by \"time\", or none and \"agreed\"";
        let winner = self.winner.map(|symbol| Color::ALL.into_iter().find(|color| color.symbol() == symbol));
        let reason =
            [Reason::Resigned, Reason::Time, Reason::Agreed].into_iter().find(|it| it.to_string() == self.reason);
        match (winner, reason) {
            (Some(Some(winner)), Some(reason @ (Reason::Resigned | Reason::Time))) => {
                Ok(Claim::from(Outcome { winner: Some(winner), reason }))
            }
            (None, Some(reason @ Reason::Agreed)) => Ok(Claim::from(Outcome { winner: None, reason })),
            _ => Err(Wrong::new("result", Code::Result.says(known))),
        }
    }
}
