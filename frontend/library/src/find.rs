//! The games that went through a position.

use std::collections::BTreeSet;
use std::sync::Arc;

use engine::{Color, Move, SetUp};
use rusqlite::OptionalExtension as _;

use crate::board::Board;
use crate::facts::Lists;
use crate::filter::{Sieve, columns};
use crate::index::fingerprint;
use crate::packed::Packed;
use crate::spans::Spans;
use crate::statistics::{Statistics, Visit, read_visits};
use crate::stored::{SHIFT, id_of, setup};
use crate::walk::{Keys, Walk};
use crate::{Error, Library};

/// A position that is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    pub(crate) keys: Keys,
    /// Stones and captures.
    pub(crate) placed: usize,
    to_move: Color,
}

impl Target {
    /// The position of a walk.
    pub(crate) fn of(walk: &Walk<'_>) -> Self {
        Self { keys: walk.keys(), placed: walk.placed(), to_move: walk.record.to_move() }
    }

    /// Replays a game up to the position: the walk there, and the number of moves before it. `None` if it never comes there.
    fn reach<'b>(&self, board: &'b Board, start: Option<&SetUp>, moves: &[Move]) -> Option<(Walk<'b>, usize)> {
        let mut walk = Walk::new(board, start).ok()?;
        for ply in 0..=moves.len() {
            if walk.placed() > self.placed {
                return None;
            }
            if walk.placed() == self.placed && walk.keys() == self.keys {
                return Some((walk, ply));
            }
            walk.play(*moves.get(ply)?).ok()?;
        }
        None
    }
}

impl Library {
    /// The segments of a board.
    pub(crate) fn segments(&self, board: &Board) -> Result<Vec<i64>, Error> {
        let mut select = self.connection.prepare_cached("SELECT id FROM segments WHERE board = ? ORDER BY id")?;
        let ids = select.query_map([board.id], |row| row.get(0))?;
        Ok(ids.collect::<rusqlite::Result<_>>()?)
    }

    /// The statistics of a position over the games that the sieve takes.
    pub(crate) fn statistics(&self, board: &Board, target: &Target, sieve: &Sieve) -> Result<Statistics, Error> {
        let mut all = Statistics::default();
        for segment in self.segments(board)? {
            self.check_stop()?;
            match self.summary(segment, target, sieve)? {
                Some(summary) => all.add(&summary, id_of(segment, 0)),
                None if self.listed(segment, target, sieve, &mut all)? => {}
                None => self.visit(board, segment, target, sieve, &mut |visit| all.count(&visit))?,
            }
        }
        Ok(all)
    }

    /// Whether the statistics of a position are found without replaying many games: there is one segment, or all have them stored.
    pub(crate) fn is_fast(&self, board: &Board, target: &Target, sieve: &Sieve) -> Result<bool, Error> {
        let segments = self.segments(board)?;
        if segments.len() <= 1 {
            return Ok(true);
        }
        let sql = "SELECT 1 FROM summaries WHERE segment = ? AND key = ?";
        let mut select = self.connection.prepare_cached(sql)?;
        for segment in segments {
            if !select.exists((segment, target.keys.position.to_be_bytes()))? {
                return Ok(false);
            }
        }
        Ok(sieve.needs_no_rows())
    }

    /// The stored statistics of a popular position in a segment.
    fn summary(&self, segment: i64, target: &Target, sieve: &Sieve) -> Result<Option<Statistics>, Error> {
        if !sieve.takes_all() {
            return Ok(None);
        }
        let sql = "SELECT statistics FROM summaries WHERE segment = ? AND key = ?";
        let mut select = self.connection.prepare_cached(sql)?;
        let read = |row: &rusqlite::Row<'_>| Ok(Statistics::read(row.get_ref(0)?.as_blob()?));
        let found = select.query_row((segment, target.keys.position.to_be_bytes()), read).optional()?;
        found.map(|found| found.ok_or_else(|| Error::damaged("statistics of a position cannot be read"))).transpose()
    }

