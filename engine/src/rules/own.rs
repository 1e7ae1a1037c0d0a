//! Custom games: built-in rules with some fields and flags changed.

use crate::Rules;
use crate::rules::texts::{self, kept};
use crate::rules::{Capture, FIELDS, FLAGS, RulesError, Sizes};

impl Rules {
    /// The rules of `base` with some fields and flags changed, under a new name.
    ///
    /// # Examples
    /// ```
    /// use ninuki_engine::Rules;
    ///
    /// let rules = Rules::own("pente-12", "pente", &[("capture.target", "12")])?;
    /// assert_eq!((rules.name, rules.target()), ("pente-12", Some(12)));
    /// # Ok::<(), ninuki_engine::rules::RulesError>(())
    /// ```
    ///
    /// # Errors
    /// The name is none or taken, there is no such base, a key or value is unknown, a key is given twice, keys contradict each other, or the
    /// fields do not go together. Or there are too many such games: their names, titles and sources are kept for as long as the process lives.
    pub fn own(name: &str, base: &str, changes: &[(&str, &str)]) -> Result<Self, RulesError> {
        let letters = |char: char| char.is_ascii_lowercase() || char.is_ascii_digit() || char == '-';
        if name.is_empty() || name.len() > 40 || !name.chars().all(letters) || Self::named(name).is_ok() {
            return Err(RulesError::OwnName(name.to_owned()));
        }
        let usual = Self::named(base)?;
        let mut rules = Self { base: Some(usual.name), ..usual };
        let known =
            |key: &str| FIELDS.iter().any(|field| field.key == key) || FLAGS.iter().any(|flag| flag.name == key);
        if let Some((key, _)) = changes.iter().find(|(key, _)| !known(key)) {
            return Err(RulesError::UnknownField((*key).to_owned()));
        }
        let twice = |at: usize| changes[..at].iter().any(|(key, _)| *key == changes[at].0);
        if let Some(at) = (0..changes.len()).find(|&at| twice(at)) {
            return Err(RulesError::FieldTwice(changes[at].0.to_owned()));
        }
        let given = |key: &str| changes.iter().find(|(given, _)| *given == key).map(|&(_, value)| value);
        for field in &FIELDS {
            given(field.key).map_or(Ok(()), |value| field.set(&mut rules, value))?;
        }
        for flag in &FLAGS {
            given(flag.name)
                .map_or(Ok(()), |value| rules.set_flag(flag.name, value))
                .map_err(|error| error.of(name))?;
        }
        rules.agrees_with(changes)?;
        rules.check()?;
        // Nothing of rules that are refused is kept.
        let texts = [name, given("title").unwrap_or(name), given("source").unwrap_or(rules.source)];
        let [name, title, source] = kept(texts)?;
        Ok(Self { name, title, source, ..rules })
    }

    /// The number of custom games whose names, titles and sources the process has room for.
    #[must_use]
    pub fn room() -> usize {
        texts::room()
    }

