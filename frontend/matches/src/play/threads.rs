//! Threads of a running tournament.

use std::sync::PoisonError;
use std::thread;
use std::time::{Duration, Instant};

use super::error::PlayError;
use super::scheduler::{Playing, Scheduler};
use super::shards::ShardJournals;
use super::state::State;
use super::worker::Worker;
use crate::results::tally::Tally;

/// Time between two looks at the stop file and the journals of other shards.
const POLL: Duration = Duration::from_secs(1);

/// Least time between two reports of progress.
const REPORT: Duration = Duration::from_millis(200);

/// Plays all games without a result. `watch` is called after games and from time to time. Results of the `shards` count for
/// the test.
///
/// # Errors
/// The journal cannot be written, an engine does not start any more, or a fault stops the tournament.
pub(crate) fn play_all(
    scheduler: &Scheduler<'_>,
    mut shards: ShardJournals<'_>,
    mut watch: impl FnMut(&State, &Tally),
) -> Result<(), PlayError> {
    scheduler.poll_files(&mut scheduler.state(), &mut shards);
    scheduler.advance(&mut scheduler.state());
    thread::scope(|scope| {
        let slots = scheduler.contest.concurrency;
        scheduler.state().playing = slots;
        for slot in 0..slots {
            scope.spawn(move || {
                let _playing = Playing(scheduler);
                Worker::new(scheduler, slot).run();
            });
        }
        let mut state = scheduler.state();
        let mut watched = None;
        let mut polled = Instant::now();
        while state.playing > 0 {
            if watched.is_none_or(|watched: Instant| watched.elapsed() > REPORT) {
                watch(&state, &scheduler.tally(&state));
                watched = Some(Instant::now());
            }
            if polled.elapsed() > POLL {
                scheduler.poll_files(&mut state, &mut shards);
                polled = Instant::now();
            }
            let waited = scheduler.changed.wait_timeout(state, Duration::from_millis(500));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    });
    scheduler.state().failure.take().map_or(Ok(()), Err)
}
