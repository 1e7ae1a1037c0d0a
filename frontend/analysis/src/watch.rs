//! A watch over a thought that has a time of its own; without the feature `threads` there is none.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Whether a watch is kept.
pub(crate) const IS_KEPT: bool = cfg!(feature = "threads");

/// How often the stop flag is looked at while a time limit runs.
#[cfg(feature = "threads")]
const LOOK: Duration = Duration::from_millis(5);

/// Does something with a flag that is set when it takes longer than `time`, or when `stop` is set. Tells also whether it
/// took as long.
#[cfg(feature = "threads")]
pub(crate) fn until<T>(time: Option<Duration>, stop: &AtomicBool, work: impl FnOnce(&AtomicBool) -> T) -> (T, bool) {
    use std::sync::atomic::Ordering;
    use std::sync::mpsc::{RecvTimeoutError, channel};
    use std::thread;
    use std::time::Instant;

    let Some(time) = time else { return (work(stop), false) };
    let (began, over) = (Instant::now(), &AtomicBool::new(false));
    let (working, done) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let left = || time.saturating_sub(began.elapsed());
            while done.recv_timeout(left().min(LOOK)) == Err(RecvTimeoutError::Timeout) {
                if left().is_zero() || stop.load(Ordering::Relaxed) {
                    over.store(true, Ordering::Relaxed);
                    break;
                }
            }
        });
        let worked = work(over);
        drop(working);
        (worked, began.elapsed() >= time)
    })
}

/// Does something with the flag `stop`; tells that it took no longer than it should.
#[cfg(not(feature = "threads"))]
pub(crate) fn until<T>(_time: Option<Duration>, stop: &AtomicBool, work: impl FnOnce(&AtomicBool) -> T) -> (T, bool) {
    (work(stop), false)
}
