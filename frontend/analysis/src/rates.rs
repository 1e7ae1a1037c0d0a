//! Values of all moves of a position.

use std::sync::atomic::AtomicBool;

use engine::{Move, Point};
use records::Replayed;
use search::{Limits, Score, player};

/// The memory of the searches, in bytes.
const MEMORY: usize = 16 << 20;

/// The value of each legal placement for the side to move, by a search of `nodes` positions after it; empty if the game is
/// over. The opponent may swap where a swap is offered. Calls `on_move` after each search with the number of searched and
/// of all placements.
#[must_use]
pub fn values_of_moves(game: &Replayed, nodes: u64, on_move: &mut dyn FnMut(usize, usize)) -> Vec<(Point, Score)> {
    let mut player = player(game.record.game(), game.start.as_ref()).expect("the game has this start");
    player.set_memory(MEMORY);
    for mv in game.record.moves() {
        player.play(mv).expect("the record has legal moves");
    }
    let us = game.record.to_move();
    let legal = game.legal();
    let all = legal.len();
    let mut score = |(index, point): (usize, Point)| {
        player.play(Move::Place(point)).expect("the move is legal");
        let score = match player.record().outcome() {
            Some(outcome) => outcome
                .winner
                .map_or(Score::DRAW, |winner| if winner == us { Score::win_in(1) } else { Score::loss_in(1) }),
            None => {
                let limits = Limits { nodes: Some(nodes), swap: true, ..Limits::none() };
                let report = player.think(&limits, &AtomicBool::new(false), &mut |_| ());
                -report.expect("the game is not over").score
            }
        };
        player.take_back();
        on_move(index + 1, all);
        (point, score)
    };
    legal.into_iter().enumerate().map(&mut score).collect()
}

/// The best moves; none if all moves lose.
#[must_use]
pub fn best_of(values: &[(Point, Score)]) -> Vec<Point> {
    let best = values.iter().map(|&(_, score)| score).max().filter(|best| best.plies_to_loss().is_none());
    values.iter().filter(|&&(_, score)| Some(score) == best).map(|&(point, _)| point).collect()
}
