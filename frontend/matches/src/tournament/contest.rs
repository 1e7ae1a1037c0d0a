//! The games of a tournament, played by some threads at once.

use std::collections::BTreeMap;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use nix::sched::{CpuSet, sched_setaffinity};
use nix::unistd::Pid;

use crate::openings::Opening;
use crate::statistics::Verdict;
use crate::tournament::adjudication::Adjudication;
use crate::tournament::board::{Board, Leaving, State};
use crate::tournament::clock::Clock;
use crate::tournament::contestant::Contestant;
use crate::tournament::fault::{Broken, Fault};
use crate::tournament::game::{self, Match};
use crate::tournament::game_info::{GameInfo, Timeouts};
use crate::tournament::played::Played;
use crate::tournament::progress::SequentialTest;
use crate::tournament::schedule::{Fixture, Schedule};
use crate::tournament::talk::{Supervisor, Talk};
use crate::tournament::tally::{Result, Tally, tally};

/// How often a game that was held up is played again.
const REPLAYS: usize = 3;

/// An engine that fails so often in a row before its first move does not work any more.
const FAILED_STARTS: usize = 5;

/// Everything that games are played by.
#[derive(Debug)]
pub(crate) struct Contest {
    pub(crate) game_info: GameInfo,
    pub(crate) limits: Timeouts,
    pub(crate) contestants: Vec<Contestant>,
    pub(crate) schedule: Schedule,
    /// None where the players make the openings themselves.
    pub(crate) openings: Option<Vec<Opening>>,
    pub(crate) adjudication: Adjudication,
    pub(crate) test: Option<SequentialTest>,
    pub(crate) concurrency: usize,
    /// The cores of each game, if games are bound to cores.
    pub(crate) cores: Option<Vec<Vec<usize>>>,
    pub(crate) supervisor: Supervisor,
}

impl Contest {
    /// Plays all games that are not on the board yet. `watch` is called now and then, and after each game.
    ///
    /// # Errors
    /// Something that is no result: an engine that cannot be started any more, a journal that cannot be written.
    pub(crate) fn run(&self, board: &Board, mut watch: impl FnMut(&State, &Tally)) -> std::result::Result<(), String> {
        self.advance(&mut board.state());
        thread::scope(|scope| {
            board.state().playing = self.concurrency;
            for slot in 0..self.concurrency {
                scope.spawn(move || {
                    let _leaving = Leaving(board);
                    self.work(slot, board);
                });
            }
            let mut state = board.state();
            let mut watched = None;
            while state.playing > 0 {
                if watched.is_none_or(|watched: Instant| watched.elapsed() > Duration::from_millis(200)) {
                    watch(&state, &self.tally(&state));
                    watched = Some(Instant::now());
                }
                let waited = board.changed.wait_timeout(state, Duration::from_millis(500));
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        });
        let mut state = board.state();
        state.journal.sync();
        state.failure.take().map_or(Ok(()), Err)
    }

    pub(crate) fn tally(&self, state: &State) -> Tally {
        let test = self.test.map(|_| state.progress.test);
        tally(&self.schedule, self.contestants.len(), &state.results, test)
    }

    /// Lets the test see the pairs that are complete by now.
    fn advance(&self, state: &mut State) {
        if let Some(test) = &self.test {
            state.progress.advance(test, &self.schedule, &state.results);
        }
    }

    /// One thread: plays one game after another.
    fn work(&self, slot: usize, board: &Board) {
        if let Some(cores) = &self.cores {
            bind(&cores[slot]);
        }
        let mut talks = BTreeMap::new();
        while let Some(fixture) = self.next(board) {
            let played = self.play(fixture, &mut talks);
            let mut state = board.state();
            match played {
                Ok(played) => self.keep(&mut state, played),
                Err(Broken::Stopped) => {}
                Err(Broken::Start(why) | Broken::Fault(_, why) | Broken::Rival(_, why)) => self.fail(&mut state, why),
                Err(Broken::Overslept) => {
                    let why = "games cannot be timed: this program, or the whole machine, is held up for seconds";
                    self.fail(&mut state, why.to_owned());
                }
            }
            drop(state);
            board.changed.notify_all();
        }
        if !self.supervisor.stop.load(Ordering::Relaxed) {
            talks.into_values().for_each(Talk::end);
        }
    }

    fn next(&self, board: &Board) -> Option<Fixture> {
        let mut state = board.state();
        if state.progress.test.verdict != Verdict::Continue || self.supervisor.stop.load(Ordering::Relaxed) {
            return None;
        }
        while state.results.contains_key(&state.next) {
            state.next += 1;
        }
        let game = state.next;
        state.next += 1;
        (game < self.schedule.games()).then(|| self.schedule.fixture(game))
    }

    fn keep(&self, state: &mut State, played: Played) {
        if let Err(why) = state.journal.add(&played) {
            return self.fail(state, why);
        }
        let lost_before_move = played.fault.is_some() && played.moves.len() == played.book;
        state.failed_starts = if lost_before_move { state.failed_starts + 1 } else { 0 };
        state.results.insert(played.game, Result::from(&played));
        state.finished += 1;
        self.advance(state);
        if state.failed_starts >= FAILED_STARTS * self.concurrency.max(1) {
            let (seat, fault) = played.fault.unwrap_or((0, Fault::Crash));
            let detail = played.detail.unwrap_or_default();
            let (name, games) = (&played.players[seat], state.failed_starts);
            let why = format!(
                "{name} does not work any more: {games} games in a row ended before a move, the last by {fault}, {detail}"
            );
            self.fail(state, why);
        }
    }

    fn fail(&self, state: &mut State, why: String) {
        state.failure.get_or_insert(why);
        self.supervisor.stop.store(true, Ordering::Relaxed);
    }

    /// Plays one game, again if it was held up.
    fn play<'c>(
        &'c self,
        fixture: Fixture,
        talks: &mut BTreeMap<usize, Talk<'c>>,
    ) -> std::result::Result<Played, Broken> {
        let mut played = Err(Broken::Overslept);
        for _ in 0..=REPLAYS {
            played = self.play_once(fixture, talks);
            if !matches!(played, Err(Broken::Overslept)) {
                break;
            }
            talks.clear();
        }
        let played = played?;
        Ok(Played { game: fixture.game, opening: fixture.opening, ..played })
    }

