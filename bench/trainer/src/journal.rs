//! Games of tournaments become games to learn from.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use engine::notation::{MoveError, parse_move};
use engine::rules::RulesError;
use engine::{Color, Game, GameError, IllegalMove, Rules};
use records::checksum;
use records::files::NewFile;
use search::Score;
use serde::Deserialize;

use crate::about;
use crate::data::{ENDING, Ending, GamesWriter, Ply, SavedGame, Searched, Source};
use crate::quiet::is_calm;

/// The options of `journal`.
#[derive(clap::Args)]
pub(crate) struct Settings {
    /// The folder of the new files, GAME.games; one that is there is not replaced
    to: PathBuf,

    /// Journals of tournaments
    #[arg(required = true)]
    journals: Vec<PathBuf>,
}

/// The first line of a journal, as far as games need it.
#[derive(Deserialize)]
struct Header {
    game: String,
    board: String,
    length: usize,
    flags: Vec<(String, String)>,
    rules: Option<String>,
    seed: u64,
    engines: Vec<Engine>,
}

#[derive(Deserialize)]
struct Engine {
    name: String,
    program: String,
}

/// A game of a journal, or the numbers of games before it that do not count.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Void { void: Vec<u64> },
    Game(Box<Played>),
}

#[derive(Deserialize)]
struct Played {
    game: u64,
    #[serde(default)]
    swapped: bool,
    winner: Option<usize>,
    fault: Option<serde_json::Value>,
    position: Option<String>,
    moves: Vec<String>,
    book: usize,
    #[serde(default)]
    info: Vec<Option<Said>>,
}

/// The report of an engine on a move.
#[derive(Deserialize)]
struct Said {
    score: Option<i32>,
    nodes: Option<u64>,
}

/// Writes the games of the journals. Scores are taken for those of this program's engine: hundredths of a point. Prints what
/// was written.
///
/// # Errors
/// A file cannot be read or written, or is no journal.
pub(crate) fn import(settings: &Settings, out: &mut impl Write) -> io::Result<()> {
    fs::create_dir_all(&settings.to)?;
    let mut files: BTreeMap<&'static str, GamesWriter<NewFile>> = BTreeMap::new();
    for path in &settings.journals {
        let [games, positions, skipped] = add(path, &settings.to, &mut files).map_err(|error| about(path, error))?;
        writeln!(out, "{}: {games} games, {positions} positions, {skipped} games skipped", path.display())?;
    }
    files.into_values().try_for_each(|file| file.finish()?.commit().map_err(io::Error::other))
}

/// Adds the games of a journal: those written, their searched positions, and those that are skipped, since a fault ended them or
/// they did not begin on the empty board.
fn add(path: &Path, to: &Path, files: &mut BTreeMap<&'static str, GamesWriter<NewFile>>) -> io::Result<[usize; 3]> {
    let mut lines = BufReader::new(File::open(path)?).split(b'\n');
    let wrong = |line: usize, why: &dyn std::fmt::Display| io::Error::other(format!("line {line}: {why}"));
    let first = lines.next().unwrap_or_else(|| Ok(Vec::new()))?;
    let first = checksum::opened(&first).map_err(|error| wrong(1, &error))?;
    let header: Header = serde_json::from_slice(&first).map_err(|error| wrong(1, &error))?;
    let game = header.game().map_err(|why| wrong(1, &why))?;
    let mut counted: BTreeMap<u64, (usize, Played)> = BTreeMap::new();
    for (number, line) in (2..).zip(lines) {
        let line = line?;
        let line = checksum::opened(&line).map_err(|error| wrong(number, &error))?;
        match serde_json::from_slice(&line).map_err(|error| wrong(number, &error))? {
            Line::Void { void } => counted.retain(|game, _| !void.contains(game)),
            Line::Game(played) => drop(counted.insert(played.game, (number, *played))),
        }
    }
    let writer = match files.entry(game.rules().name) {
        std::collections::btree_map::Entry::Occupied(found) => found.into_mut(),
        std::collections::btree_map::Entry::Vacant(place) => {
            place.insert(GamesWriter::new(create(&to.join(format!("{}.{ENDING}", game.rules().name)))?)?)
        }
    };
    writer.set_source(&header.source(game))?;
    let [mut games, mut positions, mut skipped] = [0; 3];
    for (number, played) in counted.into_values() {
        match saved(game, &played).map_err(|why| wrong(number, &why))? {
            Some(saved) => {
                writer.write(&saved)?;
                games += 1;
                positions += saved.positions();
            }
            None => skipped += 1,
        }
    }
    Ok([games, positions, skipped])
}

