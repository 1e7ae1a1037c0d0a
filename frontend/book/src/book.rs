//! A book: searched positions, found in any symmetry and by any order of moves.

use std::collections::{HashMap, HashSet};

use engine::{AnyRecord, Game, IllegalMove, Move};
use search::Score;

use crate::key::{Canon, Key};

/// A move of a book, with its value for the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// The value for the side that makes the move.
    pub score: Score,
}

/// A searched position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookPosition {
    /// Moves from the empty board that lead to it.
    pub moves: Vec<Move>,
    /// The nodes of the search.
    pub nodes: u64,
    /// The depth of the search, in plies.
    pub depth: u32,
    /// The best moves, the best first.
    pub best: Vec<BookMove>,
}

impl BookPosition {
    /// The value for the side to move; a draw if no move is known.
    #[must_use]
    pub fn score(&self) -> Score {
        self.best.first().map_or(Score::DRAW, |first| first.score)
    }
}

/// A move of a position that was looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The move; of moves that are images of each other, the first in the order of names.
    pub mv: Move,
    /// The value for the side that makes the move: by the search of the position after it, or by that of the position before.
    pub score: Score,
    /// The nodes of the search of the position after the move, if the book has it.
    pub nodes: Option<u64>,
}

/// An opening book of a game.
pub struct Book {
    game: &'static Game,
    pub(crate) canon: Canon,
    positions: Vec<BookPosition>,
    /// Index of each position, with the symmetry that maps it to its canonical image.
    index: HashMap<Key, (usize, usize)>,
}

impl Book {
    /// Creates an empty book.
    #[must_use]
    pub fn new(game: &'static Game) -> Self {
        Self { game, canon: Canon::of(game), positions: Vec::new(), index: HashMap::new() }
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &'static Game {
        self.game
    }

    /// The positions, in the order of the file.
    #[must_use]
    pub fn positions(&self) -> &[BookPosition] {
        &self.positions
    }

    /// Adds a position, which `record` has; a position that is there already stays.
    pub(crate) fn insert(&mut self, record: &dyn AnyRecord, position: BookPosition) {
        let (key, symmetry) = self.canon.key(record);
        if let std::collections::hash_map::Entry::Vacant(entry) = self.index.entry(key) {
            entry.insert((self.positions.len(), symmetry));
            self.positions.push(position);
        }
    }

    /// Adds a position; one that is there already stays.
    ///
    /// # Errors
    /// A move is illegal.
    pub fn add(&mut self, position: BookPosition) -> Result<(), IllegalMove> {
        let mut record = self.game.record();
        position.moves.iter().try_for_each(|&mv| record.play(mv).map(drop))?;
        position.best.iter().try_for_each(|found| record.copy().play(found.mv).map(drop))?;
        self.insert(record.as_ref(), position);
        Ok(())
    }

    /// Returns a position and its search, with the moves as `record` has them.
    #[must_use]
    pub fn get(&self, record: &dyn AnyRecord) -> Option<BookPosition> {
        if !std::ptr::eq(record.game(), self.game) {
            return None;
        }
        let (key, symmetry) = self.canon.key(record);
        let &(at, stored) = self.index.get(&key)?;
        let position = &self.positions[at];
        let turned = |found: &BookMove| BookMove {
            mv: self.canon.preimage(symmetry, self.canon.image(stored, found.mv)),
            ..*found
        };
        let best = position.best.iter().map(turned).collect();
        Some(BookPosition { moves: record.moves(), best, ..*position })
    }

    /// Returns the images of a move under the symmetries of a position, each once.
    pub(crate) fn images(&self, record: &dyn AnyRecord, mv: Move) -> Vec<Move> {
        let mut images: Vec<Move> =
            self.canon.stabilizers(record).into_iter().map(|symmetry| self.canon.image(symmetry, mv)).collect();
        images.sort_unstable();
        images.dedup();
        images
    }

    /// Returns a move of a position with its value: by the position after it, else by the search of the position. `None` if the
    /// move is illegal or the book has neither.
    #[must_use]
    pub fn candidate(&self, record: &dyn AnyRecord, mv: Move) -> Option<Candidate> {
        if !std::ptr::eq(record.game(), self.game) {
            return None;
        }
        let (mut copy, before_it) = (record.copy(), self.get(record));
        copy.play(mv).ok()?;
        let (key, _) = self.canon.key(copy.as_ref());
        if let Some(&(at, _)) = self.index.get(&key) {
            let after = &self.positions[at];
            let score = before(after.score(), copy.to_move() != record.to_move());
            return Some(Candidate { mv, score, nodes: Some(after.nodes) });
        }
        let images = self.images(record, mv);
        let found = before_it?.best.into_iter().find(|found| images.contains(&found.mv))?;
        Some(Candidate { mv, score: found.score, nodes: None })
    }

    /// Returns the first image of a move in the order of names.
    fn first_image(&self, record: &dyn AnyRecord, mv: Move) -> Move {
        let images = self.images(record, mv);
        let mut named = self.game.grid().points_by_name().map(Move::Place);
        named.find(|mv| images.contains(mv)).unwrap_or(mv)
    }

    /// Returns the moves of a position, the best first: those of its search, and those that lead to positions of the book.
    #[must_use]
    pub fn candidates(&self, record: &dyn AnyRecord) -> Vec<Candidate> {
        let best = self.get(record).map(|position| position.best).unwrap_or_default();
        let (mut copy, mut seen, mut found) = (record.copy(), HashSet::new(), Vec::new());
        if !std::ptr::eq(record.game(), self.game) || record.outcome().is_some() {
            return found;
        }
        let listed = best.iter().map(|found| (found.mv, Some(found.score)));
        let others = record.legal().into_iter().map(|point| (Move::Place(point), None));
        for (mv, score) in listed.chain(others) {
            if copy.play(mv).is_err() {
                continue;
            }
            let (key, _) = self.canon.key(copy.as_ref());
            let turns = copy.to_move() != record.to_move();
            copy.take_back();
            let after = self.index.get(&key).map(|&(at, _)| &self.positions[at]);
            let value = after.map(|after| before(after.score(), turns)).or(score);
            if let (Some(score), true) = (value, seen.insert(key)) {
                let mv = self.first_image(record, mv);
                found.push(Candidate { mv, score, nodes: after.map(|after| after.nodes) });
            }
        }
        found.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
        found
    }
}

/// Returns the value of a move by that of the position after it.
fn before(after: Score, turns: bool) -> Score {
    match (after.plies_to_win(), after.plies_to_loss()) {
        _ if !turns => after,
        (Some(plies), _) => Score::loss_in(plies + 1),
        (_, Some(plies)) => Score::win_in(plies + 1),
        _ => -after,
    }
}
