//! A worker: a thread that plays one game after another.

use std::collections::BTreeMap;

use super::affinity::bind;
use super::clock::Clock;
use super::dialogue;
use super::error::PlayError;
use super::failure::{Evidence, Failure};
use super::machine::Machine;
use super::outcome::End;
use super::player::Player;
use super::referee::{Referee, Rules, Shown};
use super::scheduler::Scheduler;
use crate::journal::fault::Cause;
use crate::journal::played::{Attempt, Played};
use crate::spec::on_fault::OnFault;
use crate::spec::schedule::Fixture;

/// A thread that plays. Players stay connected between its games.
pub(super) struct Worker<'s, 'c> {
    scheduler: &'s Scheduler<'c>,
    /// The number of this thread.
    slot: usize,
    players: BTreeMap<usize, Player<'c>>,
}

impl<'s, 'c> Worker<'s, 'c> {
    /// Returns a worker without players for the thread with this number.
    pub(super) const fn new(scheduler: &'s Scheduler<'c>, slot: usize) -> Self {
        Self { scheduler, slot, players: BTreeMap::new() }
    }

    /// Plays until the scheduler has no more games.
    pub(super) fn run(mut self) {
        if let Some(cores) = &self.scheduler.contest.cores {
            bind(&cores[self.slot]);
        }
        while let Some(fixture) = self.scheduler.next() {
            let played = self.play(fixture);
            self.scheduler.running.end(self.slot);
            let mut state = self.scheduler.state();
            match played {
                Ok(played) => self.scheduler.store(&mut state, played),
                Err(Failure::Stopped) => {}
                Err(Failure::Unplayable(text) | Failure::Fault(_, text) | Failure::Opponent(_, text)) => {
                    self.scheduler.fail(&mut state, PlayError::Unplayable(text));
                }
                Err(Failure::Suspended(_)) => self.scheduler.fail(&mut state, PlayError::Untimed),
            }
            drop(state);
            self.scheduler.changed.notify_all();
        }
        if !self.scheduler.is_stopping() {
            self.players.into_values().for_each(Player::end);
        }
    }

    /// Plays a game, and replays it as long as the policy for faults asks for it.
    fn play(&mut self, fixture: Fixture) -> Result<Played, Failure> {
        let contest = self.scheduler.contest;
        let mut attempts: Vec<Attempt> = Vec::new();
        let played = loop {
            let may_replay = attempts.len() < contest.faults.replays;
            match self.play_once(fixture) {
                Ok(played) if may_replay && contest.faults.of(&played) == OnFault::Replay => {
                    attempts.push(played.into())
                }
                Err(Failure::Suspended(time)) if may_replay => {
                    let detail = format!("the runner was held up for {} ms", time.as_millis());
                    attempts.push(Attempt { fault: None, cause: Some(Cause::Starved), detail });
                    self.players.clear();
                }
                played => break played?,
            }
        };
        let Machine { name, bench } = contest.machine.clone();
        let (machine, bench) = (Some(name), Some(bench));
        Ok(Played { game: fixture.game, opening: fixture.opening, machine, bench, attempts, ..played })
    }

    fn play_once(&mut self, fixture: Fixture) -> Result<Played, Failure> {
        self.end_idle(fixture.players);
        let contest = self.scheduler.contest;
        let names = fixture.players.map(|index| contest.plan.name(index));
        let mut seated = Vec::new();
        for (seat, &index) in fixture.players.iter().enumerate() {
            match self.seat(index) {
                Ok(player) => seated.push(player),
                Err((failure, evidence)) => {
                    self.players.extend(fixture.players.into_iter().zip(seated));
                    return match failure {
                        Failure::Fault(fault, text) => {
                            Ok(End::by_fault(seat, fault, text).into_played(evidence, names))
                        }
                        failure => Err(failure),
                    };
                }
            }
        }
        let (game, adjudication) = (contest.plan.game, contest.plan.tournament.adjudication);
        let turned = |openings: &'c [_]| {
            let opening: &'c openings::lists::Opening = &openings[fixture.opening];
            opening.turned(game.grid(), fixture.symmetry)
        };
        let opening = contest.openings.map(turned);
        let rules = Rules { game, opening: opening.as_deref(), adjudication };
        let clocks = fixture.players.map(|index| Clock::new(contest.engines[index].spec.tc));
        let [first, second] = &mut seated[..] else { unreachable!("two players sit down") };
        let shown = Shown { running: &self.scheduler.running, slot: self.slot };
        let played = Referee::new([first, second], clocks, rules, shown).run(fixture.game, names);
        if let Some(folder) = &contest.dialogue {
            dialogue::write(folder, fixture.game, names, [first.dialogue(), second.dialogue()])
                .map_err(|error| Failure::Unplayable(error.to_string()))?;
        }
        let played = played?;
        self.keep(fixture.players, seated, &played);
        Ok(played)
    }

    /// Ends players other than these, so that they hold no memory.
    fn end_idle(&mut self, players: [usize; 2]) {
        let idle: Vec<usize> = self.players.keys().copied().filter(|index| !players.contains(index)).collect();
        idle.into_iter().filter_map(|index| self.players.remove(&index)).for_each(Player::end);
    }

    /// Keeps the players of a game that can play the next one.
    fn keep(&mut self, indices: [usize; 2], seated: Vec<Player<'c>>, played: &Played) {
        for (seat, (player, index)) in seated.into_iter().zip(indices).enumerate() {
            let unusable = played.fault.is_some_and(|(at_fault, fault)| at_fault == seat && !fault.is_sane());
            // A player that still thinks would answer in the next game.
            match unusable || player.is_thinking() {
                true => drop(player),
                false if self.scheduler.contest.engines[index].spec.restart => player.end(),
                false => drop(self.players.insert(index, player)),
            }
        }
    }

    /// Returns a player at the begin of a game. One that fails to begin is started again once.
    fn seat(&mut self, index: usize) -> Result<Player<'c>, (Failure, Evidence)> {
        let contest = self.scheduler.contest;
        if let Some(mut player) = self.players.remove(&index) {
            match player.check_unasked().and_then(|()| player.begin(&contest.game_info)) {
                Ok(()) => return Ok(player),
                Err(Failure::Stopped) => return Err((Failure::Stopped, Evidence::default())),
                Err(_) => drop(player),
            }
        }
        self.start(index).or_else(|(failure, evidence)| match failure {
            Failure::Fault(..) => self.start(index),
            _ => Err((failure, evidence)),
        })
    }

    /// Starts a player and begins a game.
    fn start(&self, index: usize) -> Result<Player<'c>, (Failure, Evidence)> {
        let contest = self.scheduler.contest;
        let (limits, whole) = (contest.plan.tournament.limits, contest.dialogue.is_some());
        let started = Player::start(&contest.engines[index], limits, &contest.supervisor, whole);
        let mut player = started.map_err(|failure| (failure, Evidence::default()))?;
        match player.begin(&contest.game_info) {
            Ok(()) => Ok(player),
            Err(failure) => Err((failure, player.evidence())),
        }
    }
}
