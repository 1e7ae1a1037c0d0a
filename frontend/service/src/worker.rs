//! Workers: each runs one task at a time and keeps its memory between tasks.

use std::sync::Arc;

use analysis::{Analyst, Opponent};
use random::Dice;
use search::{Player, Resources, player};

use crate::shared::Shared;
use crate::sink::Sink;
use crate::start::Start;

/// The memory of a search that does not use the shared table, in bytes.
pub(crate) const OWN_TABLE: usize = 16 << 20;

/// Runs tasks, one after another.
pub(crate) struct Worker {
    pub(crate) shared: Arc<Shared>,
    resources: Resources,
    /// Resources of searches that do not use the shared table.
    own: Resources,
}

impl Worker {
    pub(crate) fn new(shared: &Arc<Shared>) -> Self {
        Self { shared: Arc::clone(shared), resources: Resources::default(), own: Resources::default() }
    }

    /// Takes answers.
    pub(crate) fn sink(&self) -> &Sink {
        &self.shared.sink
    }

    /// A player that follows the game for `ply` moves, with the resources of this worker.
    fn player(&mut self, start: &Start, ply: usize, own: bool) -> Box<dyn Player> {
        let (setup, moves) = start.followed(ply);
        let mut player = player(start.game(), setup.as_ref()).expect("the position was set up before");
        if own {
            player.set_memory(OWN_TABLE);
            player.inherit(std::mem::take(&mut self.own));
        } else {
            player.inherit(std::mem::take(&mut self.resources));
            player.share(&self.shared.table());
        }
        for mv in moves {
            player.play(mv).expect("the move was played before");
        }
        player
    }

    /// An analyst of the game after `ply` moves; `own` gives it a table that no other search uses.
    pub(crate) fn analyst(&mut self, start: &Start, ply: usize, own: bool) -> Analyst {
        let threads = self.shared.threads();
        Analyst::of(self.player(start, ply, own), threads)
    }

    /// Takes the resources of an analyst back.
    pub(crate) fn retire(&mut self, analyst: Analyst, own: bool) {
        let mut resources = analyst.into_player().release();
        resources.unshare();
        *(if own { &mut self.own } else { &mut self.resources }) = resources;
    }

    /// Lets an opponent act at the end of the game, with at most `time` for a move.
    pub(crate) fn opponent<T>(
        &mut self,
        start: &Start,
        time: std::time::Duration,
        dice: Dice,
        act: impl FnOnce(Opponent) -> (Opponent, T),
    ) -> T {
        let player = self.player(start, start.moves().len(), true);
        let opponent = Opponent::new(player, time, self.shared.threads(), dice);
        let (opponent, result) = act(opponent);
        self.own = opponent.into_player().release();
        result
    }
}
