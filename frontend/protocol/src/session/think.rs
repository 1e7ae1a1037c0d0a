//! Searches for the manager, and on the opponent's time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use search::{Analysis, Limits, Player, Report};

use super::Session;
use super::output::{reason, write};
use super::progress::{Progress, messages};
use super::request::Arrival;
use crate::grammar::Reply;
use crate::refusal::Refusal;

impl Session<'_> {
    /// The limits of a search.
    pub(crate) fn limits(&mut self, arrival: Arrival) -> Result<Limits, Refusal> {
        Ok(Limits { except: self.blocks.now(&mut self.state)?, ..self.settings.limits(arrival.read) })
    }

    /// Searches the position for the best move, with messages about each finished iteration. `None` if the player failed.
    pub(crate) fn think(&mut self, arrival: Arrival, limits: &Limits) -> Result<Option<Report>, Refusal> {
        let detail = self.settings.detail;
        self.search(arrival, |player, stop, tell| {
            let game = player.record().game();
            let lines = limits.lines.min(player.record().legal().len());
            let mut last = None;
            let report = player.think(limits, stop, &mut |report| {
                if report.rank == 0 {
                    last = Some(report.nodes);
                }
                tell(messages(game, &Progress::of(report), lines, detail));
            });
            // The result after the last finished iteration.
            let news = |report: &&Report| report.depth > 0 && last.is_none_or(|nodes| nodes < report.nodes);
            if let Some(report) = report.as_ref().filter(news) {
                tell(messages(game, &Progress::of(report), lines, detail));
            }
            report
        })
    }

    /// Searches the position for the best lines, with messages about each finished iteration. `None` if the player failed.
    pub(crate) fn analyse(&mut self, arrival: Arrival, limits: &Limits) -> Result<Option<Analysis>, Refusal> {
        let detail = self.settings.detail;
        self.search(arrival, |player, stop, tell| {
            let game = player.record().game();
            player.analyse(limits, stop, &mut |analysis| {
                for progress in Progress::of_lines(analysis) {
                    tell(messages(game, &progress, analysis.lines.len(), detail));
                }
            })
        })
    }

    /// Runs a search of the player, which writes messages. `None` if it failed.
    fn search<T>(
        &mut self,
        arrival: Arrival,
        search: impl FnOnce(&mut dyn Player, &AtomicBool, &mut dyn FnMut(Vec<Reply>)) -> Option<T>,
    ) -> Result<Option<T>, Refusal> {
        let Self { output, signal, state, .. } = self;
        let player = state.player()?;
        let mut tell = |replies: Vec<Reply>| {
            if !signal.abandons(arrival) {
                for reply in &replies {
                    let _ = write(*output, reply);
                }
            }
        };
        signal.begin(arrival);
        let found = catch_unwind(AssertUnwindSafe(|| search(player, signal.stop_flag(), &mut tell)));
        signal.pause();
        Ok(found.unwrap_or_else(|panic| {
            self.remark(&format!("the search failed: {}", reason(&*panic)));
            self.state.rebuild();
            None
        }))
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
