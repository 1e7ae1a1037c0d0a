//! Files of one shard: which games belong to it, and where an earlier run ended.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom};
use std::path::Path;

use engine::Rules;
use records::Shard;
use records::files::sync_folder;

use crate::about;
use crate::data::{Chunk, ENDING, FormatError, GamesReader, GamesWriter, SavedGame, Source};

/// The file of a game in one shard. Games are written in the order of their numbers, not of their ends.
pub(crate) struct ShardFile {
    shard: Shard,
    writer: GamesWriter<File>,
    /// The number of the game that is written next, and of the one that is played next.
    next_written: u64,
    next_played: u64,
    /// Games that are finished, but wait for one before them.
    waiting: BTreeMap<u64, SavedGame>,
    /// Searched positions in the file.
    pub(crate) positions: u64,
}

impl ShardFile {
    /// Opens or creates the file of `source` in `folder`; a partial chunk of an interrupted run is cut off.
    ///
    /// # Errors
    /// The file is foreign, damaged or in use, or cannot be written.
    pub(crate) fn open(folder: &Path, shard: Shard, source: &Source) -> io::Result<Self> {
        let name = format!("{}-{}.{ENDING}", source.rules.name, shard.file_part());
        let path = folder.join(name);
        let file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&path);
        let file = file.map_err(|error| about(&path, error))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => about(&path, "another run writes this file"),
            TryLockError::Error(error) => about(&path, error),
        })?;
        let opened = Self::resume(file, shard, source).map_err(|error| about(&path, error))?;
        sync_folder(&path).map_err(|error| about(&path, error))?;
        Ok(opened)
    }

    fn resume(mut file: File, shard: Shard, source: &Source) -> Result<Self, FormatError> {
        let Found { end, last_source, last, positions } = Found::read(&file, source.seed, &source.rules)?;
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        let mut writer = if end == 0 { GamesWriter::new(file)? } else { GamesWriter::after(file, last_source) };
        writer.set_source(source)?;
        let next = first(shard, last.map_or(0, |last| last + 1));
        Ok(Self { shard, writer, next_written: next, next_played: next, waiting: BTreeMap::new(), positions })
    }

    /// The number of the next game to be played.
    pub(crate) const fn next(&mut self) -> u64 {
        let number = self.next_played;
        self.next_played = first(self.shard, number + 1);
        number
    }

    /// Takes a finished game, and writes it unless it has to wait, or there are `enough` positions already.
    pub(crate) fn add(&mut self, game: SavedGame, enough: Option<u64>) -> io::Result<()> {
        self.waiting.insert(game.number, game);
        while let Some(game) = self.waiting.remove(&self.next_written) {
            if enough.is_some_and(|enough| self.positions >= enough) {
                break;
            }
            self.writer.write(&game)?;
            self.positions += game.positions() as u64;
            self.next_written = first(self.shard, self.next_written + 1);
        }
        Ok(())
    }

    /// Writes all that is finished and need not wait, to the disk.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()?;
        self.writer.output().sync_data()
    }
}

/// The first game of a shard from number `from` on.
const fn first(shard: Shard, from: u64) -> u64 {
    shard.first(from as usize) as u64
}

/// The contents of a file.
#[derive(Default)]
struct Found {
    /// The end of its last whole chunk.
    end: u64,
    last_source: Option<Source>,
    /// The last game of the seed in question.
    last: Option<u64>,
    positions: u64,
}

impl Found {
    fn read(file: &File, seed: u64, rules: &Rules) -> Result<Self, FormatError> {
        let mut found = Self::default();
        if file.metadata()?.len() == 0 {
            return Ok(found);
        }
        let mut reader = match GamesReader::new(io::BufReader::new(file)) {
            Err(FormatError::Cut(_)) => return Ok(found),
            reader => reader?,
        };
        loop {
            found.end = reader.at();
            match reader.next() {
                Ok(None) | Err(FormatError::Cut(_)) => return Ok(found),
                Ok(Some(Chunk::Source(source))) if source.rules != *rules => {
                    let (found, wanted) = (source.rules.name.to_owned(), rules.name.to_owned());
                    return Err(FormatError::OtherGame { found, wanted });
                }
                Ok(Some(Chunk::Source(source))) => found.last_source = Some(*source),
                Ok(Some(Chunk::Games(games))) => {
                    let same = found.last_source.as_ref().is_some_and(|source| source.seed == seed);
                    let last = games.iter().map(|game| game.number).max().filter(|_| same);
                    found.last = found.last.max(last);
                    found.positions += games.iter().map(|game| game.positions() as u64).sum::<u64>();
                }
                // A crash may leave a chunk of the right length.
                Err(FormatError::Damaged(_)) if reader.is_at_end()? => return Ok(found),
                Err(error) => return Err(error),
            }
        }
    }
}
