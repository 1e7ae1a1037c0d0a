//! The messages of [`RulesError`]: the problem, and the nearest names.

use std::fmt;

use crate::Rules;
use crate::rules::{ALIASES, FIELDS, FLAGS, RulesError};

impl RulesError {
    /// The game that was probably meant by a name that none has.
    #[must_use]
    pub fn meant(&self) -> Option<&'static str> {
        let Self::UnknownGame(name) = self else { return None };
        nearest(name, game_names())
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownGame(name) => {
                let names = Rules::ALL.map(|rules| rules.name).join(", ");
                write!(f, "unknown game {name:?}{} known are {names}", suggestion(name, game_names()))
            }
            Self::UnknownFlag(name) => {
                let names = FLAGS.map(|flag| flag.name);
                write!(f, "unknown flag {name:?}{} known are {}", suggestion(name, names), names.join(", "))
            }
            Self::FlagValue { flag, value, values } => {
                write!(f, "flag {flag} cannot be {value:?}, allowed is {}", values.join("|"))
            }
            Self::TooMany { texts } => {
                write!(f, "too many games of one's own: a process keeps {texts} different names, titles and sources")
            }
            Self::OwnName(name) => {
                write!(f, "the name {name:?} is taken, or not 1 to 40 small letters, digits and -")
            }
            Self::UnknownField(key) => {
                let keys: Vec<&str> = FIELDS.iter().map(|field| field.key).chain(FLAGS.map(|flag| flag.name)).collect();
                let suggestion = suggestion(key, keys.iter().copied());
                write!(f, "unknown key {key:?}{suggestion} known are {}", keys.join(", "))
            }
            Self::FieldTwice(key) => write!(f, "the key {key:?} is given twice"),
            Self::FieldValue { key, value, allowed } => write!(f, "{key} cannot be {value:?}, allowed is {allowed}"),
            Self::Conflict { key, why } => write!(f, "{key} does not fit: {why}"),
            Self::FlagWithoutUse { flag, game } => write!(f, "flag {flag} changes nothing in {game}"),
        }
    }
}

impl std::error::Error for RulesError {}

/// The names of all games, with those that others have for them.
fn game_names() -> impl Iterator<Item = &'static str> {
    Rules::ALL.into_iter().map(|rules| rules.name).chain(ALIASES.into_iter().map(|(alias, _)| alias))
}

/// `, did you mean "pente"?` if one of `names` is near to what was typed, else `,`.
fn suggestion(typed: &str, names: impl IntoIterator<Item = &'static str>) -> String {
    nearest(typed, names).map_or_else(|| ",".to_owned(), |name| format!(", did you mean {name:?}?"))
}

/// The one of `names` that was probably meant by what was typed, if one is near to it.
///
/// # Examples
/// ```
/// use ninuki_engine::rules::nearest;
///
/// assert_eq!(nearest("swpa", ["swap", "pass"]), Some("swap"));
/// assert_eq!(nearest("chess", ["swap", "pass"]), None);
/// ```
pub fn nearest(typed: &str, names: impl IntoIterator<Item = &'static str>) -> Option<&'static str> {
    let typed: Vec<char> = typed.chars().take(40).flat_map(char::to_lowercase).collect();
    let nearest = names.into_iter().map(|name| (edits(&typed, name), name)).min_by_key(|&(edits, _)| edits);
    let near = nearest.filter(|&(edits, name)| edits <= 1.max(name.len().min(typed.len()) / 3));
    near.map(|(_, name)| name)
}

/// The least number of letters to insert, leave out, replace, or exchange with the next, that make one word of the
/// other (optimal string alignment).
fn edits(typed: &[char], name: &str) -> usize {
    let name: Vec<char> = name.chars().collect();
    let mut before = Vec::new();
    let mut above: Vec<usize> = (0..=name.len()).collect();
    for (i, &a) in typed.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &b) in name.iter().enumerate() {
            let mut least = (above[j] + usize::from(a != b)).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a == name[j - 1] && typed[i - 1] == b {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nearly_a_name_is_suggested() {
        let message = |name: &str| Rules::named(name).expect_err("no game").to_string();
        let cases = [("petne", "pente"), ("gomuku", "gomoku"), ("ninuki-japn", "ninuki-japan"), ("Renjuu", "renju")];
        for (typed, meant) in cases {
            let expected = format!("unknown game {typed:?}, did you mean {meant:?}? known are ");
            assert!(message(typed).starts_with(&expected), "{}", message(typed));
        }
        for typed in ["chess", "", "x", &"9".repeat(100_000)] {
            assert!(!message(typed).contains("did you mean"), "{typed:.20}");
        }
        let flag = Rules::ALL[0].clone().set_flag("double-for", "true").expect_err("no flag");
        assert!(flag.to_string().starts_with("unknown flag \"double-for\", did you mean \"double-four\"?"), "{flag}");
    }

    #[test]
    fn edits_are_counted() {
        let edits = |typed: &str, name| edits(&typed.chars().collect::<Vec<_>>(), name);
        assert_eq!(edits("pente", "pente"), 0);
        assert_eq!(edits("petne", "pente"), 1);
        assert_eq!(edits("", "caro"), 4);
        assert_eq!(edits("kayro", "caro"), 2);
    }
}
