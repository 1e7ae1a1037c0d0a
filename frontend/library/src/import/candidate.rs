//! Records checked by the rules: a game to be added, or a refusal.

use records::tree::ROOT;
use records::{Entry, Replayed, Unreadable};
use rusqlite::Connection;

use crate::board::Board;
use crate::header::ratings;
use crate::index::{MOST_PLIES, index};
use crate::writer::Candidate;
use crate::{Ending, Error};

/// A game that is refused, and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    line: Option<usize>,
    ply: usize,
    mv: Option<String>,
    reason: String,
}

impl Refusal {
    pub(crate) fn unreadable(error: Unreadable) -> Self {
        Self { line: Some(error.line), ply: 0, mv: None, reason: error.reason }
    }

    fn whole(line: Option<usize>, reason: impl Into<String>) -> Self {
        Self { line, ply: 0, mv: None, reason: reason.into() }
    }

    /// Enters it in the list of refused games.
    pub(crate) fn write(&self, connection: &Connection, source: i64) -> Result<(), Error> {
        let sql = "INSERT INTO refused (source, line, ply, move, reason) VALUES (?, ?, ?, ?, ?)";
        let line = self.line.map(|line| line as i64);
        connection.prepare_cached(sql)?.execute((source, line, self.ply as i64, &self.mv, &self.reason))?;
        Ok(())
    }
}

/// A record as a game to be added.
pub(crate) fn candidate(board: &Board, entry: Entry, source: i64) -> Result<Candidate, Refusal> {
    let line = entry.line;
    if entry.moves.len() > MOST_PLIES {
        return Err(Refusal::whole(line, format!("the game has more than {MOST_PLIES} moves")));
    }
    if entry.setup.as_ref().is_some_and(|setup| !setup.walls.is_empty()) {
        return Err(Refusal::whole(line, "a library holds no points out of play"));
    }
    let replayed = Replayed::of(&entry);
    if let Some(error) = replayed.error {
        return Err(Refusal { line: error.line.or(line), ply: error.ply, mv: error.mv, reason: error.reason });
    }
    if replayed.is_restarted() || !entry.changes.is_empty() {
        return Err(Refusal::whole(line, "stones are set up or a side passes in the middle of the game"));
    }
    let moves = replayed.record.moves();
    let indexed =
        index(board, entry.setup.as_ref(), &moves).map_err(|error| Refusal::whole(line, error.to_string()))?;
    let outcome = replayed.outcome();
    let ending = outcome.map(|outcome| outcome.winner).or(entry.result.map(|claim| claim.winner)).map(Ending::of);
    let ratings = ratings(&entry);
    let mut about = entry.about;
    if about.opening.is_empty() {
        about.opening = named_opening(entry.tree.as_ref()).unwrap_or_default();
    }
    for text in about.players.iter_mut().chain([&mut about.date, &mut about.event, &mut about.round, &mut about.place])
    {
        trim(text);
    }
    Ok(Candidate {
        game: entry.game,
        setup: entry.setup,
        moves,
        ending,
        reason: outcome.map(|outcome| outcome.reason),
        claim: replayed.contradiction,
        about,
        ratings,
        source: Some(source),
        line,
        indexed,
    })
}

/// The longest text of a header, in bytes.
const LONGEST: usize = 1000;

/// Takes blanks from both ends, and what is too long.
fn trim(text: &mut String) {
    let end = (0..=LONGEST.min(text.len())).rev().find(|&at| text.is_char_boundary(at));
    text.truncate(end.unwrap_or(0));
    if text.trim().len() < text.len() {
        *text = text.trim().to_owned();
    }
}

/// The name of the opening that an SGF has, `ON` aside.
fn named_opening(tree: Option<&records::Tree>) -> Option<String> {
    let values = tree?.note(ROOT)?.foreign.get("OP")?;
    Some(values.first()?.trim().to_owned()).filter(|name| !name.is_empty())
}
