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

#[cfg(all(test, feature = "toml"))]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_as_they_are_written_on_one_line() {
        let text = "name = \"mine\"\nbase = \"ninuki\"\ntitle = 'a \"game\" \\ of mine'\nfifth = \"draw\"\nsizes = [9, 11]\n\
                    default-size = 9\n[capture]\nlongest = 3\ntarget = \"none\"\n[opening]\nthird-beyond = \"none\"\n";
        let rules = parse(text).expect("rules");
        let line = line(&rules).expect("rules of one's own");
        assert!(!line.contains('\n') && line.starts_with("{name = \"mine\", base = \"ninuki\", "), "{line}");
        assert_eq!(parse(&line).expect("the same"), rules, "{line}");
        assert!(Rules::ALL.iter().all(|rules| super::line(rules).is_none()));
    }

    #[test]
    fn errors_name_line_and_key() {
        let told = |text: &str| parse(text).expect_err("wrong").to_string();
        let start = "name = \"mine\"\nbase = \"pente\"\n";
        for (rest, expected) in [
            ("fouls = true", "3:1: fouls does not fit: "),
            ("\n\n[capture]\n  taget = 4", "6:3: unknown key \"capture.taget\", did you mean \"capture.target\"?"),
            ("[capture]\ntarget = 1.5", "4:10: a value is a text, "),
            ("sizes = [25]", "3:1: sizes does not fit: "),
            ("fifth = \"five\"", "3:1: flag fifth changes nothing in mine"),
            ("base = \"caro\"", "3:1: duplicate key"),
            ("name", "3:"),
            ("third-free = true\nthird-free = false", "4:1: duplicate key"),
            ("capture.target = 4\n\"capture.target\" = 6", "4:1: the key \"capture.target\" is given twice"),
            ("line.exact = true\nwhite.exact = false", "3:6: line.exact does not fit: another key says otherwise"),
            ("foo = {}", "3:7: a section holds keys"),
            ("capture = {}", "3:11: a section holds keys"),
            ("[capture]", "3:1: a section holds keys"),
            ("capture.target.most = 4", "3:9: a section holds no sections"),
            ("title = 12", "3:9: title is a text"),
            ("title = [1, 2]", "3:9: title is a text"),
            ("title = \"a\\u0007b\"", "3:1: title cannot be \"a\\u{7}b\", allowed is "),
            ("source = \"a\\nb\"", "3:1: source cannot be"),
            ("[capture]\ntarget = 99999999999999999999999", "4:1: capture.target cannot be"),
        ] {
            let told = told(&format!("{start}{rest}"));
            assert!(told.starts_with(expected) && !told.contains('\n'), "{rest}: {told}");
        }
        assert_eq!(told("base = \"pente\""), "1:1: the key name is missing");
        assert!(told("name = \"mine\"\nbase = \"petne\"").starts_with("2:1: unknown game \"petne\", did you mean"));
        assert!(told("{name = 1").starts_with("1:"));
        assert!(parse(&"a".repeat(100_000)).is_err() && parse("").is_err() && parse("{}").is_err());
    }

    #[test]
    fn numbers_of_other_radices_are_read_by_their_value() {
        let target = |value: &str| parse(&format!("name = \"mine\"\nbase = \"pente\"\ncapture.target = {value}"));
        for value in ["12", "0xC", "0b1100", "0o14", "1_2", "+12"] {
            assert_eq!(target(value).expect(value).target(), Some(12), "{value}");
        }
        assert!(target("0xFFFFFFFFFFFFFFFFFFFF").is_err());
    }

    #[test]
    fn columns_of_an_inline_table_count_what_stands_before_it() {
        let told = parse("  {name = \"mine\", base = \"pente\", ü = 1}").expect_err("wrong").to_string();
        assert!(told.starts_with("1:"), "{told}");
        let told = parse("\n  {name = \"mine\", base = \"pente\", fouls = 3}").expect_err("wrong").to_string();
        assert!(told.starts_with("2:35: fouls"), "{told}");
    }

    #[test]
    fn any_text_is_rules_or_an_error_on_one_line() {
        const PARTS: [&str; 30] = [
            "name = \"mine\"\n",
            "base = \"pente\"\n",
            "title = 'x'\n",
            "[capture]\n",
            "target = 12\n",
            "longest = ",
            "3\n",
            "{",
            "}",
            "[",
            "]",
            "[[a]]\n",
            "a.b.c = 1\n",
            "= ",
            "\"",
            "'",
            "\"\"\"",
            "#",
            "\r",
            "\n",
            "\0",
            "é",
            "\u{2028}",
            "fifth",
            ".",
            ",",
            "1e9",
            "true",
            "1979-05-27",
            "sizes = [9, 11]\n",
        ];
        let mut state = 1_u64;
        let mut next = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        for _ in 0..20_000 {
            let text: String = (0..next(14)).map(|_| PARTS[next(PARTS.len())]).collect();
            if let Err(error) = parse(&text) {
                let told = error.to_string();
                let mut places = told.split(':').map(str::parse::<usize>);
                assert!(matches!((places.next(), places.next()), (Some(Ok(1..)), Some(Ok(1..)))), "{text:?}: {told}");
                assert!(!told.contains(char::is_control) && told.len() < 2000, "{text:?}: {told}");
            }
        }
    }

    #[test]
    fn deep_nesting_is_refused() {
        let most = LONGEST / 2 - 30;
        for deep in [
            format!("x{} = 1", ".x".repeat(most)),
            format!("[x{}]", ".x".repeat(most)),
            format!("x = {}", "[".repeat(most)),
            format!("x = {}", "{x=".repeat(most / 2)),
            "{x=".repeat(most / 2),
            format!("x{} = 1", " . x".repeat(most / 2)),
        ] {
            let small = std::thread::Builder::new().stack_size(256 << 10);
            let told = small.spawn(move || parse(&deep).map_err(|error| error.to_string())).expect("a thread").join();
            assert!(told.expect("no panic").expect_err("too deep").starts_with("1:"));
        }
        parse(&format!("name = \"mine\"\nbase = \"pente\"\ntitle = \"{}\" # {0}", ".".repeat(100)))
            .expect("dots in texts");
    }
}
