//! The rules of a game that differ from its defaults.

use std::collections::BTreeMap;
use std::fmt;

use engine::Game;
use engine::rules::FLAGS;
use serde::Serialize;

use crate::Size;

/// The rules of a game that differ from its defaults, and its board. As text a list: `flag fifth=captures, size 13`; empty if
/// nothing differs.
///
/// # Examples
/// ```
/// # extern crate engine as ninuki_engine;
/// use ninuki_engine::{Game, Rules};
/// use ninuki_records::Differences;
///
/// let mut rules = Rules::PENTE;
/// rules.set_flag("third-free", "true")?;
/// let game = Game::new(rules, Some(13), None)?;
/// assert_eq!(Differences::of(game).to_string(), "flag third-free=true, size 13");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Differences {
    /// The known game that an own game is made from.
    pub base: Option<&'static str>,
    /// The fields of an own game that differ from those of its base.
    pub rules: BTreeMap<&'static str, String>,
    /// The flags that differ.
    pub flags: BTreeMap<&'static str, String>,
    /// The size of the board.
    pub size: Size,
    /// The length of winning lines.
    pub length: usize,
    /// The default size and length.
    #[serde(skip)]
    usual: (usize, usize),
}

impl Differences {
    /// Those of a game.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let rules = game.rules();
        let (base, fields) = rules.origin().map_or((None, Vec::new()), |(base, fields)| (Some(base), fields));
        let is_flag = |key: &str| FLAGS.iter().any(|flag| flag.name == key);
        let (mut flags, fields): (BTreeMap<_, _>, _) = fields.into_iter().partition(|(key, _)| is_flag(key));
        flags.extend(rules.changed_flags().into_iter().map(|(flag, value)| (flag.name, value.to_owned())));
        Self {
            base: base.map(|base| base.name),
            rules: fields,
            flags,
            size: Size::of(game.grid()),
            length: game.length(),
            usual: (rules.default_size, rules.line[0].length),
        }
    }
}

impl fmt::Display for Differences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, length) = self.usual;
        let base = self.base.iter().map(|base| format!("made from {base}"));
        let rules = self.rules.iter().map(|(key, value)| format!("{key}={}", value.escape_debug()));
        let flags = self.flags.iter().map(|(key, value)| format!("flag {key}={value}"));
        let size = (self.size != Size::from(size)).then(|| format!("size {}", self.size));
        let length = (self.length != length).then(|| format!("lines of {}", self.length));
        let all: Vec<String> = base.chain(rules).chain(flags).chain(size).chain(length).collect();
        f.pad(&all.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use engine::Rules;

    use super::*;

    #[test]
    fn everything_that_differs_is_told_and_nothing_else() {
        for rules in Rules::ALL {
            let name = rules.name;
            let usual = Differences::of(Game::new(rules, None, None).expect("the usual board"));
            assert_eq!((usual.to_string().as_str(), usual.flags.len(), usual.base), ("", 0, None), "{name}");
        }
        let changes = [("capture.target", "12"), ("opening.first-centre", "false"), ("third-free", "true")];
        let own = Rules::own("differences", "pente", &changes).expect("a game");
        let game = Game::new(own, Some(13), None).expect("a size of the game");
        let differences = Differences::of(game);
        assert_eq!(
            differences.to_string(),
            "made from pente, capture.target=12, opening.first-centre=false, flag third-free=true, size 13"
        );
        let json = serde_json::to_value(&differences).expect("an object");
        assert_eq!(
            json.to_string(),
            concat!(
                r#"{"base":"pente","flags":{"third-free":"true"},"length":5,"#,
                r#""rules":{"capture.target":"12","opening.first-centre":"false"},"size":13}"#
            )
        );
        let lines = Game::new(Rules::NDENGROD, Some(5), Some(4)).expect("a length of the game");
        assert_eq!(Differences::of(lines).to_string(), "lines of 4");
        let board = Game::with_sides(Rules::FREESTYLE, 15, 20, None).expect("a size of the game");
        assert_eq!(Differences::of(board).to_string(), "size 15x20");
    }
}
