//! A contest: everything that the games of a tournament are played with.

use std::path::PathBuf;

use super::connection::Supervisor;
use super::engine::Engine;
use super::game_info::GameInfo;
use super::machine::Machine;
use crate::journal::played::Played;
use crate::spec::on_fault::OnFault;
use crate::spec::plan::Plan;
use openings::lists::Opening;

/// Plan, engines and conditions of the games.
#[derive(Debug)]
pub(crate) struct Contest<'p> {
    pub(crate) plan: &'p Plan,
    pub(crate) engines: &'p [Engine],
    /// Openings; `None` where the players make them.
    pub(crate) openings: Option<&'p [Opening]>,
    pub(crate) game_info: GameInfo,
    /// Number of simultaneous games.
    pub(crate) concurrency: usize,
    pub(crate) machine: Machine,
    /// Cores of each simultaneous game, if games are bound to cores.
    pub(crate) cores: Option<Vec<Vec<usize>>>,
    pub(crate) supervisor: Supervisor,
    pub(crate) faults: FaultPolicy,
    /// File whose existence ends the tournament.
    pub(crate) stop_file: Option<PathBuf>,
    /// Folder of the dialogues.
    pub(crate) dialogue: Option<PathBuf>,
}

/// Treatment of games that faults ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FaultPolicy {
    /// If the engine caused the fault.
    pub(crate) own: OnFault,
    /// If the machine caused the fault.
    pub(crate) machine: OnFault,
    /// Largest number of replays of a game.
    pub(crate) replays: usize,
}

impl FaultPolicy {
    /// Returns the treatment of a game.
    pub(super) fn of(&self, played: &Played) -> OnFault {
        match (played.fault, played.cause) {
            (None, _) => OnFault::Lose,
            (Some(_), None) => self.own,
            (Some(_), Some(_)) => self.machine,
        }
    }
}

impl Contest<'_> {
    /// Returns the number of games whose results are known here in the end: a test counts those of all shards.
    pub(super) fn games(&self) -> usize {
        match self.plan.test() {
            Some(_) => self.plan.schedule.games(),
            None => self.plan.games(),
        }
    }
}
