//! The fields of rules as keys and values. A custom game is written as its difference from a built-in one.

use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::rules::games::NINUKI_BAN;
use crate::rules::texts::LONGEST;
use crate::rules::{Ban, Capture, Exception, Line, RulesError, Sizes, Swap};
use crate::{Color, Lettering, Rules};

/// A field of the rules that a custom game may change.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The key, with its section before a dot.
    pub key: &'static str,
    /// The values it takes, in words.
    pub allowed: &'static str,
    get: fn(&Rules) -> Option<String>,
    set: fn(&mut Rules, &str) -> Option<()>,
}

const TEXT: &str = "a text of at most 200 bytes without control characters";
const SWITCH: &str = "true or false";
const LIMIT: &str = "a distance from 1 to 10, or none";
const EXCEPTION: &str = "always, last-resort or never";

/// All fields, in the order in which they are set. The flags (see [`FLAGS`](crate::rules::FLAGS)) are keys as well, and
/// are set after them.
pub const FIELDS: [Field; 25] = [
    field("title", TEXT, |rules| Some(rules.title.to_owned()), |_, text| fits(text)),
    field("source", TEXT, |rules| Some(rules.source.to_owned()), |_, text| fits(text)),
    field(
        "lettering",
        "with-i or without-i",
        |rules| of(rules.lettering, LETTERINGS),
        |rules, text| {
            rules.lettering = named(text, LETTERINGS)?;
            Some(())
        },
    ),
    field(
        "sizes",
        "sides from 5 to 22, of a hexagon from 3 to 9, ascending",
        |rules| Some(rules.sizes.to_string().replace(',', "")),
        |rules, text| {
            rules.sizes = Sizes::parse(text)?;
            Some(())
        },
    ),
    field(
        "default-size",
        "one of the sizes",
        |rules| Some(rules.default_size.to_string()),
        |rules, text| {
            rules.default_size = text.parse().ok()?;
            Some(())
        },
    ),
    field(
        "rectangles",
        SWITCH,
        |rules| Some(rules.rectangles.to_string()),
        |rules, text| {
            rules.rectangles = text.parse().ok()?;
            Some(())
        },
    ),
    field(
        "line.length",
        "5, on a hexagon from 3 to 9",
        |rules| Some(rules.line[0].length.to_string()),
        |rules, text| {
            let length = text.parse().ok()?;
            rules.line = rules.line.map(|line| Line { length, ..line });
            Some(())
        },
    ),
    // A value for both sides is listed once a side.
    field(
        "line.exact",
        SWITCH,
        |_| None,
        |rules, text| {
            let exact = text.parse().ok()?;
            rules.line = rules.line.map(|line| Line { exact, ..line });
            Some(())
        },
    ),
    field(
        "line.open",
        SWITCH,
        |rules| Some(rules.line[0].open.to_string()),
        |rules, text| {
            let open = text.parse().ok()?;
            rules.line = rules.line.map(|line| Line { open, ..line });
            Some(())
        },
    ),
    field(
        "black.exact",
        SWITCH,
        |rules| Some(rules.line[0].exact.to_string()),
        |rules, text| {
            rules.line[0].exact = text.parse().ok()?;
            Some(())
        },
    ),
    field(
        "white.exact",
        SWITCH,
        |rules| Some(rules.line[1].exact.to_string()),
        |rules, text| {
            rules.line[1].exact = text.parse().ok()?;
            Some(())
        },
    ),
    field("capture.longest", "2, 3, or none", longest, |rules, text| {
        rules.capture = match (text, rules.capture) {
            ("none", _) => Capture::None,
            ("2" | "3", Capture::Flank { target, .. }) => Capture::Flank { longest: text.parse().ok()?, target },
            ("2" | "3", _) => Capture::Flank { longest: text.parse().ok()?, target: Some(10) },
            _ => return None,
        };
        Some(())
    }),
    field("capture.target", "a number of stones from 2 to 400, or none", target, |rules, text| {
        let Capture::Flank { target, .. } = &mut rules.capture else { return None };
        *target = optional(text, 2..=400)?;
        Some(())
    }),
    field(
        "capture.poof",
        SWITCH,
        |rules| Some(rules.poof.to_string()),
        |rules, text| {
            rules.poof = text.parse().ok()?;
            Some(())
        },
    ),
    field(
        "breakable-fives",
        SWITCH,
        |rules| Some(rules.breakable.to_string()),
        |rules, text| {
            rules.breakable = text.parse().ok()?;
            Some(())
        },
    ),
    field(
        "ban.binds",
        "both, black or none",
        |rules| of(rules.ban.map(|ban| ban.binds_white), BOUND),
        |rules, text| {
            let bound = named(text, BOUND)?;
            let ban = rules.ban.unwrap_or(NINUKI_BAN);
            rules.ban = bound.map(|binds_white| Ban { binds_white, ..ban });
            Some(())
        },
    ),
    field(
        "ban.breaks-five",
        EXCEPTION,
        |rules| of(rules.ban?.breaks_five, EXCEPTIONS),
        |rules, text| {
            rules.ban.as_mut()?.breaks_five = named(text, EXCEPTIONS)?;
            Some(())
        },
    ),
    field(
        "ban.stops-four",
        EXCEPTION,
        |rules| of(rules.ban?.stops_four, EXCEPTIONS),
        |rules, text| {
            rules.ban.as_mut()?.stops_four = named(text, EXCEPTIONS)?;
            Some(())
        },
    ),
    field(
        "ban.captures",
        SWITCH,
        |rules| Some(rules.ban?.captures.to_string()),
        |rules, text| {
            rules.ban.as_mut()?.captures = text.parse().ok()?;
            Some(())
        },
    ),
    field(
        "fouls",
        SWITCH,
        |rules| Some(rules.fouls.to_string()),
        |rules, text| {
            rules.fouls = text.parse().ok()?;
            Some(())
        },
    ),
    field(
        "opening.first-centre",
        SWITCH,
        |rules| Some(rules.opening.first_centre.to_string()),
        |rules, text| {
            rules.opening.first_centre = text.parse().ok()?;
            Some(())
        },
    ),
    field(
        "opening.second-within",
        LIMIT,
        |rules| number(rules.opening.second_within),
        |rules, text| {
            rules.opening.second_within = optional(text, 1..=10)?;
            Some(())
        },
    ),
    field(
        "opening.third-beyond",
        LIMIT,
        |rules| number(rules.opening.third_beyond),
        |rules, text| {
            rules.opening.third_beyond = optional(text, 1..=10)?;
            Some(())
        },
    ),
    field("swap.after", "a number of stones from 1 to 9, or none", swap, |rules, text| {
        rules.swap = optional(text, 1..=9)?.map(|after| Swap { after, by: Color::White, again: None });
        Some(())
    }),
    field(
        "repetition",
        SWITCH,
        |rules| Some(rules.repetition.to_string()),
        |rules, text| {
            rules.repetition = text.parse().ok()?;
            Some(())
        },
    ),
];

