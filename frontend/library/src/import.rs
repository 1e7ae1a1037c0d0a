//! Import: records become games of the library, in transactions that a killed process loses only the last of.

pub(crate) mod archive;
mod candidate;
mod counts;
mod files;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use records::{Choice, Entry, Format, Shard, Unreadable};
use rusqlite::OptionalExtension as _;

use self::candidate::{Refusal, candidate};
pub use self::counts::{ImportCounts, ImportProgress};
use crate::segment::Segment;
use crate::writer::{Added, Candidate, Writer};
use crate::{Error, Library};

/// How games are imported.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Import {
    /// Game, board, start and character set of records that name none.
    pub choice: Choice,
    /// The format of all sources, before that of their endings.
    pub format: Option<Format>,
    /// The part of the games that is taken: those whose number in their source, from 0, belongs to it.
    pub shard: Option<Shard>,
    /// Ends the import between two games; all games before are saved.
    pub stop: Arc<AtomicBool>,
}

/// A source in the middle of being read.
struct Source {
    id: i64,
    counts: ImportCounts,
    /// Games to pass over: an earlier run took them.
    skip: u64,
    is_done: bool,
}

/// A game, or why it is none, until the next transaction.
enum Pending {
    Game(Box<Candidate>),
    Refused(Refusal),
}

/// An import in progress.
pub(crate) struct Importer<'l> {
    library: &'l mut Library,
    writer: Writer,
    import: Import,
    progress: &'l mut dyn FnMut(&ImportProgress),
    pending: Vec<(usize, Pending)>,
    /// Positions of the pending games.
    positions: usize,
    /// Games and positions of the segment that takes the last of them.
    room: (usize, usize),
    sources: Vec<Source>,
    /// How many of the sources are done and saved.
    saved: usize,
    shown: ImportProgress,
}

/// The name, size and time of change of a source.
pub(crate) struct Origin {
    pub(crate) name: String,
    pub(crate) bytes: Option<i64>,
    pub(crate) modified: Option<i64>,
}

impl<'l> Importer<'l> {
    pub(crate) fn new(library: &'l mut Library, import: Import, progress: &'l mut dyn FnMut(&ImportProgress)) -> Self {
        let (pending, sources, shown) = (Vec::new(), Vec::new(), ImportProgress::default());
        Self {
            library,
            writer: Writer::default(),
            import,
            progress,
            pending,
            positions: 0,
            room: (0, 0),
            sources,
            saved: 0,
            shown,
        }
    }

    pub(crate) const fn library(&self) -> &Library {
        self.library
    }

    /// Ends a source and saves it.
    pub(crate) fn end(&mut self, at: usize) -> Result<(), Error> {
        self.sources[at].is_done = true;
        self.save()
    }

    pub(crate) const fn import(&self) -> &Import {
        &self.import
    }

    /// Takes the games of a source.
    pub(crate) fn source(
        &mut self,
        origin: &Origin,
        games: impl Iterator<Item = Result<Entry, Unreadable>>,
    ) -> Result<(), Error> {
        let at = self.begin(origin)?;
        let shard = self.import.shard.unwrap_or(Shard::ALL);
        let skip = self.sources[at].skip;
        for (number, game) in (0..).zip(games).filter(|(number, _)| shard.has(*number)) {
            if (shard.place(number) as u64) < skip {
                continue;
            }
            if self.import.stop.load(Relaxed) {
                self.save()?;
                return Err(Error::Stopped);
            }
            self.take(at, game)?;
        }
        self.sources[at].is_done = true;
        Ok(())
    }

    /// Checks a record and adds its game, or its refusal.
    fn take(&mut self, at: usize, game: Result<Entry, Unreadable>) -> Result<(), Error> {
        match game.map_err(Refusal::unreadable).and_then(|entry| {
            let board = self.library.plan(entry.game);
            candidate(&board, entry, self.sources[at].id)
        }) {
            Ok(candidate) => self.push(at, candidate),
            Err(refusal) => {
                self.pending.push((at, Pending::Refused(refusal)));
                self.settle()
            }
        }
    }

    /// Adds a game that has been checked.
    pub(crate) fn push(&mut self, at: usize, candidate: Candidate) -> Result<(), Error> {
        self.positions += candidate.indexed.steps.len();
        self.room = self.writer.room(candidate.game);
        self.pending.push((at, Pending::Game(Box::new(candidate))));
        self.settle()
    }

    /// Saves if there is enough for a transaction.
    fn settle(&mut self) -> Result<(), Error> {
        let (games, positions) = self.room;
        if Segment::would_be_full(games + self.pending.len(), positions + self.positions) {
            self.save()?;
        }
        self.shown.counts.games += 1;
        if self.shown.counts.games.is_multiple_of(1000) {
            (self.progress)(&self.shown);
        }
        Ok(())
    }

