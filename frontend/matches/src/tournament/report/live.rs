//! The line that shows how a tournament goes, on terminals only.

use std::io::Write;
use std::time::Instant;

use super::Report;
use crate::statistics::Sprt;
use crate::tournament::board::State;
use crate::tournament::contest::Contest;
use crate::tournament::fault::Fault;
use crate::tournament::report::time::{clock, remaining};
use crate::tournament::tally::Tally;

/// The width of the bar of the test, in characters on either side.
const BAR: usize = 8;

/// The line.
pub(crate) struct Live<'c> {
    contest: &'c Contest,
    terminal: bool,
}

impl<'c> Live<'c> {
    pub(crate) const fn new(contest: &'c Contest, terminal: bool) -> Self {
        Self { contest, terminal }
    }

    /// Shows it. What cannot be shown is not worth a word.
    pub(crate) fn show(&mut self, state: &State, tally: &Tally, began: Instant, log: &mut impl Write) {
        if self.terminal {
            let line = self.line(state, tally, began);
            let _ = write!(log, "\r\x1b[K{line}").and_then(|()| log.flush());
        }
    }

    /// Takes it away.
    pub(crate) fn clear(&self, log: &mut impl Write) {
        if self.terminal {
            let _ = write!(log, "\r\x1b[K").and_then(|()| log.flush());
        }
    }

    fn line(&self, state: &State, tally: &Tally, began: Instant) -> String {
        let all = self.contest.schedule.games();
        let played = state.results.len();
        let mut parts = vec![match self.contest.test {
            Some(_) => format!("{played} games"),
            None => format!("{played}/{all} games"),
        }];
        let [meeting] = &tally.meetings[..] else {
            return self.finish(parts, tally, (all - played) as f64, state.finished, began);
        };
        let games = meeting.games;
        parts.push(format!("+{} ={} -{}", games.wins, games.draws, games.losses));
        parts.extend(Report::score(meeting).and_then(|score| score.elo()).map(|elo| format!("Elo {elo}")));
        let mut left = (all - played) as f64;
        if let (Some(test), Some(now)) = (&self.contest.test, tally.test) {
            parts.push(bar(&test.sprt, now.llr));
            let expected = match test.trinomial {
                true => test.sprt.expected_games(&games),
                false => test.sprt.expected_pairs(&meeting.pairs).map(|pairs| 2.0 * pairs),
            };
            left = expected.map_or(left, |expected| expected.min(left));
        }
        self.finish(parts, tally, left, state.finished, began)
    }

    fn finish(&self, mut parts: Vec<String>, tally: &Tally, left: f64, finished: usize, began: Instant) -> String {
        for fault in Fault::ALL {
            let count = tally.faults_like(fault);
            parts.extend((count > 0).then(|| format!("{fault} {count}")));
        }
        parts.extend(remaining(began, finished, left).map(|time| format!("ETA {}", clock(time))));
        parts.join("  ")
    }
}

/// `LLR 1.23 (-2.94 ········|███····· 2.94)`
fn bar(sprt: &Sprt, llr: f64) -> String {
    let filled = ((sprt.progress(llr).abs() * BAR as f64) as usize).min(BAR);
    let empty = "·".repeat(BAR - filled);
    let full = "█".repeat(filled);
    let none = "·".repeat(BAR);
    let bar = if llr < 0.0 { format!("{empty}{full}|{none}") } else { format!("{none}|{full}{empty}") };
    format!("LLR {llr:.2} ({:.2} {bar} {:.2})", sprt.lower(), sprt.upper())
}
