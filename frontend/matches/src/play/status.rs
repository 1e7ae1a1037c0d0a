//! Status of a running tournament, in one line.

use super::contest::Contest;
use super::state::State;
use crate::journal::fault::Fault;
use crate::results::tally::Tally;
use crate::statistics::Sprt;

/// Width of either side of the bar of the test, in characters.
const BAR: usize = 8;

/// Status of a running tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct RunStatus {
    /// Games, state of the test and faults, the most important first. A narrow display can omit the last ones.
    pub parts: Vec<String>,
    /// Games finished in this run.
    pub finished: usize,
    /// Expected number of games left.
    pub left: f64,
}

/// Returns the status at a state with its counts.
pub(crate) fn status(contest: &Contest<'_>, state: &State, tally: &Tally) -> RunStatus {
    let (all, played) = (contest.games(), state.results.len());
    let mut parts = vec![match contest.plan.test() {
        Some(_) => format!("{played} games"),
        None => format!("{played}/{all} games"),
    }];
    let (mut left, mut bar) = (all.saturating_sub(played) as f64, None);
    if let [meeting] = &tally.meetings[..] {
        let games = meeting.games;
        parts.push(format!("+{} ={} -{}", games.wins, games.draws, games.losses));
        if let (Some(test), Some(now)) = (contest.plan.test(), tally.test) {
            let (llr, sprt) = (now.llr, &test.sprt);
            parts.push(format!("LLR {llr:.2} ({:.2}, {:.2})", sprt.lower(), sprt.upper()));
            bar = Some(bar_of(sprt, llr));
            left = left.min(test.expected_games(&games, &meeting.pairs).unwrap_or(left));
        }
        parts.extend(meeting.score().and_then(|score| score.elo()).map(|elo| format!("Elo {elo}")));
    }
    for fault in Fault::ALL {
        let count = tally.faults_like(fault);
        parts.extend((count > 0).then(|| format!("{fault} {count}")));
    }
    parts.extend(bar);
    RunStatus { parts, finished: state.finished, left }
}

/// Draws the state of a test: `[········|███·····]`.
fn bar_of(sprt: &Sprt, llr: f64) -> String {
    let filled = ((sprt.progress(llr).abs() * BAR as f64) as usize).min(BAR);
    let empty = "·".repeat(BAR - filled);
    let full = "█".repeat(filled);
    let none = "·".repeat(BAR);
    if llr < 0.0 { format!("[{empty}{full}|{none}]") } else { format!("[{none}|{full}{empty}]") }
}
