//! Checks of a whole library: the file, its references, and all games by the rules.

use std::sync::Arc;

use crate::facts::Facts;
use crate::header;
use crate::index::{Indexed, index};
use crate::segment::Segment;
use crate::stored::{MOST_GAMES, SELECT, SHIFT, Stored, stored};
use crate::{Ending, Error, Library};

/// The result of a check of a library.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Checked {
    /// The games that were replayed.
    pub games: u64,
    /// The faults, one line each; more than 100 are counted only.
    pub faults: Vec<String>,
    /// The number of faults.
    pub count: u64,
}

impl Checked {
    fn fault(&mut self, text: String) {
        self.count += 1;
        if self.faults.len() < 100 {
            self.faults.push(text);
        }
    }
}

impl Library {
    /// Checks the file by SQLite's integrity check, its references, and each game: moves and result by the rules, and its index.
    /// `progress` is called with the number of games so far, and ends the check by returning false.
    ///
    /// # Errors
    /// The file cannot be read. Damage that can be named is a fault.
    pub fn check(&mut self, mut progress: impl FnMut(u64) -> bool) -> Result<Checked, Error> {
        self.located(|library| {
            let mut checked = Checked::default();
            let mut select = library.connection.prepare("PRAGMA integrity_check(100)")?;
            let mut rows = select.query([])?;
            while let Some(row) = rows.next()? {
                let text: String = row.get(0)?;
                if text != "ok" {
                    checked.fault(text);
                }
            }
            drop(rows);
            drop(select);
            let mut select = library.connection.prepare("PRAGMA foreign_key_check")?;
            let mut rows = select.query([])?;
            while let Some(row) = rows.next()? {
                let (table, id, parent): (String, Option<i64>, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
                checked.fault(format!("row {} of {table} refers to no row of {parent}", id.unwrap_or(0)));
            }
            drop(rows);
            drop(select);
            let mut select = library.connection.prepare("SELECT id FROM segments ORDER BY id")?;
            let segments: Vec<i64> = select.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
            drop(select);
            for segment in segments {
                if !library.check_segment(segment, &mut checked, &mut progress)? {
                    return Err(Error::Stopped);
                }
            }
            Ok(checked)
        })
    }

    fn check_segment(
        &mut self,
        segment: i64,
        checked: &mut Checked,
        progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<bool, Error> {
        let board = self.board_of_segment(segment)?.ok_or_else(|| Error::damaged("a segment has no board"))?;
        let (count, hashes): (usize, Vec<u8>) =
            self.connection.query_row("SELECT games, hashes FROM segments WHERE id = ?", [segment], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?;
        let mut select =
            self.connection.prepare(&format!("{SELECT} WHERE games.id >= ? AND games.id < ? ORDER BY games.id"))?;
        let mut rows = select.query((segment << SHIFT, (segment + 1) << SHIFT))?;
        let (mut found, mut rebuilt) = (0, Segment::new(segment, Arc::clone(&board)));
        while let Some(row) = rows.next()? {
            found += 1;
            let game = match stored(&board, row) {
                Ok(game) => game,
                Err(Error::Damaged { what, .. }) => {
                    checked.fault(what);
                    continue;
                }
                Err(error) => return Err(error),
            };
            checked.games += 1;
            let number = (game.id as usize) % MOST_GAMES;
            let hash = hashes.get(5 * number..5 * number + 5);
            match index(&board, game.setup.as_ref(), &game.moves) {
                Err(why) => checked.fault(format!("game {} is against the rules: {why}", game.id)),
                Ok(indexed) => {
                    rebuilt.push(&indexed, facts_of(&game));
                    fault(&game, &indexed, hash).into_iter().for_each(|fault| checked.fault(fault));
                }
            }
            if checked.games.is_multiple_of(1000) && !progress(checked.games) {
                return Ok(false);
            }
        }
        if found != count {
            checked.fault(format!("segment {segment} has {found} games, its index {count}"));
        } else if rebuilt.len() == count {
            rebuilt.fault(&self.connection)?.into_iter().for_each(|fault| checked.fault(fault));
        }
        Ok(true)
    }
}

/// The facts of a game, without its players and event.
fn facts_of(game: &Stored) -> Facts {
    let day = header::day(&game.about.date).unwrap_or(0);
    let (ending, ratings, plies) = (game.ending, game.ratings, game.moves.len() as u16);
    Facts { ending, ratings, day, players: [None; 2], plies, event: None }
}

/// The fault of a game, whose hash in the index is this.
fn fault(game: &Stored, indexed: &Indexed, hash: Option<&[u8]>) -> Option<String> {
    if hash != Some(&indexed.hash.to_le_bytes()[..5]) {
        return Some(format!("game {} is not the one of the index", game.id));
    }
    result(game)
}

/// The fault of a result that is not that of the board.
fn result(game: &Stored) -> Option<String> {
    let mut record = engine::record(game.game, game.setup.as_ref()).ok()?;
    for &mv in &game.moves {
        record.play(mv).ok()?;
    }
    let outcome = record.outcome()?;
    let same = game.ending == Some(Ending::of(outcome.winner)) && game.reason == Some(outcome.reason);
    (!same).then(|| format!("game {} has another result than its board: {outcome}", game.id))
}