/// A new file, where none is there.
fn create(path: &Path) -> io::Result<NewFile> {
    if path.exists() {
        return Err(about(path, io::Error::from(io::ErrorKind::AlreadyExists)));
    }
    NewFile::create(path).map_err(io::Error::other)
}

impl Header {
    /// The game of the tournament.
    fn game(&self) -> Result<&'static Game, JournalError> {
        if self.rules.is_some() {
            return Err(JournalError::CustomRules);
        }
        let mut rules = Rules::named(&self.game)?;
        for (flag, value) in &self.flags {
            rules.set_flag(flag, value)?;
        }
        let sides =
            self.board.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
        let (width, height): (usize, usize) = sides.ok_or_else(|| JournalError::Board(self.board.clone()))?;
        if width != height {
            return Err(JournalError::Rectangle);
        }
        let size = if rules.hexagonal() { width.div_ceil(2) } else { width };
        Ok(Game::new(rules, Some(size), Some(self.length))?)
    }

    /// The tournament as a source: the engines' programs take the place of weights.
    fn source(&self, game: &Game) -> Source {
        let programs = self.engines.iter().filter_map(|engine| u64::from_str_radix(&engine.program, 16).ok());
        let names: Vec<String> =
            self.engines.iter().map(|engine| engine.name.replace(char::is_whitespace, "_")).collect();
        let settings = format!("engines={}", names.join(",")).chars().take(8_000).collect();
        Source {
            rules: game.rules().clone(),
            seed: self.seed,
            weights: programs.fold(0, |all, program| all.rotate_left(1) ^ program),
            engine: "tournament".to_owned(),
            settings,
        }
    }
}

/// The game as one to learn from; `None` if it is skipped.
fn saved(game: &'static Game, played: &Played) -> Result<Option<SavedGame>, JournalError> {
    if played.fault.is_some() || played.position.is_some() {
        return Ok(None);
    }
    let mut record = game.record();
    let mut plies = Vec::new();
    for (index, text) in played.moves.iter().enumerate() {
        let mv = parse_move(game.grid(), text)?;
        let was_calm = is_calm(record.as_ref());
        let captured = record.play(mv).map_err(|why| JournalError::Illegal { text: text.clone(), why })?;
        let goes_on = record.outcome().is_none() && captured.is_empty();
        let quiet = was_calm && goes_on && is_calm(record.as_ref());
        let said = played.info.get(index).and_then(Option::as_ref).filter(|_| index >= played.book);
        let searched = said.and_then(|said| {
            let (score, nodes) = (score(said.score?), said.nodes.unwrap_or_default());
            Some(Searched { score, best: mv, quiet, nodes, lines: Vec::new() })
        });
        plies.push(Ply { mv, random: index < played.book, searched });
    }
    let winner = played.winner.map(|winner| Color::ALL[(winner ^ usize::from(played.swapped)) & 1]);
    let ending = match (record.outcome(), winner) {
        (Some(_), _) => Ending::Rules,
        (None, Some(_)) => Ending::Proven,
        (None, None) => Ending::TooLong,
    };
    let number = played.game;
    Ok(Some(SavedGame { game, number, winner, ending, long_opening: false, opening: played.book, plies }))
}

/// Why a line of a journal cannot be learned from.
#[derive(Debug)]
enum JournalError {
    /// The game has custom rules, for which there are no weights.
    CustomRules,
    /// Unknown rules or flags.
    Rules(RulesError),
    /// The game has no such board or length.
    Game(GameError),
    /// The text is no board.
    Board(String),
    /// The board has sides of different length.
    Rectangle,
    /// The text is no move.
    Move(MoveError),
    /// The move is refused.
    Illegal { text: String, why: IllegalMove },
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CustomRules => f.write_str("custom games have no weights to fit"),
            Self::Rules(error) => error.fmt(f),
            Self::Game(error) => error.fmt(f),
            Self::Board(text) => write!(f, "board: \"{text}\" is none, expected as 15x15"),
            Self::Rectangle => f.write_str("only square boards and hexagons are learned from"),
            Self::Move(error) => error.fmt(f),
            Self::Illegal { text, why } => write!(f, "{text}: {why}"),
        }
    }
}

