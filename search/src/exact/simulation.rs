//! Simulation (Kawano 1996): the moves that won after one reply are tried after another one. Where the reply did not matter
//! this takes as many positions as the proof has, and no search.

use engine::{Point, PointSet, Tactics};

use super::board::or_pass;
use super::pn_table::{Entry, Node, ProofNumbers};
use super::proofs::Searcher;

/// The most moves that are tried one after another: hints from outside may lead round in a circle.
pub(super) const DEEPEST: u32 = 200;

impl<P: Tactics> Searcher<'_, P> {
    /// The rank of a win of the attacker, to move in `position`, by the moves that won `model`, if these are enough and at
    /// most `left` moves follow.
    pub(super) fn wins_like(&mut self, position: &P, model: Option<&P>, left: u32) -> Option<u32> {
        let (node, before) = (self.shared.node(position, true), self.nodes);
        let moves = match self.settled_or_moves(position, node) {
            Ok(moves) => moves,
            Err(rank) => return rank,
        };
        let at = self.winning_move(model?).filter(|&at| moves.contains(at))?;
        let next = position.make(at);
        if next.outcome().is_some() || !self.count() {
            return None;
        }
        let rank = 1 + self.loses_like(&next, &model?.make(at), left.checked_sub(1)?)?;
        self.shared.memory.put(node, Entry { numbers: ProofNumbers::PROVED, rank, work: self.nodes - before });
        Some(rank)
    }

    /// The rank of a win of the attacker, whose opponent is to move in `position`, by the moves that won `model`.
    fn loses_like(&mut self, position: &P, model: &P, left: u32) -> Option<u32> {
        let (node, before) = (self.shared.node(position, false), self.nodes);
        let moves = match self.settled_or_moves(position, node) {
            Ok(moves) => moves,
            Err(rank) => return rank,
        };
        let mut longest = 0;
        for reply in or_pass(moves) {
            let next = position.make_move(reply);
            if next.outcome().is_some() {
                return None;
            }
            let model = model.play(reply).ok();
            longest = longest.max(self.wins_like(&next, model.as_ref(), left)?);
        }
        let (rank, work) = (longest + 1, 1 + self.nodes - before);
        self.shared.memory.put(node, Entry { numbers: ProofNumbers::DISPROVED, rank, work });
        Some(rank)
    }

    /// The placements that may do, none if only a pass is left; or, at a solved node, the rank of the attacker's win, if it
    /// is one.
    fn settled_or_moves(&mut self, position: &P, node: Node) -> Result<P::Set, Option<u32>> {
        let win = |rank: u32| (rank > 0).then_some(rank);
        let memory = self.shared.memory;
        match memory.get(node) {
            Some(known) if known.numbers.is_solved() => Err(win(known.rank)),
            _ => self.moves(position, node.is_or_node()).map_err(|(numbers, rank)| {
                memory.put(node, Entry { numbers, rank, work: 1 });
                win(rank)
            }),
        }
    }

    /// A move by which the side to move is known to win, soonest of all.
    fn winning_move(&self, position: &P) -> Option<Point> {
        let rank = |at| self.shared.memory.get(self.shared.node(&position.make(at), false)).map(|known| known.rank);
        let wins = position.legal().iter().filter_map(|at| Some((rank(at).filter(|&rank| rank > 0)?, at)));
        wins.min().map(|(_, at)| at)
    }
}
