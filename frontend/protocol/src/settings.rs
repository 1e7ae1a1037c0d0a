//! Time, memory and other bounds, as `INFO` sets them.

use std::time::{Duration, Instant};

use search::Limits;

use crate::info::Info;

/// Kept back from every time limit for the way of a line through pipes and schedulers, unless the manager asks for more
/// or less.
pub(crate) const LAG: Duration = Duration::from_millis(20);

/// The time for a move if the manager sets no bound at all.
const DEFAULT_TURN: Duration = Duration::from_secs(1);

/// The `time_left` that means no limit, in milliseconds.
const UNLIMITED: i64 = i32::MAX as i64;

const MEBIBYTE: u64 = 1 << 20;
/// The table unless memory is set.
const DEFAULT_TABLE: u64 = 64 * MEBIBYTE;
/// Kept back from `max_memory` for code, stacks and everything that is no table.
const MEMORY_RESERVE: u64 = 48 * MEBIBYTE;
/// The least table, whatever the limit, and the largest.
const TABLES: [u64; 2] = [MEBIBYTE, 1024 * MEBIBYTE];

/// The most threads.
pub(crate) const MOST_THREADS: usize = 64;

/// The bounds of the searches.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    turn: Option<Duration>,
    whole_match: Option<Duration>,
    left: Option<Duration>,
    /// Time used since `left` or the game began, and increments earned.
    used: Duration,
    earned: Duration,
    increment: Duration,
    max_memory: Option<u64>,
    hash_size: Option<u64>,
    depth: Option<u32>,
    nodes: Option<u64>,
    threads: usize,
    lag: Duration,
    /// Whether to think on the opponent's time.
    pub(crate) pondering: bool,
    /// What is told of a search, as [`Info::ShowDetail`] has it.
    pub(crate) detail: u8,
    /// Whether moves are suggested and not made.
    pub(crate) analysis: bool,
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
            hash_size: None,
            depth: None,
            nodes: None,
            threads: 1,
            lag: LAG,
            pondering: false,
            detail: 0,
            analysis: false,
        }
    }
}

impl Settings {
    /// Takes a setting over; those that concern something else are passed by.
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
            _ => {}
        }
    }

    fn restart_clock(&mut self) {
        (self.used, self.earned) = (Duration::ZERO, Duration::ZERO);
    }

    /// A new game begins. A `time_left` sent since the last move belongs to it, an older one does not.
    pub(crate) fn new_game(&mut self) {
        if !self.used.is_zero() {
            self.left = None;
            self.restart_clock();
        }
    }

    /// A move has been made `time` after it was asked for.
    pub(crate) fn moved(&mut self, time: Duration) {
        self.used = self.used.saturating_add(time);
        self.earned = self.earned.saturating_add(self.increment);
    }

    /// The bounds of a search that was asked for at `started`.
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

    /// The memory for the table, in bytes.
    pub(crate) fn table(&self) -> usize {
        let allowed = self.max_memory.map(|bytes| bytes.saturating_sub(MEMORY_RESERVE));
        let wanted = self.hash_size.or(allowed).unwrap_or(DEFAULT_TABLE);
        let [least, most] = TABLES;
        let bytes = wanted.min(allowed.unwrap_or(most)).clamp(least, most);
        usize::try_from(bytes).unwrap_or(usize::MAX / 4)
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
    fn time_is_bounded_unless_something_else_bounds() {
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

    #[test]
    fn the_table_obeys_the_memory() {
        assert_eq!(after(&[]).table() as u64, DEFAULT_TABLE);
        assert_eq!(after(&[Info::MaxMemory(1000)]).table() as u64, MEBIBYTE);
        assert_eq!(after(&[Info::MaxMemory(350 * MEBIBYTE)]).table() as u64, 302 * MEBIBYTE);
        assert_eq!(after(&[Info::MaxMemory(350 * MEBIBYTE), Info::MaxMemory(0)]).table() as u64, DEFAULT_TABLE);
        assert_eq!(after(&[Info::HashSize(2048)]).table() as u64, 2 * MEBIBYTE);
        assert_eq!(after(&[Info::HashSize(1 << 40), Info::MaxMemory(100 * MEBIBYTE)]).table() as u64, 52 * MEBIBYTE);
    }
}
