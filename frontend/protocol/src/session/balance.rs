//! Balanced moves for openings: `YXBALANCEONE`, `YXBALANCETWO`, and two stones of swap 2.

use engine::Move;
use openings::nearest;
use search::{AnalysisLine, Limits};

use super::Session;
use super::choose::choose;
use super::request::Arrival;
use crate::refusal::Refusal;

impl Session<'_> {
    /// Makes a move after which its side is ahead by about `bias`, in hundredths of a point.
    pub(crate) fn balance(&mut self, bias: i32, limits: Limits, arrival: Arrival) -> Result<Move, Refusal> {
        let analysis = self.analyse(arrival, &Limits { lines: usize::MAX, ..limits })?;
        let nearest = analysis.and_then(|analysis| nearest(&analysis.lines, bias).map(AnalysisLine::best));
        let player = self.state.player()?;
        let mv = choose(player.record(), nearest);
        player.play(mv).map_err(Refusal::Pass)?;
        Ok(mv)
    }

    /// Makes a move of each side after which the first is ahead by about `bias`, in the parts `from` and `from + 1` of
    /// `parts` of the time.
    pub(crate) fn balance_twice(
        &mut self,
        bias: i32,
        [from, parts]: [u32; 2],
        arrival: Arrival,
    ) -> Result<[Move; 2], Refusal> {
        let limits = self.limits(arrival)?;
        let first = self.balance(bias, until(&limits, from, parts), arrival)?;
        let limits = self.limits(arrival)?;
        let second = self.balance(-bias, until(&limits, from + 1, parts), arrival);
        second.map(|second| [first, second]).inspect_err(|_| {
            if let Some(player) = &mut self.state.player {
                player.take_back();
            }
        })
    }
}

/// The limits of a search that ends after `part` of `parts` of the time.
pub(crate) fn until(limits: &Limits, part: u32, parts: u32) -> Limits {
    Limits {
        turn: limits.turn.map(|turn| turn * part / parts),
        left: limits.left.map(|left| left * part / parts),
        ..*limits
    }
}
