//! Games to learn from: one line each, `WINNER MOVE…`.
//!
//! The winner is `x`, `o` or `draw`. A move that was searched has its score behind it, as `K10/-37`, `K10/win` or `K10/loss`:
//! hundredths of a point, or what is proven, for the side that moves. Moves without a score were random, or played by people.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use engine::{Color, Game, Move, notation, record};
use flate2::read::GzDecoder;
use search::Score;

/// A finished game.
pub(crate) struct Played {
    /// `None` for a draw.
    pub(crate) winner: Option<Color>,
    pub(crate) moves: Vec<(Move, Option<Found>)>,
}

/// What a search said about the move that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// An estimate for the side to move, in hundredths of a point.
    Estimate(i32),
    /// A proven win of the side to move.
    Win,
    /// A proven loss.
    Loss,
}

impl From<Score> for Found {
    fn from(score: Score) -> Self {
        match score.is_proven() {
            false => Self::Estimate(score.value()),
            true if score.value() > 0 => Self::Win,
            true => Self::Loss,
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Estimate(value) => write!(f, "{value}"),
            Self::Win => f.write_str("win"),
            Self::Loss => f.write_str("loss"),
        }
    }
}

impl Played {
    /// The game as a line.
    pub(crate) fn text(&self, game: &Game) -> String {
        let mut line = self.winner.map_or_else(|| "draw".to_owned(), |winner| winner.symbol().to_string());
        for (mv, found) in &self.moves {
            line.push(' ');
            line.push_str(&notation::move_text(game.grid(), *mv));
            if let Some(found) = found {
                line.push_str(&format!("/{found}"));
            }
        }
        line
    }

    /// The game that a line tells; `None` if it is damaged.
    fn parse(line: &str, game: &Game) -> Option<Self> {
        let mut words = line.split(' ');
        let winner = match words.next()? {
            "draw" => None,
            symbol => Some(Color::ALL.into_iter().find(|color| color.symbol().to_string() == symbol)?),
        };
        let played = words.map(|word| {
            let (mv, found) = match word.split_once('/') {
                None => (word, None),
                Some((mv, "win")) => (mv, Some(Found::Win)),
                Some((mv, "loss")) => (mv, Some(Found::Loss)),
                Some((mv, value)) => (mv, Some(Found::Estimate(value.parse().ok()?))),
            };
            Some((notation::parse_move(game.grid(), mv).ok()?, found))
        });
        Some(Self { winner, moves: played.collect::<Option<_>>()? })
    }
}

/// The file of `folder` that holds the games of `game`.
pub(crate) fn path(folder: &Path, game: &Game) -> PathBuf {
    folder.join(format!("{}.txt", game.rules().name))
}

/// The games that the engine played against itself.
///
/// # Errors
/// There is no such file, or it is damaged.
pub(crate) fn read(folder: &Path, game: &Game) -> io::Result<Vec<Played>> {
    let path = path(folder, game);
    let named = |error: &dyn fmt::Display| io::Error::other(format!("{}: {error}", path.display()));
    let text = std::fs::read_to_string(&path).map_err(|error| named(&error))?;
    let games = text.lines().map(|line| Played::parse(line, game).ok_or_else(|| named(&format!("not a game: {line}"))));
    games.collect()
}

/// The games of people, of `file` in the folder `../shared/data` or the one that `NINUKI_DATA` names: those that end as the
/// rules of `game` say.
///
/// # Errors
/// The file cannot be read.
pub(crate) fn read_records(file: &str, game: &'static Game) -> io::Result<Vec<Played>> {
    let folder = std::env::var_os("NINUKI_DATA")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")), PathBuf::from);
    let path = folder.join(file);
    let mut text = String::new();
    let opened = File::open(&path).and_then(|file| GzDecoder::new(file).read_to_string(&mut text));
    opened.map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
    Ok(text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| finished(line, game)).collect())
}

/// The game whose moves stand in the last column, if it is legal and finished.
fn finished(line: &str, game: &'static Game) -> Option<Played> {
    let mut played = record(game, None).ok()?;
    for name in line.rsplit('\t').next()?.split(' ') {
        played.play(notation::parse_move(game.grid(), name).ok()?).ok()?;
    }
    let winner = played.outcome()?.winner;
    Some(Played { winner, moves: played.moves().into_iter().map(|mv| (mv, None)).collect() })
}
