//! Quotas of games with unusual rules, which the process never frees.

use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use engine::{Game, Rules};

/// How many games with unusual rules may be added to those that the process has.
#[derive(Debug)]
pub struct Quota {
    most: usize,
    used: AtomicUsize,
    /// The texts of own games, each by a hash.
    texts: Mutex<BTreeSet<u64>>,
    share: Option<Arc<Share>>,
}

impl Quota {
    /// A quota of which nothing is used.
    #[must_use]
    pub const fn new(most: usize) -> Self {
        Self::of(most, None)
    }

    /// A quota that takes from a share as well.
    #[must_use]
    pub const fn of(most: usize, share: Option<Arc<Share>>) -> Self {
        Self { most, used: AtomicUsize::new(0), texts: Mutex::new(BTreeSet::new()), share }
    }

    /// Counts a text unless it is known. Returns whether it is new.
    ///
    /// # Errors
    /// The number of texts that are allowed.
    pub(super) fn take_text(&self, text: &str) -> Result<bool, usize> {
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let hash = hasher.finish();
        if texts.contains(&hash) {
            return Ok(false);
        }
        if texts.len() >= self.most {
            return Err(self.most);
        }
        self.share.as_ref().map_or(Ok(()), |share| share.take_text(hash))?;
        Ok(texts.insert(hash))
    }

    /// Counts a game.
    ///
    /// # Errors
    /// The number of games that are allowed.
    pub(super) fn take(&self) -> Result<(), usize> {
        let more = |used| (used < self.most).then_some(used + 1);
        self.used.fetch_update(Relaxed, Relaxed, more).map_err(|_| self.most)?;
        self.share.as_ref().map_or(Ok(()), |share| share.take_game())
    }
}

/// The games and texts of one visitor, whatever the number of its connections.
///
/// A visitor takes at most a sixteenth of what the process has room for, so that any other visitor finds room, too.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use ninuki_records::{Quota, Share};
///
/// let visitor = Arc::new(Share::default());
/// let connections = [(); 2].map(|()| Quota::of(64, Some(Arc::clone(&visitor))));
/// # assert!(visitor.is_empty());
/// # drop(connections);
/// ```
#[derive(Debug, Default)]
pub struct Share {
    games: AtomicUsize,
    texts: Mutex<BTreeSet<u64>>,
}

/// The part of the room that a visitor may take: one of so many.
const PARTS: usize = 16;

impl Share {
    /// Whether nothing is taken.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.load(Relaxed) == 0 && self.texts.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    fn take_game(&self) -> Result<(), usize> {
        let room = Game::room();
        self.games.fetch_update(Relaxed, Relaxed, |taken| has_room(taken, room).then_some(taken + 1)).map(|_| ())
    }

    fn take_text(&self, hash: u64) -> Result<(), usize> {
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        if !texts.contains(&hash) && !has_room(texts.len(), Rules::room()) {
            return Err(texts.len());
        }
        texts.insert(hash);
        Ok(())
    }
}

/// Whether a visitor with `taken` games may take another one of `room`.
const fn has_room(taken: usize, room: usize) -> bool {
    taken.saturating_mul(PARTS) < room
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_takes_the_room_of_others() {
        let mut room = 1000;
        let greedy = |room: &mut usize| {
            let mut taken = 0;
            while has_room(taken, *room) {
                (taken, *room) = (taken + 1, *room - 1);
            }
            taken
        };
        assert_eq!(greedy(&mut room), 59);
        assert_eq!(greedy(&mut room), 56);
        (0..20).for_each(|_| assert!(greedy(&mut room) > 0));
    }
}
