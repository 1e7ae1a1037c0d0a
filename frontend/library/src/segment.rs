//! A segment: up to 65,536 games of one board, indexed together.
//!
//! A table with a row for each position of each game would take ten times as much as the games. Instead:
//!
//! * `columns` has for each number of placed stones a list of fingerprints, one for each game that got so far. A fingerprint is
//!   the lowest bits of the position's key, just enough bits that 16 games of a segment, 64 of a small one, have the one of a
//!   position by chance. A query reads one list of each segment and replays the games whose fingerprint agrees: keys of 128 bits decide.
//! * `summaries` has the statistics of each position that at least [`POPULAR`] games of the segment went through, so that a query
//!   replays at most that many games of a segment and those that agree by chance. `visits` has their games, `facts` the headers of
//!   all games as packed lists: filters read these instead of rows.
//!
//! At 30 moves a game all take about 60 bytes a game, and the moves 34.

use std::collections::BTreeMap;
use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension as _};

use crate::Error;
use crate::board::Board;
use crate::facts::{Facts, Lists};
use crate::index::{HASH_BITS, Indexed, Step};
use crate::packed::pack;
use crate::statistics::{Statistics, write_visits};
use crate::stored::{MOST_GAMES, SHIFT};

/// Games of a segment from which the statistics of a position are stored.
pub(crate) const POPULAR: usize = 24;

/// The most positions of a segment, which bound the memory that it takes while it grows.
const MOST_POSITIONS: usize = 3_000_000;

/// The games of a list that a query may find by chance, as a power of two: 16, and 64 where there are few segments.
const BY_CHANCE: [u32; 2] = [4, 6];

/// The length of a short list.
const SHORT: usize = 1 << 14;

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

    /// Whether a segment with these numbers of games and positions is full.
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

    /// The first part of the index in the file that is not that of these games.
    pub(crate) fn fault(&self, connection: &Connection) -> Result<Option<String>, Error> {
        let mut select = connection.prepare_cached("SELECT fingerprints FROM columns WHERE id = ?")?;
        for (placed, column) in (0_i64..).zip(self.columns()).filter(|(_, column)| !column.is_empty()) {
            let found: Option<Vec<u8>> = select.query_row([self.id << SHIFT | placed], |row| row.get(0)).optional()?;
            if found != Some(pack(&column, bits(column.len()))) {
                return Ok(Some(format!(
                    "the positions with {placed} stones of segment {} are not those of its games",
                    self.id
                )));
            }
        }
        let mut select = connection.prepare_cached("SELECT statistics FROM summaries WHERE segment = ? AND key = ?")?;
        for (key, places) in self.popular() {
            let found: Option<Vec<u8>> = select.query_row((self.id, key.to_be_bytes()), |row| row.get(0)).optional()?;
            if found != Some(self.statistics(&places).write()) {
                return Ok(Some(format!("statistics of segment {} are not those of its games", self.id)));
            }
        }
        Ok(None)
    }

    fn write_summaries(&self, connection: &Connection) -> Result<(), Error> {
        connection.prepare_cached("DELETE FROM summaries WHERE segment = ?")?.execute([self.id])?;
        connection.prepare_cached("DELETE FROM visits WHERE segment = ?")?.execute([self.id])?;
        let mut summary = connection.prepare_cached("INSERT INTO summaries VALUES (?, ?, ?)")?;
        let mut visit = connection.prepare_cached("INSERT INTO visits VALUES (?, ?, ?)")?;
        for (key, places) in self.popular() {
            let key = key.to_be_bytes();
            summary.execute((self.id, key, self.statistics(&places).write()))?;
            let moves = places.iter().map(|&place| (self.steps[place as usize].next(), self.games[place as usize]));
            visit.execute((self.id, key, write_visits(moves)))?;
        }
        connection
            .prepare_cached("INSERT OR REPLACE INTO facts VALUES (?, ?)")?
            .execute((self.id, Lists::write(&self.facts)))?;
        Ok(())
    }

    /// The popular positions in the order of their keys, with the places of their steps.
    fn popular(&self) -> Vec<(u128, Vec<u32>)> {
        let high = |step: &Step| (step.key() >> 64) as u64;
        let mut order: Vec<(u64, u32)> = self.steps.iter().map(high).zip(0..).collect();
        order.sort_unstable();
        let mut popular = Vec::new();
        for run in order.chunk_by(|one, other| one.0 == other.0).filter(|run| run.len() >= POPULAR) {
            // Nearly always all have one key.
            let mut by_key: BTreeMap<u128, Vec<u32>> = BTreeMap::new();
            for &(_, place) in run {
                by_key.entry(self.steps[place as usize].key()).or_default().push(place);
            }
            for (key, mut places) in by_key {
                // A game that comes back to a position is counted once.
                places.dedup_by_key(|place| self.games[*place as usize]);
                if places.len() >= POPULAR {
                    popular.push((key, places));
                }
            }
        }
        popular
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
        let mut games: BTreeMap<i64, [Vec<u8>; 2]> = BTreeMap::new();
        for (number, facts) in (0_u16..=u16::MAX).zip(&self.facts) {
            for (side, player) in facts.players.into_iter().enumerate() {
                if let Some(player) = player {
                    games.entry(player).or_default()[side].extend(number.to_le_bytes());
                }
            }
        }
        let mut insert = connection.prepare_cached("INSERT OR REPLACE INTO appearances VALUES (?, ?, ?, ?)")?;
        for (player, [black, white]) in games {
            insert.execute((player, self.id, black, white))?;
        }
        Ok(())
    }
}

/// The bits of a fingerprint in a list of so many.
fn bits(count: usize) -> u32 {
    (count.max(1).ilog2() + 1).saturating_sub(BY_CHANCE[usize::from(count < SHORT)]).clamp(4, 16)
}
