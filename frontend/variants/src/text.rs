//! TOML as keys and values.

use std::ops::Range;

use toml::de::{DeTable, DeValue, Error};

use crate::{Misfit, Pair};

/// The keys and values of a text.
pub(crate) fn pairs(text: &str) -> Result<Vec<Pair>, Misfit> {
    let pairs = if text.trim_start().starts_with('{') {
        match DeValue::parse(text.trim()).map_err(malformed)?.get_ref() {
            DeValue::Table(table) => of_table(table),
            _ => Ok(Vec::new()),
        }
    } else {
        of_table(DeTable::parse(text).map_err(malformed)?.get_ref())
    };
    pairs.map_err(|at| Misfit {
        at: at.start,
        what: "a value is a text, a number, true, false, or a list of numbers".to_owned(),
    })
}

fn malformed(why: Error) -> Misfit {
    Misfit { at: why.span().map_or(0, |at| at.start), what: why.message().to_owned() }
}

/// The pairs of a table and of the sections in it; where a value is that cannot be one.
fn of_table(table: &DeTable<'_>) -> Result<Vec<Pair>, Range<usize>> {
    let mut found = Vec::new();
    for (key, value) in table {
        let name = key.get_ref();
        if let DeValue::Table(section) = value.get_ref() {
            let inside = of_table(section)?.into_iter();
            found.extend(inside.map(|pair| Pair { key: format!("{name}.{}", pair.key), ..pair }));
        } else {
            let text = text(value.get_ref()).ok_or_else(|| value.span())?;
            found.push(Pair { key: name.to_string(), value: text, at: key.span().start });
        }
    }
    Ok(found)
}

/// A value as the fields of rules take it.
fn text(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.as_str().to_owned()),
        DeValue::Boolean(on) => Some(on.to_string()),
        DeValue::Array(list) => {
            let numbers =
                list.iter().map(|value| value.get_ref().as_integer().map(|number| number.as_str().to_owned()));
            numbers.collect::<Option<Vec<_>>>().map(|numbers| numbers.join(" "))
        }
        _ => None,
    }
}
