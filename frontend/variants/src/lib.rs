//! Custom games: rules read from TOML as the difference from a known game.
//!
//! The keys are the fields and flags of the rules ([`engine::rules::FIELDS`], [`engine::rules::FLAGS`]), with `name` and
//! `base`.
//!
//! # Features
//! `toml` (default): the reading itself; without it, all texts are refused.
//!
//! # Examples
//! ```
//! let text = "\
//! name = \"pente-12\"
//! base = \"pente\"
//! third-free = true
//! sizes = [13, 15]
//! default-size = 13
//! [capture]
//! target = 12
//! ";
//! let rules = ninuki_variants::parse(text)?;
//! assert_eq!((rules.name, rules.target(), rules.sizes.to_string()), ("pente-12", Some(12), "13, 15".to_owned()));
//! let wrong = ninuki_variants::parse("name = \"mine\"\nbase = \"pente\"\nfouls = 3").unwrap_err();
//! assert_eq!(wrong.to_string(), "3:1: fouls cannot be \"3\", allowed is true or false");
//! # Ok::<(), ninuki_variants::Error>(())
//! ```

#[cfg(all(test, feature = "toml"))]
mod tests;
#[cfg(feature = "toml")]
mod text;

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use engine::Rules;
use engine::rules::RulesError;
#[cfg(feature = "toml")]
use text::pairs;

/// The longest text that is read, in bytes.
const LONGEST: usize = 1 << 14;

/// Why a text gives no rules.
#[derive(Debug)]
pub enum Error {
    /// The file cannot be read.
    File(io::Error),
    /// The text is wrong at this place.
    Text {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// The error, on one line.
        what: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Text { line, column, what } => write!(f, "{line}:{column}: {what}"),
        }
    }
}

impl std::error::Error for Error {}

/// A key with its section, its value as text, and where it stands.
struct Pair {
    key: String,
    value: String,
    at: usize,
}

/// The rules in a file.
///
/// # Errors
/// The file cannot be read, or not as rules.
pub fn read(path: &Path) -> Result<Rules, Error> {
    let mut text = String::new();
    let file = File::open(path).map_err(Error::File)?;
    file.take(LONGEST as u64 + 1).read_to_string(&mut text).map_err(Error::File)?;
    parse(&text)
}

/// The rules in a text: TOML or, on one line, an inline table of it, as in `{name = "mine", base = "pente"}`.
///
/// # Errors
/// Where the text is no such rules, and why.
pub fn parse(text: &str) -> Result<Rules, Error> {
    let error = |at: usize, what: &dyn fmt::Display| {
        let before = text.get(..at).unwrap_or(text);
        let line = 1 + before.bytes().filter(|&byte| byte == b'\n').count();
        let column = 1 + before.rsplit('\n').next().unwrap_or_default().chars().count();
        let plain = |char: char| if char.is_control() || "\u{2028}\u{2029}".contains(char) { ' ' } else { char };
        Error::Text { line, column, what: what.to_string().chars().map(plain).take(1000).collect() }
    };
    if text.len() > LONGEST {
        return Err(error(0, &format!("this is longer than {LONGEST} bytes")));
    }
    let pairs = pairs(text).map_err(|Misfit { at, what }| error(at, &what))?;
    let twice = |at: usize| pairs[..at].iter().any(|pair| pair.key == pairs[at].key);
    if let Some(again) = (0..pairs.len()).find(|&at| twice(at)).map(|at| &pairs[at]) {
        return Err(error(again.at, &RulesError::FieldTwice(again.key.clone())));
    }
    let given = |key: &str| pairs.iter().find(|pair| pair.key == key).map(|pair| pair.value.as_str());
    let needed = |key: &str| given(key).ok_or_else(|| error(0, &format!("the key {key} is missing")));
    let changes = pairs.iter().filter(|pair| !["name", "base"].contains(&pair.key.as_str()));
    let changes: Vec<(&str, &str)> = changes.map(|pair| (pair.key.as_str(), pair.value.as_str())).collect();
    Rules::own(needed("name")?, needed("base")?, &changes).map_err(|why| error(place(&pairs, &why), &why))
}

/// The rules on one line, as [`parse`] reads them; `None` for a known game.
#[must_use]
pub fn line(rules: &Rules) -> Option<String> {
    let (base, changes) = rules.origin()?;
    let quoted = |text: &str| DeText(text).to_string();
    let list = |key: &str, value: &str| match key {
        "sizes" => format!("[{}]", value.replace(' ', ", ")),
        _ => quoted(value),
    };
    let changes: String = changes.iter().map(|(key, value)| format!(", {key} = {}", list(key, value))).collect();
    Some(format!("{{name = {}, base = {}{changes}}}", quoted(rules.name), quoted(base.name)))
}

/// A text in quotation marks.
struct DeText<'t>(&'t str);

impl fmt::Display for DeText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for char in self.0.chars() {
            match char {
                '"' | '\\' => write!(f, "\\{char}")?,
                _ if char.is_control() => write!(f, "\\u{:04X}", char as u32)?,
                _ => write!(f, "{char}")?,
            }
        }
        f.write_str("\"")
    }
}

/// Where the key stands that is wrong, or one of its section, or the base that it comes from.
fn place(pairs: &[Pair], why: &RulesError) -> usize {
    let Some(key) = why.key() else { return 0 };
    let section = |key: &str| key.split('.').next().map(str::to_owned);
    let exact = pairs.iter().find(|pair| pair.key == key);
    let found = exact.or_else(|| pairs.iter().find(|pair| section(&pair.key) == section(key)));
    let found = found.or_else(|| pairs.iter().find(|pair| pair.key == "base"));
    found.map_or(0, |pair| pair.at)
}

/// Where a text cannot be read, and why.
struct Misfit {
    at: usize,
    what: String,
}

#[cfg(not(feature = "toml"))]
fn pairs(_: &str) -> Result<Vec<Pair>, Misfit> {
    Err(Misfit { at: 0, what: "games of one's own are disabled in this build".to_owned() })
}
