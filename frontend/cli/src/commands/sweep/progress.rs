//! The line that shows how far a review of games is.

use std::io::Write;
use std::time::Instant;

use review::Progress;

use crate::terminal::{clock, remaining};

/// A line that is written over, if there is somewhere to write it.
pub(super) struct Bar<L> {
    log: Option<L>,
    began: Instant,
}

/// The characters of a full bar.
const WIDTH: usize = 30;

impl<L: Write> Bar<L> {
    /// A bar of work that begins now.
    pub(super) fn new(log: Option<L>) -> Self {
        Self { log, began: Instant::now() }
    }

    /// Shows how far the work is.
    pub(super) fn show(&mut self, progress: Progress) {
        let text = self.text(progress);
        if let Some(log) = &mut self.log {
            // Nobody depends on it.
            let _ = write!(log, "\r{text}\x1b[K");
            let _ = log.flush();
        }
    }

    /// A bar, the games and positions done, and how long the others will take if they are like those.
    fn text(&self, progress: Progress) -> String {
        let Progress { games, positions, reviewed_games, reviewed_positions } = progress;
        let filled = WIDTH * reviewed_positions / positions.max(1);
        let (full, empty) = ("#".repeat(filled), ".".repeat(WIDTH - filled));
        let left = remaining(self.began, reviewed_positions, (positions - reviewed_positions) as f64);
        let left = left.map_or(String::new(), |time| format!(", {} left", clock(time)));
        format!(
            "[{full}{empty}] {reviewed_games} of {games} games, {reviewed_positions} of {positions} positions{left}"
        )
    }

    /// Makes room for other text.
    pub(super) fn clear(&mut self) {
        if let Some(log) = &mut self.log {
            let _ = write!(log, "\r\x1b[K");
            let _ = log.flush();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_grows_with_the_positions() {
        let at = |seen| {
            let reviewed_games = usize::from(seen == 12);
            Bar::<Vec<u8>>::new(None).text(Progress {
                games: 2,
                positions: 12,
                reviewed_games,
                reviewed_positions: seen,
            })
        };
        assert_eq!(at(0), format!("[{}] 0 of 2 games, 0 of 12 positions", ".".repeat(30)));
        assert!(at(4).starts_with(&format!(
            "[{}{}] 0 of 2 games, 4 of 12 positions, 0:0",
            "#".repeat(10),
            ".".repeat(20)
        )));
        assert!(at(12).starts_with(&format!("[{}] 1 of 2 games, 12 of 12 positions", "#".repeat(30))));
    }
}
