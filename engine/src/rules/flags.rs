//! The flags: single rulings that can be changed, in one table from which all that reads or tells them is made.

use crate::Rules;
use crate::rules::{Ban, Capture, Fifth, Line, RulesError, Stuck};

/// A ruling that can be changed.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    /// The name on the command line, in the protocol and in files.
    pub name: &'static str,
    /// The values it takes, that of most games first.
    pub values: &'static [&'static str],
    /// The question that it settles.
    pub decides: &'static str,
    get: fn(&Rules) -> Option<&'static str>,
    set: fn(&mut Rules, &str),
}

impl Flag {
    /// The value in `rules`; `None` if they have nothing that the flag changes.
    #[must_use]
    pub fn get(&self, rules: &Rules) -> Option<&'static str> {
        (self.get)(rules)
    }

    /// The values as they are listed: `five|captures|draw`.
    #[must_use]
    pub fn choices(&self) -> String {
        self.values.join("|")
    }

    /// The value that `text` means, in any case; for `true` and `false` there are other words.
    fn value(&self, text: &str) -> Option<&'static str> {
        let meant = |value: &&&str| {
            let others: &[&str] = match **value {
                "true" => &["on", "yes", "1", "allowed", "legal"],
                "false" => &["off", "no", "0", "none", "forbidden", "illegal"],
                _ => &[],
            };
            others.iter().chain([*value]).any(|word| word.eq_ignore_ascii_case(text))
        };
        self.values.iter().find(meant).copied()
    }
}

/// All flags, in the order in which they are listed.
pub const FLAGS: [Flag; 11] = [
    Flag {
        name: "fifth",
        values: &["five", "captures", "draw"],
        decides: "the winning pair is taken while an older five of the opponent stands",
        get: |rules| rules.breakable.then(|| rules.fifth.name()),
        set: |rules, value| {
            rules.fifth = match value {
                "captures" => Fifth::Captures,
                "draw" => Fifth::Draw,
                _ => Fifth::Five,
            }
        },
    },
    Flag {
        name: "fifth-answers",
        values: TRUE_FIRST,
        decides: "where captures do not lose to fives, the winning pair answers a five no capture breaks",
        get: |rules| rules.breakable.then(|| word(rules.fifth_answers)),
        set: |rules, value| rules.fifth_answers = is_true(value),
    },
    Flag {
        name: "fifth-33",
        values: FALSE_FIRST,
        decides: "a double three that takes the winning pair is allowed",
        get: |rules| rules.ban.map(|ban| word(ban.winning_pair)),
        set: |rules, value| change(rules, |ban| ban.winning_pair = is_true(value)),
    },
    Flag {
        name: "recursion",
        values: FALSE_FIRST,
        decides: "a three counts only if its straight-four point is no double three itself",
        get: |rules| rules.ban.map(|ban| word(ban.recursion)),
        set: |rules, value| change(rules, |ban| ban.recursion = is_true(value)),
    },
    Flag {
        name: "double-four",
        values: TRUE_FIRST,
        decides: "double fours are allowed",
        get: |rules| rules.ban.map(|ban| word(ban.double_four_allowed)),
        set: |rules, value| change(rules, |ban| ban.double_four_allowed = is_true(value)),
    },
    Flag {
        name: "suicide",
        values: FALSE_FIRST,
        decides: "a group may be left without liberties and is removed",
        get: |rules| match rules.capture {
            Capture::Surround { suicide } => Some(word(suicide)),
            _ => None,
        },
        set: |rules, value| rules.capture = Capture::Surround { suicide: is_true(value) },
    },
    Flag {
        name: "stuck",
        values: &["draw", "pass"],
        decides: "a side without a legal placement: the game is drawn, or it passes",
        get: |rules| matches!(rules.capture, Capture::Surround { .. }).then(|| rules.stuck.name()),
        set: |rules, value| rules.stuck = if value == "pass" { Stuck::Pass } else { Stuck::Draw },
    },
    Flag {
        name: "third-free",
        values: FALSE_FIRST,
        decides: "the third move is free",
        get: |rules| rules.opening.third_beyond.map(|_| word(rules.opening.third_free)),
        set: |rules, value| rules.opening.third_free = is_true(value),
    },
    Flag {
        name: "third-axis",
        values: &["3-4", "4-5"],
        decides: "how far from the centre the third move must not lie on its row or column",
        get: |rules| rules.opening.third_axis.map(|axis| if axis == (3, 4) { "3-4" } else { "4-5" }),
        set: |rules, value| rules.opening.third_axis = Some(if value == "3-4" { (3, 4) } else { (4, 5) }),
    },
    Flag {
        name: "first-centre",
        values: FALSE_FIRST,
        decides: "the first of four stones takes the centre",
        get: |rules| rules.swap.filter(|swap| swap.after == 4).map(|_| word(rules.opening.first_centre)),
        set: |rules, value| rules.opening.first_centre = is_true(value),
    },
    Flag {
        name: "caro-exact",
        values: FALSE_FIRST,
        decides: "only exactly five wins",
        get: |rules| (rules.line[0].open && rules.line[0] == rules.line[1]).then(|| word(rules.line[0].exact)),
        set: |rules, value| rules.line = rules.line.map(|line| Line { exact: is_true(value), ..line }),
    },
];

