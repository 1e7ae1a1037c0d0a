//! Which puzzles: a file or the shipped ones, by game, theme and difficulty.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use engine::Rules;
use engine::notation::shorten;
use puzzles::{Puzzle, Theme, Unread};
use records::files;

use crate::error::Failure;

/// Which puzzles.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct FilterArgs {
    /// A file of puzzles, as JSON lines or text, or - for standard input [default: those of the program]
    #[arg(value_name = "FILE")]
    pub(super) file: Option<PathBuf>,

    /// Puzzles of this game only, one of `ninuki rules`
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,

    /// Puzzles with this theme only; may be repeated for any of several
    #[arg(long = "theme", value_name = "THEME")]
    themes: Vec<Theme>,

    /// Puzzles of this difficulty only, 0 to 100
    #[arg(long, value_name = "A-B")]
    difficulty: Option<Range>,
}

/// A range of difficulties.
#[derive(Clone, Copy, Debug)]
struct Range(u32, u32);

/// A text that is no range.
#[derive(Debug)]
struct RangeError(String);

impl fmt::Display for RangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is no range of difficulties, one is written 20-60", self.0)
    }
}

impl std::error::Error for RangeError {}

impl FromStr for Range {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, RangeError> {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        let ends = least.parse().ok().zip(most.parse().ok()).filter(|(least, most)| least <= most);
        ends.map(|(least, most)| Self(least, most)).ok_or_else(|| RangeError(shorten(text)))
    }
}

/// The puzzles of a file with their lines, and what cannot be read.
type Found = Vec<Result<(usize, Puzzle), Unread>>;

impl FilterArgs {
    /// The name of the file in messages.
    pub(super) fn source(&self) -> String {
        self.file.as_deref().map_or("shipped".to_owned(), records::name_of)
    }

    /// Returns the puzzles; what cannot be read is kept.
    ///
    /// # Errors
    /// The game is unknown, or the file cannot be read.
    pub(super) fn puzzles(&self) -> Result<Found, Failure> {
        let rules = self.rules.as_deref().map(known).transpose()?;
        let mut found: Found = match &self.file {
            None => (1..).zip(puzzles::all_shipped()).map(Ok).collect(),
            Some(path) => puzzles::read(&text(path)?).collect(),
        };
        found.retain(|puzzle| match puzzle {
            Ok((_, puzzle)) => self.has(rules.as_deref(), puzzle),
            Err(_) => true,
        });
        Ok(found)
    }

    fn has(&self, rules: Option<&str>, puzzle: &Puzzle) -> bool {
        let difficulty = puzzle.difficulty.value();
        rules.is_none_or(|name| puzzle.game.rules().name == name)
            && (self.themes.is_empty() || puzzle.themes.iter().any(|theme| self.themes.contains(theme)))
            && self.difficulty.is_none_or(|Range(least, most)| (least..=most).contains(&difficulty))
    }
}

/// The name of a known game.
fn known(name: &str) -> Result<String, Failure> {
    let named = Rules::named(&shorten(name));
    named.map(|rules| rules.name.to_owned()).map_err(Failure::usage)
}

/// The text of a file.
fn text(path: &Path) -> Result<String, Failure> {
    let name = records::name_of(path);
    let bytes = if path == Path::new("-") {
        files::whole(&mut std::io::stdin().lock(), &name)?
    } else {
        let mut file = std::fs::File::open(path).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
        files::whole(&mut file, &name)?
    };
    String::from_utf8(bytes).map_err(|_| Failure::Wrong(format!("{name}: this is not text")))
}
