//! Sets of numbers of the search, as text: `name=value` with commas or line by line.

use std::path::Path;
use std::{fs, io};

use search::tuning::{Parameter, parameters};

use crate::about;

/// A value for each number of the search, in their order.
pub(crate) type Numbers = Vec<f64>;

/// The numbers as they are.
pub(crate) fn defaults() -> Numbers {
    parameters().iter().map(|parameter| f64::from(parameter.default)).collect()
}

/// The place of the number with this name.
///
/// # Errors
/// There is none.
pub(crate) fn place(name: &str) -> io::Result<usize> {
    let place = parameters().iter().position(|parameter| parameter.name == name);
    place.ok_or_else(|| io::Error::other(format!("the search has no number \"{name}\"")))
}

/// Reads numbers from `text`, a list `name=value,…` or the name of a file with one on each line; the others are as they are.
///
/// # Errors
/// The file cannot be read, a name is unknown, or a value is not in its range.
pub(crate) fn read(text: &str) -> io::Result<Numbers> {
    if text.contains('=') || text.is_empty() {
        return parse(&text.replace(',', "\n"));
    }
    let file = Path::new(text);
    parse(&fs::read_to_string(file).map_err(|error| about(file, error))?)
}

/// Reads numbers from the text of such a file; lines that begin with `#` are comments.
///
/// # Errors
/// A name is unknown, or a value is not in its range.
pub(crate) fn parse(text: &str) -> io::Result<Numbers> {
    let mut numbers = defaults();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (name, value) =
            line.split_once('=').ok_or_else(|| io::Error::other(format!("\"{line}\": no name=value")))?;
        let place = place(name.trim())?;
        let Parameter { least, most, .. } = parameters()[place];
        let value: Option<f64> = value.trim().parse().ok();
        let value = value.filter(|value| (f64::from(least)..=f64::from(most)).contains(value));
        numbers[place] = value.ok_or_else(|| io::Error::other(format!("{name} is a number from {least} to {most}")))?;
    }
    Ok(numbers)
}

/// The changed parameters, one a line, with their fractions.
pub(crate) fn write(numbers: &[f64]) -> String {
    let changed = parameters().iter().zip(numbers).filter(|(parameter, value)| f64::from(parameter.default) != **value);
    changed.map(|(parameter, value)| format!("{}={value:.2}\n", parameter.name)).collect()
}

/// The nearest whole numbers.
pub(crate) fn rounded(numbers: &[f64]) -> Vec<i32> {
    numbers.iter().map(|value| value.round() as i32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        let mut numbers = defaults();
        for (name, value) in [("razor_base", 211.25), ("razor_slope", 99.5)] {
            numbers[place(name).expect("known")] = value;
        }
        assert_eq!(parse(&write(&numbers)).expect("as written"), numbers);
        assert_eq!(read("").expect("none"), defaults());
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let error = |text: &str| read(text).expect_err("an error").to_string();
        assert_eq!(error("depth=3"), "the search has no number \"depth\"");
        assert_eq!(error("rfp_depth=99"), "rfp_depth is a number from 3 to 24");
        assert_eq!(error("rfp_depth=4,5"), "\"5\": no name=value");
        assert!(error("no-such-file").starts_with("no-such-file: "));
    }
}
