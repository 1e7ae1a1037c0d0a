//! A file of puzzles that grows game by game: it is continued where it was left.

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use crate::read::{is_json, is_note, pieces};
use crate::{Error, Puzzle, json, read, text};

/// The form of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// JSON lines.
    Json,
    /// Text, one puzzle a block.
    Text,
}

impl Form {
    /// The form of a file by its ending: `.txt` is text, anything else JSON lines.
    #[must_use]
    pub fn of(path: &Path) -> Self {
        if records::files::ending(path).as_deref() == Some("txt") { Self::Text } else { Self::Json }
    }

    /// Whether a text may be the beginning of a puzzle or a note; a file of something else is not cut off.
    fn may_begin(self, text: &str) -> bool {
        let heads = match self {
            Self::Json => ["{\"puzzle\":", "{\"done\":"],
            Self::Text => ["puzzle ", "# done "],
        };
        heads.iter().any(|head| text.starts_with(head) || head.starts_with(text))
    }

    /// A puzzle in this form, with the end of its line or block.
    #[must_use]
    pub fn write(self, puzzle: &Puzzle) -> String {
        match self {
            Self::Json => json::line(puzzle) + "\n",
            Self::Text => text::block(puzzle),
        }
    }

    /// The note that a game was searched.
    fn note(self, key: &str, game: usize) -> String {
        match self {
            Self::Json => serde_json::json!({"done": key, "game": game}).to_string() + "\n",
            Self::Text => format!("# done {game} {key}\n\n"),
        }
    }
}

/// The game of a note, and its key.
fn noted(piece: &str) -> Option<(String, usize)> {
    if let Some(rest) = piece.strip_prefix("# done ") {
        let (game, key) = rest.split_once(' ')?;
        return Some((key.to_owned(), game.parse().ok()?));
    }
    let value: serde_json::Value = serde_json::from_str(piece).ok()?;
    Some((value.get("done")?.as_str()?.to_owned(), value.get("game")?.as_u64()? as usize))
}

/// The most bytes of a file.
const LARGEST: u64 = 1 << 30;

/// A file of puzzles to be continued.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: File,
    form: Form,
    done: HashSet<(String, usize)>,
    puzzles: Vec<Puzzle>,
}

impl Store {
    /// Opens a file, or creates it. A puzzle that was cut off at its end is removed.
    ///
    /// # Errors
    /// The file cannot be read or written, or holds something else.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let failed = |error| Error::File(path.to_owned(), error);
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(Error::Busy(path.to_owned())),
            // Some file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let mut text = String::new();
        (&file).take(LARGEST + 1).read_to_string(&mut text).map_err(failed)?;
        if text.len() as u64 > LARGEST {
            return Err(failed(io::Error::new(io::ErrorKind::FileTooLarge, "a file of puzzles has at most 1 GiB")));
        }
        let form = if text.trim().is_empty() {
            Form::of(path)
        } else if is_json(&text) {
            Form::Json
        } else {
            Form::Text
        };
        let end = match form {
            Form::Json => text.rfind('\n').map_or(0, |at| at + 1),
            Form::Text => text.rfind("\n\n").map_or(0, |at| at + 2),
        };
        let whole = &text[..end];
        let damaged =
            |unread: crate::Unread| Error::Damaged { path: path.to_owned(), line: unread.line, reason: unread.reason };
        let puzzles = read(whole).map(|read| read.map(|(_, puzzle)| puzzle).map_err(damaged));
        let puzzles = puzzles.collect::<Result<_, _>>()?;
        let notes = pieces(whole).into_iter().filter(|(_, piece)| is_note(piece));
        let done = notes.filter_map(|(_, piece)| noted(piece)).collect();
        let rest = &text[end..];
        if end == 0 && !form.may_begin(rest) {
            read(rest).try_for_each(|read| read.map(drop)).map_err(damaged)?;
        }
        if !rest.is_empty() {
            file.set_len(end as u64).map_err(failed)?;
        }
        Ok(Self { path: path.to_owned(), file, form, done, puzzles })
    }

    /// The puzzles that the file had when it was opened.
    #[must_use]
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// Whether a game was searched to its end.
    #[must_use]
    pub fn has(&self, key: &str, game: usize) -> bool {
        self.done.contains(&(key.to_owned(), game))
    }

    /// Appends the puzzles of a game by one write, and that it was searched if it was.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, key: &str, game: usize, puzzles: &[Puzzle], done: bool) -> Result<(), Error> {
        let mut text: String = puzzles.iter().map(|puzzle| self.form.write(puzzle)).collect();
        if done {
            text += &self.form.note(key, game);
            self.done.insert((key.to_owned(), game));
        }
        self.file.write_all(text.as_bytes()).map_err(|error| Error::File(self.path.clone(), error))
    }
}
