//! Balancing: the last move of a start is chosen so that neither side is ahead.

use std::sync::atomic::AtomicBool;

use engine::{Game, Move, Point};
use search::AnalysisLine;

use super::filter::{seated, think};
use crate::balance::nearest;

/// Settings of the search for the last move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Balancing {
    /// Nodes for each candidate.
    pub(super) nodes: u64,
    /// Candidates.
    pub(super) area: Vec<Point>,
    /// Whether the move may capture stones.
    pub(super) captures: bool,
}

impl Balancing {
    /// Returns the move with the value nearest to zero, the first of equal ones; `None` if every move leads to a forced win.
    /// The result is undefined once `stop` is set.
    pub(super) fn last_move(&self, game: &'static Game, moves: &[Move], stop: &AtomicBool) -> Option<Move> {
        let mut player = seated(game, moves, self.nodes);
        let near = player.record().legal().into_iter().filter(|point| self.area.contains(point)).map(Move::Place);
        let judged = near.filter_map(|mv| {
            let captured = player.play(mv).expect("a legal placement");
            let report =
                if self.captures || captured.is_empty() { think(player.as_mut(), self.nodes, stop) } else { None };
            player.take_back();
            let score = report?.score;
            // A win or a forced one is never balanced.
            (!score.is_proven()).then(|| AnalysisLine { score: -score, moves: vec![mv] })
        });
        nearest(&judged.collect::<Vec<_>>(), 0).map(AnalysisLine::best)
    }
}

#[cfg(test)]
mod tests {
    use engine::{Rules, notation};

    use super::*;

    /// An open three must be stopped, and two of them cannot be.
    #[test]
    fn a_start_that_one_side_wins_anyway_has_no_last_move() {
        let game = Game::new(Rules::FREESTYLE, None, None).expect("a game");
        let balancing = Balancing { nodes: 1_000, area: game.grid().points().collect(), captures: true };
        let last = |text: &str| {
            let moves: Vec<_> =
                text.split_whitespace().map(|name| notation::parse_move(game.grid(), name).expect("a move")).collect();
            balancing.last_move(game, &moves, &AtomicBool::new(false))
        };
        assert!(last("h8 i9").is_some());
        let defence = last("h8 a1 g8 a15 i8").expect("a defence");
        assert!(
            ["e8", "f8", "j8", "k8"]
                .map(|name| notation::parse_move(game.grid(), name).expect("a move"))
                .contains(&defence)
        );
        assert_eq!(last("h8 a1 g8 a15 i8 o1 h9 o15 g9 a8 i9"), None);
    }

    #[test]
    fn captures_are_left_out_where_they_cannot_be_written() {
        let game = Game::new(Rules::PENTE, None, None).expect("a game");
        let point = |name| notation::parse_move(game.grid(), name).expect("a move");
        let moves = ["K10", "K11", "A1", "K12"].map(point);
        let Move::Place(capture) = point("K13") else { panic!("a placement") };
        let last = |captures| {
            let balancing = Balancing { nodes: 1_000, area: vec![capture], captures };
            balancing.last_move(game, &moves, &AtomicBool::new(false))
        };
        assert_eq!((last(true), last(false)), (Some(Move::Place(capture)), None));
    }
}
