//! Memory of a reader, given back at its end.

use crate::{Budget, Exceeded};

/// The steps between two looks at the budget.
const STEPS: u32 = 256;

/// Counts the memory and the steps of a part of an action. Dropping it gives the memory back to the budget.
///
/// # Examples
/// ```
/// use ninuki_records::{Budget, Exceeded, Limits, Meter};
///
/// let budget = Budget::new(Limits { memory: 1000, ..Limits::NONE });
/// let mut meter = Meter::new(&budget);
/// assert_eq!(meter.take(900), Ok(()));
/// drop(meter);
/// assert_eq!(budget.reserve(900), Ok(()));
/// assert_eq!(Meter::new(&budget).take(900), Err(Exceeded::Memory(1000)));
/// ```
#[derive(Debug)]
pub struct Meter {
    budget: Budget,
    held: u64,
    steps: u32,
}

impl Meter {
    /// A meter of which nothing is taken yet.
    #[must_use]
    pub fn new(budget: &Budget) -> Self {
        Self { budget: budget.clone(), held: 0, steps: 0 }
    }

    /// Takes `bytes` of memory for a step, and looks at the stop flag and the clock once in many steps.
    ///
    /// # Errors
    /// The limit that is exceeded.
    pub fn take(&mut self, bytes: usize) -> Result<(), Exceeded> {
        self.steps = (self.steps + 1) % STEPS;
        if self.steps == 1 {
            self.budget.check()?;
        }
        self.held += bytes as u64;
        self.budget.reserve(bytes as u64)
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.budget.release(self.held);
    }
}
