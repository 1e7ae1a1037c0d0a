//! Name and speed of this machine.

use std::time::{Duration, Instant};

use engine::{Game, record};

/// Duration of the measurement.
const MEASURE: Duration = Duration::from_millis(20);

/// A machine as games of the journal hold it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Machine {
    /// Name.
    pub(crate) name: String,
    /// Positions per second of perft.
    pub(crate) bench: u64,
}

impl Machine {
    /// Measures this machine with `game`. Its name is the host name unless one is given.
    pub(crate) fn new(name: Option<String>, game: &'static Game) -> Self {
        let own = || gethostname::gethostname().to_string_lossy().into_owned();
        Self { name: name.unwrap_or_else(own), bench: bench(game) }
    }
}

/// Returns the positions per second of perft from the empty board. It needs neither weights nor a transposition table.
fn bench(game: &'static Game) -> u64 {
    let Ok(start) = record(game, None) else { return 0 };
    let (mut positions, began) = (0, Instant::now());
    while began.elapsed() < MEASURE {
        positions += start.perft(2);
    }
    (positions as f64 / began.elapsed().as_secs_f64()) as u64
}
