//! A player who thinks about little, so that whole games pass quickly.

use std::sync::atomic::AtomicBool;

use engine::{AnyRecord, IllegalMove, Move, Point};
use ninuki_protocol::Options;
use search::{Limits, Player, Report};

/// The search, with few positions for each move and no say about swaps.
pub(crate) struct Hasty(pub(crate) Box<dyn Player>);

/// More positions than a win in one or a forced reply needs.
const NODES: u64 = 150;

/// The usual options, with a hasty player.
pub(crate) fn hasty() -> Options {
    Options { player: |game, setup| Ok(Box::new(Hasty(search::player(game, setup)?))), ..Options::default() }
}

impl Player for Hasty {
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
        self.0.think(&Limits { nodes: Some(NODES), swap: false, ..*limits }, stop, on_info)
    }

    fn set_memory(&mut self, bytes: usize) {
        self.0.set_memory(bytes.min(1 << 20));
    }
}
