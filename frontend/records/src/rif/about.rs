//! Names, dates and openings of a game in RenjuNet's tables.

use super::row::Row;
use crate::About;

/// Returns the headers of a game, from its attributes and the rows that they refer to. `find` returns the row of a table with a number.
pub(super) fn about<'r>(game: &Row, find: impl Fn(&str, &str) -> Option<&'r Row>) -> About {
    let row = |key, kind| game.get(key).and_then(|id| find(kind, id));
    let title = |key, kind| row(key, kind).map(Row::title).unwrap_or_default();
    let tournament = row("tournament", "tournament");
    let of = |key| tournament.and_then(|row| row.raw(key)).unwrap_or_default().to_owned();
    let city = tournament.and_then(|row| row.get("city")).and_then(|id| find("city", id));
    let choices = Choices {
        rule: title("rule", "rule"),
        opening: row("opening", "opening").map(Row::title),
        alt: game.get("alt").map(str::to_owned),
        swap: game.get("swap").map(str::to_owned),
    };
    About {
        players: ["black", "white"].map(|key| title(key, "player")),
        date: Some(of("start")).filter(|start| !start.is_empty()).unwrap_or_else(|| of("year")),
        event: of("name"),
        round: game.get("round").unwrap_or_default().to_owned(),
        place: city.map(Row::title).unwrap_or_default(),
        opening: choices.text(),
    }
}

/// The opening rule, and what was chosen by it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Choices {
    /// The name of the rule.
    pub(super) rule: String,
    /// The name of the opening.
    pub(super) opening: Option<String>,
    /// The fifth moves that are offered beside the one that is played.
    pub(super) alt: Option<String>,
    /// Who exchanges colours.
    pub(super) swap: Option<String>,
}

const FIFTH: &str = "fifth moves ";
const SWAP: &str = "swap ";

impl Choices {
    /// `RIF: D1 Ura-getsu, fifth moves i8, swap R`.
    pub(super) fn text(&self) -> String {
        let Self { rule, opening, alt, swap } = self;
        let [alt, swap] =
            [(FIFTH, alt), (SWAP, swap)].map(|(name, value)| value.as_ref().map(|value| format!("{name}{value}")));
        let chosen: Vec<String> = [opening.clone(), alt, swap].into_iter().flatten().collect();
        if chosen.is_empty() { rule.clone() } else { format!("{rule}: {}", chosen.join(", ")) }
    }

    /// The choices with this [text](Self::text). A text of another form is the name of a rule.
    pub(super) fn of(text: &str) -> Self {
        let whole = || Self { rule: text.to_owned(), ..Self::default() };
        let Some((rule, chosen)) = text.split_once(": ") else { return whole() };
        let (rest, swap) = last(chosen, SWAP);
        let (rest, alt) = last(rest, FIFTH);
        let some = |text: &str| Some(text.to_owned()).filter(|text| !text.trim().is_empty());
        let [alt, swap] = [alt, swap].map(|text| text.map(str::trim).and_then(some));
        let found = Self { rule: rule.to_owned(), opening: some(rest), alt, swap };
        if found.text() == text { found } else { whole() }
    }
}

/// The text before the last part of a list, and that part if it begins with `name`.
fn last<'t>(list: &'t str, name: &str) -> (&'t str, Option<&'t str>) {
    let (before, part) = list.rsplit_once(", ").unwrap_or(("", list));
    part.strip_prefix(name).map_or((list, None), |value| (before, Some(value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_as_they_are_written() {
        let parts = |text| {
            let Choices { rule, opening, alt, swap } = Choices::of(text);
            [Some(rule), opening, alt, swap].map(Option::unwrap_or_default)
        };
        assert_eq!(parts("RIF: D1 Ura-getsu, fifth moves i8 i9, swap R"), ["RIF", "D1 Ura-getsu", "i8 i9", "R"]);
        assert_eq!(parts("RIF: swap ---R-"), ["RIF", "", "", "---R-"]);
        assert_eq!(parts("swap2: -- white"), ["swap2", "-- white", "", ""]);
        assert_eq!(parts("a: b, c, fifth moves i8"), ["a", "b, c", "i8", ""]);
        for text in
            ["", "RIF", "a:b", ": swap R", "RIF: ", "RIF: swap R, swap L", "RIF: fifth moves , swap", "x: swap "]
        {
            assert_eq!(Choices::of(text).text(), text);
        }
    }
}
