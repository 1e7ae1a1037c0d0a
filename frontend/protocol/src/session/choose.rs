//! The move that is played.

use engine::{AnyRecord, Move};

/// The best move if it is legal, else another legal move, else a foul if the game has fouls, else a pass.
pub(super) fn choose(record: &dyn AnyRecord, best: Option<Move>) -> Move {
    let legal = record.legal();
    match best {
        Some(Move::Place(point)) if legal.contains(&point) => return Move::Place(point),
        _ => {}
    }
    if let Some(&point) = legal.get(legal.len() / 2) {
        return Move::Place(point);
    }
    let foul = record.game().grid().points().find(|&point| record.game().rules().fouls && record.is_empty(point));
    foul.map_or(Move::Pass, Move::Place)
}
