//! Games of a library, and their rows.

use std::sync::Arc;

use engine::notation::{move_text, parse_position};
use engine::{Color, Game, Move, Reason, SetUp};
use records::tree::{ROOT, Tree};
use records::{About, Claim, Entry, How, Size, Written};
use rusqlite::types::Value;
use rusqlite::{OptionalExtension as _, Row};

use crate::board::Board;
use crate::header::{RATINGS, date_of};
use crate::{Error, Library, json};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The winner.
    Won(Color),
    /// A draw.
    Drawn,
}

impl Ending {
    /// That of a winner; `None` is a draw.
    pub(crate) fn of(winner: Option<Color>) -> Self {
        winner.map_or(Self::Drawn, Self::Won)
    }

    /// The winner.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Won(color) => Some(color),
            Self::Drawn => None,
        }
    }

    /// As a row has it.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Drawn => 0,
            Self::Won(Color::Black) => 1,
            Self::Won(Color::White) => 2,
        }
    }

    pub(crate) const fn of_code(code: i64) -> Option<Self> {
        match code {
            0 => Some(Self::Drawn),
            1 => Some(Self::Won(Color::Black)),
            2 => Some(Self::Won(Color::White)),
            _ => None,
        }
    }

    /// `x`, `o` or `draw`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Drawn => "draw",
            Self::Won(Color::Black) => "x",
            Self::Won(Color::White) => "o",
        }
    }
}

/// A game of a library.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Stored {
    /// Its number in the library.
    pub id: i64,
    /// The game that is played.
    pub game: &'static Game,
    /// The position it starts from, if not the empty board.
    pub setup: Option<SetUp>,
    /// The moves.
    pub moves: Vec<Move>,
    /// The result by the rules, else that of the record; `None` if it is not known.
    pub ending: Option<Ending>,
    /// Why it is over.
    pub reason: Option<Reason>,
    /// The result of the record where the board shows another.
    pub claim: Option<String>,
    /// Players, date, event, round, place, opening.
    pub about: About,
    /// The ratings of Black and White.
    pub ratings: [Option<u16>; 2],
    /// The file, or the member of an archive, that it came from.
    pub source: Option<String>,
    /// The line of that file on which it begins, from 1.
    pub line: Option<usize>,
}

impl Stored {
    /// The game as a record.
    #[must_use]
    pub fn entry(&self) -> Entry {
        let moves = self.moves.iter().copied().map(Written::of).collect();
        let mut entry = Entry::new(None, self.game, self.setup.clone(), moves);
        entry.about = self.about.clone();
        entry.result = self.ending.map(|ending| match self.reason {
            Some(reason) => engine::Outcome { winner: ending.winner(), reason }.into(),
            None => Claim { winner: ending.winner(), how: How::Unsaid },
        });
        if let Some(claim) = &self.claim {
            entry.result_text.clone_from(claim);
        }
        if self.ratings != [None; 2] {
            let mut tree = Tree::line(self.moves.iter().copied());
            for (property, rating) in RATINGS.into_iter().zip(self.ratings) {
                if let Some(rating) = rating {
                    tree.note_mut(ROOT).foreign.insert(property.to_owned(), vec![rating.to_string()]);
                }
            }
            entry.tree = Some(tree);
        }
        entry
    }

    /// The game as an object of JSON.
    #[must_use]
    pub fn json(&self) -> json::Game {
        let (grid, about) = (self.game.grid(), &self.about);
        json::Game {
            id: self.id,
            game: self.game.rules().name,
            size: Size::of(grid),
            plies: self.moves.len(),
            position: self.setup.as_ref().map(|setup| setup.display(grid).to_string()),
            moves: self.moves.iter().map(|&mv| move_text(grid, mv)).collect(),
            result: self.ending.map(Ending::name),
            reason: self.reason.map(|reason| reason.to_string()),
            claim: self.claim.clone(),
            x: about.players[0].clone(),
            o: about.players[1].clone(),
            x_rating: self.ratings[0],
            o_rating: self.ratings[1],
            date: about.date.clone(),
            event: about.event.clone(),
            round: about.round.clone(),
            place: about.place.clone(),
            opening: about.opening.clone(),
            source: self.source.clone(),
            line: self.line,
            ply: None,
        }
    }

