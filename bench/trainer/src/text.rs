//! Weights as text, to be looked at and compared; the engine reads bytes.
//!
//! Tables are separated by empty lines. Those of line patterns begin with `lines` and their number from 0; then come the rows
//! `line` of all classes, and a row `policy` with a number for each. Those of games begin with the name of a game, `x`, `o` or `both` for the side to move, and the number of its
//! table of line patterns or `-`; then a line for each row, the name of what it weighs and its numbers. Lines that begin with `#`
//! are comments.

use std::fmt::{self, Write};
use std::sync::Arc;

use engine::Color;
use eval::{LineTable, SideWeights, WeightsFile, WeightsTable};

/// The first lines of a text.
const PREFACE: &str = "# Lines and points in 1/64, the rest of the network in 1/256, the policy in hundredths of a natural logarithm of odds.\n";

/// The side of a table that serves both.
pub(crate) const EITHER: &str = "both";

/// The title of tables of line patterns, and what stands for no such table.
const LINES: &str = "lines";
const NO_LINES: &str = "-";

/// The weights as text.
pub(crate) fn print(file: &WeightsFile) -> String {
    let lines = file.lines.iter().enumerate().map(|(number, table)| line_table(number, table));
    let tables = file.tables.iter().map(table);
    std::iter::once(PREFACE.to_owned()).chain(lines).chain(tables).collect::<Vec<_>>().join("\n")
}

fn line_table(number: usize, table: &LineTable) -> String {
    format!("{LINES} {number}\n{}", rows_of(LineTable::rows(), table.numbers()))
}

fn table(WeightsTable { game, side, lines, weights }: &WeightsTable) -> String {
    let side = side.map_or(EITHER.to_owned(), |color| color.symbol().to_string());
    let lines = lines.map_or(NO_LINES.to_owned(), |number| number.to_string());
    format!("{game} {side} {lines}\n{}", rows_of(SideWeights::rows(), weights.numbers()))
}

/// A line for each of `rows`, told by their names and lengths.
fn rows_of(rows: impl Iterator<Item = (&'static str, usize)>, mut numbers: impl Iterator<Item = i16>) -> String {
    let mut text = String::new();
    for (name, length) in rows {
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
    let mut file = WeightsFile::default();
    while let Some((number, title)) = lines.next() {
        let error = |reason| TextError { line: number, reason };
        let mut rows = |rows: &mut dyn Iterator<Item = (&'static str, usize)>| {
            let mut numbers = Vec::new();
            for (name, length) in rows {
                let (number, line) = lines.next().ok_or(error(Reason::Cut))?;
                numbers.extend(row(line, name, length).map_err(|reason| TextError { line: number, reason })?);
            }
            Ok(numbers)
        };
        let words: Vec<&str> = title.split(' ').collect();
        match words[..] {
            [LINES, count] if count == file.lines.len().to_string() => {
                let table = LineTable::from_numbers(&rows(&mut LineTable::rows())?);
                file.lines.push(Arc::new(table.ok_or(error(Reason::Large))?));
            }
            [game, side, lines] => {
                let side = match side {
                    EITHER => None,
                    _ => Some(
                        Color::ALL
                            .into_iter()
                            .find(|color| side == color.symbol().to_string())
                            .ok_or(error(Reason::Title))?,
                    ),
                };
                let lines = match lines {
                    NO_LINES => None,
                    _ => {
                        let number = lines.parse().ok().filter(|&number| usize::from(number) < file.lines.len());
                        Some(number.ok_or(error(Reason::Title))?)
                    }
                };
                let weights = SideWeights::from_numbers(&rows(&mut SideWeights::rows())?).ok_or(error(Reason::Cut))?;
                file.tables.push(WeightsTable { game: game.to_owned(), side, lines, weights: Arc::new(weights) });
            }
            _ => return Err(error(Reason::Title)),
        }
    }
    Ok(file)
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
    Large,
    Row { name: &'static str, length: usize },
    Cut,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match self.reason {
            Reason::Title => write!(
                f,
                "a table begins with `{LINES}` and its number, or with the name of a game, x, o or {EITHER}, and the number of \
                 its table of lines or {NO_LINES}"
            ),
            Reason::Large => f.write_str("the table that begins here has numbers of lines beyond -128 to 127"),
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
        let games = WeightsFile { lines: Vec::new(), tables: WeightsFile::shipped().tables.clone() };
        let without = games.tables.into_iter().map(|table| WeightsTable { lines: None, ..table }).collect();
        let text = print(&WeightsFile { lines: Vec::new(), tables: without });
        let error = |text: &str| parse(text).map(|_| ()).expect_err("a wrong text").to_string();
        assert!(
            error("\nfive\n").starts_with("line 2: a table begins with `lines` and its number, or with the name of")
        );
        assert!(error("five both 0\n").starts_with("line 1: a table begins"), "there are no such lines");
        assert_eq!(error("five both -\nours 1 2"), "line 2: a row `ours` of 32 numbers should stand here");
        let cut: Vec<&str> = text.lines().take(40).collect();
        assert_eq!(error(&cut.join("\n")), "line 3: the table that begins here has not all rows");
        assert!(
            error(&text.replacen("theirs ", "theirs x", 1)).ends_with("a row `theirs` of 32 numbers should stand here")
        );
    }
}