const LETTERINGS: &[(&str, Lettering)] = &[("with-i", Lettering::WithI), ("without-i", Lettering::WithoutI)];
const BOUND: &[(&str, Option<bool>)] = &[("both", Some(true)), ("black", Some(false)), ("none", None)];
const EXCEPTIONS: &[(&str, Exception)] =
    &[("always", Exception::Always), ("last-resort", Exception::LastResort), ("never", Exception::Never)];

const fn field(
    key: &'static str,
    allowed: &'static str,
    get: fn(&Rules) -> Option<String>,
    set: fn(&mut Rules, &str) -> Option<()>,
) -> Field {
    Field { key, allowed, get, set }
}

/// Texts are set last, see [`Rules::own`].
fn fits(text: &str) -> Option<()> {
    let unseen = |char: char| char.is_control() || matches!(char, '\u{2028}' | '\u{2029}');
    (text.len() <= LONGEST && !text.contains(unseen)).then_some(())
}

fn longest(rules: &Rules) -> Option<String> {
    match rules.capture {
        Capture::None => Some("none".to_owned()),
        Capture::Flank { longest, .. } => Some(longest.to_string()),
        Capture::Surround { .. } => None,
    }
}

fn target(rules: &Rules) -> Option<String> {
    match rules.capture {
        Capture::Flank { target, .. } => number(target),
        Capture::None | Capture::Surround { .. } => None,
    }
}

fn swap(rules: &Rules) -> Option<String> {
    number(rules.swap.map(|swap| swap.after))
}

fn number(value: Option<impl ToString>) -> Option<String> {
    Some(value.map_or_else(|| "none".to_owned(), |value| value.to_string()))
}

/// `none`, or a number within `range`.
fn optional<N: FromStr + PartialOrd>(text: &str, range: RangeInclusive<N>) -> Option<Option<N>> {
    if text == "none" { Some(None) } else { text.parse().ok().filter(|value| range.contains(value)).map(Some) }
}

fn of<T: PartialEq>(value: T, words: &[(&str, T)]) -> Option<String> {
    words.iter().find(|(_, meant)| *meant == value).map(|(word, _)| (*word).to_owned())
}

fn named<T: Copy>(text: &str, words: &[(&str, T)]) -> Option<T> {
    words.iter().find(|(word, _)| *word == text).map(|&(_, meant)| meant)
}

impl Field {
    /// The value in `rules`; `None` if they have nothing of the kind, or other fields tell it.
    #[must_use]
    pub fn get(&self, rules: &Rules) -> Option<String> {
        (self.get)(rules)
    }

    /// Changes `rules`; a text is only checked.
    ///
    /// # Errors
    /// The field does not take this value, or these rules have nothing of the kind.
    pub(super) fn set(&self, rules: &mut Rules, value: &str) -> Result<(), RulesError> {
        if (self.set)(rules, value).is_some() {
            return Ok(());
        }
        if self.get(rules).is_none() && Rules::ALL.iter().any(|known| self.get(known).is_some()) {
            return Err(RulesError::Conflict { key: self.key, why: "these rules have nothing that it changes" });
        }
        Err(RulesError::FieldValue { key: self.key, value: value.to_owned(), allowed: self.allowed })
    }
}
