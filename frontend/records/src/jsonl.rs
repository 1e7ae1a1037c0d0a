//! The journals of our own tournaments: JSON lines, the first with what was played, each other one with a game.
//!
//! # Examples
//! ```
//! use ninuki_records::{Choice, Format};
//!
//! let text = b"{\"ninuki\":\"tournament\",\"game\":\"renju\",\"board\":\"15x15\"}\n\
//!     {\"players\":[\"a\",\"b\"],\"winner\":1,\"reason\":\"time\",\"moves\":[\"h8\",\"i9\"],\"ms\":[0.0,12.5]}\n".to_vec();
//! let entry = Format::JSONL.read(text, &Choice::default())?.next().expect("one game").expect("readable");
//! assert_eq!((entry.about.players[1].as_str(), entry.moves[1].ms), ("b", Some(13)));
//! # Ok::<(), ninuki_records::Error>(())
//! ```

use std::borrow::Cow;
use std::fmt;

use engine::notation::parse_move;
use engine::{Color, Game, Rules, SetUp};
use serde::Deserialize;

use crate::capacity::Boards;
use crate::checksum::{self, ChecksumError};
use crate::started::{started, usual};
use crate::{
    About, Choice, Claim, Content, Damage, Entries, Entry, Error, How, Kind, Part, Profile, RecordFormat, Size,
    SizeError, Unreadable, WordError, Written, date,
};

/// Journals of tournaments.
pub(super) struct Jsonl;

const PROFILE: Profile = Profile {
    name: "jsonl",
    extensions: &["jsonl"],
    description: "Journals of our tournaments, read only",
    notation: "journals of `ninuki tournament`",
    kind: Kind::Text,
    content: Content::Games,
    boards: Boards::All,
    is_written: false,
    names_game: true,
    parts: &[Part::SetUps, Part::Captured, Part::Swaps, Part::Passes],
    extras: "times, names, winner, date, round",
};

impl RecordFormat for Jsonl {
    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn recognises(&self, head: &[u8]) -> bool {
        head.starts_with(b"{\"ninuki\":")
    }

    fn read(&self, bytes: Vec<u8>, start: &Choice) -> Result<Entries, Error> {
        Ok(Box::new(read(&bytes, start).into_iter()))
    }
}

/// Settings of the tournament: the first line.
#[derive(Deserialize)]
struct Settings {
    ninuki: String,
    game: String,
    board: String,
    #[serde(default)]
    length: Option<usize>,
    #[serde(default)]
    flags: Vec<(String, String)>,
    #[serde(default)]
    rules: Option<String>,
}

/// A game that was played, as far as records have it.
#[derive(Deserialize)]
struct Played {
    #[serde(default)]
    game: usize,
    players: [String; 2],
    #[serde(default)]
    swapped: bool,
    winner: Option<usize>,
    #[serde(default)]
    reason: String,
    #[serde(default)]
    position: Option<String>,
    moves: Vec<String>,
    #[serde(default)]
    ms: Vec<f64>,
    #[serde(default)]
    ended: Option<u64>,
}

/// The numbers of games before this line that do not count.
#[derive(Deserialize)]
struct Void {
    void: Vec<usize>,
}

/// A line without its checksum, if that is right.
type Opened<'t> = Result<Cow<'t, [u8]>, ChecksumError>;

