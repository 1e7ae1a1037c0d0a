//! Files of records in queries and answers.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use records::{Budget, Choice, Encoding, Entry, Format, Kind, Remark, Unreadable, as_fields};
use serde::{Deserialize, Serialize};

use crate::code::Code;
use crate::fields::Fields;
use crate::refusal::Wrong;

/// A file of records, as text or in base64.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Converted"))]
pub(crate) struct Written {
    /// The number of games.
    pub(crate) games: usize,
    /// The file, if its format is text in UTF-8.
    pub(crate) text: Option<String>,
    /// The file in base64, if `text` is null.
    pub(crate) data: Option<String>,
    /// Guesses and corrections of the reader, at most 20.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) remarks: Vec<String>,
}

/// The most remarks, and the most errors, of an answer.
pub(crate) const MOST_REMARKS: usize = 20;

/// The bytes of the records in a query.
pub(crate) fn input(fields: &Fields, budget: &Budget) -> Result<Vec<u8>, Wrong> {
    let bytes = match (&fields.text, &fields.data) {
        (Some(text), None) => text.clone().into_bytes(),
        (None, Some(data)) => {
            BASE64_STANDARD.decode(data).map_err(|error| Wrong::new("data", Code::Base64.says(error)))?
        }
        _ => {
            let problem = Code::Records.says("the records are given by text or, in base64, by data");
            return Err(Wrong::new("text", problem));
        }
    };
    budget.reserve(bytes.len() as u64)?;
    Ok(bytes)
}

/// The refusal of a record that cannot be read.
pub(crate) fn unreadable(error: Unreadable) -> Wrong {
    Wrong::new(if error.is_unnamed() { "rules" } else { "text" }, error)
}

/// The columns of lists of moves.
#[derive(Deserialize, Clone, Copy, Default, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(Serialize, schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Columns {
    /// Those of the game.
    #[default]
    Game,
    /// Those of Go, without I.
    Go,
}

/// The refusal of a file without games.
pub(crate) fn games_missing() -> Wrong {
    Wrong::new("text", Code::NoGames.says("it holds no game"))
}

/// Remarks as texts.
pub(crate) fn remarks(remarks: &[Remark]) -> impl Iterator<Item = String> {
    remarks.iter().map(|remark| as_fields(&remark.to_string()))
}

/// The options of a query that complete its records.
pub(crate) fn choice(fields: &Fields, budget: &Budget) -> Result<Choice, Wrong> {
    if let Some(text) = &fields.rules_text {
        budget.text(text)?;
    }
    let own = fields.rules_text.as_deref().map(variants::parse).transpose();
    let choice = Choice {
        rules: fields.rules.clone(),
        own: own.map_err(|error| Wrong::new("rules_text", error))?,
        size: fields.size,
        length: fields.length,
        flags: fields.flags.iter().map(|(name, value)| format!("{name}={}", value.text())).collect(),
        position: fields.position.clone(),
        go_columns: fields.columns == Columns::Go,
        stones: fields.stones,
        budget: budget.clone(),
        // JSON text is decoded already, whatever character set the record names.
        encoding: if fields.text.is_some() { Some(Encoding::UTF_8) } else { fields.encoding },
    };
    let named = fields.from.map_or(Ok(()), |from| choice.check_named(from));
    choice.check().and(named).map_err(|error| Wrong::new("rules", error))?;
    Ok(choice)
}

/// Writes records.
pub(crate) fn written(
    to: Format,
    entries: &[Entry],
    encoding: Option<Encoding>,
    budget: &Budget,
) -> Result<Written, Wrong> {
    let is_utf8 = encoding.is_none_or(|encoding| encoding == Encoding::UTF_8);
    let (text, data) = match String::from_utf8(to.write_within(entries, encoding, budget)?) {
        Ok(text) if to.profile().kind != Kind::Binary && is_utf8 => (Some(text), None),
        Ok(text) => (None, Some(BASE64_STANDARD.encode(text))),
        Err(bytes) => (None, Some(BASE64_STANDARD.encode(bytes.into_bytes()))),
    };
    Ok(Written { games: entries.len(), text, data, remarks: Vec::new() })
}
