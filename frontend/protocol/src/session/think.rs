//! Searches for the manager, and on the opponent's time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use search::{Limits, Report};

use super::Session;
use super::output::{reason, write};
use super::progress;
use super::request::Arrival;
use crate::refusal::Refusal;

/// The result of a search.
pub(crate) struct Thought {
    /// The best move and its score; `None` if the player failed.
    pub(crate) report: Option<Report>,
    /// The lines of the deepest finished iteration, the best first.
    pub(crate) lines: Vec<Report>,
}

impl Session<'_> {
    /// The limits of a search.
    pub(crate) fn limits(&mut self, arrival: Arrival) -> Result<Limits, Refusal> {
        Ok(Limits { except: self.blocks.now(&mut self.state)?, ..self.settings.limits(arrival.read) })
    }

    /// Searches the position, with messages about each finished iteration.
    pub(crate) fn think(&mut self, arrival: Arrival, limits: &Limits) -> Result<Thought, Refusal> {
        let Self { output, signal, state, settings, .. } = self;
        let player = state.player()?;
        let game = player.record().game();
        let most = player.record().legal().len();
        let mut lines: Vec<Report> = Vec::new();
        let mut on_info = |report: &Report| {
            if report.rank == 0 {
                lines.clear();
            }
            lines.push(report.clone());
            if !signal.abandons(arrival) {
                let count = limits.lines.min(most);
                for reply in progress::messages(game, report, count, settings.detail) {
                    let _ = write(*output, &reply);
                }
            }
        };
        signal.begin(arrival);
        let thought = catch_unwind(AssertUnwindSafe(|| player.think(limits, signal.stop_flag(), &mut on_info)));
        signal.pause();
        let report = thought.unwrap_or_else(|panic| {
            self.remark(&format!("the search failed: {}", reason(&*panic)));
            self.state.rebuild();
            None
        });
        // The result after the last finished iteration.
        let news = |report: &&Report| report.depth > 0 && lines.first().is_none_or(|line| line.nodes < report.nodes);
        if let Some(report) = report.as_ref().filter(news).filter(|_| !self.signal.abandons(arrival)) {
            for reply in progress::messages(game, report, limits.lines.min(most), self.settings.detail) {
                let _ = self.write(&reply);
            }
        }
        Ok(Thought { report, lines })
    }

    /// Uses the opponent's time until the next request: touches memory and, if `pondering` is set, searches the position after
    /// the expected reply, whose results stay in the table. No line is written.
    pub(super) fn ponder(&mut self, number: u64) {
        let expected = self.expected.filter(|_| self.settings.pondering);
        let limits = Limits { turn: None, left: None, ..self.settings.limits(Instant::now()) };
        let signal = self.signal;
        let Ok(player) = self.state.player() else { return };
        if !signal.begin_pondering(number) {
            return;
        }
        let made = player.record().moves().len();
        let pondered = catch_unwind(AssertUnwindSafe(|| {
            player.prepare(&limits, signal.stop_flag());
            if expected.is_some_and(|expected| player.play(expected).is_ok()) {
                player.think(&limits, signal.stop_flag(), &mut |_| ());
            }
        }));
        signal.pause();
        while player.record().moves().len() > made {
            player.take_back();
        }
        if pondered.is_err() {
            self.expected = None;
            self.state.rebuild();
        }
    }
}
