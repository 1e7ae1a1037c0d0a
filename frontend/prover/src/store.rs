//! The store: facts about positions in files of lines, one of which grows.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use engine::{Game, Point};
use search::proof::{Certificate, Strategy, game_text};

use crate::error::{Error, LineError};
use crate::known::Known;
use crate::line::{Head, Line, VERSION, opened, sealed};

/// The most bytes of a line.
pub(crate) const LONGEST: u64 = 256 << 20;

/// The line of a proof in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    file: usize,
    offset: u64,
    length: usize,
    line: u64,
}

/// The facts about a position.
#[derive(Clone, Default, Debug)]
pub(crate) struct Facts {
    /// The largest budget of an attempt.
    pub(crate) budget: u64,
    /// Nodes and milliseconds of all attempts.
    pub(crate) nodes: u64,
    pub(crate) ms: u64,
    pub(crate) moves: Option<Vec<(Point, u32)>>,
    pub(crate) replies: Option<Vec<Point>>,
    /// The zone of the proof; stores of earlier versions have none.
    pub(crate) zone: Option<Vec<Point>>,
    proof: Option<Place>,
}

impl Facts {
    pub(crate) const fn is_proved(&self) -> bool {
        self.proof.is_some()
    }
}

struct Source {
    path: PathBuf,
    file: File,
}

/// A store of proved and open positions of one game.
///
/// The first file grows, if it is opened for writing; others are only read.
pub struct Store {
    game: &'static Game,
    sources: Vec<Source>,
    facts: HashMap<String, Facts>,
    pub(crate) known: Known,
    end: u64,
    torn: Vec<PathBuf>,
}

impl Store {
    /// Opens or creates a store for writing. A last line that was cut off is removed.
    ///
    /// # Errors
    /// The file cannot be read or written, another process writes to it, or it is no store of this game.
    pub fn open(game: &'static Game, path: &Path) -> Result<Self, Error> {
        let failed = |error| Error::File(path.to_owned(), error);
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(Error::Busy(path.to_owned())),
            // Some file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let mut store = Self::empty(game);
        let end = store.add(path, file)?;
        if !store.torn.is_empty() {
            store.sources[0].file.set_len(end).map_err(failed)?;
        }
        store.end = end;
        if end == 0 {
            store.write(&sealed(&Head { store: VERSION, game: game_text(game) }))?;
        }
        Ok(store)
    }

    /// Opens stores for reading; another process may write to them.
    ///
    /// # Errors
    /// A file cannot be read, or is no store of this game.
    pub fn read(game: &'static Game, paths: &[PathBuf]) -> Result<Self, Error> {
        let mut store = Self::empty(game);
        paths.iter().try_for_each(|path| store.also(path))?;
        Ok(store)
    }

    /// Adds the facts of another store, which is only read.
    ///
    /// # Errors
    /// The file cannot be read, or is no store of this game.
    pub fn also(&mut self, path: &Path) -> Result<(), Error> {
        let file = File::open(path).map_err(|error| Error::File(path.to_owned(), error))?;
        self.add(path, file).map(drop)
    }

    fn empty(game: &'static Game) -> Self {
        let known = Known::of(game);
        Self { game, sources: Vec::new(), facts: HashMap::new(), known, end: 0, torn: Vec::new() }
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &'static Game {
        self.game
    }

    /// The files whose last line was cut off and dropped.
    #[must_use]
    pub fn torn(&self) -> &[PathBuf] {
        &self.torn
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// The size of all files, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.sources.iter().filter_map(|source| source.file.metadata().ok()).map(|data| data.len()).sum()
    }

