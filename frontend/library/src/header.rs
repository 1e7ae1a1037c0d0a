//! Headers of games: names, ratings, dates, as records have them and as rows have them.

use records::tree::ROOT;
use records::{About, Entry};
use rusqlite::types::Value;

/// Properties of SGF with the ratings of Black and White; other formats are read into them.
pub(crate) const RATINGS: [&str; 2] = ["BR", "WR"];

/// The ratings that a record gives; the first number of each text.
pub(crate) fn ratings(entry: &Entry) -> [Option<u16>; 2] {
    let note = entry.tree.as_ref().and_then(|tree| tree.note(ROOT));
    RATINGS.map(|property| number(note?.foreign.get(property)?.first()?))
}

/// The first number in a text.
fn number(text: &str) -> Option<u16> {
    let start = text.find(|char: char| char.is_ascii_digit())?;
    let digits = text[start..].split(|char: char| !char.is_ascii_digit()).next()?;
    digits.parse().ok()
}

/// A date as a row has it: a number where nothing is lost by that, else the text, or nothing.
pub(crate) fn date_value(text: &str) -> Value {
    match (text, day(text)) {
        ("", _) => Value::Null,
        (_, Some(day)) if date_text(day) == text => Value::Integer(i64::from(day)),
        _ => Value::Text(text.to_owned()),
    }
}

/// The text of a date in a row.
pub(crate) fn date_of(value: &Value) -> String {
    match value {
        Value::Integer(day) => u32::try_from(*day).map(date_text).unwrap_or_default(),
        Value::Text(text) => text.clone(),
        _ => String::new(),
    }
}

/// `YYYYMMDD` of `YYYY-MM-DD`, where months and days may be missing, `??` or 0; `None` of other texts.
pub(crate) fn day(text: &str) -> Option<u32> {
    let mut parts = text.splitn(3, ['-', '.', '/']);
    let year = parts.next().filter(|year| year.len() == 4).and_then(|year| year.parse::<u32>().ok())?;
    let mut two = || match parts.next() {
        None | Some("??") => Some(0),
        Some(part) => {
            part.get(..part.len().min(2)).and_then(|part| part.parse::<u32>().ok()).filter(|part| *part < 100)
        }
    };
    Some(year * 10_000 + two()? * 100 + two()?)
}

/// The day of a date in a row; 0 if it is not known.
pub(crate) fn day_of(value: &Value) -> u32 {
    match value {
        Value::Integer(day) => u32::try_from(*day).unwrap_or(0),
        Value::Text(text) => day(text).unwrap_or(0),
        _ => 0,
    }
}

/// `2006-08-06`, `2006-08-??`, `2006-??-??`.
pub(crate) fn date_text(day: u32) -> String {
    let (year, month, day) = (day / 10_000, day / 100 % 100, day % 100);
    let part = |number: u32| if number == 0 { "??".to_owned() } else { format!("{number:02}") };
    format!("{year:04}-{}-{}", part(month), part(day))
}

/// The headers in which two games differ, as an object of JSON; `None` if they are the same.
pub(crate) fn differences(had: &About, has: &About, ratings: [[Option<u16>; 2]; 2]) -> Option<String> {
    let mut object = serde_json::Map::new();
    let pairs = [
        ("black", &had.players[0], &has.players[0]),
        ("white", &had.players[1], &has.players[1]),
        ("date", &had.date, &has.date),
        ("event", &had.event, &has.event),
        ("round", &had.round, &has.round),
        ("place", &had.place, &has.place),
        ("opening", &had.opening, &has.opening),
    ];
    for (name, had, has) in pairs {
        if had != has {
            object.insert(name.to_owned(), has.clone().into());
        }
    }
    for (index, name) in ["black_rating", "white_rating"].into_iter().enumerate() {
        if ratings[0][index] != ratings[1][index] {
            object.insert(name.to_owned(), ratings[1][index].into());
        }
    }
    (!object.is_empty()).then(|| serde_json::Value::Object(object).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_numbers_where_nothing_is_lost() {
        for (text, value) in [
            ("2006-08-06", Value::Integer(20_060_806)),
            ("2006-??-??", Value::Integer(20_060_000)),
            ("2006-08-??", Value::Integer(20_060_800)),
            ("2006", Value::Text("2006".to_owned())),
            ("2006.08.06", Value::Text("2006.08.06".to_owned())),
            ("spring", Value::Text("spring".to_owned())),
            ("", Value::Null),
        ] {
            assert_eq!(date_value(text), value, "{text}");
            assert_eq!(date_of(&value), text);
        }
        assert_eq!(
            [day("2006"), day("2006.08.06"), day("2006-08-06,07")],
            [20_060_000, 20_060_806, 20_060_806].map(Some)
        );
        assert_eq!([day("06-08-2006"), day("é"), day("200é-é")], [None; 3]);
    }

    #[test]
    fn ratings_are_the_first_number() {
        assert_eq!(
            ["1855", "1855?", "Elo 1600", "2d", "none"].map(number),
            [Some(1855), Some(1855), Some(1600), Some(2), None]
        );
    }
}
