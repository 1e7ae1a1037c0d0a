//! The attacker's moves to try when no threats win, the best first.

use std::sync::atomic::AtomicBool;

use engine::{Move, Point, PointSet, Tactics};

use crate::player::{Player, SearchPlayer};
use crate::{AnalysisLine, Limits};

/// The memory of the search that orders moves, in bytes.
const MEMORY: usize = 32 << 20;

/// The proof number of a threat that the search does not list among the best moves.
const THREAT: u32 = 6;

/// A move with its expected proof number.
pub(super) type Candidate = (Point, u32);

/// The search that orders moves.
pub(super) struct Order<P> {
    player: SearchPlayer<P>,
}

impl<P: Tactics> Order<P> {
    pub(super) fn new(position: P) -> Self {
        let mut player = SearchPlayer::new(position);
        player.set_memory(MEMORY);
        Self { player }
    }

    /// The moves to try in `position`, at most `width` quiet ones, and the number of nodes that this took.
    pub(super) fn moves(&mut self, position: &P, nodes: u64, width: usize, stop: &AtomicBool) -> (Vec<Candidate>, u64) {
        let legal = position.legal();
        if let Some(defences) = position.defences() {
            return ((defences & legal).iter().map(|point| (point, 1)).collect(), 1);
        }
        self.player.set_position(*position);
        let limits = Limits { nodes: Some(nodes), lines: width, ..Limits::none() };
        let analysis = self.player.analyse(&limits, stop, &mut |_| ());
        let Some(analysis) = analysis else { return (Vec::new(), 1) };
        let mut moves: Vec<Candidate> = analysis.lines.iter().filter_map(candidate).collect();
        let [threats, _] = position.threats();
        let mut strong = (threats.four | threats.three) & legal;
        moves.iter().for_each(|&(point, _)| strong.remove(point));
        moves.extend(strong.iter().map(|point| (point, THREAT)));
        (moves, analysis.nodes)
    }
}

/// The first move of a line that is not lost. The proof number is larger the less it wins.
fn candidate(line: &AnalysisLine) -> Option<Candidate> {
    let Move::Place(point) = line.best() else { return None };
    if line.score.plies_to_loss().is_some() {
        return None;
    }
    let proof = match line.score.plies_to_win() {
        Some(_) => 1,
        None => 2 + ((1.0 - line.score.win_rate()) * 16.0) as u32,
    };
    Some((point, proof))
}
