//! Limits of one action: a stop flag, a deadline, and the memory and output that it may take.
//!
//! Long loops call [`Budget::check`]; what allocates in proportion to its input calls [`Budget::reserve`], what produces output
//! [`Budget::output`]. A budget that is exceeded stays so, and stops all that share it.
//!
//! # Examples
//! ```
//! use ninuki_records::{Budget, Exceeded, Limits};
//!
//! let budget = Budget::new(Limits { memory: 1000, ..Limits::NONE });
//! assert_eq!(budget.reserve(600), Ok(()));
//! assert_eq!(budget.reserve(600), Err(Exceeded::Memory(1000)));
//! assert_eq!(budget.check(), Err(Exceeded::Memory(1000)));
//! ```

mod meter;
mod quota;

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use engine::{Game, GameError, Rules};

pub use self::meter::Meter;
pub use self::quota::{Quota, Share};

/// Limits of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The time of the whole action.
    pub time: Duration,
    /// The memory for what is read and computed, in bytes.
    pub memory: u64,
    /// The size of the answer, in bytes.
    pub output: u64,
}

impl Limits {
    /// No limits.
    pub const NONE: Self = Self { time: Duration::MAX, memory: u64::MAX, output: u64::MAX };
}

impl Default for Limits {
    fn default() -> Self {
        Self::NONE
    }
}

/// The limit at which an action ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exceeded {
    /// The stop flag was set.
    Stopped,
    /// The time that is allowed.
    Time(Duration),
    /// The memory that is allowed, in bytes.
    Memory(u64),
    /// The output that is allowed, in bytes.
    Output(u64),
    /// The number of games with unusual rules that are allowed.
    Games(usize),
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("it was ended"),
            Self::Time(most) => write!(f, "it takes too long, at most {} ms are allowed", most.as_millis()),
            Self::Memory(most) => write!(f, "it takes too much memory, at most {} are allowed", size(*most)),
            Self::Output(most) => write!(f, "the answer is too large, at most {} are allowed", size(*most)),
            Self::Games(most) => {
                write!(f, "too many different games with changed rules, at most {most} are allowed to one client")
            }
        }
    }
}

impl std::error::Error for Exceeded {}

/// Bytes in words.
fn size(bytes: u64) -> String {
    if bytes >= 1 << 20 && bytes.is_multiple_of(1 << 20) {
        format!("{} MiB", bytes >> 20)
    } else {
        format!("{bytes} bytes")
    }
}

/// The limits of an action and what it has taken so far. Clones share both.
#[derive(Clone, Debug)]
pub struct Budget(Arc<State>);

#[derive(Debug)]
struct State {
    limits: Limits,
    stop: Arc<AtomicBool>,
    /// The first limit that was exceeded: 0 for none, else its number.
    exceeded: AtomicU8,
    held: AtomicU64,
    deadline: OnceLock<Deadline>,
    games: Option<Arc<Quota>>,
    /// Called at each look at the limits.
    pause: fn(),
    /// The games that are allowed, once there are too many.
    most_games: AtomicUsize,
}

/// A clock, and what it shows at the end.
#[derive(Debug)]
struct Deadline {
    clock: fn() -> Duration,
    end: Duration,
}

const TIME: u8 = 1;
const MEMORY: u8 = 2;
const OUTPUT: u8 = 3;
const GAMES: u8 = 4;

/// Why there is no game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BudgetError {
    /// There is no such game.
    Game(GameError),
    /// There are too many.
    Exceeded(Exceeded),
}

impl fmt::Display for BudgetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(error) => error.fmt(f),
            Self::Exceeded(limit) => limit.fmt(f),
        }
    }
}

impl std::error::Error for BudgetError {}

impl From<GameError> for BudgetError {
    fn from(error: GameError) -> Self {
        Self::Game(error)
    }
}

impl Default for Budget {
    /// A budget without limits.
    fn default() -> Self {
        Self::new(Limits::NONE)
    }
}

impl PartialEq for Budget {
    /// Budgets are equal where their limits are.
    fn eq(&self, other: &Self) -> bool {
        self.0.limits == other.0.limits
    }
}

