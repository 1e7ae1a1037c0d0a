//! Openings in which colours are exchanged.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use engine::{Game, Move};
use search::{Limits, Score};

use super::Session;
use super::balance::until;
use super::choose::choose;
use super::request::Arrival;
use crate::grammar::{Cell, Reply};
use crate::refusal::Refusal;

/// Openings of swap 2, Black, White, Black: near a corner, so that they fit every board, and Black's stones far apart.
/// They are reflected at random.
const OPENINGS: [[(usize, usize); 3]; 4] =
    [[(1, 0), (2, 2), (4, 1)], [(0, 2), (3, 3), (3, 0)], [(1, 1), (4, 3), (0, 4)], [(2, 0), (1, 3), (4, 4)]];

/// The largest balanced score: White lets the opponent choose.
const BALANCED: i32 = 30;

impl Session<'_> {
    /// Answers `SWAPBOARD`: whether the deciding side exchanges colours after these moves.
    pub(crate) fn decide_swap(&mut self, arrival: Arrival) -> Result<Reply, Refusal> {
        let record = self.state.record()?;
        let decides = record.to_move() == record.swap_decider().ok_or(Refusal::NoSwap)?;
        let limits = Limits { swap: decides, ..self.limits(arrival)? };
        let report = self.think(arrival, &limits)?.report;
        // The score is that of the side to move, which may be the deciding one or the other.
        let swaps = report.is_some_and(|report| match decides {
            true => report.best == Move::Swap || report.score < Score::DRAW,
            false => report.score > Score::DRAW,
        });
        self.decided(arrival);
        if !swaps {
            return Ok(Reply::Stay);
        }
        self.state.swap()?;
        Ok(Reply::Swap)
    }

    /// Answers `SWAP2BOARD`: without stones three stones; after three White's fourth, a swap, or two more stones, after
    /// which the opponent chooses; after five White's sixth, or a swap.
    pub(crate) fn swap2(&mut self, stones: usize, arrival: Arrival) -> Result<Reply, Refusal> {
        let game = self.state.game()?;
        if stones == 0 {
            let opening = opening(game, RandomState::new().build_hasher().finish());
            self.state.set_moves(&opening)?;
            return Ok(Reply::Moves(opening));
        }
        // Two more stones, which leave the choice to the opponent, need time.
        let parts = if stones == 3 { 3 } else { 1 };
        let limits = until(&self.limits(arrival)?, 1, parts);
        let report = self.think(arrival, &limits)?.report;
        let score = report.as_ref().map_or(Score::DRAW, |report| report.score);
        let margin = if stones == 3 { BALANCED } else { 0 };
        if score < Score::estimate(-margin) {
            self.decided(arrival);
            return Ok(Reply::Swap);
        }
        if stones == 3 && score <= Score::estimate(margin) {
            let both = self.balance_twice(0, [2, parts], arrival)?;
            self.decided(arrival);
            return self.placed(&both);
        }
        let player = self.state.player()?;
        let mv = choose(player.record(), report.map(|report| report.best));
        player.play(mv).map_err(Refusal::Pass)?;
        self.decided(arrival);
        self.placed(&[mv])
    }
}

/// One of the openings, in one of its reflections.
fn opening(game: &Game, random: u64) -> Vec<Cell> {
    let (width, height) = (game.grid().width(), game.grid().height());
    let stones = OPENINGS[(random >> 3) as usize % OPENINGS.len()];
    let reflect = |(x, y): (usize, usize)| {
        let (x, y) = if random & 1 == 0 { (x, y) } else { (y, x) };
        let x = if random & 2 == 0 { x } else { width - 1 - x };
        let y = if random & 4 == 0 { y } else { height - 1 - y };
        Cell { x, y }
    };
    stones.map(reflect).to_vec()
}

#[cfg(test)]
mod tests {
    use engine::Rules;

    use super::*;

    #[test]
    fn openings_fit_every_board() {
        for (width, height) in [(5, 5), (15, 15), (22, 5)] {
            let game = Game::with_sides(Rules::FREESTYLE, width, height, None).unwrap();
            for random in 0..32 {
                let stones = opening(game, random);
                assert!(stones.iter().all(|stone| game.grid().point(stone.x, stone.y).is_some()));
                assert!(stones[0] != stones[1] && stones[1] != stones[2] && stones[0] != stones[2]);
            }
        }
    }
}
