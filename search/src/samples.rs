//! Random positions of the search tree: most of them seldom occur in games.

use engine::Move;

use crate::worker::StackEntry;

/// Positions that were judged by the network, each as likely to be kept as the others.
pub(crate) struct Samples {
    wanted: usize,
    /// The key of the root.
    root: u64,
    /// Hashes of positions, the smallest of all, in their order; and the moves that lead there.
    kept: Vec<(u64, Vec<Move>)>,
}

impl Samples {
    /// So many `wanted` positions below the position with the key `root`.
    pub(crate) const fn new(wanted: usize, root: u64) -> Self {
        Self { wanted, root, kept: Vec::new() }
    }

    /// Offers the position with this key, to which the moves of `stack` lead. Games are played without samples.
    #[inline]
    pub(crate) fn offer(&mut self, key: u64, stack: &[StackEntry]) {
        if self.wanted > 0 {
            self.keep(key, stack);
        }
    }

    /// Keeps a position if its hash is among the smallest: so the same one counts once, however often it is visited.
    #[cold]
    fn keep(&mut self, key: u64, stack: &[StackEntry]) {
        let hash = (key ^ self.root).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let Err(at) = self.kept.binary_search_by_key(&hash, |&(hash, _)| hash) else { return };
        if at == self.wanted {
            return;
        }
        // Paths with a pass are skipped.
        let path: Option<Vec<Move>> = stack.iter().map(|entry| entry.current_move.map(Move::Place)).collect();
        if let Some(path) = path.filter(|path| !path.is_empty()) {
            self.kept.insert(at, (hash, path));
            self.kept.truncate(self.wanted);
        }
    }

    /// The moves that lead to each of the positions kept.
    pub(crate) fn take(&mut self) -> Vec<Vec<Move>> {
        std::mem::take(&mut self.kept).into_iter().map(|(_, path)| path).collect()
    }
}
