//! A time limit for a search, kept by a thread. Without the feature `threads` there is none.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Whether a thread keeps the time.
pub(crate) const IS_KEPT: bool = cfg!(feature = "threads");

/// The interval of looks at the stop flag.
#[cfg(feature = "threads")]
const LOOK: Duration = Duration::from_millis(5);

/// Runs `work` with a flag that is set after `time` or when `stop` is set. Returns its result and whether it took as long as
/// `time`.
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

/// Runs `work` with the flag `stop`.
#[cfg(not(feature = "threads"))]
pub(crate) fn until<T>(_time: Option<Duration>, stop: &AtomicBool, work: impl FnOnce(&AtomicBool) -> T) -> (T, bool) {
    (work(stop), false)
}
