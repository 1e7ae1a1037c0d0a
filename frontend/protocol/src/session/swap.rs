//! Openings in which colours are exchanged.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use engine::{AnyRecord, Move, Point};
use openings::{Swap2, exchanges, first_stone, last_stones};
use random::Dice;
use search::{Limits, Score};

use super::Session;
use super::balance::until;
use super::choose::choose;
use super::request::Arrival;
use crate::grammar::Reply;
use crate::refusal::Refusal;

impl Session<'_> {
    /// Answers `SWAPBOARD`: whether the deciding side exchanges colours after these moves.
    pub(crate) fn decide_swap(&mut self, arrival: Arrival) -> Result<Reply, Refusal> {
        let record = self.state.record()?;
        let (decider, to_move) = (record.swap_decider().ok_or(Refusal::NoSwap)?, record.to_move());
        let limits = self.limits(arrival)?;
        let report = self.think(arrival, &limits)?;
        let swaps = report.is_some_and(|report| exchanges(decider, to_move, report.score));
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
        if stones == 0 {
            let placed = self.three_stones(arrival)?;
            self.decided(arrival);
            return self.placed(&placed);
        }
        // Two more stones, which leave the choice to the opponent, need time.
        let parts = if stones == 3 { 3 } else { 1 };
        let limits = until(&self.limits(arrival)?, 1, parts);
        let found = match self.known(&limits)? {
            None => self.think(arrival, &limits)?.map(|report| (report.best, report.score)),
            known => known,
        };
        let score = found.map_or(Score::DRAW, |(_, score)| score);
        let to_move = self.state.record()?.to_move();
        let decision = match stones {
            3 => Swap2::of(score),
            _ if exchanges(to_move, to_move, score) => Swap2::Swap,
            _ => Swap2::Stay,
        };
        let moves = match decision {
            Swap2::Swap => {
                self.decided(arrival);
                return Ok(Reply::Swap);
            }
            Swap2::TwoStones => self.balance_twice(0, [2, parts], arrival)?.to_vec(),
            Swap2::Stay => {
                let player = self.state.player()?;
                let mv = choose(player.record(), found.map(|(best, _)| best));
                player.play(mv).map_err(Refusal::Pass)?;
                vec![mv]
            }
        };
        self.decided(arrival);
        self.placed(&moves)
    }

    /// Places three stones near the centre: two at random, and a third after which neither side is ahead.
    fn three_stones(&mut self, arrival: Arrival) -> Result<[Move; 3], Refusal> {
        let limits = self.limits(arrival)?;
        let allowed = |record: &dyn AnyRecord| -> Vec<Point> {
            record.legal().into_iter().filter(|&point| limits.allows(point)).collect()
        };
        let mut dice = Dice::new(RandomState::new().build_hasher().finish(), 0, 0);
        let mut place = || {
            let player = self.state.player()?;
            let record = player.record();
            let stone = first_stone(record.game().grid(), &allowed(record), &mut dice);
            let mv = choose(record, stone.map(Move::Place));
            player.play(mv).map_err(Refusal::Pass)?;
            Ok(mv)
        };
        let (first, second) = (place()?, place()?);
        let record = self.state.record()?;
        let only = last_stones(record.game().grid(), &allowed(record), &mut dice).into_iter().collect();
        let third = self.balance(0, Limits { only, ..limits }, arrival)?;
        Ok([first, second, third])
    }
}
