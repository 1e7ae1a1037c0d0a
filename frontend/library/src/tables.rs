//! Statistics of a whole library.

use engine::Game;
use serde::Serialize;

use crate::statistics::Counts;
use crate::{Error, Library};

/// A row of a table: a name, and the games that have it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct TableRow {
    /// The year, reason, length or opening.
    pub name: String,
    /// The games.
    #[serde(flatten)]
    pub counts: Counts,
}

/// Statistics of the games of one board.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tables {
    /// The game that is played.
    pub game: &'static Game,
    /// All games.
    pub counts: Counts,
    /// The mean number of moves.
    pub plies: f64,
    /// By year; `?` where it is not known.
    pub years: Vec<TableRow>,
    /// By the way in which they ended.
    pub reasons: Vec<TableRow>,
    /// By the number of moves, in tens: `20-29`.
    pub lengths: Vec<TableRow>,
    /// By the opening that the record names, the 20 most frequent.
    pub openings: Vec<TableRow>,
    /// By event, the 20 with most games.
    pub events: Vec<TableRow>,
}

/// Columns of counts.
const COUNTS: &str =
    "count(*), coalesce(sum(result = 1), 0), coalesce(sum(result = 2), 0), coalesce(sum(result = 0), 0)";

impl Library {
    /// Statistics of the games, one for each board of the library or for one game.
    ///
    /// # Errors
    /// The file is damaged.
    pub fn tables(&mut self, game: Option<&'static Game>) -> Result<Vec<Tables>, Error> {
        self.located(|library| {
            let boards = library.boards_of(game)?;
            let mut tables = Vec::new();
            for board in boards {
                let found = library.tables_of(board.id, board.game)?;
                tables.extend((found.counts.games > 0).then_some(found));
            }
            tables.sort_by_key(|tables| std::cmp::Reverse(tables.counts.games));
            Ok(tables)
        })
    }

    fn tables_of(&self, board: i64, game: &'static Game) -> Result<Tables, Error> {
        let own = "games JOIN segments ON segments.id = games.id >> 16 AND segments.board = ?";
        let counts = |row: &rusqlite::Row<'_>, first: usize| -> rusqlite::Result<Counts> {
            Ok(Counts {
                games: row.get(first)?,
                x: row.get(first + 1)?,
                o: row.get(first + 2)?,
                draws: row.get(first + 3)?,
            })
        };
        let rows = |name: &str, joined: &str, rest: &str| -> Result<Vec<TableRow>, Error> {
            let sql = format!("SELECT {name} AS name, {COUNTS} FROM {own} {joined} GROUP BY 1 {rest}");
            let mut select = self.connection.prepare(&sql)?;
            let read = |row: &rusqlite::Row<'_>| Ok(TableRow { name: row.get(0)?, counts: counts(row, 1)? });
            Ok(select.query_map([board], read)?.collect::<rusqlite::Result<_>>()?)
        };
        let sql = format!("SELECT {COUNTS}, avg(plies) FROM {own}");
        let (all, plies) = self
            .connection
            .query_row(&sql, [board], |row| Ok((counts(row, 0)?, row.get::<_, Option<f64>>(4)?.unwrap_or(0.0))))?;
        let year = "CASE WHEN typeof(date) = 'integer' AND date >= 10000 THEN printf('%04d', date / 10000) \
                    WHEN date GLOB '[0-9][0-9][0-9][0-9]*' THEN substr(date, 1, 4) ELSE '?' END";
        let length = "printf('%d-%d', plies / 10 * 10, plies / 10 * 10 + 9)";
        let events = "JOIN events ON events.id = games.event";
        let most = "ORDER BY 2 DESC, 1 LIMIT 20";
        Ok(Tables {
            game,
            counts: all,
            plies,
            years: rows(year, "", "ORDER BY 1")?,
            reasons: rows(
                "coalesce(reasons.name, '?')",
                "LEFT JOIN reasons ON reasons.id = games.reason",
                "ORDER BY 2 DESC, 1",
            )?,
            lengths: rows(length, "", "ORDER BY min(plies)")?,
            openings: rows("events.opening", &format!("{events} AND events.opening <> ''"), most)?,
            events: rows("events.event", &format!("{events} AND events.event <> ''"), most)?,
        })
    }
}

impl Tables {
    /// The tables as an object of JSON.
    #[must_use]
    pub fn json(&self) -> impl Serialize + use<'_> {
        #[derive(Serialize)]
        struct Json<'t> {
            game: &'static str,
            size: records::Size,
            #[serde(flatten)]
            counts: Counts,
            mean_plies: f64,
            years: &'t [TableRow],
            reasons: &'t [TableRow],
            lengths: &'t [TableRow],
            openings: &'t [TableRow],
            events: &'t [TableRow],
        }
        Json {
            game: self.game.rules().name,
            size: records::Size::of(self.game.grid()),
            counts: self.counts,
            mean_plies: (self.plies * 10.0).round() / 10.0,
            years: &self.years,
            reasons: &self.reasons,
            lengths: &self.lengths,
            openings: &self.openings,
            events: &self.events,
        }
    }
}

impl Counts {
    /// The score of Black: wins, and half of the draws, among games with a known result; `None` without such a game.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let known = self.x + self.o + self.draws;
        (known > 0).then(|| (self.x as f64 + self.draws as f64 / 2.0) / known as f64)
    }
}
