//! The games of a tournament, played by some threads at once.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use records::Shard;
use records::files;

use crate::openings::Opening;
use crate::statistics::Verdict;
use crate::tournament::adjudication::Adjudication;
use crate::tournament::board::{Board, Leaving, State};
use crate::tournament::clock::Clock;
use crate::tournament::contestant::Contestant;
use crate::tournament::dialogue;
use crate::tournament::fault::{Broken, Cause, Evidence, Fault, OnFault};
use crate::tournament::game::{self, Match};
use crate::tournament::game_info::{GameInfo, Timeouts};
use crate::tournament::machine::Machine;
use crate::tournament::played::{Attempt, Played, Void};
use crate::tournament::progress::{Progress, SequentialTest};
use crate::tournament::schedule::{Fixture, Schedule};
use crate::tournament::siblings::Siblings;
use crate::tournament::talk::{Supervisor, Talk};
use crate::tournament::tally::{Result, Tally, tally};

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
    pub(crate) machine: Machine,
    /// The cores of each game, if games are bound to cores.
    pub(crate) cores: Option<Vec<Vec<usize>>>,
    pub(crate) supervisor: Supervisor,
    pub(crate) faults: FaultPolicy,
    /// The pairs that are played here, if not all.
    pub(crate) shard: Option<Shard>,
    /// What ends the tournament as soon as it is there.
    pub(crate) stop_file: Option<PathBuf>,
    /// Where what is said in each game is written.
    pub(crate) dialogue: Option<PathBuf>,
}

/// What becomes of games that faults ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FaultPolicy {
    /// If it was the engine's doing.
    pub(crate) own: OnFault,
    /// If it was the machine's doing.
    pub(crate) machine: OnFault,
    /// How often a game is played again at most.
    pub(crate) replays: usize,
}

/// How often the journals of other shards and the stop file are looked at.
const LOOK: Duration = Duration::from_secs(1);

