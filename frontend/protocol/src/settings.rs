//! Time, memory and other limits, as `INFO` sets them.

use std::time::{Duration, Instant};

use search::Limits;

use crate::grammar::Info;
use crate::memory::{LEAST_MEMORY, Memory};

/// The time subtracted from every limit for the latency of pipes and schedulers, unless `protocol_lag` sets another.
pub(crate) const LAG: Duration = Duration::from_millis(20);

/// The time for a move without any limit of the manager.
const DEFAULT_TURN: Duration = Duration::from_secs(1);

/// The `time_left` without a limit, in milliseconds.
const UNLIMITED: i64 = i32::MAX as i64;

/// The most threads.
pub(crate) const MOST_THREADS: usize = 64;

/// The limits of the searches.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    turn: Option<Duration>,
    whole_match: Option<Duration>,
    left: Option<Duration>,
    /// The time used since `time_left` or the start of the game.
    used: Duration,
    /// The increments earned since then.
    earned: Duration,
    increment: Duration,
    max_memory: Option<u64>,
    /// The part of it that the program takes without the session.
    pub(crate) program: u64,
    hash_size: Option<u64>,
    depth: Option<u32>,
    nodes: Option<u64>,
    threads: usize,
    lag: Duration,
    /// Whether to think on the opponent's time.
    pub(crate) pondering: bool,
    /// The lines about a search, as in [`Info::ShowDetail`].
    pub(crate) detail: u8,
    /// Whether moves are suggested instead of made.
    pub(crate) analysis: bool,
    /// Whether positions of the opening book need no search.
    pub(crate) book: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            turn: None,
            whole_match: None,
            left: None,
            used: Duration::ZERO,
            earned: Duration::ZERO,
            increment: Duration::ZERO,
            max_memory: None,
            program: 0,
            hash_size: None,
            depth: None,
            nodes: None,
            threads: 1,
            lag: LAG,
            pondering: false,
            detail: 0,
            analysis: false,
            book: false,
        }
    }
}

impl Settings {
    /// Applies a setting of the search; others have no effect.
    pub(crate) fn set(&mut self, info: &Info) {
        match *info {
            Info::TimeoutTurn(ms) => self.turn = Some(Duration::from_millis(ms)),
            Info::TimeoutMatch(ms) => self.whole_match = (ms > 0).then(|| Duration::from_millis(ms)),
            Info::TimeLeft(ms) => {
                self.restart_clock();
                self.left = Some(match ms {
                    UNLIMITED.. => Duration::MAX,
                    _ => Duration::from_millis(ms.max(0).unsigned_abs()),
                });
            }
            Info::TimeIncrement(ms) => self.increment = Duration::from_millis(ms),
            Info::MaxMemory(bytes) => self.max_memory = (bytes > 0).then_some(bytes),
            Info::HashSize(kilobytes) => self.hash_size = Some(kilobytes.saturating_mul(1024)),
            Info::MaxDepth(plies) => self.depth = (plies > 0).then_some(plies),
            Info::MaxNode(nodes) => self.nodes = (nodes > 0).then_some(nodes),
            Info::ThreadNum(threads) => self.threads = threads.clamp(1, MOST_THREADS),
            Info::ProtocolLag(ms) => self.lag = Duration::from_millis(ms),
            Info::Pondering(on) => self.pondering = on,
            Info::ShowDetail(detail) => self.detail = detail,
            Info::AnalysisMode(on) => self.analysis = on,
            Info::Book(on) => self.book = on,
            _ => {}
        }
    }

    fn restart_clock(&mut self) {
        (self.used, self.earned) = (Duration::ZERO, Duration::ZERO);
    }

    /// Starts the clock of a new game. A `time_left` since the last move belongs to it, an older one does not.
    pub(crate) fn new_game(&mut self) {
        if !self.used.is_zero() {
            self.left = None;
            self.restart_clock();
        }
    }

    /// Counts a move that took `time`.
    pub(crate) fn moved(&mut self, time: Duration) {
        self.used = self.used.saturating_add(time);
        self.earned = self.earned.saturating_add(self.increment);
    }

    /// The limits of a search whose command was read at `started`.
    pub(crate) fn limits(&self, started: Instant) -> Limits {
        let left = self.left.or(self.whole_match).filter(|&left| left < Duration::MAX);
        let left = left.map(|left| left.saturating_add(self.earned).saturating_sub(self.used));
        let bounded = left.is_some() || self.depth.is_some() || self.nodes.is_some();
        let turn = self.turn.or((!bounded).then_some(DEFAULT_TURN));
        let less_lag = |time: Duration| time.saturating_sub(self.lag);
        Limits {
            started,
            turn: turn.map(less_lag),
            left: left.map(less_lag),
            increment: self.increment,
            depth: self.depth,
            nodes: self.nodes,
            threads: self.threads,
            ..Limits::none()
        }
    }

    /// The memory of the tables.
    pub(crate) fn memory(&self) -> Memory {
        let left = self.max_memory.map(|bytes| bytes.saturating_sub(self.program));
        Memory::within(left, self.hash_size, self.threads)
    }

    /// The least `max_memory` that the process respects with one thread.
    pub(crate) const fn least_memory(&self) -> u64 {
        self.program + LEAST_MEMORY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(infos: &[Info]) -> Settings {
        let mut settings = Settings::default();
        infos.iter().for_each(|info| settings.set(info));
        settings
    }

    fn ms(time: u64) -> Option<Duration> {
        Some(Duration::from_millis(time))
    }

    #[test]
    fn time_has_a_limit_unless_another_limit_is_set() {
        let now = Instant::now();
        assert_eq!(after(&[]).limits(now).turn, Some(DEFAULT_TURN - LAG));
        assert_eq!(after(&[Info::MaxDepth(3)]).limits(now).turn, None);
        let settings = after(&[Info::TimeoutMatch(60_000)]);
        assert_eq!((settings.limits(now).turn, settings.limits(now).left), (None, ms(59_980)));
        let settings = after(&[Info::TimeoutTurn(500), Info::TimeoutMatch(0), Info::TimeLeft(UNLIMITED)]);
        assert_eq!((settings.limits(now).turn, settings.limits(now).left), (ms(480), None));
        assert_eq!(after(&[Info::TimeoutTurn(0)]).limits(now).turn, ms(0));
        assert_eq!(after(&[Info::TimeLeft(-50)]).limits(now).left, ms(0));
    }

    #[test]
    fn without_time_left_the_clock_is_kept_here() {
        let now = Instant::now();
        let mut settings = after(&[Info::TimeoutMatch(10_000), Info::TimeIncrement(100)]);
        settings.moved(Duration::from_secs(2));
        assert_eq!(settings.limits(now).left, ms(8_080));
        settings.set(&Info::TimeLeft(5_000));
        assert_eq!(settings.limits(now).left, ms(4_980));
        settings.new_game();
        assert_eq!(settings.limits(now).left, ms(4_980), "sent for the game to come");
        settings.moved(Duration::from_secs(1));
        settings.new_game();
        assert_eq!(settings.limits(now).left, ms(9_980));
    }
}