    /// The facts of all positions.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Facts> {
        self.facts.values()
    }

    pub(crate) fn facts(&self, text: &str) -> Option<&Facts> {
        self.facts.get(text)
    }

    /// Appends facts by one write. If the file cannot take all of it, it stays as it was.
    pub(crate) fn append(&mut self, line: Line) -> Result<(), Error> {
        let text = sealed(&line);
        let place = Place { file: 0, offset: self.end, length: text.len(), line: 0 };
        let facts = self.parsed(line, place).map_err(|reason| self.wrong(place, reason))?;
        self.write(&text)?;
        self.take(facts);
        Ok(())
    }

    fn write(&mut self, text: &str) -> Result<(), Error> {
        let Source { path, file } = &mut self.sources[0];
        if let Err(error) = file.write_all(text.as_bytes()) {
            // The next start would drop the part of the line.
            let _ = file.set_len(self.end);
            return Err(Error::File(path.clone(), error));
        }
        self.end += text.len() as u64;
        Ok(())
    }

    /// Reads the steps of a proof, for the canonical position.
    pub(crate) fn proof(&self, text: &str) -> Result<Option<Strategy>, Error> {
        let Some(place) = self.facts.get(text).and_then(|facts| facts.proof) else { return Ok(None) };
        let Source { path, file } = &self.sources[place.file];
        let mut bytes = vec![0; place.length];
        let mut file: &File = file;
        let read = file.seek(SeekFrom::Start(place.offset)).and_then(|_| file.read_exact(&mut bytes));
        read.map_err(|error| Error::File(path.clone(), error))?;
        let strategy = opened(&bytes).and_then(|line: Line| {
            let proof = line.proof.unwrap_or_default();
            let bytes = BASE64_STANDARD.decode(proof).map_err(|_| LineError::Base64)?;
            Certificate::unpack(&bytes).map(|certificate| certificate.strategy).map_err(LineError::Certificate)
        });
        strategy.map(Some).map_err(|reason| self.wrong(place, reason))
    }

    fn wrong(&self, place: Place, reason: LineError) -> Error {
        Error::Line { path: self.sources[place.file].path.clone(), line: place.line, reason }
    }

    /// Adds the facts of a file. Returns the offset after its last whole line.
    fn add(&mut self, path: &Path, file: File) -> Result<u64, Error> {
        let number = self.sources.len();
        let failed = |error| Error::File(path.to_owned(), error);
        let mut lines = BufReader::new(file.try_clone().map_err(failed)?);
        self.sources.push(Source { path: path.to_owned(), file });
        let (mut offset, mut text) = (0, Vec::new());
        for line in 1.. {
            text.clear();
            let length = lines.by_ref().take(LONGEST + 1).read_until(b'\n', &mut text).map_err(failed)?;
            let place = Place { file: number, offset, length, line };
            if length as u64 > LONGEST {
                return Err(self.wrong(place, LineError::Long));
            }
            if text.last() != Some(&b'\n') {
                self.torn.extend((length > 0).then(|| path.to_owned()));
                break;
            }
            if line == 1 {
                self.check_head(&text, place)?;
            } else if !text.trim_ascii().is_empty() {
                let facts = opened(&text).and_then(|line| self.parsed(line, place));
                let facts = facts.map_err(|reason| self.wrong(place, reason))?;
                self.take(facts);
            }
            offset += length as u64;
        }
        Ok(offset)
    }

    fn check_head(&self, text: &[u8], place: Place) -> Result<(), Error> {
        let head: Head = opened(text).map_err(|reason| self.wrong(place, reason))?;
        if head.store != VERSION {
            return Err(self.wrong(place, LineError::Version(head.store)));
        }
        if head.game != game_text(self.game) {
            return Err(Error::Game(self.sources[place.file].path.clone()));
        }
        Ok(())
    }

    fn parsed(&self, line: Line, place: Place) -> Result<(String, Facts), LineError> {
        let point =
            |text: &str| self.game.grid().parse(text).ok_or_else(|| LineError::Point(engine::notation::shorten(text)));
        let moves = line.moves.map(|moves| moves.iter().map(|(name, proof)| Ok((point(name)?, *proof))).collect());
        let points =
            |names: Option<Vec<String>>| names.map(|names| names.iter().map(|name| point(name)).collect()).transpose();
        let facts = Facts {
            budget: line.budget,
            nodes: line.nodes,
            ms: line.ms,
            moves: moves.transpose()?,
            replies: points(line.replies)?,
            zone: points(line.zone)?,
            proof: line.proof.map(|_| place),
        };
        Ok((line.position, facts))
    }

    /// Adds facts to those of the position: the first proof and the first moves stay, replies are united in the order in which
    /// they came.
    fn take(&mut self, (position, facts): (String, Facts)) {
        if facts.is_proved() && !self.facts.get(&position).is_some_and(Facts::is_proved) {
            self.known.add(&position);
        }
        let known = self.facts.entry(position).or_default();
        known.budget = known.budget.max(facts.budget);
        known.nodes += facts.nodes;
        known.ms += facts.ms;
        known.proof = known.proof.or(facts.proof);
        known.zone = known.zone.take().or(facts.zone);
        known.moves = known.moves.take().or(facts.moves);
        known.replies = match (known.replies.take(), facts.replies) {
            (Some(mut one), Some(other)) => {
                let new: Vec<Point> = other.into_iter().filter(|reply| !one.contains(reply)).collect();
                one.extend(new);
                Some(one)
            }
            (one, other) => one.or(other),
        };
    }
}
