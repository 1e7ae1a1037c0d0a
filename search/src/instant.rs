//! The clock: that of the system, or on bare WebAssembly, which has none, the one that the host supplies.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use supplied::{Instant, set_clock};

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
#[cfg_attr(test, expect(unreachable_pub, reason = "tests run where the system has a clock"))]
mod supplied {
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Installs a monotonic clock: the time since any fixed moment. Returns false if one is installed already. Without
    /// one, time stands still, so depth or nodes must limit searches.
    pub fn set_clock(clock: fn() -> Duration) -> bool {
        CLOCK.set(clock).is_ok()
    }

    /// A moment, as the clock tells it.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        #[must_use]
        pub fn now() -> Self {
            Self(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        /// The time since then.
        #[must_use]
        pub fn elapsed(&self) -> Duration {
            Self::now().saturating_duration_since(*self)
        }

        /// The time from `earlier` until then; zero if that is later.
        #[must_use]
        pub const fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The instant later by a duration; `None` on overflow.
        #[must_use]
        pub fn checked_add(&self, time: Duration) -> Option<Self> {
            self.0.checked_add(time).map(Self)
        }
    }

    #[cfg(test)]
    mod tests {
        use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

        use super::*;

        #[test]
        fn time_stands_still_until_there_is_a_clock() {
            static SECONDS: AtomicU64 = AtomicU64::new(5);
            let before = Instant::now();
            assert_eq!(before.elapsed(), Duration::ZERO);
            let clock = || Duration::from_secs(SECONDS.load(Relaxed));
            assert!(set_clock(clock) && !set_clock(clock));
            let now = Instant::now();
            SECONDS.store(7, Relaxed);
            assert_eq!((now.elapsed(), before.elapsed()), (Duration::from_secs(2), Duration::from_secs(7)));
            assert_eq!(before.saturating_duration_since(now), Duration::ZERO);
            assert_eq!(now.checked_add(Duration::from_secs(2)), Some(Instant::now()));
            assert_eq!(now.checked_add(Duration::MAX), None);
        }
    }
}
