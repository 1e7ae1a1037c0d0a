//! Clocks of a session.

use std::time::Instant;

use engine::{Color, Outcome, Reason};
use matches::tournament::Clock;

use super::{ENDLESS, Session};

impl Session {
    /// Returns the clock of a colour, if there are clocks.
    pub(super) fn clock(&self, color: Color) -> Option<&Clock> {
        self.clocks.as_ref().map(|clocks| &clocks[color.index()])
    }

    /// Returns the end of the acting side's time.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.clock(self.acting()).and_then(|clock| self.turn.checked_add(clock.most(ENDLESS)))
    }

    /// Whether the acting side's time is over; if so, ends the game.
    pub(super) fn falls(&mut self) -> bool {
        let over = self.game.outcome().is_none() && self.deadline().is_some_and(|until| Instant::now() >= until);
        if over {
            self.spend();
            self.end(Outcome { winner: Some(!self.acting()), reason: Reason::Time });
        }
        over
    }

    /// Takes the time of the turn from the acting side's clock.
    pub(super) fn spend(&mut self) {
        let (acting, time) = (self.acting(), self.turn.elapsed());
        if let Some(clocks) = &mut self.clocks {
            clocks[acting.index()].spend(time);
        }
        self.turn = Instant::now();
    }

    /// Exchanges the colours of the players, with their clocks.
    pub(super) fn exchange(&mut self) {
        self.seats.reverse();
        if let Some(clocks) = &mut self.clocks {
            clocks.reverse();
        }
    }
}
