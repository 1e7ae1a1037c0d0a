//! The scheduler: hands out games, stores results, and ends the tournament.

use std::fs;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use records::files;

use super::contest::Contest;
use super::error::PlayError;
use super::running::Running;
use super::shards::ShardJournals;
use super::state::State;
use crate::journal::fault::Fault;
use crate::journal::file::Journal;
use crate::journal::played::{Played, Void};
use crate::results::game_result::{GameResult, Results};
use crate::results::tally::{Tally, tally};
use crate::results::test_progress::TestProgress;
use crate::spec::on_fault::OnFault;
use crate::spec::schedule::Fixture;
use crate::statistics::Verdict;

/// Number of consecutive games without a move after which an engine counts as broken, for each simultaneous game.
const FAILED_STARTS: usize = 5;

/// A scheduler of the games that are not in the journal yet.
#[derive(Debug)]
pub(crate) struct Scheduler<'c> {
    pub(super) contest: &'c Contest<'c>,
    state: Mutex<State>,
    pub(crate) running: Running,
    /// Notified after each game and when a thread ends.
    pub(super) changed: Condvar,
}

impl<'c> Scheduler<'c> {
    /// Returns a scheduler that continues after `results`. `follower` receives the finished games.
    pub(crate) fn new(
        contest: &'c Contest<'c>,
        journal: Journal,
        results: Results,
        follower: Option<Sender<Played>>,
    ) -> Self {
        let state = Mutex::new(State::new(journal, results, follower));
        Self { contest, state, running: Running::default(), changed: Condvar::new() }
    }

    /// Locks the state.
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the state after the last game.
    pub(crate) fn into_state(self) -> State {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts the results of a state.
    pub(super) fn tally(&self, state: &State) -> Tally {
        let plan = self.contest.plan;
        let test = plan.test().map(|_| state.progress.state);
        tally(&plan.schedule, plan.players(), &state.results, test)
    }

    /// Whether the tournament is stopping.
    pub(super) fn is_stopping(&self) -> bool {
        self.contest.supervisor.stop.load(Ordering::Relaxed)
    }

    /// Hands out the next game; `None` if there is none or the tournament is stopping.
    pub(super) fn next(&self) -> Option<Fixture> {
        let (plan, mut state) = (self.contest.plan, self.state());
        if state.progress.state.verdict != Verdict::Continue || self.is_stopping() {
            return None;
        }
        let games = plan.schedule.games();
        while state.next < games && (!plan.is_here(state.next) || state.results.contains_key(&state.next)) {
            state.next += 1;
        }
        let game = state.next;
        state.next += 1;
        (game < games).then(|| plan.schedule.fixture(game))
    }

    /// Counts the pairs that are complete by now. A decision of the test ends the tournament.
    pub(super) fn advance(&self, state: &mut State) {
        let plan = self.contest.plan;
        let Some(test) = plan.test() else { return };
        state.progress.advance(test, &plan.schedule, &state.results);
        let decided = state.progress.state;
        if decided.verdict == Verdict::Continue || state.halted.is_some() {
            return;
        }
        if let Some(file) = &self.contest.stop_file {
            let text = format!("{} after {} games, LLR {:.2}", decided.verdict, decided.games, decided.llr);
            if let Err(error) = files::write(file, format!("{text}\n").as_bytes()) {
                return self.fail(state, PlayError::StopFile(error));
            }
            self.halt(state, text);
        }
    }

    /// Reads the stop file and the journals of other shards.
    pub(super) fn poll_files(&self, state: &mut State, shards: &mut ShardJournals<'_>) {
        let text = self.contest.stop_file.as_ref().and_then(|file| fs::read_to_string(file).ok());
        if let Some(text) = text.filter(|_| state.halted.is_none()) {
            self.halt(state, text.lines().next().unwrap_or_default().to_owned());
        }
        match shards.read(&mut state.results) {
            Ok(changed) => {
                if changed {
                    state.progress = TestProgress::default();
                }
                self.advance(state);
            }
            Err(error) => self.fail(state, error.into()),
        }
    }

    /// Stores a finished game.
    pub(super) fn store(&self, state: &mut State, played: Played) {
        if let Err(error) = state.journal.add(&played) {
            return self.fail(state, error.into());
        }
        if self.contest.faults.of(&played) == OnFault::Stop {
            return self.stop_at(state, &played);
        }
        state.results.insert(played.game, GameResult::from(&played));
        state.finished += 1;
        self.advance(state);
        self.check_starts(state, &played);
        if let Some(follower) = &state.follower {
            // The receiver may be gone already.
            let _ = follower.send(played);
        }
    }

    /// Ends the tournament after too many games without a move.
    fn check_starts(&self, state: &mut State, played: &Played) {
        let lost_before_move = played.fault.is_some() && played.moves.len() == played.book;
        state.failed_starts = if lost_before_move { state.failed_starts + 1 } else { 0 };
        if state.failed_starts >= FAILED_STARTS * self.contest.concurrency.max(1) {
            let (name, fault, detail) = at_fault(played);
            let games = state.failed_starts;
            self.fail(state, PlayError::Broken { name, games, fault, detail });
        }
    }

    /// Ends the tournament at a fault. The game stays in the journal and is void.
    fn stop_at(&self, state: &mut State, played: &Played) {
        let (name, fault, detail) = at_fault(played);
        let void = Void::now(vec![played.game], format!("the tournament stopped at this {fault}"));
        let voided = state.journal.void(void);
        self.fail(state, PlayError::Fault { game: played.game, name, fault, detail });
        if let Err(error) = voided {
            self.fail(state, error.into());
        }
    }

    /// Ends the tournament without an error.
    fn halt(&self, state: &mut State, text: String) {
        state.halted = Some(text);
        self.contest.supervisor.stop.store(true, Ordering::Relaxed);
    }

    /// Ends the tournament with an error, unless there is one already.
    pub(super) fn fail(&self, state: &mut State, error: PlayError) {
        state.failure.get_or_insert(error);
        self.contest.supervisor.stop.store(true, Ordering::Relaxed);
    }
}

/// Returns the engine at fault, the fault and its description.
fn at_fault(played: &Played) -> (String, Fault, String) {
    let (seat, fault) = played.fault.unwrap_or((0, Fault::Crash));
    (played.players[seat].clone(), fault, played.detail.clone().unwrap_or_default())
}

/// A thread that plays. It is counted as long as this value lives, even if the thread panics.
pub(super) struct Playing<'s, 'c>(pub(super) &'s Scheduler<'c>);

impl Drop for Playing<'_, '_> {
    fn drop(&mut self) {
        self.0.state().playing -= 1;
        self.0.changed.notify_all();
    }
}
