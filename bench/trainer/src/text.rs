//! Weights as text, to be looked at and compared; the engine reads bytes.
//!
//! Tables are separated by empty lines. Each begins with the name of a game and `x`, `o` or `both` for the side to move; then a
//! line for each row, the name of what it weighs and its numbers. Lines that begin with `#` are comments.

use std::fmt::{self, Write};
use std::sync::Arc;

use engine::Color;
use eval::{SideWeights, WeightsFile, WeightsTable};

/// The first lines of a text.
const PREFACE: &str =
    "# Points in 1/64, the rest of the network in 1/256, the policy in hundredths of a natural logarithm of odds.\n";

/// What the text says for either side to move.
const EITHER: &str = "both";

/// The weights as text.
pub(crate) fn print(file: &WeightsFile) -> String {
    let tables = file.tables.iter().map(table);
    std::iter::once(PREFACE.to_owned()).chain(tables).collect::<Vec<_>>().join("\n")
}

fn table(WeightsTable { game, side, weights }: &WeightsTable) -> String {
    let side = side.map_or(EITHER.to_owned(), |color| color.symbol().to_string());
    let mut text = format!("{game} {side}\n");
    let mut numbers = weights.numbers();
    for (name, length) in SideWeights::rows() {
        text.push_str(name);
        for number in numbers.by_ref().take(length) {
            let _ = write!(text, " {number}");
        }
        text.push('\n');
    }
    text
}

/// The weights that a text tells.
///
/// # Errors
/// The first line that is wrong.
pub(crate) fn parse(text: &str) -> Result<WeightsFile, TextError> {
    let lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim()));
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let mut tables = Vec::new();
    while let Some((number, title)) = lines.next() {
        let error = |reason| TextError { line: number, reason };
        let (game, side) = title.split_once(' ').ok_or(error(Reason::Title))?;
        let side = match side {
            EITHER => None,
            _ => Some(
                Color::ALL.into_iter().find(|color| side == color.symbol().to_string()).ok_or(error(Reason::Title))?,
            ),
        };
        let mut numbers = Vec::new();
        for (name, length) in SideWeights::rows() {
            let (number, line) = lines.next().ok_or(error(Reason::Cut))?;
            numbers.extend(row(line, name, length).map_err(|reason| TextError { line: number, reason })?);
        }
        let weights = SideWeights::from_numbers(&numbers).ok_or(error(Reason::Cut))?;
        tables.push(WeightsTable { game: game.to_owned(), side, weights: Arc::new(weights) });
    }
    Ok(WeightsFile { tables })
}

fn row(line: &str, name: &'static str, length: usize) -> Result<Vec<i16>, Reason> {
    let mut words = line.split(' ');
    let numbers = words.next().filter(|&word| word == name).and_then(|_| words.map(|word| word.parse().ok()).collect());
    numbers.filter(|numbers: &Vec<i16>| numbers.len() == length).ok_or(Reason::Row { name, length })
}

/// Where a text tells no weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TextError {
    line: usize,
    reason: Reason,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    Title,
    Row { name: &'static str, length: usize },
    Cut,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match self.reason {
            Reason::Title => write!(f, "a table begins with the name of a game and x, o or {EITHER}"),
            Reason::Row { name, length } => write!(f, "a row `{name}` of {length} numbers should stand here"),
            Reason::Cut => f.write_str("the table that begins here has not all rows"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_survive_as_text() {
        let text = print(WeightsFile::shipped());
        assert!(parse(&text).as_ref() == Ok(WeightsFile::shipped()));
    }

    #[test]
    fn a_wrong_line_is_named() {
        let text = print(WeightsFile::shipped());
        let error = |text: &str| parse(text).map(|_| ()).expect_err("a wrong text").to_string();
        assert_eq!(error("\nfive\n"), "line 2: a table begins with the name of a game and x, o or both");
        assert_eq!(error("five both\nours 1 2"), "line 2: a row `ours` of 32 numbers should stand here");
        let cut: Vec<&str> = text.lines().take(40).collect();
        assert_eq!(error(&cut.join("\n")), "line 3: the table that begins here has not all rows");
        assert!(
            error(&text.replacen("theirs ", "theirs x", 1)).ends_with("a row `theirs` of 32 numbers should stand here")
        );
    }
}