const TRUE_FIRST: &[&str] = &["true", "false"];
const FALSE_FIRST: &[&str] = &["false", "true"];

const fn word(on: bool) -> &'static str {
    if on { "true" } else { "false" }
}

fn is_true(value: &str) -> bool {
    value == "true"
}

fn change(rules: &mut Rules, change: impl FnOnce(&mut Ban)) {
    if let Some(ban) = &mut rules.ban {
        change(ban);
    }
}

impl Rules {
    /// The flags that change something in these rules, with their values.
    pub fn flags(&self) -> impl Iterator<Item = (&'static Flag, &'static str)> {
        FLAGS.iter().filter_map(|flag| Some((flag, flag.get(self)?)))
    }

    /// The flags, and their values, that make `usual` into these rules, as far as flags can.
    pub fn flags_beside(&self, usual: &Self) -> impl Iterator<Item = (&'static Flag, &'static str)> {
        self.flags().filter(|(flag, value)| flag.get(usual) != Some(value))
    }

    /// The flags, and their values, that make the known game of this name into these rules.
    #[must_use]
    pub fn changed_flags(&self) -> Vec<(&'static Flag, &'static str)> {
        let usual = Self::named(self.name);
        usual.map(|usual| self.flags_beside(&usual).collect()).unwrap_or_default()
    }

    /// Changes one ruling (see [`FLAGS`]). On/off flags take `true`, `on`, `yes`, `1`, `allowed` and their opposites.
    ///
    /// # Errors
    /// The flag is unknown, its value is, or this game does not have the mechanism that it changes.
    pub fn set_flag(&mut self, name: &str, value: &str) -> Result<(), RulesError> {
        let Some(flag) = FLAGS.iter().find(|flag| flag.name.eq_ignore_ascii_case(name)) else {
            return Err(RulesError::UnknownFlag(name.to_ascii_lowercase()));
        };
        if flag.get(self).is_none() {
            return Err(RulesError::FlagWithoutUse { flag: flag.name, game: self.name.to_owned() });
        }
        let Some(value) = flag.value(value) else {
            return Err(RulesError::FlagValue {
                flag: flag.name,
                value: value.to_ascii_lowercase(),
                values: flag.values,
            });
        };
        (flag.set)(self, value);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_is_read_and_nothing_else_changes() {
        for (flag, rules) in FLAGS.iter().flat_map(|flag| Rules::ALL.map(|rules| (flag, rules))) {
            let Some(before) = flag.get(&rules) else { continue };
            for value in flag.values {
                let mut changed = rules.clone();
                changed.set_flag(flag.name, value).expect("a value of the flag");
                assert_eq!(flag.get(&changed), Some(*value), "{} in {}", flag.name, rules.name);
                let beside: Vec<_> = changed.flags_beside(&rules).map(|(flag, value)| (flag.name, value)).collect();
                let expected = (before != *value).then_some((flag.name, *value));
                assert_eq!(beside, expected.into_iter().collect::<Vec<_>>(), "{}", rules.name);
                changed.set_flag(flag.name, before).expect("its value before");
                assert_eq!(changed, rules, "{}", flag.name);
            }
        }
    }

    #[test]
    fn every_flag_is_of_some_game_and_takes_other_words_for_true_and_false() {
        for flag in &FLAGS {
            assert!(Rules::ALL.iter().any(|rules| flag.get(rules).is_some()), "{}", flag.name);
        }
        let mut rules = Rules::ALL.into_iter().find(|rules| rules.ban.is_some()).expect("a game with a ban");
        rules.set_flag("Double-Four", "Forbidden").expect("a word for false");
        assert!(rules.ban.is_some_and(|ban| !ban.double_four_allowed), "one meaning from the flag to the rules");
    }
}