    /// Counts the games of a popular position by the lists of a segment. Returns whether there are such lists.
    fn listed(&self, segment: i64, target: &Target, sieve: &Sieve, all: &mut Statistics) -> Result<bool, Error> {
        if sieve.takes_all() || !sieve.needs_no_rows() {
            return Ok(false);
        }
        let mut select = self.connection.prepare_cached("SELECT games FROM visits WHERE segment = ? AND key = ?")?;
        let mut rows = select.query((segment, target.keys.position.to_be_bytes()))?;
        let Some(row) = rows.next()? else { return Ok(false) };
        let of_player = sieve.of_player(self, segment)?;
        if of_player.as_ref().is_some_and(BTreeSet::is_empty) {
            return Ok(true);
        }
        let lists = self.facts_of(segment)?;
        let bytes = row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?;
        let read = read_visits(bytes, |next, number| {
            if of_player.as_ref().is_none_or(|numbers| numbers.contains(&number))
                && let Some(facts) = lists.facts(number).filter(|facts| sieve.takes(facts))
            {
                all.count(&facts.visit(id_of(segment, number.into()), next, target.to_move));
            }
        });
        read.ok_or_else(|| Error::damaged("the games of a position cannot be read"))?;
        Ok(true)
    }

    /// The facts of all games of a segment.
    fn facts_of(&self, segment: i64) -> Result<Arc<Lists>, Error> {
        self.facts.get(&self.connection, segment, || {
            let sql = "SELECT segments.games, facts.lists FROM segments JOIN facts ON facts.segment = segments.id WHERE segments.id = ?";
            let mut select = self.connection.prepare_cached(sql)?;
            let read = |row: &rusqlite::Row<'_>| Ok(Lists::read(row.get_ref(1)?.as_blob()?, row.get(0)?));
            select.query_row([segment], read)?
        })
    }

    /// Calls `found` for each game of a segment that went through a position and that the sieve takes, in order.
    pub(crate) fn visit(
        &self,
        board: &Board,
        segment: i64,
        target: &Target,
        sieve: &Sieve,
        found: &mut dyn FnMut(Visit),
    ) -> Result<(), Error> {
        let mut numbers = self.candidates(segment, target)?;
        if let Some(of_player) = sieve.of_player(self, segment)? {
            numbers.retain(|number| of_player.contains(number));
        }
        let sql = format!("SELECT moves, plies, setup, {} FROM games WHERE id = ?", columns());
        let mut select = self.connection.prepare_cached(&sql)?;
        for number in numbers {
            self.check_stop()?;
            let id = id_of(segment, number.into());
            let mut rows = select.query([id])?;
            let row = rows.next()?.ok_or_else(|| Error::damaged(format!("game {id} is missing")))?;
            let Some(facts) = sieve.take(row, 3)? else { continue };
            let bytes = row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?;
            let moves: Vec<Move> = board.unpack(bytes, row.get(1)?).take(target.placed + 2 * SPARE).collect();
            let start = row.get::<_, Option<String>>(2)?.map(|text| setup(board, id, &text)).transpose()?;
            if let Some((walk, ply)) = target.reach(board, start.as_ref(), &moves) {
                let next = moves.get(ply).map(|&mv| walk.canonical(mv));
                found(Visit { ply, ..facts.visit(id, next, walk.record.to_move()) });
            }
        }
        Ok(())
    }

    /// The games of a segment whose fingerprint is that of a position, with some others.
    fn candidates(&self, segment: i64, target: &Target) -> Result<Vec<u16>, Error> {
        let mut select = self.connection.prepare_cached("SELECT fingerprints FROM columns WHERE id = ?")?;
        let mut rows = select.query([segment << SHIFT | target.placed as i64])?;
        let Some(row) = rows.next()? else { return Ok(Vec::new()) };
        let wrong = || Error::damaged(format!("the index of segment {segment} cannot be read"));
        let column = Packed::new(row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?).ok_or_else(wrong)?;
        let spans = self.spans.get(&self.connection, segment, || {
            let mut select = self.connection.prepare_cached("SELECT games, starts, ends FROM segments WHERE id = ?")?;
            let read = |row: &rusqlite::Row<'_>| {
                Ok(Spans::read(row.get(0)?, row.get_ref(1)?.as_blob()?, row.get_ref(2)?.as_blob()?))
            };
            select.query_row([segment], read)?.ok_or_else(wrong)
        })?;
        let mut places = Vec::new();
        column.places(fingerprint(target.keys.stones), spans.games(), |place| places.push(place));
        Ok(spans.numbers(target.placed as u16, &places))
    }
}

/// Swaps and passes that a game may have beside its placements.
const SPARE: usize = 8;