impl Eq for Budget {}

impl Budget {
    /// A budget of which nothing is taken yet. Its time runs from [`begin`](Self::begin) on.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self::with_games(limits, None, || ())
    }

    /// The same with a quota of games, which others share, and `pause`, which is called at each look at the limits: there other work
    /// may have its turn.
    #[must_use]
    pub fn with_games(limits: Limits, games: Option<Arc<Quota>>, pause: fn()) -> Self {
        let (exceeded, held, deadline) = (AtomicU8::new(0), AtomicU64::new(0), OnceLock::new());
        let most_games = AtomicUsize::new(usize::MAX);
        Self(Arc::new(State { limits, stop: Arc::default(), exceeded, held, deadline, games, pause, most_games }))
    }

    /// The limits.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.0.limits
    }

    /// The stop flag. It is set as well when a limit is exceeded.
    #[must_use]
    pub fn stop(&self) -> &Arc<AtomicBool> {
        &self.0.stop
    }

    /// Starts the time, which `clock` shows since some moment.
    pub fn begin(&self, clock: fn() -> Duration) {
        if self.0.limits.time < Duration::MAX {
            let end = clock().saturating_add(self.0.limits.time);
            let _ = self.0.deadline.set(Deadline { clock, end });
        }
    }

    /// The time that is left; `None` without a limit, or before the time was started.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        let Deadline { clock, end } = self.0.deadline.get()?;
        Some(end.saturating_sub(clock()))
    }

    /// Ends the action because its time is over.
    pub fn expire(&self) {
        let _ = self.fail(TIME);
    }

    /// Checks that nothing is exceeded.
    ///
    /// # Errors
    /// The limit that is.
    pub fn check(&self) -> Result<(), Exceeded> {
        (self.0.pause)();
        if self.left().is_some_and(|left| left.is_zero()) {
            self.expire();
        }
        match self.0.exceeded.load(Relaxed) {
            0 if self.0.stop.load(Relaxed) => Err(Exceeded::Stopped),
            0 => Ok(()),
            limit => Err(self.limit(limit)),
        }
    }

    /// Whether the time is up. The flag of a stop is set then, too.
    #[must_use]
    pub fn is_late(&self) -> bool {
        matches!(self.check(), Err(Exceeded::Time(_)))
    }

    /// Reserves bytes of memory until the end of the action.
    ///
    /// # Errors
    /// The action reserves more than its limit.
    pub fn reserve(&self, bytes: u64) -> Result<(), Exceeded> {
        let before = self.0.held.fetch_add(bytes, Relaxed);
        if before.saturating_add(bytes) > self.0.limits.memory { Err(self.fail(MEMORY)) } else { Ok(()) }
    }

    /// Gives back memory that was reserved.
    pub(crate) fn release(&self, bytes: u64) {
        self.0.held.fetch_sub(bytes, Relaxed);
    }

    /// Checks the size of an answer, in bytes.
    ///
    /// # Errors
    /// The answer is larger than its limit.
    pub fn output(&self, bytes: usize) -> Result<(), Exceeded> {
        if bytes as u64 > self.0.limits.output { Err(self.fail(OUTPUT)) } else { Ok(()) }
    }

    /// The game of these rules on this board. A new one with unusual rules is taken from the quota.
    ///
    /// # Errors
    /// There is no such game, or there are too many.
    pub fn game(
        &self,
        rules: Rules,
        (width, height): (usize, usize),
        length: Option<usize>,
    ) -> Result<&'static Game, BudgetError> {
        if let (Some(quota), false) = (&self.0.games, rules.is_usual()) {
            if let Some(game) = Game::known(&rules, width, height, length)? {
                return Ok(game);
            }
            quota.take().map_err(|most| BudgetError::Exceeded(self.too_many(most)))?;
        }
        Ok(Game::with_sides(rules, width, height, length)?)
    }

    /// Counts the text of an own game, whose names the process keeps.
    ///
    /// # Errors
    /// There are too many.
    pub fn text(&self, rules: &str) -> Result<(), Exceeded> {
        let counted = self.0.games.as_ref().map_or(Ok(false), |quota| quota.take_text(rules));
        counted.map(drop).map_err(|most| self.too_many(most))
    }

    /// Counts a game that a text names whose reader has no budget, as the heading of a certificate.
    ///
    /// # Errors
    /// There are too many.
    pub fn named_game(&self, text: &str) -> Result<(), Exceeded> {
        let Some(quota) = &self.0.games else { return Ok(()) };
        let counted = quota.take_text(text).and_then(|is_new| if is_new { quota.take() } else { Ok(()) });
        counted.map_err(|most| self.too_many(most))
    }

    /// Ends the action because of its games.
    fn too_many(&self, most: usize) -> Exceeded {
        self.0.most_games.store(most, Relaxed);
        self.fail(GAMES)
    }

    fn fail(&self, limit: u8) -> Exceeded {
        let first = self.0.exceeded.compare_exchange(0, limit, Relaxed, Relaxed).err().unwrap_or(limit);
        self.0.stop.store(true, Relaxed);
        self.limit(first)
    }

    fn limit(&self, limit: u8) -> Exceeded {
        let Limits { time, memory, output } = self.0.limits;
        match limit {
            TIME => Exceeded::Time(time),
            MEMORY => Exceeded::Memory(memory),
            GAMES => Exceeded::Games(self.0.most_games.load(Relaxed)),
            _ => Exceeded::Output(output),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_limit_is_told() {
        let budget = Budget::new(Limits { memory: 10, output: 5, ..Limits::NONE });
        assert_eq!((budget.check(), budget.reserve(10), budget.output(5)), (Ok(()), Ok(()), Ok(())));
        let shared = budget.clone();
        assert_eq!(shared.output(6), Err(Exceeded::Output(5)));
        assert_eq!(budget.reserve(1), Err(Exceeded::Output(5)));
        assert!(budget.stop().load(Relaxed));
    }

    #[test]
    fn time_is_over_at_the_deadline() {
        static NOW: AtomicU64 = AtomicU64::new(0);
        let budget = Budget::new(Limits { time: Duration::from_secs(3), ..Limits::NONE });
        assert_eq!((budget.check(), budget.left()), (Ok(()), None));
        budget.begin(|| Duration::from_secs(NOW.load(Relaxed)));
        NOW.store(2, Relaxed);
        assert_eq!((budget.check(), budget.left()), (Ok(()), Some(Duration::from_secs(1))));
        NOW.store(3, Relaxed);
        assert_eq!(
            budget.check().map_err(|limit| limit.to_string()),
            Err("it takes too long, at most 3000 ms are allowed".to_owned())
        );
    }

    #[test]
    fn new_games_are_counted() {
        let quota = Some(Arc::new(Quota::new(1)));
        let changed = |target: &str| {
            let mut rules = Rules::PENTE;
            rules.set_flag("third-free", target).expect("a flag");
            rules
        };
        let budget = Budget::with_games(Limits::NONE, quota.clone(), || ());
        let (usual, board) = (!changed("true").is_usual(), (17, 17));
        assert!(usual && budget.game(Rules::PENTE, board, None).is_ok());
        assert!(budget.game(changed("true"), board, None).is_ok(), "the first");
        assert!(budget.game(changed("true"), board, None).is_ok(), "it is known");
        let refused = budget.game(changed("true"), (13, 13), None);
        assert_eq!(refused, Err(BudgetError::Exceeded(Exceeded::Games(1))));
        assert_eq!(budget.check(), Err(Exceeded::Games(1)));
        assert_eq!((budget.text("a"), budget.text("a"), budget.text("b")), (Ok(()), Ok(()), Err(Exceeded::Games(1))));
        let other = Budget::with_games(Limits::NONE, quota, || ());
        assert!(
            other.game(changed("true"), (13, 13), None).is_err() && other.game(Rules::PENTE, (13, 13), None).is_ok()
        );
    }

    #[test]
    fn a_stop_flag_ends_it() {
        let budget = Budget::default();
        budget.stop().store(true, Relaxed);
        assert_eq!(budget.check(), Err(Exceeded::Stopped));
    }
}
