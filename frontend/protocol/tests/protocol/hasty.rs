//! A player who thinks about little, so that whole games pass quickly.

use std::sync::atomic::AtomicBool;

use ninuki_protocol::Options;
use search::{Limits, Player, Report};

/// The methods of a [`Player`] that are those of the player in its first field.
macro_rules! forward_to_player {
    () => {
        fn record(&self) -> &dyn engine::AnyRecord {
            self.0.record()
        }

        fn play(&mut self, mv: engine::Move) -> Result<Vec<engine::Point>, engine::IllegalMove> {
            self.0.play(mv)
        }

        fn take_back(&mut self) -> Option<engine::Move> {
            self.0.take_back()
        }
    };
}
pub(crate) use forward_to_player;

/// The search, with few positions for each move and no say about swaps.
pub(crate) struct Hasty(pub(crate) Box<dyn Player>);

/// More positions than a win in one or a forced reply needs.
const NODES: u64 = 150;

/// The usual options, with a hasty player.
pub(crate) fn hasty() -> Options {
    Options { player: |game, setup| Ok(Box::new(Hasty(search::player(game, setup)?))), ..Options::default() }
}

impl Player for Hasty {
    forward_to_player!();

    fn think(&mut self, limits: &Limits, stop: &AtomicBool, on_info: &mut dyn FnMut(&Report)) -> Option<Report> {
        self.0.think(&Limits { nodes: Some(NODES), swap: false, ..*limits }, stop, on_info)
    }

    fn set_memory(&mut self, bytes: usize) {
        self.0.set_memory(bytes.min(1 << 20));
    }
}
