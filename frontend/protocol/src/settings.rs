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
/// The transposition table unless memory is set.
const DEFAULT_TABLE: u64 = 64 * MEBIBYTE;
/// Kept back from a large `max_memory` for code, weights, stacks and the allocator.
const MEMORY_RESERVE: u64 = 32 * MEBIBYTE;
/// Kept back for each thread besides the first.
const THREAD_RESERVE: u64 = MEBIBYTE;
/// The memory for wins by VCF where there is enough.
const VCF: u64 = 16 * MEBIBYTE;
/// The least transposition table, whatever the limit, and the largest.
const TABLES: [u64; 2] = [MEBIBYTE, 1024 * MEBIBYTE];
/// The least `max_memory` that a process with one thread stays below, code and weights included. Of a lower one only the
/// least tables are left.
pub(crate) const LEAST_MEMORY: u64 = 20 * MEBIBYTE;

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

    /// The memory for tables.
    pub(crate) fn memory(&self) -> Memory {
        let [least, most] = TABLES;
        let (allowed, vcf) = self.max_memory.map_or((None, VCF), |bytes| {
            let threads = THREAD_RESERVE * (self.threads as u64 - 1);
            let left = bytes.saturating_sub(reserve(bytes) + threads);
            let vcf = (left / 3).min(VCF);
            (Some(left - vcf), vcf)
        });
        let wanted = self.hash_size.or(allowed).unwrap_or(DEFAULT_TABLE);
        let table = wanted.min(allowed.unwrap_or(most)).clamp(least, most);
        let size = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX / 4);
        Memory { table: size(table), vcf: size(vcf.max(least / 4)) }
    }
}

/// The memory for tables, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Memory {
    /// Of the transposition table.
    pub(crate) table: usize,
    /// Of wins by VCF.
    pub(crate) vcf: usize,
}

/// The part of a limit that is kept back: room for code and weights, and more of a larger limit.
fn reserve(limit: u64) -> u64 {
    const LARGE: u64 = MEMORY_RESERVE + 3 * VCF;
    let above = limit.clamp(LEAST_MEMORY, LARGE) - LEAST_MEMORY;
    LEAST_MEMORY + above * (MEMORY_RESERVE - LEAST_MEMORY) / (LARGE - LEAST_MEMORY)
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
        let table = |infos: &[Info]| after(infos).memory().table as u64;
        assert_eq!(table(&[]), DEFAULT_TABLE);
        assert_eq!(table(&[Info::MaxMemory(1000)]), MEBIBYTE);
        assert_eq!(table(&[Info::MaxMemory(350 * MEBIBYTE)]), 302 * MEBIBYTE);
        assert_eq!(table(&[Info::MaxMemory(350 * MEBIBYTE), Info::MaxMemory(0)]), DEFAULT_TABLE);
        assert_eq!(table(&[Info::HashSize(2048)]), 2 * MEBIBYTE);
        assert_eq!(table(&[Info::HashSize(1 << 40), Info::MaxMemory(100 * MEBIBYTE)]), 52 * MEBIBYTE);
    }

    #[test]
    fn all_tables_stay_below_the_memory() {
        let mut before = 0;
        for bytes in (8..200).map(|mebibytes| mebibytes * MEBIBYTE) {
            let Memory { table, vcf } = after(&[Info::MaxMemory(bytes)]).memory();
            let tables = (table + vcf) as u64;
            let most = bytes.saturating_sub(LEAST_MEMORY) + TABLES[0] + TABLES[0] / 4;
            assert!(tables <= most && tables >= before, "{tables} of {bytes}");
            before = tables;
        }
        let least = Memory { table: 1 << 20, vcf: 1 << 18 };
        assert_eq!(after(&[Info::MaxMemory(8 * MEBIBYTE)]).memory(), least);
        let threads = [Info::MaxMemory(100 * MEBIBYTE), Info::ThreadNum(5)];
        assert_eq!(after(&threads).memory().table, 48 << 20);
    }
}