    /// The mean rating of both players, as far as it is known.
    #[must_use]
    pub fn mean_rating(&self) -> Option<u16> {
        let known: Vec<u32> = self.ratings.into_iter().flatten().map(u32::from).collect();
        (!known.is_empty()).then(|| (known.iter().sum::<u32>() / known.len() as u32) as u16)
    }
}

/// The bits of a game's id that are its number in its segment.
pub(crate) const SHIFT: u32 = 16;

/// The most games of a segment.
pub(crate) const MOST_GAMES: usize = 1 << SHIFT;

/// The id of a game.
pub(crate) const fn id_of(segment: i64, number: usize) -> i64 {
    segment << SHIFT | number as i64
}

/// Selects what [`stored`] reads.
pub(crate) const SELECT: &str = "SELECT games.id, games.moves, games.plies, games.result, games.reason, games.claim, \
    black.name, white.name, games.black_rating, games.white_rating, games.date, events.event, events.round, \
    events.place, events.opening, sources.name, games.line, games.setup FROM games \
    LEFT JOIN players AS black ON black.id = games.black LEFT JOIN players AS white ON white.id = games.white \
    LEFT JOIN events ON events.id = games.event LEFT JOIN sources ON sources.id = games.source";

/// A row of [`SELECT`] as a game of `board`.
pub(crate) fn stored(board: &Board, row: &Row<'_>) -> Result<Stored, Error> {
    let text = |index| Ok::<String, Error>(row.get::<_, Option<String>>(index)?.unwrap_or_default());
    let id = row.get(0)?;
    let plies: usize = row.get(2)?;
    let moves: Vec<Move> = board.unpack(row.get_ref(1)?.as_blob().map_err(rusqlite::Error::from)?, plies).collect();
    if moves.len() != plies {
        return Err(Error::damaged(format!("game {id} has not all of its moves")));
    }
    let setup = row.get::<_, Option<String>>(17)?.map(|text| setup(board, id, &text)).transpose()?;
    let reason = row.get::<_, Option<usize>>(4)?.and_then(|index| Reason::ALL.get(index).copied());
    Ok(Stored {
        id,
        game: board.game,
        setup,
        moves,
        ending: row.get::<_, Option<i64>>(3)?.and_then(Ending::of_code),
        reason,
        claim: row.get(5)?,
        about: About {
            players: [text(6)?, text(7)?],
            date: date_of(&row.get::<_, Value>(10)?),
            event: text(11)?,
            round: text(12)?,
            place: text(13)?,
            opening: text(14)?,
        },
        ratings: [row.get(8)?, row.get(9)?],
        source: row.get(15)?,
        line: row.get(16)?,
    })
}

/// The position that a game starts from, as its row has it.
pub(crate) fn setup(board: &Board, id: i64, text: &str) -> Result<SetUp, Error> {
    let mut tokens = text.split_whitespace().peekable();
    parse_position(board.game, &mut tokens)
        .map_err(|error| Error::damaged(format!("the position of game {id}: {error}")))
}

impl Library {
    /// The board of a segment.
    pub(crate) fn board_of_segment(&mut self, segment: i64) -> Result<Option<Arc<Board>>, Error> {
        let mut select = self.connection.prepare_cached("SELECT board FROM segments WHERE id = ?")?;
        let id: Option<i64> = select.query_row([segment], |row| row.get(0)).optional()?;
        drop(select);
        id.map(|id| self.board(id)).transpose()
    }

    /// The game with this number.
    ///
    /// # Errors
    /// There is none, or the file is damaged.
    pub fn game(&mut self, id: i64) -> Result<Stored, Error> {
        self.located(|library| library.stored(id))
    }

    pub(crate) fn stored(&mut self, id: i64) -> Result<Stored, Error> {
        let board = self.board_of_segment(id >> SHIFT)?.ok_or(Error::NoGame(id))?;
        self.stored_on(&board, id)
    }

    /// The game with this number, which is played on `board`.
    pub(crate) fn stored_on(&self, board: &Board, id: i64) -> Result<Stored, Error> {
        let mut select = self.connection.prepare_cached(&format!("{SELECT} WHERE games.id = ?"))?;
        let mut rows = select.query([id])?;
        let row = rows.next()?.ok_or(Error::NoGame(id))?;
        stored(board, row)
    }
}
