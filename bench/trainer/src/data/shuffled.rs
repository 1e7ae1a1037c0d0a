//! Positions of many files in an order that chance makes, with bounded memory.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use engine::Rules;
use random::Dice;

use crate::about;
use crate::data::{GamesReader, SavedGame};

/// A position of a game.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) game: Arc<SavedGame>,
    /// The number of the ply that was played in it.
    pub(crate) at: usize,
}

/// All searched positions of some files: chunks in any order, and of their positions always any of those in memory.
pub(crate) struct Shuffled {
    files: Vec<(PathBuf, GamesReader)>,
    /// Chunks that were not read yet: their file and the byte at which they begin.
    chunks: Vec<(usize, u64)>,
    pool: Vec<Sample>,
    /// The positions up to which the pool is filled; one chunk may exceed it.
    capacity: usize,
    dice: Dice,
}

impl Shuffled {
    /// Finds the chunks of `files`, only those of one game if there are rules; another seed, another order. At least `capacity` positions are kept in memory, if there are
    /// so many.
    ///
    /// # Errors
    /// A file cannot be read.
    pub(crate) fn open(files: Vec<PathBuf>, rules: Option<&Rules>, capacity: usize, seed: u64) -> io::Result<Self> {
        let mut dice = Dice::new(seed, 0, 0);
        let mut chunks = Vec::new();
        let open = |(number, path): (usize, PathBuf)| {
            let opened = GamesReader::open(&path).and_then(|mut reader| {
                let (found, places) = reader.places()?;
                if rules.is_none_or(|rules| found.as_ref() == Some(rules)) {
                    chunks.extend(places.into_iter().map(|at| (number, at)));
                }
                Ok(reader)
            });
            opened.map_err(|error| about(&path, error)).map(|reader| (path, reader))
        };
        let files = files.into_iter().enumerate().map(open).collect::<io::Result<_>>()?;
        for last in (1..chunks.len()).rev() {
            chunks.swap(last, dice.below(last + 1));
        }
        Ok(Self { files, chunks, pool: Vec::new(), capacity, dice })
    }

    /// Reads chunks until the pool is full.
    fn fill(&mut self) -> io::Result<()> {
        while self.pool.len() < self.capacity {
            let Some((number, at)) = self.chunks.pop() else { break };
            let (path, reader) = &mut self.files[number];
            let games = reader.games_at(at).map_err(|error| about(path, error))?;
            for game in games.into_iter().map(Arc::new) {
                let searched = (0..game.plies.len()).filter(|&at| game.plies[at].searched.is_some());
                self.pool.extend(searched.map(|at| Sample { game: Arc::clone(&game), at }));
            }
        }
        Ok(())
    }
}

impl Iterator for Shuffled {
    type Item = io::Result<Sample>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Err(error) = self.fill() {
            self.chunks.clear();
            self.pool.clear();
            return Some(Err(error));
        }
        let place = if self.pool.is_empty() { return None } else { self.dice.below(self.pool.len()) };
        Some(Ok(self.pool.swap_remove(place)))
    }
}
