//! What an engine did with its time: by what the runner measured, and by what the engine said.

use crate::tournament::played::Played;

/// The moves of one engine. Those of openings are not among them.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Usage {
    /// The milliseconds of each move, in any order.
    ms: Vec<f32>,
    pub(super) games: u64,
    /// The most milliseconds that it used in a game.
    pub(super) longest_game: f64,
    /// The sum of the depths that it told, and how many.
    depth: (f64, u64),
    /// The nodes that it told, how often, and the milliseconds that they took.
    nodes: (f64, u64, f64),
    /// The milliseconds by which what was measured is more than what its own clock said: sum, count, and the most.
    latency: (f64, u64, f64),
    /// By the number of its move in the game.
    pub(super) by_move: Vec<AtMove>,
}

/// The moves with one number, counted from the engine's first in each game.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct AtMove {
    pub(super) moves: u64,
    pub(super) ms: f64,
    depth: (f64, u64),
}

impl AtMove {
    /// The mean depth; `None` if none was told.
    pub(super) fn depth(&self) -> Option<f64> {
        mean(self.depth)
    }
}

impl Usage {
    /// Adds the moves of a game that are its own.
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
                // Its clock may be coarser than the runner's.
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

    pub(super) fn moves(&self) -> usize {
        self.ms.len()
    }

    /// The milliseconds of all moves.
    pub(super) fn total(&self) -> f64 {
        self.ms.iter().copied().map(f64::from).sum()
    }

    /// The milliseconds that this share of the moves, in 0..=1, does not exceed; `None` without moves.
    pub(super) fn quantile(&self, share: f64) -> Option<f64> {
        let mut ms = self.ms.clone();
        let last = ms.len().checked_sub(1)?;
        let (_, &mut at, _) = ms.select_nth_unstable_by((share * last as f64).round() as usize, f32::total_cmp);
        Some(f64::from(at))
    }

    /// The mean depth that it told.
    pub(super) fn depth(&self) -> Option<f64> {
        mean(self.depth)
    }

    /// The mean latency and the longest one, in milliseconds, by what its own clock said.
    pub(super) fn latency(&self) -> Option<[f64; 2]> {
        let (sum, count, most) = self.latency;
        Some([mean((sum, count))?, most])
    }

    /// The nodes of a search that it told, on average.
    pub(super) fn nodes(&self) -> Option<f64> {
        mean((self.nodes.0, self.nodes.1))
    }

    /// The nodes per second, by the nodes that it told and the time that was measured.
    pub(super) fn nodes_per_second(&self) -> Option<f64> {
        let (nodes, _, ms) = self.nodes;
        (ms > 0.0).then(|| 1000.0 * nodes / ms)
    }
}

fn mean((sum, count): (f64, u64)) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
}
