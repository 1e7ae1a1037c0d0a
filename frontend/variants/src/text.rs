//! TOML as keys and values.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, Error};

use crate::{Misfit, Pair};

/// The most parts of a key. None has more than two; the parser recurses into each.
const MOST_PARTS: usize = 16;

/// The fields that are texts.
const TEXTS: [&str; 4] = ["name", "base", "title", "source"];

/// The keys and values of a text.
pub(crate) fn pairs(text: &str) -> Result<Vec<Pair>, Misfit> {
    if let Some(at) = longest_key(text) {
        return Err(Misfit { at, what: format!("a key has at most {MOST_PARTS} parts") });
    }
    let inline = text.trim_start();
    if !inline.starts_with('{') {
        return of_table(DeTable::parse(text).map_err(malformed)?.get_ref());
    }
    let before = text.len() - inline.len();
    let shifted = |misfit: Misfit| Misfit { at: misfit.at + before, ..misfit };
    let value = DeValue::parse(inline.trim_end()).map_err(malformed).map_err(shifted)?;
    let DeValue::Table(table) = value.get_ref() else { return Ok(Vec::new()) };
    let pairs = of_table(table).map_err(shifted)?;
    Ok(pairs.into_iter().map(|pair| Pair { at: pair.at + before, ..pair }).collect())
}

fn malformed(why: Error) -> Misfit {
    Misfit { at: why.span().map_or(0, |at| at.start), what: why.message().to_owned() }
}

/// Where a key has too many parts. Dots in texts and comments do not count.
fn longest_key(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut escaped = false;
    let mut comment = false;
    let mut dots = 0;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            _ if escaped => escaped = false,
            (_, b'\n') => (quote, comment, dots) = (None, false, 0),
            _ if comment => {}
            (Some(b'"'), b'\\') => escaped = true,
            (Some(open), _) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'#') => comment = true,
            (None, b'=' | b',' | b'{' | b'[') => dots = 0,
            (None, b'.') => dots += 1,
            (None, _) => {}
        }
        if dots >= MOST_PARTS {
            return Some(at);
        }
    }
    None
}

/// The pairs of a table and of the sections in it.
fn of_table(table: &DeTable<'_>) -> Result<Vec<Pair>, Misfit> {
    let mut found = Vec::new();
    for (key, value) in table {
        match value.get_ref() {
            DeValue::Table(section) => of_section(key, section, value.span(), &mut found)?,
            _ => found.push(pair(key.get_ref().to_string(), key.span(), value)?),
        }
    }
    Ok(found)
}

/// Adds the pairs of a section, which holds neither nothing nor other sections.
fn of_section(
    name: &Spanned<DeString<'_>>,
    section: &DeTable<'_>,
    at: Range<usize>,
    found: &mut Vec<Pair>,
) -> Result<(), Misfit> {
    if section.is_empty() {
        return Err(Misfit { at: at.start, what: "a section holds keys, this one is empty".to_owned() });
    }
    for (key, value) in section {
        if matches!(value.get_ref(), DeValue::Table(_)) {
            return Err(Misfit { at: key.span().start, what: "a section holds no sections".to_owned() });
        }
        found.push(pair(format!("{}.{}", name.get_ref(), key.get_ref()), key.span(), value)?);
    }
    Ok(())
}

fn pair(key: String, at: Range<usize>, value: &Spanned<DeValue<'_>>) -> Result<Pair, Misfit> {
    let misfit = |what: String| Misfit { at: value.span().start, what };
    if TEXTS.contains(&key.as_str()) && !matches!(value.get_ref(), DeValue::String(_)) {
        return Err(misfit(format!("{key} is a text")));
    }
    let text = text(value.get_ref())
        .ok_or_else(|| misfit("a value is a text, a number, true, false, or a list of numbers".to_owned()))?;
    Ok(Pair { key, value: text, at: at.start })
}

/// A value as the fields of rules take it.
fn text(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).ok().map(|value| value.to_string())
        }
        DeValue::Boolean(on) => Some(on.to_string()),
        DeValue::Array(list) => {
            let number = |value: &Spanned<DeValue<'_>>| value.get_ref().as_integer().and(text(value.get_ref()));
            list.iter().map(number).collect::<Option<Vec<_>>>().map(|numbers| numbers.join(" "))
        }
        _ => None,
    }
}
