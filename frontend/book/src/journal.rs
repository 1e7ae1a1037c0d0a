//! Journals: a searched position a line, appended as soon as it is there.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use analysis::Found;
use analysis::json::{Value, names, rounded};
use engine::{AnyRecord, Game};
use records::checksum;
use search::End;
use serde::{Deserialize, Serialize};

use crate::error::{Error, LineError};
use crate::{BookMove, BookPosition};

/// A search of a position: a line of a journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Search {
    /// The name of the game.
    pub rules: String,
    /// The moves from the empty board.
    pub moves: Vec<String>,
    /// The text of the position.
    #[serde(default)]
    pub position: String,
    /// The nodes of the search.
    pub nodes: u64,
    /// The depth of the search, in plies.
    pub depth: u32,
    /// Why the search ended.
    #[serde(default)]
    pub ended: Option<String>,
    /// The best lines, the best first.
    pub lines: Vec<SearchLine>,
}

/// A line of a search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SearchLine {
    /// The value for the side to move.
    pub score: Value,
    /// The probability that the side to move wins.
    #[serde(default)]
    pub winrate: f64,
    /// The moves.
    pub pv: Vec<String>,
}

impl Search {
    /// Returns the search of the position of `record`.
    pub(crate) fn of(record: &dyn AnyRecord, found: &Found) -> Self {
        let game = record.game();
        let line = |line: &analysis::Line| SearchLine {
            score: line.score.into(),
            winrate: rounded(line.score.win_rate()),
            pv: names(game, &line.moves),
        };
        Self {
            rules: game.rules().name.to_owned(),
            moves: names(game, &record.moves()),
            position: record.position_text(),
            nodes: found.nodes,
            depth: found.depth,
            ended: found.end.map(|end| end.to_string()),
            lines: found.lines.iter().map(line).collect(),
        }
    }

    /// Returns a search of a book as a line of a journal.
    #[must_use]
    pub fn of_position(game: &Game, position: &BookPosition, text: String) -> Self {
        let line = |found: &BookMove| SearchLine {
            score: found.score.into(),
            winrate: rounded(found.score.win_rate()),
            pv: names(game, &[found.mv]),
        };
        Self {
            rules: game.rules().name.to_owned(),
            moves: names(game, &position.moves),
            position: text,
            nodes: position.nodes,
            depth: position.depth,
            ended: None,
            lines: position.best.iter().map(line).collect(),
        }
    }

    /// Whether the search proved each of its lines.
    fn is_proved(&self) -> bool {
        self.ended.as_deref() == Some(&End::Proven.to_string())
    }

    /// Returns the game after the moves, and the position with its best moves.
    pub(crate) fn replay(&self, game: &'static Game) -> Result<Known, LineError> {
        let rules = game.rules().name;
        if self.rules != rules {
            return Err(LineError::Rules(engine::notation::shorten(&self.rules), rules));
        }
        let mut record = game.record();
        let wrong = |text: &str, error: &dyn std::fmt::Display| LineError::Move(format!("{text}: {error}"));
        let parsed = |text: &str| game.parse_move(text).map_err(|error| LineError::Move(error.to_string()));
        for text in &self.moves {
            record.play(parsed(text)?).map_err(|error| wrong(text, &error))?;
        }
        if !self.position.is_empty() && self.position != record.position_text() {
            return Err(LineError::Position);
        }
        let mut best = Vec::new();
        for line in self.lines.iter().take(crate::form::WIDEST) {
            let Some(text) = line.pv.first() else { continue };
            let mv = parsed(text)?;
            record.copy().play(mv).map_err(|error| wrong(text, &error))?;
            best.push(BookMove { mv, score: line.score.into() });
        }
        let (nodes, depth) = (self.nodes, self.depth);
        let position = BookPosition { moves: record.moves(), nodes, depth, best };
        Ok(Known { record, position, is_proved: self.is_proved() })
    }

    /// Returns the line with its checksum, without the end of the line.
    #[must_use]
    pub fn sealed(&self) -> String {
        checksum::sealed(&serde_json::to_string(self).expect("texts and numbers"))
    }
}

/// A search of a journal, replayed.
pub(crate) struct Known {
    pub(crate) record: Box<dyn AnyRecord>,
    pub(crate) position: BookPosition,
    pub(crate) is_proved: bool,
}

/// The searches of a journal.
pub(crate) struct Contents {
    pub(crate) known: Vec<Known>,
    /// Whether the last line was cut off.
    pub(crate) is_torn: bool,
    /// The bytes of the whole lines.
    end: usize,
}

/// The most bytes of a journal.
const LARGEST: u64 = 1 << 30;

/// Reads the searches of a journal. A last line without an end is torn.
pub(crate) fn read(path: &Path, game: &'static Game) -> Result<Contents, Error> {
    let mut file = File::open(path).map_err(|error| Error::File(path.to_owned(), error))?;
    contents(&mut file, path, game)
}

fn contents(file: &mut File, path: &Path, game: &'static Game) -> Result<Contents, Error> {
    let mut bytes = Vec::new();
    let read = file.take(LARGEST + 1).read_to_end(&mut bytes).and_then(|count| match count as u64 <= LARGEST {
        true => Ok(()),
        false => Err(io::Error::new(io::ErrorKind::FileTooLarge, "a journal has at most 1 GiB")),
    });
    read.map_err(|error| Error::File(path.to_owned(), error))?;
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let mut known = Vec::new();
    if end == 0 && !is_torn_search(&bytes) {
        search(&bytes).map_err(|reason| Error::Line { path: path.to_owned(), line: 1, reason })?;
    }
    for (line, text) in (1..).zip(bytes[..end].split(|&byte| byte == b'\n')) {
        if !text.iter().all(u8::is_ascii_whitespace) {
            let found = search(text).and_then(|search| search.replay(game));
            known.push(found.map_err(|reason| Error::Line { path: path.to_owned(), line, reason })?);
        }
    }
    Ok(Contents { known, is_torn: end < bytes.len(), end })
}

/// Whether bytes may be the beginning of a search; a file of something else is not cut off.
fn is_torn_search(bytes: &[u8]) -> bool {
    const HEAD: &[u8] = b"{\"rules\":";
    let length = bytes.len().min(HEAD.len());
    bytes[..length] == HEAD[..length]
}

fn search(text: &[u8]) -> Result<Search, LineError> {
    let text = checksum::opened(text).map_err(LineError::Checksum)?;
    serde_json::from_slice(&text).map_err(LineError::Json)
}

/// A journal that grows. One process writes to it.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens or creates a journal and reads its searches. A torn last line is removed.
    pub(crate) fn open(path: &Path, game: &'static Game) -> Result<(Self, Contents), Error> {
        let failed = |error| Error::File(path.to_owned(), error);
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(Error::Busy(path.to_owned())),
            // Some file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let contents = contents(&mut file, path, game)?;
        if contents.is_torn {
            file.set_len(contents.end as u64).map_err(failed)?;
        }
        Ok((Self { path: path.to_owned(), file }, contents))
    }

    /// Appends a search by one write.
    pub(crate) fn add(&mut self, search: &Search) -> Result<(), Error> {
        let line = search.sealed() + "\n";
        self.file.write_all(line.as_bytes()).map_err(|error| Error::File(self.path.clone(), error))
    }
}