impl Contest {
    /// Plays all games that are not on the board yet. `watch` is called now and then, and after each game. What the
    /// `siblings` have played counts for the test.
    ///
    /// # Errors
    /// Something that is no result: an engine that cannot be started any more, a journal that cannot be written.
    pub(crate) fn run(
        &self,
        board: &Board,
        mut siblings: Siblings<'_>,
        mut watch: impl FnMut(&State, &Tally),
    ) -> std::result::Result<(), String> {
        self.look(&mut board.state(), &mut siblings);
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
            let mut looked = Instant::now();
            while state.playing > 0 {
                if watched.is_none_or(|watched: Instant| watched.elapsed() > Duration::from_millis(200)) {
                    watch(&state, &self.tally(&state));
                    watched = Some(Instant::now());
                }
                if looked.elapsed() > LOOK {
                    self.look(&mut state, &mut siblings);
                    looked = Instant::now();
                }
                let waited = board.changed.wait_timeout(state, Duration::from_millis(500));
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        });
        board.state().failure.take().map_or(Ok(()), Err)
    }

    pub(crate) fn tally(&self, state: &State) -> Tally {
        let test = self.test.map(|_| state.progress.test);
        tally(&self.schedule, self.contestants.len(), &state.results, test)
    }

    /// Lets the test see the pairs that are complete by now.
    fn advance(&self, state: &mut State) {
        let Some(test) = &self.test else { return };
        state.progress.advance(test, &self.schedule, &state.results);
        let decided = state.progress.test;
        if decided.verdict == Verdict::Continue || state.halted.is_some() {
            return;
        }
        if let Some(file) = &self.stop_file {
            let text = format!("{} after {} games, LLR {:.2}", decided.verdict, decided.games, decided.llr);
            if let Err(error) = files::write(file, format!("{text}\n").as_bytes()) {
                return self.fail(state, error.to_string());
            }
            self.halt(state, text);
        }
    }

    /// Looks at what ends the tournament, and at what other shards have played.
    fn look(&self, state: &mut State, siblings: &mut Siblings<'_>) {
        let text = self.stop_file.as_ref().and_then(|file| fs::read_to_string(file).ok());
        if let Some(text) = text.filter(|_| state.halted.is_none()) {
            self.halt(state, text.lines().next().unwrap_or_default().to_owned());
        }
        match siblings.read(&mut state.results) {
            Ok(changed) => {
                if changed {
                    state.progress = Progress::default();
                }
                self.advance(state);
            }
            Err(why) => self.fail(state, why),
        }
    }

    /// Ends everything, which is as it should be.
    fn halt(&self, state: &mut State, text: String) {
        state.halted = Some(text);
        self.supervisor.stop.store(true, Ordering::Relaxed);
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
                Err(Broken::Overslept(_)) => {
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
        while state.next < self.schedule.games()
            && (self.is_elsewhere(state.next) || state.results.contains_key(&state.next))
        {
            state.next += 1;
        }
        let game = state.next;
        state.next += 1;
        (game < self.schedule.games()).then(|| self.schedule.fixture(game))
    }

    /// The games whose results are known here in the end: a test sees those of all shards.
    pub(crate) fn games(&self) -> usize {
        let all = self.schedule.games();
        match self.test {
            Some(_) => all,
            None => (0..all).filter(|&game| !self.is_elsewhere(game)).count(),
        }
    }

    /// Whether a game is played by another shard.
    fn is_elsewhere(&self, game: usize) -> bool {
        self.shard.is_some_and(|shard| !shard.has(game / 2))
    }

    /// What becomes of a game.
    fn policy(&self, played: &Played) -> OnFault {
        match (played.fault, played.cause) {
            (None, _) => OnFault::Lose,
            (Some(_), None) => self.faults.own,
            (Some(_), Some(_)) => self.faults.machine,
        }
    }

    fn keep(&self, state: &mut State, played: Played) {
        if let Err(why) = state.journal.add(&played) {
            return self.fail(state, why);
        }
        if self.policy(&played) == OnFault::Stop {
            return self.stop_at(state, &played);
        }
        let lost_before_move = played.fault.is_some() && played.moves.len() == played.book;
        state.failed_starts = if lost_before_move { state.failed_starts + 1 } else { 0 };
        state.results.insert(played.game, Result::from(&played));
        state.finished += 1;
        self.advance(state);
        if state.failed_starts >= FAILED_STARTS * self.concurrency.max(1) {
            let (seat, fault) = played.fault.unwrap_or((0, Fault::Crash));
            let detail = played.detail.as_deref().unwrap_or_default();
            let (name, games) = (&played.players[seat], state.failed_starts);
            let why = format!(
                "{name} does not work any more: {games} games in a row ended before a move, the last by {fault}, {detail}"
            );
            self.fail(state, why);
        }
        if let Some(follower) = &state.follower {
            // A follower who has left wants no more.
            let _ = follower.send(played);
        }
    }

    /// Stops at a fault. The game stays in the journal, and does not count.
    fn stop_at(&self, state: &mut State, played: &Played) {
        let (seat, fault) = played.fault.unwrap_or((0, Fault::Crash));
        let (name, detail) = (&played.players[seat], played.detail.as_deref().unwrap_or_default());
        let void = Void::now(vec![played.game], format!("the tournament stopped at this {fault}"));
        let voided = state.journal.void(void);
        self.fail(state, format!("game {} stopped by the {fault} of {name}: {detail}", played.game));
        if let Err(why) = voided {
            self.fail(state, why);
        }
    }

    fn fail(&self, state: &mut State, why: String) {
        state.failure.get_or_insert(why);
        self.supervisor.stop.store(true, Ordering::Relaxed);
    }

    /// Plays one game, again if it is to be.
    fn play<'c>(
        &'c self,
        fixture: Fixture,
        talks: &mut BTreeMap<usize, Talk<'c>>,
    ) -> std::result::Result<Played, Broken> {
        let mut attempts: Vec<Attempt> = Vec::new();
        let played = loop {
            let may_again = attempts.len() < self.faults.replays;
            match self.play_once(fixture, talks) {
                Ok(played) if may_again && self.policy(&played) == OnFault::Replay => attempts.push(played.into()),
                Err(Broken::Overslept(late)) if may_again => {
                    let detail = format!("the runner was held up for {} ms", late.as_millis());
                    attempts.push(Attempt { fault: None, cause: Some(Cause::Starved), detail });
                    talks.clear();
                }
                played => break played?,
            }
        };
        let Machine { name, bench } = self.machine.clone();
        let (machine, bench) = (Some(name), Some(bench));
        Ok(Played { game: fixture.game, opening: fixture.opening, machine, bench, attempts, ..played })
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
                Err((broken, evidence)) => {
                    for (talk, &index) in seated.into_iter().zip(&fixture.players) {
                        talks.insert(index, talk);
                    }
                    return match broken {
                        Broken::Fault(fault, why) => Ok(game::forfeited(seat, fault, why, evidence, names)),
                        broken => Err(broken),
                    };
                }
            }
        }
        let game = self.game_info.game;
        let opening =
            self.openings.as_ref().map(|openings| openings[fixture.opening].turned(game.grid(), fixture.symmetry));
        let rules = game::Rules { game, opening: opening.as_deref(), adjudication: self.adjudication };
        let clocks = fixture.players.map(|index| Clock::new(self.contestants[index].entrant.tc));
        let [first, second] = &mut seated[..] else { unreachable!("two players sit down") };
        let played = Match::new([first, second], clocks, rules).run(names);
        if let Some(folder) = &self.dialogue {
            let dialogues = [&first.dialogue, &second.dialogue];
            dialogue::write(folder, fixture.game, names, dialogues)
                .map_err(|error| Broken::Start(error.to_string()))?;
        }
        let played = played?;
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
    ) -> std::result::Result<Talk<'c>, (Broken, Evidence)> {
        let contestant = &self.contestants[index];
        if let Some(mut talk) = running {
            match talk.hear_unasked().and_then(|()| talk.begin(&self.game_info)) {
                Ok(()) => return Ok(talk),
                Err(Broken::Stopped) => return Err((Broken::Stopped, Evidence::default())),
                Err(_) => drop(talk),
            }
        }
        let start = || -> std::result::Result<Talk<'c>, (Broken, Evidence)> {
            let started = Talk::start(contestant, self.limits, &self.supervisor);
            let mut talk = started.map_err(|broken| (broken, Evidence::default()))?;
            talk.dialogue.whole = self.dialogue.is_some();
            match talk.begin(&self.game_info) {
                Ok(()) => Ok(talk),
                Err(broken) => Err((broken, talk.evidence())),
            }
        };
        start().or_else(|(broken, evidence)| match broken {
            Broken::Fault(..) => start(),
            _ => Err((broken, evidence)),
        })
    }
}

/// Binds this thread, and what it starts, to some cores, where the system lets it.
#[cfg(target_os = "linux")]
fn bind(cores: &[usize]) {
    use nix::sched::{CpuSet, sched_setaffinity};

    let mut set = CpuSet::new();
    let known = cores.iter().all(|&core| set.set(core).is_ok());
    if known {
        // Games that cannot be bound are played all the same.
        let _ = sched_setaffinity(nix::unistd::Pid::from_raw(0), &set);
    }
}

#[cfg(not(target_os = "linux"))]
const fn bind(_: &[usize]) {}
