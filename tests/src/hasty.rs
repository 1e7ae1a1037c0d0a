//! The search with few nodes and little memory, so that whole games pass quickly.

use std::sync::atomic::AtomicBool;

use engine::{AnyRecord, IllegalMove, Move, Point};
use protocol::Options;
use search::{Limits, Player, Report};

/// The usual options, with a player of `NODES` nodes a move.
#[must_use]
pub fn options<const NODES: u64>() -> Options {
    Options { player: |game, setup| Ok(Box::new(Hasty::<NODES>(search::player(game, setup)?))), ..Options::default() }
}

/// A search of `NODES` nodes whatever its limits.
struct Hasty<const NODES: u64>(Box<dyn Player>);

impl<const NODES: u64> Player for Hasty<NODES> {
    fn record(&self) -> &dyn AnyRecord {
        self.0.record()
    }

    fn play(&mut self, mv: Move) -> Result<Vec<Point>, IllegalMove> {
        self.0.play(mv)
    }

    fn take_back(&mut self) -> Option<Move> {
        self.0.take_back()
    }

    fn think(&mut self, limits: &Limits, stop: &AtomicBool, on_info: &mut dyn FnMut(&Report)) -> Option<Report> {
        self.0.think(&Limits { nodes: Some(NODES), ..*limits }, stop, on_info)
    }

    fn set_memory(&mut self, bytes: usize) {
        self.0.set_memory(bytes.min(1 << 20));
    }
}
