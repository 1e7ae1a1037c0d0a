//! The positions that most games went through.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use engine::{Game, Move};
use records::{Entry, Written};

use crate::board::Board;
use crate::explore::moves;
use crate::filter::{Filter, Sieve};
use crate::find::Target;
use crate::walk::Walk;
use crate::{Error, Library};

/// A position of a library that is not over.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Frequent {
    /// A shortest game to it.
    pub entry: Entry,
    /// The games that went through it.
    pub games: u64,
    /// The nodes of its stored evaluation; none if there is none, and all if it is proved.
    pub nodes: Option<u64>,
}

/// A position that was met: its games so far, and the moves to it.
struct Met {
    games: u64,
    moves: Vec<Move>,
}

/// Positions by the games that are known to have come there.
#[derive(Default)]
struct Front {
    met: HashMap<u128, Met>,
    /// Games, then the order of arrival.
    heap: BinaryHeap<(u64, Reverse<usize>, u128)>,
    done: HashSet<u128>,
    count: usize,
}

impl Front {
    /// Adds games that come to a position by these moves.
    fn add(&mut self, key: u128, games: u64, moves: Vec<Move>) {
        let met = self.met.entry(key).or_insert(Met { games: 0, moves });
        met.games += games;
        self.count += 1;
        self.heap.push((met.games, Reverse(self.count), key));
    }

    /// Takes the position with the most games.
    fn next(&mut self) -> Option<(u128, Vec<Move>)> {
        while let Some((_, _, key)) = self.heap.pop() {
            if self.done.insert(key) {
                let moves = self.met.get_mut(&key).map(|met| std::mem::take(&mut met.moves));
                return Some((key, moves.unwrap_or_default()));
            }
        }
        None
    }
}

impl Library {
    /// The `most` positions from the empty board that most games of a kind went through, `least` or more, the most frequent first.
    /// Final positions of games that the rules end are no part of it.
    ///
    /// # Errors
    /// The file is damaged, or it was stopped.
    pub fn frequent(&mut self, game: &'static Game, most: usize, least: u64) -> Result<Vec<Frequent>, Error> {
        self.located(|library| {
            let Some(board) = library.board_of(game)? else { return Ok(Vec::new()) };
            let sieve = Sieve::new(library, &Filter::default())?;
            let (mut front, mut found) = (Front::default(), Vec::new());
            front.add(start(&board)?.keys().position, 0, Vec::new());
            while let Some((key, path)) = front.next().filter(|_| found.len() < most) {
                let mut walk = start(&board)?;
                path.iter().try_for_each(|&mv| walk.play(mv)).map_err(|error| Error::damaged(error.to_string()))?;
                let statistics = library.statistics(&board, &Target::of(&walk), &sieve)?;
                if statistics.counts.games < least.max(1) {
                    continue;
                }
                for explorable in moves(&walk, &statistics) {
                    let mut after = walk.clone();
                    let games = explorable.counts.games;
                    if games > 0 && after.play(explorable.mv).is_ok() && after.record.outcome().is_none() {
                        let path = path.iter().copied().chain([explorable.mv]).collect();
                        front.add(after.keys().position, games, path);
                    }
                }
                let evaluation = library.evaluation(board.id, key)?;
                let nodes = evaluation.map(|known| if known.win.is_some() { u64::MAX } else { known.nodes });
                let written = path.into_iter().map(Written::of).collect();
                let entry = Entry::new(None, game, None, written);
                found.push(Frequent { entry, games: statistics.counts.games, nodes });
            }
            found.sort_by_key(|frequent| Reverse(frequent.games));
            Ok(found)
        })
    }
}

/// The empty board.
fn start(board: &Board) -> Result<Walk<'_>, Error> {
    Walk::new(board, None).map_err(|error| Error::damaged(error.to_string()))
}
