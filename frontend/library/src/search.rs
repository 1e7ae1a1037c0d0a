//! Games by position, pattern and headers.

use std::sync::Arc;

use engine::Game;
use records::Entry;

use crate::board::Board;
use crate::explore::walk;
use crate::facts::COUNT;
use crate::filter::{Filter, Sieve, columns};
use crate::find::Target;
use crate::pattern::{Matcher, Pattern};
use crate::stored::{SHIFT, id_of, setup};
use crate::walk::Walk;
use crate::{Error, Library, Stored, json};

/// Games that are looked for. The default is all.
#[derive(Clone, Default, Debug)]
#[non_exhaustive]
pub struct Search {
    /// The game that is played; all games if there is none.
    pub game: Option<&'static Game>,
    /// A game whose last position is looked for.
    pub position: Option<Entry>,
    /// A pattern that stands on the board at some time.
    pub pattern: Option<Pattern>,
    /// Whether the pattern is looked for with exchanged colours as well.
    pub exchanged: bool,
    /// Headers.
    pub filter: Filter,
    /// The number of a game: only later ones are looked at.
    pub after: Option<i64>,
}

/// A game that was found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FoundGame {
    /// The game.
    pub game: Stored,
    /// The number of moves before the position or pattern.
    pub ply: Option<usize>,
}

impl FoundGame {
    /// The game as an object of JSON.
    #[must_use]
    pub fn json(&self) -> json::Game {
        json::Game { ply: self.ply, ..self.game.json() }
    }
}

impl Library {
    /// Calls `take` for each game that is found, in the order of their numbers, until it returns false.
    ///
    /// # Errors
    /// The position cannot be reached, or the file is damaged.
    pub fn search(&mut self, search: &Search, take: impl FnMut(FoundGame) -> bool) -> Result<(), Error> {
        self.located(|library| library.searched(search, take))
    }

    fn searched(&mut self, search: &Search, mut take: impl FnMut(FoundGame) -> bool) -> Result<(), Error> {
        let game = search.position.as_ref().map(|entry| entry.game).or(search.game);
        let sieve = Sieve::new(self, &search.filter)?;
        let boards = self.boards_of(game)?;
        let (mut targets, mut segments) = (Vec::new(), Vec::new());
        for (index, board) in boards.iter().enumerate() {
            let position = search.position.as_ref().map(|entry| walk(board, entry)).transpose()?;
            let matcher = search.pattern.as_ref().map(|pattern| Matcher::new(pattern, board.game, search.exchanged));
            targets.push((position.as_ref().map(Target::of), matcher));
            segments.extend(self.segments(board)?.into_iter().map(|segment| (segment, index)));
        }
        segments.sort_unstable();
        let after = search.after.unwrap_or(i64::MIN);
        for (segment, index) in segments.into_iter().filter(|(segment, _)| *segment >= after >> SHIFT) {
            let (board, (target, matcher)) = (&boards[index], &targets[index]);
            let found = self.in_segment(board, segment, target.as_ref(), &sieve)?;
            for (id, ply) in found.into_iter().filter(|(id, _)| *id > after) {
                self.check_stop()?;
                let ply = match matcher {
                    None => ply,
                    Some(matcher) => match self.pattern_in(board, id, matcher)? {
                        None => continue,
                        found => found,
                    },
                };
                if !take(FoundGame { game: self.stored_on(board, id)?, ply }) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The boards of the library, or the one of a game.
    pub(crate) fn boards_of(&mut self, game: Option<&'static Game>) -> Result<Vec<Arc<Board>>, Error> {
        match game {
            Some(game) => Ok(self.board_of(game)?.into_iter().collect()),
            None => {
                let mut select = self.connection.prepare("SELECT id FROM boards ORDER BY id")?;
                let ids: Vec<i64> = select.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
                drop(select);
                ids.into_iter().map(|id| self.board(id)).collect()
            }
        }
    }

    /// The games of a segment by position and headers, with the number of moves before the position.
    fn in_segment(
        &self,
        board: &Board,
        segment: i64,
        target: Option<&Target>,
        sieve: &Sieve,
    ) -> Result<Vec<(i64, Option<usize>)>, Error> {
        let mut found = Vec::new();
        if let Some(target) = target {
            self.visit(board, segment, target, sieve, &mut |visit| found.push((visit.game, Some(visit.ply))))?;
            return Ok(found);
        }
        if let Some(numbers) = sieve.of_player(self, segment)? {
            let mut select =
                self.connection.prepare_cached(&format!("SELECT {} FROM games WHERE id = ?", columns()))?;
            for number in numbers {
                self.check_stop()?;
                let id = id_of(segment, number.into());
                let mut rows = select.query([id])?;
                let row = rows.next()?.ok_or_else(|| Error::damaged(format!("game {id} is missing")))?;
                found.extend(sieve.take(row, 0)?.map(|_| (id, None)));
            }
            return Ok(found);
        }
        let sql = format!("SELECT {}, id FROM games WHERE id >= ? AND id < ? ORDER BY id", columns());
        let mut select = self.connection.prepare_cached(&sql)?;
        let mut rows = select.query((segment << SHIFT, (segment + 1) << SHIFT))?;
        while let Some(row) = rows.next()? {
            self.check_stop()?;
            if sieve.take(row, 0)?.is_some() {
                found.push((row.get(COUNT + 1)?, None));
            }
        }
        Ok(found)
    }

    /// The number of moves of a game before a pattern.
    fn pattern_in(&self, board: &Board, id: i64, matcher: &Matcher) -> Result<Option<usize>, Error> {
        let mut select = self.connection.prepare_cached("SELECT moves, plies, setup FROM games WHERE id = ?")?;
        let mut rows = select.query([id])?;
        let row = rows.next()?.ok_or_else(|| Error::damaged(format!("game {id} is missing")))?;
        let bytes = row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?;
        let moves: Vec<_> = board.unpack(bytes, row.get(1)?).collect();
        let start = row.get::<_, Option<String>>(2)?.map(|text| setup(board, id, &text)).transpose()?;
        let wrong = |error| Error::damaged(format!("the position of game {id}: {error}"));
        let walk = Walk::new(board, start.as_ref()).map_err(wrong)?;
        Ok(matcher.first(board, walk, &moves))
    }
}