    /// The source with this name, entered if it is new.
    pub(crate) fn begin(&mut self, origin: &Origin) -> Result<usize, Error> {
        let Origin { name, bytes, modified } = origin;
        let shard = self.import.shard.unwrap_or(Shard::ALL).to_string();
        self.shown.source.clone_from(name);
        let connection = &self.library.connection;
        let sql = "SELECT id, games, imported, duplicates, refused FROM sources WHERE name = ?1 AND bytes IS ?2 \
                   AND modified IS ?3 AND shard = ?4 AND done = 0 AND bytes IS NOT NULL";
        let found = connection
            .query_row(sql, (name, bytes, modified, &shard), |row| {
                let counts = ImportCounts {
                    games: row.get(1)?,
                    imported: row.get(2)?,
                    duplicates: row.get(3)?,
                    refused: row.get(4)?,
                };
                Ok(Source { id: row.get(0)?, counts, skip: counts.games, is_done: false })
            })
            .optional()?;
        let source = match found {
            Some(source) => source,
            None => {
                let sql = "INSERT INTO sources (name, bytes, modified, shard, games, imported, duplicates, refused, done) \
                           VALUES (?, ?, ?, ?, 0, 0, 0, 0, 0) ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes, \
                           modified = excluded.modified, shard = excluded.shard, games = 0, imported = 0, duplicates = 0, \
                           refused = 0, done = 0 RETURNING id";
                let id: i64 = connection.query_row(sql, (name, bytes, modified, &shard), |row| row.get(0))?;
                connection.execute("DELETE FROM refused WHERE source = ?", [id])?;
                Source { id, counts: ImportCounts::default(), skip: 0, is_done: false }
            }
        };
        self.shown.counts.add(source.counts);
        self.sources.push(source);
        Ok(self.sources.len() - 1)
    }

    /// Saves all games so far in one transaction. After an error the file is as before, and the games still wait.
    pub(crate) fn save(&mut self) -> Result<(), Error> {
        let before: Vec<ImportCounts> = self.sources.iter().map(|source| source.counts).collect();
        self.library.connection.execute_batch("BEGIN IMMEDIATE")?;
        let saved = self.write().and_then(|()| Ok(self.library.connection.execute_batch("COMMIT")?));
        if let Err(error) = saved {
            // Some errors have ended the transaction already.
            let _ = self.library.connection.execute_batch("ROLLBACK");
            self.writer.reset();
            self.library.forget_boards();
            self.sources.iter_mut().zip(before).for_each(|(source, counts)| source.counts = counts);
            return Err(error);
        }
        self.pending.clear();
        self.positions = 0;
        self.room = (0, 0);
        let open = self.sources.iter().skip(self.saved).take_while(|source| source.is_done).count();
        self.saved += open;
        self.shown.counts = self.counts();
        (self.progress)(&self.shown);
        Ok(())
    }

    fn write(&mut self) -> Result<(), Error> {
        self.writer.refresh(self.library)?;
        for (at, pending) in &self.pending {
            let counts = &mut self.sources[*at].counts;
            counts.games += 1;
            match pending {
                Pending::Game(game) => match self.writer.add(self.library, game)? {
                    Added::New(_) => counts.imported += 1,
                    Added::Duplicate(id) => {
                        counts.duplicates += 1;
                        self.writer.note(self.library, id, game)?;
                    }
                },
                Pending::Refused(refusal) => {
                    counts.refused += 1;
                    refusal.write(&self.library.connection, self.sources[*at].id)?;
                }
            }
        }
        self.writer.write(self.library)?;
        let sql = "UPDATE sources SET games = ?, imported = ?, duplicates = ?, refused = ?, done = ? WHERE id = ?";
        let mut update = self.library.connection.prepare_cached(sql)?;
        for Source { id, counts, is_done, .. } in self.sources.iter().skip(self.saved) {
            update.execute((counts.games, counts.imported, counts.duplicates, counts.refused, is_done, id))?;
        }
        Ok(())
    }

    /// The counts of all sources.
    pub(crate) fn counts(&self) -> ImportCounts {
        let mut sum = ImportCounts::default();
        self.sources.iter().for_each(|source| sum.add(source.counts));
        sum
    }
}

impl Library {
    /// Adds games that come from a source with this name.
    ///
    /// # Errors
    /// The file cannot be written, or is damaged; games before the last transaction are kept.
    pub fn add(
        &mut self,
        name: &str,
        games: impl Iterator<Item = Result<Entry, Unreadable>>,
    ) -> Result<ImportCounts, Error> {
        self.located(|library| {
            let mut ignored = |_: &ImportProgress| {};
            let mut importer = Importer::new(library, Import::default(), &mut ignored);
            importer.source(&Origin { name: name.to_owned(), bytes: None, modified: None }, games)?;
            importer.save()?;
            Ok(importer.counts())
        })
    }
}
