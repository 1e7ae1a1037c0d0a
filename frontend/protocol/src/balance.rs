//! Moves that make the sides even, for openings: `YXBALANCEONE`, `YXBALANCETWO`, and two stones of swap 2.

use engine::Move;
use search::{Limits, Report};

use crate::reader::Asked;
use crate::refusal::Refusal;
use crate::session::{Session, choose};

impl Session<'_> {
    /// Makes a move after which the side that makes it is about `bias` ahead, in hundredths of a point.
    pub(crate) fn balance(&mut self, bias: i32, limits: Limits, asked: Asked) -> Result<Move, Refusal> {
        let thought = self.think(asked, &Limits { lines: usize::MAX, ..limits })?;
        let distance = |report: &&Report| report.score.value().abs_diff(bias);
        let nearest = thought.lines.iter().min_by_key(distance).or(thought.report.as_ref());
        let player = self.state.player()?;
        let mv = choose(player.record(), nearest.map(|report| report.best));
        player.play(mv).map_err(Refusal::Pass)?;
        Ok(mv)
    }

    /// Makes a move of each side after which the first is about `bias` ahead. Of the time, the parts `from` and
    /// `from + 1` of `parts` are used.
    pub(crate) fn balance_twice(
        &mut self,
        bias: i32,
        [from, parts]: [u32; 2],
        asked: Asked,
    ) -> Result<[Move; 2], Refusal> {
        let limits = self.limits(asked)?;
        let first = self.balance(bias, until(&limits, from, parts), asked)?;
        let limits = self.limits(asked)?;
        let second = self.balance(-bias, until(&limits, from + 1, parts), asked);
        second.map(|second| [first, second]).inspect_err(|_| {
            if let Some(player) = &mut self.state.player {
                player.take_back();
            }
        })
    }
}

/// The limits of a search that ends with the part `part` of `parts` of the time.
pub(crate) fn until(limits: &Limits, part: u32, parts: u32) -> Limits {
    Limits {
        turn: limits.turn.map(|turn| turn * part / parts),
        left: limits.left.map(|left| left * part / parts),
        ..*limits
    }
}
