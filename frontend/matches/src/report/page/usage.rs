//! Use of time of an engine, measured by the runner and reported by the engine.

use crate::journal::played::Played;

/// Statistics of the moves of an engine, without those of openings.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Usage {
    /// Milliseconds of each move, in any order.
    ms: Vec<f32>,
    pub(super) games: u64,
    /// Largest time of a game, in milliseconds.
    pub(super) longest_game: f64,
    /// Sum and number of reported depths.
    depth: (f64, u64),
    /// Sum and number of reported node counts, and the milliseconds of their moves.
    nodes: (f64, u64, f64),
    /// Difference of measured and reported time in milliseconds: sum, number and maximum.
    latency: (f64, u64, f64),
    /// Statistics by the number of the engine's move in the game.
    pub(super) by_move: Vec<AtMove>,
}

/// Moves with the same number in their games.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct AtMove {
    pub(super) moves: u64,
    pub(super) ms: f64,
    depth: (f64, u64),
}

impl AtMove {
    /// Returns the mean reported depth.
    pub(super) fn depth(&self) -> Option<f64> {
        mean(self.depth)
    }
}

impl Usage {
    /// Adds the moves of a game that `is_own` selects.
    pub(super) fn add(&mut self, played: &Played, is_own: impl Fn(usize) -> bool) {
        let mut whole = 0.0;
        let own = (played.book..played.ms.len()).filter(|&ply| is_own(ply));
        for (number, ply) in own.enumerate() {
            let ms = played.ms[ply];
            whole += ms;
            self.ms.push(ms as f32);
            if number == self.by_move.len() {
                self.by_move.push(AtMove::default());
            }
            let at = &mut self.by_move[number];
            at.moves += 1;
            at.ms += ms;
            let info = played.info.get(ply).copied().flatten().unwrap_or_default();
            if let Some(depth) = info.depth {
                for (sum, count) in [&mut self.depth, &mut at.depth].map(|(sum, count)| (sum, count)) {
                    *sum += f64::from(depth);
                    *count += 1;
                }
            }
            if let Some(own) = info.ms {
                let (sum, count, most) = &mut self.latency;
                // The clock of the engine may be coarser than that of the runner.
                let latency = (ms - own as f64).max(0.0);
                *sum += latency;
                *count += 1;
                *most = most.max(latency);
            }
            if let Some(nodes) = info.nodes {
                let (sum, count, time) = &mut self.nodes;
                *sum += nodes as f64;
                *count += 1;
                *time += ms;
            }
        }
        self.games += 1;
        self.longest_game = self.longest_game.max(whole);
    }

    /// Returns the number of moves.
    pub(super) fn moves(&self) -> usize {
        self.ms.len()
    }

    /// Returns the time of all moves, in milliseconds.
    pub(super) fn total(&self) -> f64 {
        self.ms.iter().copied().map(f64::from).sum()
    }

    /// Returns the quantile of the milliseconds of a move at a share in 0..=1; `None` without moves.
    pub(super) fn quantile(&self, share: f64) -> Option<f64> {
        let mut ms = self.ms.clone();
        let last = ms.len().checked_sub(1)?;
        let (_, &mut at, _) = ms.select_nth_unstable_by((share * last as f64).round() as usize, f32::total_cmp);
        Some(f64::from(at))
    }

    /// Returns the mean reported depth.
    pub(super) fn depth(&self) -> Option<f64> {
        mean(self.depth)
    }

    /// Returns mean and largest latency against the engine's clock, in milliseconds.
    pub(super) fn latency(&self) -> Option<[f64; 2]> {
        let (sum, count, most) = self.latency;
        Some([mean((sum, count))?, most])
    }

    /// Returns the mean reported number of nodes.
    pub(super) fn nodes(&self) -> Option<f64> {
        mean((self.nodes.0, self.nodes.1))
    }

    /// Returns the reported nodes per measured second.
    pub(super) fn nodes_per_second(&self) -> Option<f64> {
        let (nodes, _, ms) = self.nodes;
        (ms > 0.0).then(|| 1000.0 * nodes / ms)
    }
}

fn mean((sum, count): (f64, u64)) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
}
