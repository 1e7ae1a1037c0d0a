//! Filter of starts: no win, no forced win, and no large advantage.

use std::sync::atomic::AtomicBool;

use engine::{AnyRecord, Color, Game, Move, SetUp};
use search::{Limits, Player, Report, Score, player};

/// Settings of the filter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Filter {
    /// Largest value for either side, in centipoints.
    pub(super) window: u32,
    /// Nodes of each search.
    pub(super) nodes: u64,
}

/// Verdict of the search on a start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Judgement {
    /// Balanced.
    Balanced(Balance),
    /// Forced win of the side to move or its opponent.
    Forced,
    /// Forced win of the side not to move, if it were to move.
    Threatened,
    /// Too large an advantage.
    OneSided,
}

/// Result of the search of a balanced start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Balance {
    /// Value for the side to move.
    pub(super) score: Score,
    /// Depth of the search in plies.
    pub(super) depth: u32,
}

impl Filter {
    /// Evaluates a start. The result is undefined once `stop` is set.
    pub(super) fn judge(&self, game: &'static Game, moves: &[Move], stop: &AtomicBool) -> Judgement {
        let mut player = seated(game, moves, self.nodes);
        let Some(report) = think(player.as_mut(), self.nodes, stop) else { return Judgement::Forced };
        if report.score.is_proven() {
            return Judgement::Forced;
        }
        // A search without a finished depth has no result.
        if report.depth == 0 || report.score.value().unsigned_abs() > self.window {
            return Judgement::OneSided;
        }
        if threatened(player.record(), self.nodes, stop) {
            return Judgement::Threatened;
        }
        Judgement::Balanced(Balance { score: report.score, depth: report.depth })
    }
}

/// Whether the side not to move has a forced win if it is to move. Positions without meaning after a change of turn, as with a
/// five that may be broken, have none.
fn threatened(record: &dyn AnyRecord, nodes: u64, stop: &AtomicBool) -> bool {
    if record.pending_five() {
        return false;
    }
    let stones = record.game().grid().points().filter_map(|point| record.stone(point).map(|color| (point, color)));
    let setup = SetUp {
        stones: stones.collect(),
        walls: Vec::new(),
        to_move: !record.to_move(),
        captured: Color::ALL.map(|color| record.captured(color)),
    };
    let Ok(mut player) = player(record.game(), Some(&setup)) else { return false };
    player.set_memory(memory(nodes));
    think(player.as_mut(), nodes, stop).is_some_and(|report| report.score > Score::DRAW && report.score.is_proven())
}

/// Returns a player with an empty transposition table after `moves`, which must be legal.
pub(super) fn seated(game: &'static Game, moves: &[Move], nodes: u64) -> Box<dyn Player> {
    let mut player = player(game, None).expect("the empty board can be set up");
    player.set_memory(memory(nodes));
    for &mv in moves {
        player.play(mv).expect("the moves of a start are legal");
    }
    player
}

/// Searches with one thread and without a clock, so that the result depends only on position and transposition table.
pub(super) fn think(player: &mut dyn Player, nodes: u64, stop: &AtomicBool) -> Option<Report> {
    player.think(&Limits { nodes: Some(nodes), ..Limits::none() }, stop, &mut |_| ())
}

/// Size of a transposition table for a number of nodes, in bytes.
fn memory(nodes: u64) -> usize {
    (nodes as usize).saturating_mul(32).clamp(1 << 16, 1 << 26)
}

#[cfg(test)]
mod tests {
    use engine::{Rules, notation};

    use super::*;

    fn judge(rules: Rules, window: u32, text: &str) -> Judgement {
        let game = Game::new(rules, None, None).expect("a game");
        let moves: Vec<_> =
            text.split_whitespace().map(|name| notation::parse_move(game.grid(), name).expect("a move")).collect();
        Filter { window, nodes: 3_000 }.judge(game, &moves, &AtomicBool::new(false))
    }

    #[test]
    fn a_straight_four_to_come_is_a_forced_win() {
        assert_eq!(judge(Rules::FREESTYLE, 10_000, "h8 a1 g8 a15 i8 o1"), Judgement::Forced);
    }

    #[test]
    fn an_open_three_that_must_be_answered_is_a_threat() {
        assert_eq!(judge(Rules::FREESTYLE, 10_000, "h8 a1 g8 a15 i8"), Judgement::Threatened);
    }

    #[test]
    fn the_window_bounds_the_value() {
        let calm = "h8 c3 m13";
        assert!(matches!(judge(Rules::FREESTYLE, 1_000, calm), Judgement::Balanced(_)));
        assert_eq!(judge(Rules::FREESTYLE, 0, calm), Judgement::OneSided);
    }
}
