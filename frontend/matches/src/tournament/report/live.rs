//! How a tournament goes, in a line.

use super::Report;
use crate::statistics::Sprt;
use crate::tournament::board::State;
use crate::tournament::contest::Contest;
use crate::tournament::fault::Fault;
use crate::tournament::progress::SequentialTest;
use crate::tournament::tally::{Meeting, Tally};

/// The width of the bar of the test, in characters on either side.
const BAR: usize = 8;

/// How a tournament goes.
#[derive(Clone, PartialEq, Debug)]
pub struct RunStatus {
    /// Games, the way of the test, faults.
    pub text: String,
    /// Games that were finished in this run.
    pub finished: usize,
    /// Games that are expected to be left.
    pub left: f64,
}

/// How it goes now.
pub(crate) fn status(contest: &Contest, state: &State, tally: &Tally) -> RunStatus {
    let (all, played) = (contest.schedule.games(), state.results.len());
    let mut parts = vec![match contest.test {
        Some(_) => format!("{played} games"),
        None => format!("{played}/{all} games"),
    }];
    let mut left = (all - played) as f64;
    if let [meeting] = &tally.meetings[..] {
        let games = meeting.games;
        parts.push(format!("+{} ={} -{}", games.wins, games.draws, games.losses));
        parts.extend(Report::score(meeting).and_then(|score| score.elo()).map(|elo| format!("Elo {elo}")));
        if let (Some(test), Some(now)) = (&contest.test, tally.test) {
            parts.push(bar(&test.sprt, now.llr));
            left = left.min(test.expected_games(meeting).unwrap_or(left));
        }
    }
    for fault in Fault::ALL {
        let count = tally.faults_like(fault);
        parts.extend((count > 0).then(|| format!("{fault} {count}")));
    }
    RunStatus { text: parts.join("  "), finished: state.finished, left }
}

impl SequentialTest {
    /// The games that it will take still, if they go on like these.
    fn expected_games(&self, meeting: &Meeting) -> Option<f64> {
        match self.trinomial {
            true => self.sprt.expected_games(&meeting.games),
            false => self.sprt.expected_pairs(&meeting.pairs).map(|pairs| 2.0 * pairs),
        }
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