    /// The base of a custom game, and the fields and flags that differ from it.
    #[must_use]
    pub fn origin(&self) -> Option<(Self, Vec<(&'static str, String)>)> {
        let base = Self::named(self.base?).ok()?;
        // A title that is the name needs no telling.
        let named = FIELDS.iter().filter(|field| field.key != "title" || self.title != self.name);
        let fields = named.filter_map(|field| Some((field.key, field.get(self)?, field.get(&base))));
        let flags = self.flags().map(|(flag, value)| (flag.name, value.to_owned(), flag.get(&base).map(str::to_owned)));
        let changed = fields.chain(flags).filter(|(_, value, usual)| usual.as_ref() != Some(value));
        let changes = changed.map(|(key, value, _)| (key, value)).collect();
        Some((base, changes))
    }

    /// The known game that is played most like this one: itself, or the one whose mechanisms agree with most of its.
    #[must_use]
    pub fn nearest(&self) -> Self {
        self.nearest_of(|_| true).expect("there are games")
    }

    /// The known game most like this one, among those for which `suits` holds.
    pub fn nearest_of(&self, suits: impl Fn(&Self) -> bool) -> Option<Self> {
        let differences = |other: &Self| {
            let kind = |rules: &Self| match rules.capture {
                Capture::None => 0,
                Capture::Flank { .. } => 1,
                Capture::Surround { .. } => 2,
            };
            u8::from(kind(self) != kind(other)) * 32
                + u8::from(self.target().is_some() != other.target().is_some()) * 8
                + u8::from(self.fouls != other.fouls) * 8
                + u8::from(self.line != other.line) * 4
                + u8::from(self.capture != other.capture) * 3
                + u8::from(self.ban.is_some() != other.ban.is_some()) * 2
                + u8::from(self.breakable != other.breakable) * 2
                + u8::from(self.poof != other.poof) * 2
                + u8::from(self.ban != other.ban)
        };
        let suited = || Self::ALL.into_iter().filter(|rules| suits(rules));
        suited().find(|rules| rules.name == self.name).or_else(|| suited().min_by_key(differences))
    }

    /// Whether each change still holds after all others: to make it again changes nothing.
    fn agrees_with(&self, changes: &[(&str, &str)]) -> Result<(), RulesError> {
        for &(key, value) in changes {
            let mut again = self.clone();
            let key = match (FIELDS.iter().find(|field| field.key == key), FLAGS.iter().find(|flag| flag.name == key)) {
                (Some(field), _) => field.set(&mut again, value).map(|()| field.key)?,
                (None, Some(flag)) => again.set_flag(key, value).map(|()| flag.name)?,
                (None, None) => continue,
            };
            if again != *self {
                return Err(RulesError::Conflict { key, why: "another key says otherwise" });
            }
        }
        Ok(())
    }

    /// Whether the fields go together: what boards, lines and captures are made for.
    fn check(&self) -> Result<(), RulesError> {
        let hexagonal = self.hexagonal();
        let sizes = self.sizes;
        let possible = if hexagonal { Sizes::from_to(3, 9) } else { Sizes::from_to(5, 22) };
        let length = self.line[0].length;
        let flanks = matches!(self.capture, Capture::Flank { .. });
        let [black, white] = self.line;
        let reach = self.opening.third_beyond.unwrap_or(0).max(self.opening.second_within.unwrap_or(0));
        let conditions = [
            ("sizes", sizes.within(possible), "they are from 5 to 22, of a hexagon from 3 to 9"),
            ("default-size", sizes.contains(self.default_size), "it is one of the sizes"),
            (
                "line.length",
                if hexagonal { (3..2 * sizes.least()).contains(&length) } else { length == 5 },
                "it is 5, on a hexagon from 3 to the longest line of the smallest board",
            ),
            (
                "capture.longest",
                matches!(self.capture, Capture::Surround { .. }) == hexagonal,
                "on a hexagon groups are surrounded",
            ),
            (
                "line.exact",
                !hexagonal || !(black.exact || white.exact || black.open || white.open),
                "on a hexagon lines are neither exact nor open",
            ),
            ("line.open", !black.open || !(flanks || self.fouls), "open lines go without captures and fouls"),
            ("black.exact", !flanks || black == white, "where stones are captured both sides have the same lines"),
            ("ban.binds", self.ban.is_none() || flanks, "the ban is for games with captures"),
            ("breakable-fives", !self.breakable || flanks, "only captures break fives"),
            (
                "fouls",
                !self.fouls || black.exact && self.capture == Capture::None,
                "fouls are for games without captures in which Black needs exactly five",
            ),
            ("rectangles", !self.rectangles || !hexagonal, "a hexagon has one side"),
            (
                "opening.third-beyond",
                reach == 0 || !hexagonal && reach <= sizes.least() / 2,
                "distances from the centre end within the smallest board, and a hexagon has none",
            ),
            (
                "capture.poof",
                !self.poof || flanks && !(black.exact || white.exact || self.fouls || self.ban.is_some()),
                "it goes with captures, where five or more win and nothing is forbidden",
            ),
            ("opening.first-centre", !self.opening.first_centre || !hexagonal, "a hexagon is free"),
        ];
        let wrong = conditions.into_iter().find(|(_, right, _)| !right);
        wrong.map_or(Ok(()), |(key, _, why)| Err(RulesError::Conflict { key, why }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_rules_are_made_again_from_their_origin() {
        let cases: [(&str, &[(&str, &str)]); 6] = [
            (
                "pente",
                &[("capture.target", "12"), ("capture.longest", "3"), ("title", "twelve"), ("third-free", "true")],
            ),
            (
                "freestyle",
                &[("capture.longest", "2"), ("capture.target", "none"), ("sizes", "9 11"), ("default-size", "9")],
            ),
            ("pente", &[("ban.binds", "black"), ("ban.stops-four", "always"), ("double-four", "false")]),
            ("ninuki", &[("ban.binds", "none"), ("line.exact", "false"), ("fifth", "draw")]),
            (
                "renju",
                &[
                    ("opening.first-centre", "true"),
                    ("opening.second-within", "1"),
                    ("swap.after", "3"),
                    ("line.open", "false"),
                ],
            ),
            ("ndengrod", &[("line.length", "4"), ("stuck", "pass"), ("swap.after", "none")]),
        ];
        for (base, changes) in cases {
            let rules = Rules::own("mine", base, changes).expect("rules");
            let (usual, origin) = rules.origin().expect("an origin");
            let again: Vec<(&str, &str)> = origin.iter().map(|(key, value)| (*key, value.as_str())).collect();
            assert_eq!(Rules::own("mine", usual.name, &again), Ok(rules), "{base} {changes:?}");
        }
        assert!(Rules::ALL.iter().all(|rules| rules.origin().is_none() && rules.nearest() == *rules));
    }

    #[test]
    fn what_does_not_go_together_is_refused() {
        let message =
            |name, base, changes: &[(&str, &str)]| Rules::own(name, base, changes).expect_err("wrong").to_string();
        assert_eq!(
            message("Pente", "pente", &[]),
            "the name \"Pente\" is taken, or not 1 to 40 small letters, digits and -"
        );
        assert!(message("mine", "penta", &[]).starts_with("unknown game \"penta\", did you mean \"pente\"?"));
        assert!(message("mine", "pente", &[("capture.taget", "4")]).contains("did you mean \"capture.target\"?"));
        assert_eq!(
            message("mine", "pente", &[("capture.target", "1")]),
            "capture.target cannot be \"1\", allowed is a number of stones from 2 to 400, or none"
        );
        assert_eq!(
            message("mine", "renju", &[("line.length", "6")]).split(':').next(),
            Some("line.length does not fit")
        );
        for (base, key, value) in [
            ("caro", "capture.longest", "2"),
            ("renju", "line.exact", "false"),
            ("freestyle", "ban.binds", "both"),
            ("freestyle", "breakable-fives", "true"),
            ("pente", "sizes", "25"),
            ("pente", "sizes", "13 13"),
            ("ndengrod", "sizes", "0 4"),
            ("pente", "default-size", "14"),
            ("pente", "opening.third-beyond", "7"),
            ("ndengrod", "capture.longest", "2"),
            ("ndengrod", "line.exact", "true"),
            ("ndengrod", "line.length", "6"),
            ("pente", "title", "a\nb"),
            ("pente", "source", "\u{1b}[2J"),
            ("pente", "title", "a\u{2028}b"),
        ] {
            assert!(Rules::own("mine", base, &[(key, value)]).is_err(), "{base} {key}={value}");
        }
    }

    #[test]
    fn changes_that_contradict_each_other_are_refused() {
        let message =
            |base, changes: &[(&str, &str)]| Rules::own("mine", base, changes).expect_err("wrong").to_string();
        assert_eq!(
            message("pente", &[("capture.target", "8"), ("capture.target", "8")]),
            "the key \"capture.target\" is given twice"
        );
        let otherwise = "does not fit: another key says otherwise";
        for (base, changes, key) in [
            ("freestyle", [("line.exact", "true"), ("black.exact", "false")], "line.exact"),
            ("freestyle", [("white.exact", "true"), ("line.exact", "false")], "line.exact"),
            ("caro", [("line.exact", "false"), ("caro-exact", "true")], "line.exact"),
            ("pente", [("opening.third-beyond", "2"), ("opening.third-beyond", "3")], ""),
        ] {
            let expected = if key.is_empty() { "the key".to_owned() } else { format!("{key} {otherwise}") };
            assert!(message(base, &changes).starts_with(&expected), "{}", message(base, &changes));
        }
        let nothing = "does not fit: these rules have nothing that it changes";
        assert_eq!(
            message("pente", &[("capture.longest", "none"), ("capture.target", "12")]),
            format!("capture.target {nothing}")
        );
        assert_eq!(
            message("ninuki", &[("ban.binds", "none"), ("ban.captures", "true")]),
            format!("ban.captures {nothing}")
        );
        Rules::own("mine", "freestyle", &[("line.exact", "true"), ("black.exact", "true")]).expect("they agree");
    }

    #[test]
    fn a_title_is_never_that_of_the_base() {
        assert_eq!(Rules::own("mine", "pente", &[]).map(|rules| rules.title), Ok("mine"));
        assert_eq!(Rules::own("mine", "pente", &[("title", "Mine")]).map(|rules| rules.title), Ok("Mine"));
        let plain = Rules::own("mine", "pente", &[]).expect("rules");
        assert_eq!(plain.origin().map(|(_, changes)| changes), Some(Vec::new()));
    }
}
