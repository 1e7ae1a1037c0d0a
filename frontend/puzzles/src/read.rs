//! Reading files of puzzles, in either form.

use std::fmt;

use engine::notation::shorten;
use records::{Budget, Exceeded, Size};
use search::proof::{Certificate, FormatError};

use crate::{Difficulty, Kind, Others, Puzzle, Refutation, Theme, ThemeError, json, text};

/// Why a text is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The line is no object of a puzzle.
    Json(String),
    /// The version of the format is unknown.
    Version(String),
    /// A field is missing.
    Missing(&'static str),
    /// A field is no number, or too large a one.
    Number(&'static str),
    /// A certificate cannot be read.
    Certificate(FormatError),
    /// The budget is exceeded.
    Limit(Exceeded),
    /// The kind is unknown.
    Kind(String),
    /// A theme is unknown.
    Theme(ThemeError),
    /// A field contradicts the certificate.
    Differs(&'static str),
    /// A move is no point of the board.
    Point(String),
    /// The difficulty is not the sum of its parts.
    Difficulty(u32),
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(why) => write!(f, "this is no puzzle: {why}"),
            Self::Version(found) => {
                write!(f, "this is version {}, version {} is understood", shorten(found), json::VERSION)
            }
            Self::Missing(field) => write!(f, "the field {field} is missing"),
            Self::Number(field) => write!(f, "{field}: expected a number"),
            Self::Limit(limit) => limit.fmt(f),
            Self::Certificate(error) => write!(f, "certificate: {error}"),
            Self::Kind(found) => write!(f, "\"{}\" is no kind, allowed are win and only-move", shorten(found)),
            Self::Theme(error) => error.fmt(f),
            Self::Differs(field) => write!(f, "{field}: the certificate has another one"),
            Self::Point(found) => write!(f, "\"{}\" is no point of the board", shorten(found)),
            Self::Difficulty(expected) => write!(f, "difficulty: expected {expected}, the sum of its parts"),
        }
    }
}

impl std::error::Error for PuzzleError {}

/// The fields of a puzzle in either form.
pub(crate) struct Parts {
    pub(crate) game: String,
    pub(crate) size: Size,
    pub(crate) position: String,
    /// The side to move, where a form has it beside the position.
    pub(crate) to_move: Option<char>,
    pub(crate) kind: String,
    pub(crate) solution: String,
    pub(crate) plies: u32,
    pub(crate) themes: Vec<String>,
    pub(crate) difficulty: u32,
    pub(crate) plausible: u32,
    pub(crate) level: Option<u32>,
    pub(crate) refuted: u32,
    pub(crate) open: u32,
    pub(crate) nodes: u64,
    pub(crate) source: String,
    pub(crate) certificate: Certificate,
    pub(crate) refutations: Vec<(String, Certificate)>,
}

impl Parts {
    /// The puzzle, if its fields agree with its certificates. The game is that of the certificate.
    pub(crate) fn puzzle(self) -> Result<Puzzle, PuzzleError> {
        let game = self.certificate.game;
        if game.rules().name != self.game {
            return Err(PuzzleError::Differs("game"));
        }
        if Size::of(game.grid()) != self.size {
            return Err(PuzzleError::Differs("size"));
        }
        let kind = Kind::named(&self.kind).ok_or(PuzzleError::Kind(self.kind))?;
        let setup = game.parse_position(&self.position).map_err(|_| PuzzleError::Differs("position"))?;
        if self.to_move.is_some_and(|side| side != setup.to_move.symbol()) {
            return Err(PuzzleError::Differs("to_move"));
        }
        // The text may have other spaces and letters than those that are written.
        let record = engine::record(game, Some(&setup)).map_err(|_| PuzzleError::Differs("position"))?;
        let point = |name: &str| game.grid().parse(name).ok_or_else(|| PuzzleError::Point(name.to_owned()));
        let refutations = self.refutations.into_iter().map(|(at, certificate)| match certificate.game == game {
            true => Ok(Refutation { at: point(&at)?, certificate }),
            false => Err(PuzzleError::Differs("game")),
        });
        let difficulty = Difficulty { plies: self.plies, plausible: self.plausible, level: self.level };
        if difficulty.value() != self.difficulty {
            return Err(PuzzleError::Difficulty(difficulty.value()));
        }
        let themes = self.themes.iter().filter(|theme| !theme.is_empty()).map(|theme| theme.parse());
        Ok(Puzzle {
            game,
            kind,
            solution: point(&self.solution)?,
            plies: self.plies,
            refutations: refutations.collect::<Result<_, _>>()?,
            others: Others { refuted: self.refuted, open: self.open, nodes: self.nodes },
            themes: themes.collect::<Result<Vec<Theme>, _>>().map_err(PuzzleError::Theme)?,
            difficulty,
            source: self.source,
            setup,
            position: record.position_text(),
            certificate: self.certificate,
        })
    }
}

/// A puzzle of a file that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    /// The line at which it begins, counted from 1.
    pub line: usize,
    /// Why it cannot be read.
    pub reason: PuzzleError,
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.reason)
    }
}

impl std::error::Error for Unread {}

/// Reads a certificate within a budget.
pub(crate) fn certificate(text: &str, budget: &Budget) -> Result<Certificate, PuzzleError> {
    Certificate::unusual_game(text).map_or(Ok(()), |game| budget.named_game(game)).map_err(PuzzleError::Limit)?;
    Certificate::parse(text).map_err(PuzzleError::Certificate)
}

/// Whether a text is in the form of JSON lines.
pub(crate) fn is_json(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// The pieces of a text that may be puzzles, each with its line: lines of JSON, or blocks.
pub(crate) fn pieces(text: &str) -> Vec<(usize, &str)> {
    let mut pieces = Vec::new();
    let (mut start, mut line, mut begin) = (0, 1, 1);
    let json = is_json(text);
    let mut at = 0;
    for (index, row) in (1..).zip(text.split_inclusive('\n')) {
        let end = at + row.len();
        let blank = row.trim().is_empty();
        if blank || json {
            let piece = &text[start..if json { end } else { at }];
            if !piece.trim().is_empty() {
                pieces.push((begin, piece.trim_end()));
            }
            start = end;
            begin = index + 1;
        }
        line = index;
        at = end;
    }
    if !text[start..].trim().is_empty() {
        pieces.push((begin.min(line), text[start..].trim_end()));
    }
    pieces
}

/// Whether a piece holds no puzzle: a comment, or that a game was searched.
pub(crate) fn is_note(piece: &str) -> bool {
    piece.starts_with("{\"done\":") || piece.lines().all(|line| line.starts_with('#'))
}

/// Reads the puzzles of a text, of JSON lines or of blocks, each with its line.
///
/// # Examples
/// ```
/// let broken = ninuki_puzzles::read("{\"puzzle\":1}").next().expect("a line").expect_err("fields are missing");
/// assert!(broken.to_string().starts_with("1: this is no puzzle: missing field"), "{broken}");
/// ```
pub fn read(text: &str) -> impl Iterator<Item = Result<(usize, Puzzle), Unread>> {
    read_within(text, Budget::default())
}

/// The same within a budget, which counts games with unusual rules.
pub fn read_within(text: &str, budget: Budget) -> impl Iterator<Item = Result<(usize, Puzzle), Unread>> {
    let json = is_json(text);
    pieces(text).into_iter().filter(|(_, piece)| !is_note(piece)).map(move |(line, piece)| {
        let puzzle = if json { json::parse(piece, &budget) } else { text::parse(piece, &budget) };
        puzzle.map(|puzzle| (line, puzzle)).map_err(|reason| Unread { line, reason })
    })
}
