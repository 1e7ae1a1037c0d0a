//! A gate at which the work of a thread waits while other work has its turn.

use std::cell::RefCell;
use std::sync::Arc;

use crate::Instant;

/// Holds back the searches of its threads. They pass it whenever they look at the clock, every fraction of a millisecond.
pub trait Gate: Send + Sync {
    /// Returns once the work may continue, at `deadline` at the latest. True if it waited.
    fn pass(&self, deadline: Option<Instant>) -> bool;

    /// The work is about to wait for something else than the processor.
    fn leave(&self);
}

thread_local! {
    static GATE: RefCell<Option<Arc<dyn Gate>>> = const { RefCell::new(None) };
}

/// Sets the gate of a thread back.
struct Before(Option<Arc<dyn Gate>>);

impl Drop for Before {
    fn drop(&mut self) {
        GATE.set(self.0.take());
    }
}

/// Runs `work`, whose searches pass the gate in all their threads.
pub fn with_gate<T>(gate: Arc<dyn Gate>, work: impl FnOnce() -> T) -> T {
    within(Some(gate), work)
}

/// The same, with the gate of another thread.
pub(crate) fn within<T>(gate: Option<Arc<dyn Gate>>, work: impl FnOnce() -> T) -> T {
    let _before = Before(GATE.replace(gate));
    work()
}

/// The gate of this thread, for the threads that it starts.
#[cfg(feature = "threads")]
pub(crate) fn gate() -> Option<Arc<dyn Gate>> {
    GATE.with_borrow(Clone::clone)
}

/// Passes the gate of this thread. True if it waited.
pub fn pass_gate(deadline: Option<Instant>) -> bool {
    GATE.with_borrow(|gate| gate.as_ref().is_some_and(|gate| gate.pass(deadline)))
}

/// Leaves the gate of this thread, until it is passed again.
pub fn leave_gate() {
    GATE.with_borrow(|gate| gate.iter().for_each(|gate| gate.leave()));
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use super::*;

    #[derive(Default)]
    struct Counting {
        passed: AtomicU64,
        left: AtomicU64,
    }

    impl Gate for Counting {
        fn pass(&self, _deadline: Option<Instant>) -> bool {
            self.passed.fetch_add(1, Relaxed);
            true
        }

        fn leave(&self) {
            self.left.fetch_add(1, Relaxed);
        }
    }

    #[test]
    fn a_gate_is_passed_within_its_work_alone() {
        let gate = Arc::new(Counting::default());
        assert!(!pass_gate(None));
        with_gate(Arc::clone(&gate) as Arc<dyn Gate>, || {
            assert!(pass_gate(None));
            within(None, || assert!(!pass_gate(None)));
            leave_gate();
            assert!(pass_gate(None));
        });
        leave_gate();
        assert!(!pass_gate(None));
        assert_eq!((gate.passed.load(Relaxed), gate.left.load(Relaxed)), (2, 1));
    }

    #[test]
    fn a_panic_takes_the_gate_away() {
        let gate: Arc<dyn Gate> = Arc::new(Counting::default());
        let work = || with_gate(gate, || panic!("a defect"));
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        assert!(panicked.is_err() && !pass_gate(None));
    }
}
