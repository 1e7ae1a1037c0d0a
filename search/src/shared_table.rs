//! A transposition table for players that think at the same time.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use engine::Game;
use zerocopy::FromZeros;

use crate::buckets::Bucket;
use crate::transposition::{LAST_GENERATION, TableView};

/// A transposition table shared by several players of one game or of several. Entries of one player are visible to all
/// players of the same game, so results depend on timing.
///
/// # Examples
/// ```
/// # extern crate engine as ninuki_engine;
/// use ninuki_engine::Game;
/// use ninuki_search::{SharedTable, player};
///
/// let table = SharedTable::new(1 << 20);
/// let game = Game::new("pente".parse()?, None, None)?;
/// let mut players = [player(game, None)?, player(game, None)?];
/// players.iter_mut().for_each(|player| player.share(&table));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct SharedTable(Arc<Inner>);

struct Inner {
    /// The wanted number of buckets.
    len: usize,
    /// Allocated by the first search: memory of this alignment is written to at once.
    buckets: OnceLock<Box<[Bucket]>>,
    /// The generation of the entries of each game, and the last generation given.
    generations: Mutex<(HashMap<&'static Game, u64>, u64)>,
    age: AtomicU8,
}

impl SharedTable {
    /// A table of at most `bytes` bytes, but one bucket of 64 bytes at least; less if the system has no more to give. The
    /// first search takes the memory.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let len = (bytes / size_of::<Bucket>()).max(1);
        let (buckets, generations, age) = (OnceLock::new(), Mutex::default(), AtomicU8::new(0));
        Self(Arc::new(Inner { len, buckets, generations, age }))
    }

    fn buckets(&self) -> &[Bucket] {
        self.0.buckets.get_or_init(|| {
            let mut len = self.0.len;
            loop {
                match <[Bucket]>::new_box_zeroed_with_elems(len) {
                    Ok(buckets) => break buckets,
                    Err(_) if len > 1 => len /= 2,
                    Err(_) => panic!("no memory for a table"),
                }
            }
        })
    }

    /// Forgets all entries, for searches that begin from now on.
    pub fn clear(&self) {
        self.0.generations.lock().unwrap_or_else(PoisonError::into_inner).0.clear();
    }

    /// Whether another handle of the table exists.
    #[must_use]
    pub fn is_used(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }

    /// The generation of the entries of `game`.
    fn generation(&self, game: &'static Game) -> u64 {
        let mut generations = self.0.generations.lock().unwrap_or_else(PoisonError::into_inner);
        let (of_games, last) = &mut *generations;
        if *last == LAST_GENERATION && !of_games.contains_key(game) {
            // Marks begin anew, and so do the entries; only searches that still run may write one with a mark that comes again.
            self.buckets().iter().for_each(Bucket::clear);
            of_games.clear();
            *last = 0;
        }
        *of_games.entry(game).or_insert_with(|| {
            *last += 1;
            *last
        })
    }

    /// The table for a new search of a position of `game`.
    pub(crate) fn table(&self, game: &'static Game) -> TableView<'_> {
        TableView::new(self.buckets(), self.generation(game), self.0.age.fetch_add(1, Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use engine::Rules;

    use super::*;
    use crate::Score;
    use crate::transposition::{Bound, TtEntry};

    #[test]
    fn the_first_search_takes_the_memory() {
        let table = SharedTable::new(1 << 16);
        let player = crate::player(Game::new(Rules::ALL[0].clone(), None, None).expect("a game"), None);
        player.expect("the empty board").share(&table);
        table.clear();
        assert!(table.0.buckets.get().is_none());
        table.table(Game::new(Rules::ALL[0].clone(), None, None).expect("a game"));
        assert_eq!(table.0.buckets.get().map(|buckets| buckets.len()), Some(1 << 10));
    }

    #[test]
    fn games_share_the_memory_and_not_the_entries() {
        let table = SharedTable::new(1 << 16);
        let [one, other] = [0, 1].map(|index| Game::new(Rules::ALL[index].clone(), None, None).expect("a game"));
        let entry = TtEntry { score: Score::DRAW, bound: Bound::Exact, depth: 3, best: None, static_eval: None };
        table.table(one).store(77, 0, entry);
        assert!(table.clone().table(one).probe(77, 0).is_some());
        assert!(table.table(other).probe(77, 0).is_none());
        table.clear();
        assert!(table.table(one).probe(77, 0).is_none());
    }

    #[test]
    fn marks_begin_anew_without_entries() {
        let table = SharedTable::new(1 << 10);
        let game = Game::new(Rules::ALL[0].clone(), None, None).expect("a game");
        let entry = TtEntry { score: Score::DRAW, bound: Bound::Exact, depth: 3, best: None, static_eval: None };
        table.table(game).store(77, 0, entry);
        let first = table.generation(game);
        for _ in 0..LAST_GENERATION {
            table.clear();
            assert!(table.table(game).probe(77, 0).is_none());
        }
        assert_eq!(table.generation(game), first, "all marks were used");
    }
}
