//! Faults of the disk, for tests: with the feature `faults` operations on files fail where they are told to.
//!
//! `NINUKI_FAULT=N:ERRNO` makes operation N of the process, counted from 1, and all after it fail. `NINUKI_FAULT=short` writes
//! one byte at a time, every other attempt interrupted.

#[cfg(not(any(test, feature = "faults")))]
use std::io;

/// An operation that may fail: nothing happens unless a fault is due.
///
/// # Errors
/// The fault.
#[cfg(not(any(test, feature = "faults")))]
pub const fn step() -> io::Result<()> {
    Ok(())
}

/// The bytes that are to be written of these: all, unless a fault is due.
///
/// # Errors
/// The fault.
#[cfg(not(any(test, feature = "faults")))]
pub const fn write(bytes: &[u8]) -> io::Result<&[u8]> {
    Ok(bytes)
}

#[cfg(any(test, feature = "faults"))]
pub use self::enabled::{Plan, step, with, write};

#[cfg(any(test, feature = "faults"))]
mod enabled {
    use std::cell::Cell;
    use std::env;
    use std::io::{self, ErrorKind};
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    /// Which operations fail.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Plan {
        /// From this operation on, counted from 1, with an error of the system.
        From(usize, i32),
        /// None, but writes are short, and every other one is interrupted.
        Short,
    }

    impl Plan {
        fn parse(text: &str) -> Option<Self> {
            match text.split_once(':') {
                Some((number, error)) => Some(Self::From(number.parse().ok()?, error.parse().ok()?)),
                None => (text == "short").then_some(Self::Short),
            }
        }

        fn fault(self, number: usize) -> io::Result<()> {
            match self {
                Self::From(first, error) if number >= first => Err(io::Error::from_raw_os_error(error)),
                _ => Ok(()),
            }
        }
    }

    thread_local! {
        static OWN: Cell<Option<(Plan, usize)>> = const { Cell::new(None) };
    }

    /// Runs `act` with faults in this thread. Returns what it returned, and whether a fault was due.
    pub fn with<T>(plan: Plan, act: impl FnOnce() -> T) -> (T, bool) {
        OWN.set(Some((plan, 0)));
        let done = act();
        let due = matches!((plan, OWN.take()), (Plan::From(first, _), Some((_, count))) if count >= first);
        (done, due)
    }

    /// The plan that is in force, and the number of this operation.
    fn next() -> Option<(Plan, usize)> {
        static OF_PROCESS: OnceLock<Option<Plan>> = OnceLock::new();
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        if let Some((plan, count)) = OWN.get() {
            OWN.set(Some((plan, count + 1)));
            return Some((plan, count + 1));
        }
        let plan = *OF_PROCESS.get_or_init(|| env::var("NINUKI_FAULT").ok().and_then(|text| Plan::parse(&text)));
        plan.map(|plan| (plan, COUNT.fetch_add(1, Relaxed) + 1))
    }

    /// See the twin without faults.
    ///
    /// # Errors
    /// The fault.
    pub fn step() -> io::Result<()> {
        next().map_or(Ok(()), |(plan, number)| plan.fault(number))
    }

    /// See the twin without faults.
    ///
    /// # Errors
    /// The fault.
    pub fn write(bytes: &[u8]) -> io::Result<&[u8]> {
        match next() {
            None => Ok(bytes),
            Some((Plan::Short, number)) if number.is_multiple_of(2) => Err(ErrorKind::Interrupted.into()),
            Some((Plan::Short, _)) => Ok(&bytes[..bytes.len().min(1)]),
            Some((plan, number)) => plan.fault(number).map(|()| bytes),
        }
    }
}
