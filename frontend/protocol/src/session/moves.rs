//! Moves of the engine, and the answers with them.

use engine::{Move, Outcome, Reason};
use search::Limits;

use super::Session;
use super::choose::choose;
use super::request::Arrival;
use crate::grammar::{Cell, Reply};
use crate::refusal::Refusal;

impl Session<'_> {
    /// Makes a move for the side to move, with messages about `lines` lines.
    pub(super) fn make_move(&mut self, lines: usize, arrival: Arrival) -> Result<Reply, Refusal> {
        match self.state.resume() {
            // The game is over because only fouls are left. A manager without this rule still waits for a move.
            Err(Refusal::Over(Outcome { reason: Reason::NoLegalMove, .. })) if self.state.game()?.rules().fouls => {
                let foul = choose(self.state.record()?, None);
                return self.found(foul);
            }
            resumed => resumed?,
        }
        let limits = Limits { lines, ..self.limits(arrival)? };
        // Several lines are those of a search.
        let known = if lines == 1 { self.known(&limits)? } else { None };
        let report = if known.is_none() { self.think(arrival, &limits)? } else { None };
        let best = known.map(|(mv, _)| mv).or(report.as_ref().map(|report| report.best));
        let player = self.state.player()?;
        let mv = choose(player.record(), best);
        if !self.settings.analysis || mv == Move::Pass {
            player.play(mv).map_err(Refusal::Pass)?;
            self.expected = report.and_then(|report| report.line.get(1).copied());
            self.decided(arrival);
        }
        self.found(mv)
    }

    /// The answer with this move, which analysis only suggests.
    fn found(&mut self, mv: Move) -> Result<Reply, Refusal> {
        Ok(match self.placed(&[mv])? {
            Reply::Move(cell) if self.settings.analysis => Reply::Suggest(cell),
            reply => reply,
        })
    }

    /// The answer with these moves.
    pub(super) fn placed(&mut self, moves: &[Move]) -> Result<Reply, Refusal> {
        let game = self.state.game()?;
        let cells = moves.iter().filter_map(|mv| match mv {
            Move::Place(point) => Some(Cell::of(game, *point)),
            Move::Swap | Move::Pass => None,
        });
        Ok(match cells.collect::<Vec<_>>()[..] {
            [] => Reply::Pass,
            [cell] => Reply::Move(cell),
            ref cells => Reply::Moves(cells.to_vec()),
        })
    }

    /// Counts the time of a move or decision.
    pub(super) fn decided(&mut self, arrival: Arrival) {
        self.settings.moved(arrival.read.elapsed());
    }
}
