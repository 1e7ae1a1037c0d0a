//! A segment: up to 65,536 games of one board, indexed together.
//!
//! A table with a row for each position of each game would take ten times as much as the games. Instead:
//!
//! * `columns` has for each number of placed stones a list of fingerprints, one for each game that got so far. A fingerprint is
//!   the lowest bits of the position's key, just enough bits that about 16 games of a segment have the one of a position
//!   by chance. A query reads one list of each segment and replays the games whose fingerprint agrees: keys of 128 bits decide.
//! * `summaries` has the statistics of each position that at least [`POPULAR`] games of the segment went through, so that a query
//!   replays at most that many games of a segment and those that agree by chance.
//!
//! At 30 moves a game both take about 50 bytes a game, and the moves 34.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::Color;
use rusqlite::Connection;

use crate::board::Board;
use crate::index::{HASH_BITS, Indexed, Step};
use crate::packed::pack;
use crate::statistics::{Statistics, Visit};
use crate::stored::{Ending, MOST_GAMES, SHIFT};
use crate::{Error, header};

/// Games of a segment from which the statistics of a position are stored.
pub(crate) const POPULAR: usize = 24;

/// The most positions of a segment, which bound the memory that it takes while it grows.
const MOST_POSITIONS: usize = 3_000_000;

/// The games of a list that a query may find by chance: a power of two.
const BY_CHANCE: u32 = 4;

/// The facts of a game that statistics count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    pub(crate) ending: Option<Ending>,
    pub(crate) ratings: [Option<u16>; 2],
    /// `YYYYMMDD`; 0 if it is not known.
    pub(crate) day: u32,
    pub(crate) players: [Option<i64>; 2],
}

impl Facts {
    /// The mean of the known ratings; 0 if there is none.
    pub(crate) fn mean(&self) -> u16 {
        let known = || self.ratings.into_iter().flatten().map(u32::from);
        known().sum::<u32>().checked_div(known().count() as u32).unwrap_or(0) as u16
    }

    /// The visit of a position by the game with this number.
    pub(crate) fn visit(&self, game: i64, next: Option<u16>, to_move: Color) -> Visit {
        let rating = self.ratings[to_move.index()];
        Visit { game, ending: self.ending, next, rating, mean: self.mean(), day: self.day, ply: 0 }
    }
}

/// The newest segment of a board, in memory.
pub(crate) struct Segment {
    pub(crate) id: i64,
    pub(crate) board: Arc<Board>,
    hashes: Vec<u64>,
    starts: Vec<u16>,
    ends: Vec<u16>,
    fingerprints: Vec<u16>,
    /// All positions, game by game.
    steps: Vec<Step>,
    /// The number of each position's game.
    games: Vec<u16>,
    facts: Vec<Facts>,
    /// Whether it differs from the file.
    is_changed: bool,
}

impl Segment {
    pub(crate) fn new(id: i64, board: Arc<Board>) -> Self {
        Self {
            id,
            board,
            hashes: Vec::new(),
            starts: Vec::new(),
            ends: Vec::new(),
            fingerprints: Vec::new(),
            steps: Vec::new(),
            games: Vec::new(),
            facts: Vec::new(),
            is_changed: false,
        }
    }

    /// The number of games.
    pub(crate) const fn len(&self) -> usize {
        self.hashes.len()
    }

    /// The number of positions.
    pub(crate) const fn positions(&self) -> usize {
        self.steps.len()
    }

    /// Whether it takes no more games.
    pub(crate) const fn is_full(&self) -> bool {
        self.len() >= MOST_GAMES || self.steps.len() >= MOST_POSITIONS
    }

    /// Whether a segment with so many games and positions is full.
    pub(crate) const fn would_be_full(games: usize, positions: usize) -> bool {
        games >= MOST_GAMES || positions >= MOST_POSITIONS
    }

    /// Adds a game and returns its number.
    pub(crate) fn push(&mut self, indexed: &Indexed, facts: Facts) -> usize {
        let number = self.len();
        self.hashes.push(indexed.hash);
        self.starts.push(indexed.start);
        self.ends.push(indexed.start.saturating_add(indexed.fingerprints.len() as u16));
        self.fingerprints.extend(&indexed.fingerprints);
        self.steps.extend(&indexed.steps);
        self.games.extend(std::iter::repeat_n(number as u16, indexed.steps.len()));
        self.facts.push(facts);
        self.is_changed = true;
        number
    }

    /// Marks it as it is in the file.
    pub(crate) const fn settle(&mut self) {
        self.is_changed = false;
    }

