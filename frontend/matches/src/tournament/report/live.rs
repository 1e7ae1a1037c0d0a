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
    /// Games, the way of the test, faults: what matters most first. Each stands for itself, so that a narrow display can
    /// leave the last ones out.
    pub parts: Vec<String>,
    /// Games that were finished in this run.
    pub finished: usize,
    /// Games that are expected to be left.
    pub left: f64,
}

/// How it goes now.
pub(crate) fn status(contest: &Contest, state: &State, tally: &Tally) -> RunStatus {
    let (all, played) = (contest.games(), state.results.len());
    let mut parts = vec![match contest.test {
        Some(_) => format!("{played} games"),
        None => format!("{played}/{all} games"),
    }];
    let (mut left, mut bar) = (all.saturating_sub(played) as f64, None);
    if let [meeting] = &tally.meetings[..] {
        let games = meeting.games;
        parts.push(format!("+{} ={} -{}", games.wins, games.draws, games.losses));
        if let (Some(test), Some(now)) = (&contest.test, tally.test) {
            let (llr, sprt) = (now.llr, &test.sprt);
            parts.push(format!("LLR {llr:.2} ({:.2}, {:.2})", sprt.lower(), sprt.upper()));
            bar = Some(drawn(sprt, llr));
            left = left.min(test.expected_games(meeting).unwrap_or(left));
        }
        parts.extend(Report::score(meeting).and_then(|score| score.elo()).map(|elo| format!("Elo {elo}")));
    }
    for fault in Fault::ALL {
        let count = tally.faults_like(fault);
        parts.extend((count > 0).then(|| format!("{fault} {count}")));
    }
    parts.extend(bar);
    RunStatus { parts, finished: state.finished, left }
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

/// `[········|███·····]`
fn drawn(sprt: &Sprt, llr: f64) -> String {
    let filled = ((sprt.progress(llr).abs() * BAR as f64) as usize).min(BAR);
    let empty = "·".repeat(BAR - filled);
    let full = "█".repeat(filled);
    let none = "·".repeat(BAR);
    if llr < 0.0 { format!("[{empty}{full}|{none}]") } else { format!("[{none}|{full}{empty}]") }
}