/// The games that do not count by this line.
fn voided(text: &[u8]) -> Option<Void> {
    text.starts_with(br#"{"void":"#).then(|| serde_json::from_slice(text).ok()).flatten()
}

/// The number of the game in a line.
fn number(text: &Opened<'_>) -> Option<usize> {
    #[derive(Deserialize)]
    struct Number {
        game: usize,
    }
    serde_json::from_slice(text.as_deref().ok()?).ok().map(|Number { game }| game)
}

/// The games of a journal that count, damaged lines as errors.
fn read(text: &[u8], start: &Choice) -> Vec<Result<Entry, Unreadable>> {
    let mut lines = (1..).zip(text.split(|&byte| byte == b'\n')).filter(|(_, line)| !line.trim_ascii().is_empty());
    let (line, first) = lines.next().unwrap_or((1, b""));
    let (game, setup) = match settings(first, start, line) {
        Ok(found) => found,
        Err(unreadable) => return vec![Err(unreadable)],
    };
    let torn = !text.ends_with(b"\n");
    let mut counted: Vec<(usize, Opened<'_>)> = Vec::new();
    for (line, text) in lines {
        let text = checksum::opened(text);
        match text.as_deref().ok().and_then(voided) {
            Some(Void { void }) => counted.retain(|(_, text)| number(text).is_none_or(|game| !void.contains(&game))),
            None => counted.push((line, text)),
        }
    }
    let counted = counted.into_iter();
    let mut games: Vec<_> = counted
        .map(|(line, text)| match text {
            Ok(text) => entry(&text, game, setup.as_ref(), line),
            Err(error) => Err(Unreadable { line, game, reason: format!("the game is damaged: {error}") }),
        })
        .collect();
    if let (true, Some(Err(last))) = (torn, games.last_mut()) {
        last.reason = format!("the journal is cut off within this line ({})", last.reason);
    }
    games
}

/// Returns the game of the tournament, and the position from which it starts by the options.
fn settings(text: &[u8], start: &Choice, line: usize) -> Result<(&'static Game, Option<SetUp>), Unreadable> {
    let unreadable = |reason: String| Unreadable { line, game: usual(start), reason };
    let text = checksum::opened(text).map_err(|error| unreadable(format!("the first line is damaged: {error}")))?;
    let settings: Settings =
        serde_json::from_slice(&text).ok().filter(|settings: &Settings| settings.ninuki == "tournament").ok_or_else(
            || unreadable("this is no journal of a tournament, its first line says what was played".to_owned()),
        )?;
    settings
        .rules
        .as_deref()
        .map_or(Ok(()), |text| start.budget.text(text))
        .map_err(|limit| unreadable(limit.to_string()))?;
    let mut rules = match &settings.rules {
        Some(text) => variants::parse(text).map_err(|error| unreadable(format!("rules: {error}")))?,
        None => Rules::named(&settings.game).map_err(|error| unreadable(format!("game: {error}")))?,
    };
    for (flag, value) in &settings.flags {
        rules.set_flag(flag, value).map_err(|error| unreadable(format!("flags: {error}")))?;
    }
    let board: Size = settings.board.parse().map_err(|error: SizeError| unreadable(format!("board: {error}")))?;
    let sides = if rules.hexagonal() { board.width.div_ceil(2) } else { board.width };
    let sides = if rules.hexagonal() { (sides, sides) } else { (sides, board.height) };
    let length = start.length.or(settings.length);
    let start = Choice { length, ..start.clone() };
    started(PROFILE.form(), &start, Some(rules), Some(sides), line)
}

fn entry(text: &[u8], game: &'static Game, setup: Option<&SetUp>, line: usize) -> Result<Entry, Unreadable> {
    let unreadable = |reason: String| Unreadable { line, game, reason };
    let played: Played = serde_json::from_slice(text).map_err(|error| {
        let why = error.to_string();
        let why = why.rsplit_once(" at line ").map_or(why.as_str(), |(why, _)| why);
        let why: String = why.chars().take(120).flat_map(char::escape_debug).collect();
        unreadable(format!("column {}: the game is damaged: {why}", error.column()))
    })?;
    let setup = match &played.position {
        Some(text) => Some(game.parse_position(text).map_err(|error| unreadable(format!("position: {error}")))?),
        None => setup.cloned(),
    };
    let mut entry = Entry::new(Some(line), game, setup, Vec::new());
    for (index, word) in played.moves.iter().enumerate() {
        let mv = parse_move(game.grid(), word).map_err(WordError::from);
        let stop = mv.is_err();
        let ms = played.ms.get(index).map(|ms| ms.round() as u64);
        entry.moves.push(Written { ms, ..Written::new(word, mv, Some(line)) });
        if stop {
            break;
        }
    }
    match played.claim() {
        Ok(claim) => entry.result = Some(claim),
        Err(error) => entry.damage.push(Damage { line: Some(line), reason: error.to_string() }),
    }
    entry.about = About {
        date: played.ended.map(date).unwrap_or_default(),
        round: format!("{}.{}", played.game / 2 + 1, played.game % 2 + 1),
        players: played.players,
        ..About::default()
    };
    if played.swapped {
        entry.about.players.reverse();
    }
    Ok(entry)
}

/// A winner that is no player of a game.
struct WinnerError(usize);

impl fmt::Display for WinnerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "winner: {} is no player of a game, allowed are 0 and 1", self.0)
    }
}

impl Played {
    fn claim(&self) -> Result<Claim, WinnerError> {
        let winner = match self.winner {
            None => None,
            Some(player @ (0 | 1)) => Some(Color::ALL[player ^ usize::from(self.swapped)]),
            Some(other) => return Err(WinnerError(other)),
        };
        let how = match self.reason.as_str() {
            reason if reason.contains("time") || reason.contains("stall") => How::Time,
            reason if reason.contains("captures") => How::Captures,
            reason if reason.contains("five") => How::Five,
            _ => How::Unsaid,
        };
        Ok(Claim { winner, how })
    }
}

#[cfg(all(test, feature = "databases"))]
mod tests {
    use super::*;

    const HEAD: &str = r#"{"ninuki":"tournament","game":"renju","board":"15x15"}"#;
    const GAME: &str = r#"{"game":0,"players":["a","b"],"winner":1,"moves":["h8","i9"]}"#;

    fn read_text(text: &str) -> Vec<Result<Entry, String>> {
        let games = read(text.as_bytes(), &Choice::default());
        games.into_iter().map(|game| game.map_err(|error| format!("{}: {}", error.line, error.reason))).collect()
    }

    #[test]
    fn checksums_are_compared_where_there_are_some() {
        let sealed = [HEAD, GAME].map(checksum::sealed).join("\n") + "\n";
        for journal in [format!("{HEAD}\n{GAME}\n"), sealed.clone(), format!("{HEAD}\n{}\n", checksum::sealed(GAME))] {
            let games = read_text(&journal);
            assert!(games.len() == 1 && games[0].is_ok(), "{journal}");
        }
        let changed = read_text(&sealed.replace("\"winner\":1", "\"winner\":0")).remove(0).expect_err("changed");
        assert!(changed.starts_with("2: the game is damaged: crc: the line says "), "{changed}");
        let changed = read_text(&sealed.replace("15x15", "16x15")).remove(0).expect_err("changed");
        assert!(changed.starts_with("1: the first line is damaged: crc: "), "{changed}");
        let void = checksum::sealed(r#"{"void":[0],"reason":"","at":0}"#);
        assert_eq!(read_text(&format!("{sealed}{void}\n")).len(), 0);
        let changed = read_text(&format!("{sealed}{}\n", void.replace("[0]", "[9]")));
        assert!(changed.len() == 2 && changed[0].is_ok() && changed[1].is_err());
    }
}