    /// Writes the index of the segment in place of the one that was there.
    pub(crate) fn write(&mut self, connection: &Connection) -> Result<(), Error> {
        if !self.is_changed {
            return Ok(());
        }
        let hashes: Vec<u8> =
            self.hashes.iter().flat_map(|hash| hash.to_le_bytes().into_iter().take(HASH_BITS as usize / 8)).collect();
        let (starts, ends) = (pack(&self.starts, 16), pack(&self.ends, 16));
        connection.prepare_cached("INSERT OR REPLACE INTO segments VALUES (?, ?, ?, ?, ?, ?, ?)")?.execute((
            self.id,
            self.board.id,
            self.len(),
            self.steps.len(),
            hashes,
            starts,
            ends,
        ))?;
        self.write_columns(connection)?;
        self.write_summaries(connection)?;
        self.write_appearances(connection)?;
        self.is_changed = false;
        Ok(())
    }

    /// The fingerprints by the number of placed stones.
    fn columns(&self) -> Vec<Vec<u16>> {
        let mut columns: Vec<Vec<u16>> = vec![Vec::new(); usize::from(self.ends.iter().copied().max().unwrap_or(0))];
        let mut rest = self.fingerprints.as_slice();
        for (&start, &end) in self.starts.iter().zip(&self.ends) {
            let (own, others) = rest.split_at(usize::from(end - start));
            rest = others;
            for (placed, &fingerprint) in (usize::from(start)..).zip(own) {
                columns[placed].push(fingerprint);
            }
        }
        columns
    }

    fn write_columns(&self, connection: &Connection) -> Result<(), Error> {
        let mut insert = connection.prepare_cached("INSERT OR REPLACE INTO columns VALUES (?, ?)")?;
        for (placed, column) in (0_i64..).zip(self.columns()).filter(|(_, column)| !column.is_empty()) {
            insert.execute((self.id << SHIFT | placed, pack(&column, bits(column.len()))))?;
        }
        Ok(())
    }

    fn write_summaries(&self, connection: &Connection) -> Result<(), Error> {
        connection.prepare_cached("DELETE FROM summaries WHERE segment = ?")?.execute([self.id])?;
        let mut insert = connection.prepare_cached("INSERT INTO summaries VALUES (?, ?, ?)")?;
        for (key, statistics) in self.summaries() {
            insert.execute((self.id, key.to_be_bytes(), statistics.write()))?;
        }
        Ok(())
    }

    /// The statistics of the popular positions, in the order of their keys.
    fn summaries(&self) -> Vec<(u128, Statistics)> {
        let high = |step: &Step| (step.key >> 64) as u64;
        let mut order: Vec<(u64, u32)> = self.steps.iter().map(high).zip(0..).collect();
        order.sort_unstable();
        let mut summaries = Vec::new();
        for run in order.chunk_by(|one, other| one.0 == other.0).filter(|run| run.len() >= POPULAR) {
            // Nearly always all have one key.
            let mut by_key: BTreeMap<u128, Vec<u32>> = BTreeMap::new();
            for &(_, place) in run {
                by_key.entry(self.steps[place as usize].key).or_default().push(place);
            }
            for (key, mut places) in by_key {
                // A game that comes back to a position is counted once.
                places.dedup_by_key(|place| self.games[*place as usize]);
                if places.len() >= POPULAR {
                    summaries.push((key, self.statistics(&places)));
                }
            }
        }
        summaries
    }

    fn statistics(&self, places: &[u32]) -> Statistics {
        let mut statistics = Statistics::default();
        for &place in places {
            let (step, game) = (self.steps[place as usize], self.games[place as usize]);
            statistics.count(&self.facts[usize::from(game)].visit(game.into(), step.next(), step.to_move()));
        }
        statistics
    }

    fn write_appearances(&self, connection: &Connection) -> Result<(), Error> {
        let mut games: BTreeMap<i64, Vec<u8>> = BTreeMap::new();
        for (number, facts) in (0_u16..=u16::MAX).zip(&self.facts) {
            let [black, white] = facts.players;
            for player in black.into_iter().chain(white.filter(|_| white != black)) {
                games.entry(player).or_default().extend(number.to_le_bytes());
            }
        }
        let mut insert = connection.prepare_cached("INSERT OR REPLACE INTO appearances VALUES (?, ?, ?)")?;
        for (player, games) in games {
            insert.execute((player, self.id, games))?;
        }
        Ok(())
    }
}

/// The bits of a fingerprint in a list of so many.
fn bits(count: usize) -> u32 {
    (count.max(1).ilog2() + 1).saturating_sub(BY_CHANCE).clamp(4, 16)
}

/// The facts of a row: result, ratings, date, players.
pub(crate) fn facts(row: &rusqlite::Row<'_>, first: usize) -> rusqlite::Result<Facts> {
    Ok(Facts {
        ending: row.get::<_, Option<i64>>(first)?.and_then(Ending::of_code),
        ratings: [row.get(first + 1)?, row.get(first + 2)?],
        day: header::day_of(&row.get(first + 3)?),
        players: [row.get(first + 4)?, row.get(first + 5)?],
    })
}

/// The columns that [`facts`] reads.
pub(crate) const FACTS: &str = "result, black_rating, white_rating, date, black, white";
