//! Filters of games by their headers.

use std::collections::BTreeSet;

use engine::Color;
use rusqlite::{Row, params_from_iter};

use crate::facts::{COUNT, FACTS, Facts, facts};
use crate::{Ending, Error, Library};

/// Games that are taken, by their headers. The default takes all.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Filter {
    /// A player: the name in any case, with `*` for any text.
    pub player: Option<String>,
    /// The colour that this player has.
    pub color: Option<Color>,
    /// The lowest and the highest mean rating.
    pub rating: [Option<u16>; 2],
    /// The first and the last day, `YYYYMMDD`.
    pub days: [Option<u32>; 2],
    /// The event: the name in any case, with `*` for any text.
    pub event: Option<String>,
    /// The result; the inner `None` is one that is not known.
    pub ending: Option<Option<Ending>>,
    /// The least and the greatest number of moves.
    pub plies: [Option<usize>; 2],
    /// Games whose record gives another result than the board.
    pub contradicted: bool,
}

impl Filter {
    /// Whether it takes all games.
    #[must_use]
    pub fn takes_all(&self) -> bool {
        *self == Self::default()
    }
}

/// A filter with the ids of its names.
pub(crate) struct Sieve {
    filter: Filter,
    pub(crate) players: Option<BTreeSet<i64>>,
    events: Option<BTreeSet<i64>>,
}

/// The columns that a [`Sieve`] reads: [`FACTS`], then one more.
pub(crate) fn columns() -> String {
    format!("{FACTS}, claim")
}

/// A pattern of `LIKE` for a text with `*`.
fn pattern(text: &str) -> String {
    let mut pattern = String::new();
    for char in text.chars() {
        match char {
            '*' => pattern.push('%'),
            '%' | '_' | '\\' => pattern.extend(['\\', char]),
            char => pattern.push(char),
        }
    }
    pattern
}

impl Sieve {
    pub(crate) fn new(library: &Library, filter: &Filter) -> Result<Self, Error> {
        let ids = |sql: &str, name: &Option<String>| -> Result<Option<BTreeSet<i64>>, Error> {
            let Some(name) = name else { return Ok(None) };
            let mut select = library.connection.prepare_cached(sql)?;
            let ids = select.query_map([pattern(name)], |row| row.get(0))?;
            Ok(Some(ids.collect::<rusqlite::Result<_>>()?))
        };
        let players = ids("SELECT id FROM players WHERE name LIKE ? ESCAPE '\\'", &filter.player)?;
        let events = ids("SELECT id FROM events WHERE event LIKE ? ESCAPE '\\'", &filter.event)?;
        Ok(Self { filter: filter.clone(), players, events })
    }

    /// Whether it takes all games.
    pub(crate) fn takes_all(&self) -> bool {
        self.filter.takes_all()
    }

    /// Whether lists of facts have all that it looks at.
    pub(crate) const fn needs_no_rows(&self) -> bool {
        !self.filter.contradicted
    }

    /// The facts of a row, if the game is taken. The columns begin at `first`.
    pub(crate) fn take(&self, row: &Row<'_>, first: usize) -> rusqlite::Result<Option<Facts>> {
        let facts = facts(row, first)?;
        if !(self.has_player(&facts) && self.takes(&facts)) {
            return Ok(None);
        }
        let disputed = !self.filter.contradicted || row.get::<_, Option<String>>(first + COUNT)?.is_some();
        Ok(disputed.then_some(facts))
    }

    fn has_player(&self, facts: &Facts) -> bool {
        let Some(ids) = &self.players else { return true };
        let plays = |color: Color| facts.players[color.index()].is_some_and(|id| ids.contains(&id));
        self.filter.color.map_or_else(|| Color::ALL.into_iter().any(plays), plays)
    }

    /// Whether a game is taken, players aside.
    pub(crate) fn takes(&self, facts: &Facts) -> bool {
        let filter = &self.filter;
        let within = |value: u64, range: [Option<u64>; 2]| {
            range[0].is_none_or(|least| value >= least) && range[1].is_none_or(|most| value <= most)
        };
        let wide = |range: [Option<u16>; 2]| range.map(|bound| bound.map(u64::from));
        let rated = || {
            let mean = facts.mean();
            filter.rating == [None; 2] || mean > 0 && within(mean.into(), wide(filter.rating))
        };
        let days = filter.days.map(|bound| bound.map(u64::from));
        let dated = filter.days == [None; 2] || facts.day > 0 && within(facts.day.into(), days);
        let plies = filter.plies.map(|bound| bound.map(|bound| bound as u64));
        let ended = filter.ending.is_none_or(|ending| ending == facts.ending);
        let there = || self.events.as_ref().is_none_or(|ids| facts.event.is_some_and(|id| ids.contains(&id)));
        ended && dated && within(facts.plies.into(), plies) && rated() && there()
    }

    /// The numbers of the games of its player in a segment; `None` if it has no player.
    pub(crate) fn of_player(&self, library: &Library, segment: i64) -> Result<Option<BTreeSet<u16>>, Error> {
        let Some(ids) = &self.players else { return Ok(None) };
        let mut numbers = BTreeSet::new();
        let sql = "SELECT black, white FROM appearances WHERE player = ? AND segment = ?";
        let mut select = library.connection.prepare_cached(sql)?;
        for id in ids {
            let mut rows = select.query(params_from_iter([*id, segment]))?;
            while let Some(row) = rows.next()? {
                for color in Color::ALL.into_iter().filter(|&color| self.filter.color.is_none_or(|own| own == color)) {
                    let bytes = row.get_ref(color.index())?.as_blob().map_err(rusqlite::Error::from)?;
                    numbers.extend(bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])));
                }
            }
        }
        Ok(Some(numbers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_any_text() {
        assert_eq!(pattern("ab*c%_\\"), "ab%c\\%\\_\\\\");
        assert!(Filter::default().takes_all());
        assert!(!Filter { contradicted: true, ..Filter::default() }.takes_all());
    }
}