    fn play_once<'c>(
        &'c self,
        fixture: Fixture,
        talks: &mut BTreeMap<usize, Talk<'c>>,
    ) -> std::result::Result<Played, Broken> {
        // Engines that do not play now need not hold memory.
        let idle: Vec<usize> = talks.keys().copied().filter(|index| !fixture.players.contains(index)).collect();
        idle.into_iter().filter_map(|index| talks.remove(&index)).for_each(Talk::end);
        let names = fixture.players.map(|index| self.contestants[index].entrant.name.as_str());
        let mut seated = Vec::new();
        for (seat, &index) in fixture.players.iter().enumerate() {
            match self.seat(index, talks.remove(&index)) {
                Ok(talk) => seated.push(talk),
                Err((broken, stderr)) => {
                    for (talk, &index) in seated.into_iter().zip(&fixture.players) {
                        talks.insert(index, talk);
                    }
                    return match broken {
                        Broken::Fault(fault, why) => Ok(Played { stderr, ..game::forfeited(seat, fault, why, names) }),
                        broken => Err(broken),
                    };
                }
            }
        }
        let opening = self.openings.as_ref().map(|openings| &openings[fixture.opening]);
        let rules = game::Rules { game: self.game_info.game, opening, adjudication: self.adjudication };
        let clocks = fixture.players.map(|index| Clock::new(self.contestants[index].entrant.tc));
        let [first, second] = &mut seated[..] else { unreachable!("two players sit down") };
        let played = Match::new([first, second], clocks, rules).run(names)?;
        for (seat, (talk, &index)) in seated.into_iter().zip(&fixture.players).enumerate() {
            let insane = played.fault.is_some_and(|(faulty, fault)| faulty == seat && !fault.is_sane());
            // One that still thinks would answer in the next game.
            match insane || talk.is_thinking() {
                true => drop(talk),
                false if self.contestants[index].entrant.restart => talk.end(),
                false => drop(talks.insert(index, talk)),
            }
        }
        Ok(played)
    }

    /// An engine that is ready to play; one that had been running may have died meanwhile and is started again.
    fn seat<'c>(
        &'c self,
        index: usize,
        running: Option<Talk<'c>>,
    ) -> std::result::Result<Talk<'c>, (Broken, Vec<String>)> {
        let contestant = &self.contestants[index];
        if let Some(mut talk) = running {
            match talk.hear_unasked().and_then(|()| talk.begin(&self.game_info)) {
                Ok(()) => return Ok(talk),
                Err(Broken::Stopped) => return Err((Broken::Stopped, Vec::new())),
                Err(_) => drop(talk),
            }
        }
        let start = || -> std::result::Result<Talk<'c>, (Broken, Vec<String>)> {
            let mut talk =
                Talk::start(contestant, self.limits, &self.supervisor).map_err(|broken| (broken, Vec::new()))?;
            match talk.begin(&self.game_info) {
                Ok(()) => Ok(talk),
                Err(broken) => Err((broken, talk.complaints())),
            }
        };
        start().or_else(|(broken, stderr)| match broken {
            Broken::Fault(..) => start(),
            _ => Err((broken, stderr)),
        })
    }
}

/// Binds this thread, and what it starts, to some cores.
fn bind(cores: &[usize]) {
    let mut set = CpuSet::new();
    let known = cores.iter().all(|&core| set.set(core).is_ok());
    if known {
        // Games that cannot be bound are played all the same.
        let _ = sched_setaffinity(Pid::from_raw(0), &set);
    }
}