impl From<RulesError> for JournalError {
    fn from(error: RulesError) -> Self {
        Self::Rules(error)
    }
}

impl From<GameError> for JournalError {
    fn from(error: GameError) -> Self {
        Self::Game(error)
    }
}

impl From<MoveError> for JournalError {
    fn from(error: MoveError) -> Self {
        Self::Move(error)
    }
}

/// A score as journals have it: ±30000 less the distance for a forced win or loss.
fn score(value: i32) -> Score {
    match 30_000 - value.abs() {
        distance @ 0..=1000 if value > 0 => Score::win_in(distance.unsigned_abs()),
        distance @ 0..=1000 => Score::loss_in(distance.unsigned_abs()),
        _ => Score::estimate(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Chunk, GamesReader};

    const JOURNAL: &str = r#"{"game":"renju","board":"15x15","length":5,"flags":[],"seed":7,"engines":[{"name":"a b","program":"0f"},{"name":"c","program":"01"}]}
{"game":0,"winner":0,"moves":["h8","a1","g8"],"book":1,"info":[null,{"score":-12,"nodes":50},{"score":29991}]}
{"game":1,"winner":null,"moves":["h8","h9","f8"],"book":0}
{"void":[1],"reason":"power cut","at":0}
{"game":2,"winner":1,"fault":[0,"crash"],"moves":["h8"],"book":0}
{"game":1,"winner":1,"swapped":true,"moves":["h8","h9"],"book":0,"info":[{"score":3},null]}
"#;

    #[test]
    fn games_with_scores_are_taken_over_and_faults_are_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let journal = folder.path().join("match.jsonl");
        fs::write(&journal, JOURNAL).expect("written");
        let settings = Settings { to: folder.path().to_path_buf(), journals: vec![journal] };
        let mut out = Vec::new();
        import(&settings, &mut out).expect("imported");
        assert!(String::from_utf8_lossy(&out).ends_with(": 2 games, 3 positions, 1 games skipped\n"));
        let mut reader = GamesReader::open(&folder.path().join("renju.games")).expect("a file");
        let Ok(Some(Chunk::Source(source))) = reader.next() else { panic!("a source") };
        assert_eq!((source.seed, source.settings.as_str()), (7, "engines=a_b,c"));
        let Ok(Some(Chunk::Games(games))) = reader.next() else { panic!("games") };
        assert_eq!(games.iter().map(|game| game.winner).collect::<Vec<_>>(), [Some(Color::Black), Some(Color::Black)]);
        let searched: Vec<_> =
            games[0].plies.iter().map(|ply| ply.searched.as_ref().map(|found| found.score)).collect();
        assert_eq!(searched, [None, Some(Score::estimate(-12)), Some(Score::win_in(9))]);
        assert!(games[0].plies[0].random && games[0].plies[1].searched.as_ref().is_some_and(|found| found.quiet));
        games.iter().for_each(|game| game.replay(|_, _, _, _| {}).expect("legal"));
        assert!(import(&settings, &mut out).is_err(), "what is there is not replaced");
        let names = fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(names, 2, "the journal and the games");
    }

    #[test]
    fn lines_that_were_changed_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let journal = folder.path().join("match.jsonl");
        let sealed: String = JOURNAL.lines().map(|line| checksum::sealed(line) + "\n").collect();
        let settings = Settings { to: folder.path().to_path_buf(), journals: vec![journal.clone()] };
        fs::write(&journal, sealed.replace("\"winner\":0", "\"winner\":1")).expect("written");
        let why = import(&settings, &mut Vec::new()).expect_err("changed").to_string();
        assert!(why.contains("match.jsonl: line 2: crc: the line says "), "{why}");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing but the journal");
        fs::write(&journal, sealed).expect("written");
        import(&settings, &mut Vec::new()).expect("imported");
    }
}
