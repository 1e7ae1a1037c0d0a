//! Errors in journals.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use engine::notation::shorten;
use engines::process::program::plain;
use records::checksum::ChecksumError;

/// A journal that cannot be read or written, with its path and line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalError {
    path: PathBuf,
    /// The line, from 1, if one is at fault.
    line: Option<usize>,
    kind: Box<JournalErrorKind>,
}

impl JournalError {
    /// Returns an error of a whole file.
    pub(crate) fn new(path: &Path, kind: impl Into<JournalErrorKind>) -> Self {
        Self { path: path.to_path_buf(), line: None, kind: Box::new(kind.into()) }
    }

    /// Returns an error in a line, counted from 1.
    pub(crate) fn at(path: &Path, line: usize, kind: impl Into<JournalErrorKind>) -> Self {
        Self { line: Some(line), ..Self::new(path, kind) }
    }
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, kind) = (self.path.display(), &self.kind);
        match self.line {
            Some(line) => write!(f, "{path}:{line}: {kind}"),
            None => write!(f, "{path}: {kind}"),
        }
    }
}

impl std::error::Error for JournalError {}

/// Reasons for which a journal cannot be read or written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum JournalErrorKind {
    /// An error of the system, as text.
    System(String),
    /// The file exists already.
    Exists,
    /// The file is a folder, a pipe or a device.
    NotAFile,
    /// Another tournament has locked the file.
    Locked,
    /// A line cannot be written; the error of the system, as text.
    Write(String),
    /// There is no game with this number.
    NoGame(usize),
    /// A line that should be a game is none.
    NotAGame,
    /// The first line is not the head of a tournament's journal.
    NotAJournal,
    /// The head differs from that of the tournament, first in this field.
    OtherTournament {
        /// The field.
        field: String,
        /// Its value in the journal.
        found: String,
        /// Its value in the tournament.
        expected: String,
    },
    /// A line is longer than this number of MiB.
    TooLong(usize),
    /// A line is damaged.
    Damage(Damage),
    /// A game is in an earlier line already.
    Duplicate(usize),
    /// A line voids a game that is in no earlier line.
    VoidsNoGame(usize),
    /// A field of a game contradicts the tournament or the rules.
    Field(FieldError),
    /// A game is in the journals of two shards.
    PlayedTwice(usize),
    /// A game is in another journal, too.
    AlsoIn(usize, PathBuf),
}

impl fmt::Display for JournalErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System(message) => f.write_str(message),
            Self::Exists => f.write_str("this file is there already"),
            Self::NotAFile => f.write_str("this is no regular file, a journal is one"),
            Self::Locked => f.write_str("another tournament is writing this journal"),
            Self::Write(message) => write!(f, "the journal cannot be written: {message}"),
            Self::NoGame(game) => write!(f, "there is no game {game}"),
            Self::NotAGame => f.write_str("this line is no game"),
            Self::NotAJournal => f.write_str("this is not the journal of a tournament"),
            Self::OtherTournament { field, found, expected } => write!(
                f,
                "this journal is of another tournament: {field} is {found} there and {expected} here; \
                 this one needs a journal of its own"
            ),
            Self::TooLong(most) => write!(f, "the line is longer than {most} MiB, no game is"),
            Self::Damage(damage) => damage.fmt(f),
            Self::Duplicate(game) => write!(f, "game: {game} is there already, in a line before"),
            Self::VoidsNoGame(game) => write!(f, "void: game {game} is in no line before"),
            Self::Field(error) => error.fmt(f),
            Self::PlayedTwice(game) => write!(f, "game {game} is played by two shards"),
            Self::AlsoIn(game, other) => write!(f, "game {game} is in {}, too", other.display()),
        }
    }
}

impl From<io::Error> for JournalErrorKind {
    fn from(error: io::Error) -> Self {
        Self::System(plain(&error))
    }
}

impl From<Damage> for JournalErrorKind {
    fn from(damage: Damage) -> Self {
        Self::Damage(damage)
    }
}

impl From<FieldError> for JournalErrorKind {
    fn from(error: FieldError) -> Self {
        Self::Field(error)
    }
}

/// Damage of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Damage {
    /// The line is no JSON object. It may be incomplete.
    Syntax(String),
    /// A field is missing, unknown or invalid.
    Field(String),
    /// The checksum differs.
    Checksum(ChecksumError),
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(message) | Self::Field(message) => write!(f, "this line is damaged: {message}"),
            Self::Checksum(error) => write!(f, "this line is damaged: {error}"),
        }
    }
}

/// Longest message of a parser that an error quotes, in characters.
const QUOTED: usize = 200;

impl Damage {
    /// Returns the error of a JSON parser with the field in which it is.
    pub(crate) fn of_json(object: &[u8], error: &serde_json::Error) -> Self {
        let text = error.to_string();
        let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
        let plain = |char: char| if char.is_control() { ' ' } else { char };
        let mut short: String = message.chars().take(QUOTED).map(plain).collect();
        if message.chars().nth(QUOTED).is_some() {
            short.push('…');
        }
        // A missing field has no place.
        let field = field_at(object, error.column()).filter(|_| !message.starts_with("missing field"));
        let field = field.map(|name| shorten(&name) + ": ").unwrap_or_default();
        if error.is_data() { Self::Field(field + &short) } else { Self::Syntax(field + &short) }
    }
}

/// Returns the top-level field of an object that contains a byte offset of its text.
fn field_at(text: &[u8], offset: usize) -> Option<String> {
    let (mut depth, mut begin, mut escaped) = (0_usize, None, false);
    let (mut string, mut field) = (None, None);
    for (index, &byte) in text.iter().enumerate().take(offset) {
        match (begin, byte) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), b'\\') => escaped = true,
            (Some(first), b'"') => {
                string = Some(first..index);
                begin = None;
            }
            (Some(_), _) => {}
            (None, b'"') => begin = Some(index + 1),
            (None, b':') if depth == 1 => field = string.clone(),
            (None, b',') if depth == 1 => field = None,
            (None, b'{' | b'[') => depth += 1,
            (None, b'}' | b']') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    field.map(|range| String::from_utf8_lossy(&text[range]).into_owned())
}

/// A field of a game that contradicts the tournament or the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FieldError {
    field: &'static str,
    message: String,
}

impl FieldError {
    /// Returns an error in a field.
    pub(crate) fn new(field: &'static str, message: impl Into<String>) -> Self {
        Self { field, message: message.into() }
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.message)
    }
}
