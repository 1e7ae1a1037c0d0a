//! Positions of openings in which colours are exchanged.

use engine::rules::Capture;

use super::GameState;
use crate::grammar::Cell;
use crate::refusal::Refusal;

impl GameState {
    /// Sets the position of `SWAPBOARD`: moves after which an exchange of colours is offered.
    pub(crate) fn set_swap(&mut self, moves: &[Cell]) -> Result<(), Refusal> {
        let offer = self.game()?.rules().swap.ok_or(Refusal::NoSwap)?;
        offer.decider(moves.len()).ok_or(Refusal::NoSwap)?;
        self.set_moves(moves)?;
        self.record()?.swap_offered().then_some(()).ok_or(Refusal::NoSwap)
    }

    /// Sets the position of `SWAP2BOARD`: 0, 3 or 5 moves.
    pub(crate) fn set_swap2(&mut self, moves: &[Cell]) -> Result<(), Refusal> {
        self.swap2_allowed()?;
        if !matches!(moves.len(), 0 | 3 | 5) {
            return Err(Refusal::Swap2Count(moves.len()));
        }
        self.set_moves(moves)
    }

    /// Checks that swap 2 is an opening of the game.
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
