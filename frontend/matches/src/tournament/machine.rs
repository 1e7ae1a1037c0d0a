//! The machine that games are played on: its name, and how fast it is.

use std::time::{Duration, Instant};

use engine::{Game, record};

/// How long the speed is measured.
const MEASURE: Duration = Duration::from_millis(20);

/// A machine, as games tell of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Machine {
    pub(crate) name: String,
    /// The positions per second that it visits when it counts move sequences.
    pub(crate) bench: u64,
}

impl Machine {
    /// This machine, which has a name of its own unless one is given, measured at `game`.
    pub(crate) fn new(name: Option<String>, game: &'static Game) -> Self {
        let own = || gethostname::gethostname().to_string_lossy().into_owned();
        Self { name: name.unwrap_or_else(own), bench: bench(game) }
    }
}

/// The positions per second of perft from the empty board: what needs no weights and no memory that would stay.
fn bench(game: &'static Game) -> u64 {
    let Ok(start) = record(game, None) else { return 0 };
    let (mut positions, began) = (0, Instant::now());
    while began.elapsed() < MEASURE {
        positions += start.perft(2);
    }
    (positions as f64 / began.elapsed().as_secs_f64()) as u64
}
