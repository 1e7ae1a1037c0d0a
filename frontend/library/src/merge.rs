//! Libraries joined.

use std::collections::HashMap;
use std::path::Path;

use rusqlite::OptionalExtension as _;

use crate::import::{Import, Importer, Origin};
use crate::index::index;
use crate::stored::{SELECT, SHIFT, stored};
use crate::writer::Candidate;
use crate::{Error, ImportCounts, ImportProgress, Library, Stored};

impl Library {
    /// Adds the games, refusals and evaluations of another library; games that both have are kept once.
    ///
    /// # Errors
    /// One of the files is damaged, or this one cannot be written. Earlier transactions are kept, and the same call continues.
    pub fn merge(&mut self, other: &Path, mut progress: impl FnMut(&ImportProgress)) -> Result<ImportCounts, Error> {
        let mut from = Self::read(other)?;
        self.located(|library| {
            let mut importer = Importer::new(library, Import::default(), &mut progress);
            let name = other.display().to_string();
            let at = importer.begin(&Origin { name, bytes: None, modified: None })?;
            from.located(|from| add_games(&mut importer, from, at))?;
            importer.end(at)?;
            let counts = importer.counts();
            library.connection.execute_batch("BEGIN IMMEDIATE")?;
            let rest = add_refused(library, &from).and_then(|()| add_evaluations(library, &mut from));
            library.connection.execute_batch(if rest.is_ok() { "COMMIT" } else { "ROLLBACK" })?;
            rest.map(|()| counts)
        })
    }

    /// The id of a source with this name, entered if it is new.
    fn source_of(&self, name: &str) -> Result<i64, Error> {
        let sql = "INSERT INTO sources (name, bytes, modified, shard, games, imported, duplicates, refused, done) \
                   VALUES (?, NULL, NULL, '1/1', 0, 0, 0, 0, 1) ON CONFLICT (name) DO UPDATE SET name = name RETURNING id";
        Ok(self.connection.prepare_cached(sql)?.query_row([name], |row| row.get(0))?)
    }
}

/// Adds all games of a library.
fn add_games(importer: &mut Importer<'_>, from: &mut Library, at: usize) -> Result<(), Error> {
    let mut select = from.connection.prepare("SELECT id FROM segments ORDER BY id")?;
    let segments: Vec<i64> = select.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    drop(select);
    let mut sources: HashMap<String, i64> = HashMap::new();
    for segment in segments {
        let board = from.board_of_segment(segment)?.ok_or_else(|| Error::damaged("a segment has no board"))?;
        let sql = format!("{SELECT} WHERE games.id >= ? AND games.id < ? ORDER BY games.id");
        let mut select = from.connection.prepare_cached(&sql)?;
        let mut rows = select.query((segment << SHIFT, (segment + 1) << SHIFT))?;
        while let Some(row) = rows.next()? {
            let Stored { id, game, setup, moves, ending, reason, claim, about, ratings, source, line } =
                stored(&board, row)?;
            let indexed = index(&board, setup.as_ref(), &moves)
                .map_err(|why| Error::damaged(format!("game {id} is against the rules: {why}")))?;
            let source = match source {
                None => None,
                Some(name) => Some(match sources.get(&name) {
                    Some(&id) => id,
                    None => {
                        let id = importer.library().source_of(&name)?;
                        sources.insert(name, id);
                        id
                    }
                }),
            };
            let candidate =
                Candidate { game, setup, moves, ending, reason, claim, about, ratings, source, line, indexed };
            importer.push(at, candidate)?;
        }
    }
    Ok(())
}

fn add_refused(library: &Library, from: &Library) -> Result<(), Error> {
    let sql = "INSERT INTO refused (source, line, ply, move, reason) SELECT ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS (SELECT 1 \
               FROM refused WHERE source = ?1 AND line IS ?2 AND ply = ?3 AND reason = ?5)";
    let mut insert = library.connection.prepare(sql)?;
    let mut done = Ok(());
    from.each_refused(|refused| {
        if done.is_ok() {
            done = library.source_of(&refused.source).and_then(|source| {
                Ok(insert.execute((source, refused.line, refused.ply, &refused.mv, &refused.reason)).map(drop)?)
            });
        }
    })?;
    done
}

/// Adds evaluations; of two of one position that with more nodes stays.
fn add_evaluations(library: &mut Library, from: &mut Library) -> Result<(), Error> {
    if !from.has_evaluations {
        return Ok(());
    }
    let mut select = from.connection.prepare("SELECT DISTINCT board FROM evaluations")?;
    let boards: Vec<i64> = select.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    drop(select);
    for id in boards {
        let board = library.enter_board(from.board(id)?.game)?.id;
        let mut select =
            from.connection.prepare("SELECT key, nodes, value, win, best FROM evaluations WHERE board = ?")?;
        let mut rows = select.query([id])?;
        while let Some(row) = rows.next()? {
            let key: Vec<u8> = row.get(0)?;
            let nodes: i64 = row.get(1)?;
            let known = "SELECT nodes FROM evaluations WHERE board = ? AND key = ?";
            let known: Option<i64> =
                library.connection.prepare_cached(known)?.query_row((board, &key), |row| row.get(0)).optional()?;
            if known.is_none_or(|known| known < nodes) {
                let (value, win, best): (f64, Option<i64>, Option<i64>) = (row.get(2)?, row.get(3)?, row.get(4)?);
                let sql = "INSERT OR REPLACE INTO evaluations VALUES (?, ?, ?, ?, ?, ?)";
                library.connection.prepare_cached(sql)?.execute((board, key, nodes, value, win, best))?;
            }
        }
    }
    Ok(())
}
