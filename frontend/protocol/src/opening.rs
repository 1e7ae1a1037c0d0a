//! Openings in which colours are exchanged.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use engine::rules::Capture;
use engine::{Game, Move};
use search::{Limits, Score};

use crate::balance::until;
use crate::cell::Cell;
use crate::game_state::GameState;
use crate::reader::Asked;
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::session::{Session, choose};

/// Black, White, Black, for the swap-2 opening: near a corner, so that they lie on every board, and Black's stones
/// far apart. Mirrored at will.
const OPENINGS: [[(usize, usize); 3]; 4] =
    [[(1, 0), (2, 2), (4, 1)], [(0, 2), (3, 3), (3, 0)], [(1, 1), (4, 3), (0, 4)], [(2, 0), (1, 3), (4, 4)]];

/// Scores up to this are balanced: White lets the opponent choose.
const BALANCED: i32 = 30;

impl GameState {
    /// `SWAPBOARD`: moves after which an exchange of colours is offered.
    pub(crate) fn set_swap(&mut self, moves: &[Cell]) -> Result<(), Refusal> {
        let offer = self.game()?.rules().swap.ok_or(Refusal::NoSwap)?;
        offer.decider(moves.len()).ok_or(Refusal::NoSwap)?;
        self.set_moves(moves)?;
        self.record()?.swap_offered().then_some(()).ok_or(Refusal::NoSwap)
    }

    /// `SWAP2BOARD`: 0, 3 or 5 moves of a game that may begin so.
    pub(crate) fn set_swap2(&mut self, moves: &[Cell]) -> Result<(), Refusal> {
        self.swap2_allowed()?;
        if !matches!(moves.len(), 0 | 3 | 5) {
            return Err(Refusal::Swap2Count(moves.len()));
        }
        self.set_moves(moves)
    }

    /// Whether the game may begin by swap 2.
    pub(crate) fn swap2_allowed(&self) -> Result<(), Refusal> {
        let rules = self.game()?.rules();
        let swap2 = rules.swap.is_some_and(|swap| swap.again.is_some());
        let plain = rules.capture == Capture::None && !rules.hexagonal();
        (swap2 || plain).then_some(()).ok_or(Refusal::NoSwap2)
    }

    /// The number of stones on the board.
    pub(crate) fn stones(&mut self) -> Result<usize, Refusal> {
        let record = self.record()?;
        Ok(record.game().grid().points().filter(|&point| record.stone(point).is_some()).count())
    }
}

impl Session<'_> {
    /// `SWAPBOARD`: whether the side that may decides to exchange colours after these moves.
    pub(crate) fn decide_swap(&mut self, asked: Asked) -> Result<Reply, Refusal> {
        let record = self.state.record()?;
        let decides = record.to_move() == record.swap_decider().ok_or(Refusal::NoSwap)?;
        let limits = Limits { swap: decides, ..self.limits(asked)? };
        let report = self.think(asked, &limits)?.report;
        // The opponent wants the better side; the score is that of the side to move, which may be either.
        let swaps = report.is_some_and(|report| match decides {
            true => report.best == Move::Swap || report.score < Score::DRAW,
            false => report.score > Score::DRAW,
        });
        self.decided(asked);
        if !swaps {
            return Ok(Reply::Stay);
        }
        self.state.swap()?;
        Ok(Reply::Swap)
    }

    /// `SWAP2BOARD`: three stones to begin with; after three, White's fourth, a swap, or two more stones for the
    /// opponent to choose; after five, White's sixth or a swap.
    pub(crate) fn swap2(&mut self, stones: usize, asked: Asked) -> Result<Reply, Refusal> {
        let game = self.state.game()?;
        if stones == 0 {
            let opening = opening(game, RandomState::new().build_hasher().finish());
            self.state.set_moves(&opening)?;
            return Ok(Reply::Moves(opening));
        }
        // Who may leave the choice to the opponent needs time for two stones more.
        let parts = if stones == 3 { 3 } else { 1 };
        let limits = until(&self.limits(asked)?, 1, parts);
        let report = self.think(asked, &limits)?.report;
        let score = report.as_ref().map_or(Score::DRAW, |report| report.score);
        let margin = if stones == 3 { BALANCED } else { 0 };
        if score < Score::estimate(-margin) {
            self.decided(asked);
            return Ok(Reply::Swap);
        }
        if stones == 3 && score <= Score::estimate(margin) {
            let both = self.balance_twice(0, [2, parts], asked)?;
            self.decided(asked);
            return self.placed(&both);
        }
        let player = self.state.player()?;
        let mv = choose(player.record(), report.map(|report| report.best));
        player.play(mv).map_err(Refusal::Pass)?;
        self.decided(asked);
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
    fn openings_lie_on_every_board() {
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
