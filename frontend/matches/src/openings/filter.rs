//! Starts that are worth playing: nobody has won, and neither side is far ahead.

use std::sync::atomic::AtomicBool;

use engine::{AnyRecord, Color, Game, Move, SetUp};
use search::{Limits, Player, Report, Score, player};

/// What a start must be like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Filter {
    /// The largest value for either side, in hundredths of a point.
    pub(super) window: u32,
    /// Positions visited for each question.
    pub(super) nodes: u64,
}

/// What the search says of a start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Judgement {
    /// It is balanced, as far as the search tells.
    Balanced(Balance),
    /// One side wins by force.
    Forced,
    /// The side that is not to move would win by force if it were.
    Threatened,
    /// One side is too far ahead.
    OneSided,
}

/// What the search came to in a balanced start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Balance {
    /// The value for the side to move.
    pub(super) score: Score,
    /// The depth of the search, in plies.
    pub(super) depth: u32,
}

impl Filter {
    /// Judges a start. Meaningless once `stop` is set.
    pub(super) fn judge(&self, game: &'static Game, moves: &[Move], stop: &AtomicBool) -> Judgement {
        let mut brain = seated(game, moves, self.nodes);
        let Some(report) = think(brain.as_mut(), self.nodes, stop) else { return Judgement::Forced };
        if report.score.is_proven() {
            return Judgement::Forced;
        }
        // Without a single finished depth nothing is known.
        if report.depth == 0 || report.score.value().unsigned_abs() > self.window {
            return Judgement::OneSided;
        }
        if threatened(brain.record(), self.nodes, stop) {
            return Judgement::Threatened;
        }
        Judgement::Balanced(Balance { score: report.score, depth: report.depth })
    }
}

/// Whether the side that is not to move wins by force if it is to move. Asked only where that means something: with a
/// five that waits to be broken the game is not open, and the mere change of turn may be no position at all.
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
    let Ok(mut brain) = player(record.game(), Some(&setup)) else { return false };
    brain.set_memory(memory(nodes));
    think(brain.as_mut(), nodes, stop).is_some_and(|report| report.score > Score::DRAW && report.score.is_proven())
}

/// A player with a fresh memory, after `moves`, which are legal.
pub(super) fn seated(game: &'static Game, moves: &[Move], nodes: u64) -> Box<dyn Player> {
    let mut brain = player(game, None).expect("the empty board can be set up");
    brain.set_memory(memory(nodes));
    for &mv in moves {
        brain.play(mv).expect("the moves of a start are legal");
    }
    brain
}

/// One thread, no clock: the answer depends on nothing but the position and what the player remembers.
pub(super) fn think(brain: &mut dyn Player, nodes: u64, stop: &AtomicBool) -> Option<Report> {
    brain.think(&Limits { nodes: Some(nodes), ..Limits::none() }, stop, &mut |_| ())
}

/// Memory that so many positions fill, in bytes.
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
