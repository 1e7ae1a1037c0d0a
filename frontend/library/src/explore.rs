//! The moves played in a position.

use engine::notation::move_text;
use engine::{Game, Move};
use records::Entry;

use crate::evaluation::Evaluation;
use crate::filter::{Filter, Sieve};
use crate::find::Target;
use crate::statistics::{Counts, Statistics};
use crate::stored::Stored;
use crate::walk::Walk;
use crate::{Error, Library, json};

/// A position and the games that are counted.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Query {
    /// A game whose last position is meant.
    pub entry: Entry,
    /// The games that are counted.
    pub filter: Filter,
    /// The most moves for which games that come to the same position by another move are counted.
    pub transpositions: usize,
}

impl Query {
    /// All games through the last position of `entry`.
    #[must_use]
    pub fn of(entry: Entry) -> Self {
        Self { entry, filter: Filter::default(), transpositions: 12 }
    }
}

/// The moves played in a position, and its games.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Explored {
    /// The game that is played.
    pub game: &'static Game,
    /// The games that went through the position, and how they ended.
    pub counts: Counts,
    /// The number of games.
    pub games: u64,
    /// The moves, one for each class of moves that are images of each other, the most played first.
    pub moves: Vec<Explorable>,
    /// The games with the highest mean rating.
    pub top: Vec<Stored>,
    /// The newest games.
    pub recent: Vec<Stored>,
    /// The engine's evaluation of the position.
    pub evaluation: Option<Evaluation>,
}

/// A move that was played in a position.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Explorable {
    /// The move: of its images the first in the order of names.
    pub mv: Move,
    /// The number of images.
    pub images: usize,
    /// The games with it, and how they ended.
    pub counts: Counts,
    /// The mean rating of the players who made it.
    pub rating: Option<u16>,
    /// The last year in which it was played.
    pub year: Option<u16>,
    /// The games that came to the position after it by another move; missing where counting them takes long: in large libraries
    /// of positions that are not frequent.
    pub transpositions: Option<u64>,
    /// The engine's evaluation of the position after it.
    pub evaluation: Option<Evaluation>,
}

impl Explored {
    const fn nothing(game: &'static Game) -> Self {
        let counts = Counts { games: 0, x: 0, o: 0, draws: 0 };
        Self { game, counts, games: 0, moves: Vec::new(), top: Vec::new(), recent: Vec::new(), evaluation: None }
    }

    /// All of it as an object of JSON.
    #[must_use]
    pub fn json(&self) -> json::Explored {
        let grid = self.game.grid();
        let moves = self.moves.iter().map(|explorable| {
            let Explorable { mv, images, counts, rating, year, transpositions, evaluation } = *explorable;
            let Counts { games, x, o, draws } = counts;
            let mv = move_text(grid, mv);
            json::ExploredMove { mv, games, x, o, draws, rating, last: year, transpositions, images, evaluation }
        });
        let Counts { games, x, o, draws } = self.counts;
        json::Explored {
            games,
            x,
            o,
            draws,
            evaluation: self.evaluation,
            moves: moves.collect(),
            top: self.top.iter().map(Stored::json).collect(),
            recent: self.recent.iter().map(Stored::json).collect(),
        }
    }
}

impl Library {
    /// Counts the moves played in a position, in all symmetries of the board and by all orders of moves.
    ///
    /// # Errors
    /// The position cannot be reached, or the file is damaged.
    pub fn explore(&mut self, query: &Query) -> Result<Explored, Error> {
        self.located(|library| library.explored(query))
    }

    fn explored(&mut self, query: &Query) -> Result<Explored, Error> {
        let game = query.entry.game;
        let board = self.plan(game);
        let walk = walk(&board, &query.entry)?;
        let Some(board) = self.board_of(game)? else { return Ok(Explored::nothing(game)) };
        let sieve = Sieve::new(self, &query.filter)?;
        let target = Target::of(&walk);
        let statistics = self.statistics(&board, &target, &sieve)?;
        let mut moves = moves(&walk, &statistics);
        for (rank, explorable) in moves.iter_mut().enumerate() {
            let mut after = walk.clone();
            if after.play(explorable.mv).is_err() {
                continue;
            }
            let target = Target::of(&after);
            explorable.evaluation = self.evaluation(board.id, target.keys.position)?;
            if rank < query.transpositions && self.is_fast(&board, &target, &sieve)? {
                let all = self.statistics(&board, &target, &sieve)?.counts.games;
                explorable.transpositions = Some(all.saturating_sub(explorable.counts.games));
            }
        }
        let Statistics { counts, top, recent, .. } = statistics;
        let mut games = |list: Vec<(u64, i64)>| -> Result<Vec<Stored>, Error> {
            list.into_iter().map(|(_, id)| self.stored(id)).collect()
        };
        let (top, recent) = (games(top)?, games(recent)?);
        let evaluation = self.evaluation(board.id, target.keys.position)?;
        Ok(Explored { game, games: counts.games, counts, moves, top, recent, evaluation })
    }
}

/// The moves of a position, the most played first; those with as many games in the order of their numbers.
pub(crate) fn moves(walk: &Walk<'_>, statistics: &Statistics) -> Vec<Explorable> {
    let (mut moves, classes) = (Vec::new(), walk.classes());
    for (code, of_move) in &statistics.moves {
        let Some(images) = classes.get(code) else { continue };
        let Some(&mv) = images.first() else { continue };
        let (sum, rated) = of_move.ratings;
        moves.push(Explorable {
            mv,
            images: images.len(),
            counts: of_move.counts,
            rating: sum.checked_div(rated).map(|mean| mean as u16),
            year: Some(of_move.year as u16).filter(|year| *year > 0),
            transpositions: None,
            evaluation: None,
        });
    }
    moves.sort_by_key(|explorable| std::cmp::Reverse(explorable.counts.games));
    moves
}

/// Replays a game to its end.
pub(crate) fn walk<'b>(board: &'b crate::board::Board, entry: &Entry) -> Result<Walk<'b>, Error> {
    let mut walk = Walk::new(board, entry.setup.as_ref()).map_err(|error| Error::Query(error.to_string()))?;
    for (ply, written) in (1..).zip(&entry.moves) {
        let name = written.text(entry.game.grid());
        let wrong = |error: &dyn std::fmt::Display| Error::Query(format!("ply {ply}: {name}: {error}"));
        let mv = written.mv.clone().map_err(|error| wrong(&error))?;
        walk.play(mv).map_err(|error| wrong(&error))?;
    }
    Ok(walk)
}
