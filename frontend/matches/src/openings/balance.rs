//! The last move of a start, chosen such that neither side is ahead.

use std::sync::atomic::AtomicBool;

use engine::{Game, Move, Point};
use search::Player;

use super::filter::{seated, think};

/// How the last move is found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Balancing {
    /// Positions visited for each point.
    pub(super) nodes: u64,
    /// Where it may lie.
    pub(super) area: Vec<Point>,
    /// Whether it may capture stones.
    pub(super) captures: bool,
}

impl Balancing {
    /// The move after which the value is nearest to zero, the first of equal ones; `None` if somebody wins by force whatever is
    /// played. Meaningless once `stop` is set.
    pub(super) fn last_move(&self, game: &'static Game, moves: &[Move], stop: &AtomicBool) -> Option<Move> {
        let mut brain = seated(game, moves, self.nodes);
        let near = brain.record().legal().into_iter().filter(|point| self.area.contains(point)).map(Move::Place);
        let judged = near.filter_map(|mv| {
            let captured = brain.play(mv).expect("a legal placement");
            let off = if self.captures || captured.is_empty() { self.off_balance(brain.as_mut(), stop) } else { None };
            brain.take_back();
            off.map(|off| (off, mv))
        });
        judged.min_by_key(|&(off, _)| off).map(|(_, mv)| mv)
    }

    /// How far either side is ahead, in hundredths of a point; `None` if somebody wins by force, or has won.
    fn off_balance(&self, brain: &mut dyn Player, stop: &AtomicBool) -> Option<u32> {
        let score = think(brain, self.nodes, stop)?.score;
        (!score.is_proven()).then(|| score.value().unsigned_abs())
    }
}

#[cfg(test)]
mod tests {
    use engine::{Rules, notation};

    use super::*;

    /// Three stones in a row that are open at both ends have to be stopped, and with two rows nothing helps.
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
