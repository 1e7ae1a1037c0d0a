//! Builds a book: selects positions, searches those that no journal has, appends each to the first journal.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use analysis::{Analyst, Effort};
use engine::{Game, Move};
use records::Shard;

use crate::error::Error;
use crate::journal::{Contents, Journal, Known, Search, read};
use crate::key::Key;
use crate::selection::{Selection, Step};
use crate::{Book, BookPosition};

/// A book to build.
#[derive(Clone, Debug)]
pub struct Builder {
    /// The game.
    pub game: &'static Game,
    /// Openings that are in the book whatever their values, besides the empty board.
    pub seeds: Vec<Vec<Move>>,
    /// The most positions.
    pub positions: usize,
    /// The limits of a search.
    pub effort: Effort,
    /// The number of best moves of a position.
    pub lines: usize,
    /// The number of searches at once.
    pub threads: usize,
    /// The memory of a transposition table, in bytes.
    pub memory: usize,
    /// The shard whose positions are searched.
    pub shard: Shard,
    /// Whether positions are searched; else only those of the journals are selected.
    pub searches: bool,
}

/// Progress of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Headway {
    /// Positions selected.
    pub positions: usize,
    /// Searches of this build.
    pub searches: u64,
}

/// The result of a build.
pub struct Built {
    /// The book.
    pub book: Book,
    /// Searches of this build.
    pub searches: u64,
    /// Selected positions without a search: those of other shards, or all if it was stopped.
    pub missing: usize,
    /// Journals whose last line was cut off and dropped.
    pub torn: Vec<PathBuf>,
}

/// State shared by the searches.
struct State {
    selection: Selection,
    known: HashMap<Key, BookPosition>,
    journal: Journal,
    error: Option<Error>,
}

/// Searches that may end a little before their nodes are spent have this part of them, in tenths.
const SPENT: u64 = 9;

/// How long a thread waits for another before it looks at the stop flag.
const WAIT: Duration = Duration::from_millis(100);

impl Builder {
    /// Builds the book. The first journal is continued, the others are only read. If `stop` is set, the searches that run are
    /// dropped and the others stay in the journal.
    ///
    /// # Errors
    /// A journal cannot be read or written, or has an invalid line.
    ///
    /// # Panics
    /// There is no journal.
    pub fn build(
        &self,
        journals: &[PathBuf],
        stop: &AtomicBool,
        on_headway: &(dyn Fn(Headway) + Sync),
    ) -> Result<Built, Error> {
        let (first, others) = journals.split_first().expect("a journal");
        let mut torn = Vec::new();
        let (journal, contents) = Journal::open(first, self.game)?;
        let selection = || Selection::new(self.game, &self.seeds, self.positions);
        let mut state = State { selection: selection(), known: HashMap::new(), journal, error: None };
        self.take(&mut state, contents, first, &mut torn);
        for path in others {
            let contents = read(path, self.game)?;
            self.take(&mut state, contents, path, &mut torn);
        }
        let (shared, searches) = ((Mutex::new(state), Condvar::new()), AtomicU64::new(0));
        if self.searches {
            std::thread::scope(|scope| {
                for _ in 0..self.threads.max(1) {
                    scope.spawn(|| self.work(&shared, &searches, stop, on_headway));
                }
            });
        }
        let state = shared.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.error.map_or(Ok(()), Err)?;
        let searches = searches.into_inner();
        let (book, missing) = self.book(selection(), &state.known);
        Ok(Built { book, searches, missing, torn })
    }

    /// Adds the searches of a journal. Of two of a position the one with more nodes stays.
    fn take(&self, state: &mut State, contents: Contents, path: &Path, torn: &mut Vec<PathBuf>) {
        torn.extend(contents.is_torn.then(|| path.to_owned()));
        for Known { record, position, is_proved } in contents.known {
            let enough = self.effort.nodes.is_none_or(|nodes| position.nodes >= nodes / 10 * SPENT);
            if (enough || is_proved || !self.searches) && record.outcome().is_none() {
                let (key, _) = state.selection.canon().key(record.as_ref());
                let is_better = |known: &BookPosition| known.nodes >= position.nodes;
                if !state.known.get(&key).is_some_and(is_better) {
                    state.known.insert(key, position);
                }
            }
        }
    }

    /// Searches positions until none is left.
    fn work(
        &self,
        (state, changed): &(Mutex<State>, Condvar),
        searches: &AtomicU64,
        stop: &AtomicBool,
        on_headway: &(dyn Fn(Headway) + Sync),
    ) {
        let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut locked = lock();
        while locked.error.is_none() && !stop.load(Relaxed) {
            let State { selection, known, .. } = &mut *locked;
            match selection.next(known, |key| self.shard.has(key.shard())) {
                Step::Done => break,
                Step::Wait => {
                    locked =
                        changed.wait_timeout(locked, WAIT).map_or_else(|error| error.into_inner().0, |(lock, _)| lock);
                }
                Step::Search(key, moves) => {
                    on_headway(Headway { positions: locked.selection.count(), searches: searches.load(Relaxed) });
                    drop(locked);
                    let found = self.search(&moves, stop);
                    locked = lock();
                    if let Some((search, position)) = found {
                        searches.fetch_add(1, Relaxed);
                        add(&mut locked, key, &search, position);
                    }
                    changed.notify_all();
                }
            }
        }
    }

    /// Searches the position after `moves`; `None` if it was stopped.
    fn search(&self, moves: &[Move], stop: &AtomicBool) -> Option<(Search, BookPosition)> {
        let mut record = self.game.record();
        moves.iter().try_for_each(|&mv| record.play(mv).map(drop)).ok()?;
        let mut analyst = Analyst::new(record.as_ref(), None, 1, self.memory);
        let found = analyst.think(self.effort, self.lines, stop, &mut |_| ());
        let search = Search::of(record.as_ref(), &found);
        let known = search.replay(self.game).ok().filter(|_| !stop.load(Relaxed))?;
        Some((search, known.position))
    }

    /// Returns the book of the selected positions, and the number of those without a search.
    fn book(&self, mut selection: Selection, known: &HashMap<Key, BookPosition>) -> (Book, usize) {
        while !matches!(selection.next(known, |_| false), Step::Done) {}
        let (mut book, mut missing) = (Book::new(self.game), 0);
        for key in selection.into_selected() {
            let Some(position) = known.get(&key) else {
                missing += 1;
                continue;
            };
            let mut record = self.game.record();
            if position.moves.iter().all(|&mv| record.play(mv).is_ok()) {
                let best = position.best.iter().take(self.lines).copied().collect();
                book.insert(record.as_ref(), BookPosition { best, ..position.clone() });
            }
        }
        (book, missing)
    }
}

/// Adds a search to the journal and to the known positions.
fn add(state: &mut MutexGuard<'_, State>, key: Key, search: &Search, position: BookPosition) {
    match state.journal.add(search) {
        Ok(()) => {
            state.selection.finish(&key, &position);
            state.known.insert(key, position);
        }
        Err(error) => state.error = Some(error),
    }
}
