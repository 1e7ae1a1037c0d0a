//! Counts and progress of an import.

use serde::Serialize;

/// Games of an import: new, duplicate, refused.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct ImportCounts {
    /// All games, of earlier runs that this one continues as well.
    pub games: u64,
    /// New games.
    pub imported: u64,
    /// Games that the library had already.
    pub duplicates: u64,
    /// Games that are illegal or unreadable.
    pub refused: u64,
}

impl ImportCounts {
    pub(super) fn add(&mut self, other: Self) {
        self.games += other.games;
        self.imported += other.imported;
        self.duplicates += other.duplicates;
        self.refused += other.refused;
    }
}

/// The progress of an import.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct ImportProgress {
    /// The source that is read.
    pub source: String,
    /// Games that were saved or are about to be.
    pub counts: ImportCounts,
}
