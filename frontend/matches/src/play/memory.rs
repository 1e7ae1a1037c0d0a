//! Memory limit of an engine.

use std::time::{Duration, Instant};

use engines::process::Process;

use super::failure::Failure;
use crate::journal::fault::Fault;

/// Time between two checks.
const TICK: Duration = Duration::from_millis(100);

/// A memory limit, checked from time to time.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemoryLimit {
    /// In bytes; `None` for no limit.
    most: Option<u64>,
    checked: Instant,
}

impl MemoryLimit {
    /// Returns a limit in bytes; `None` for no limit.
    pub(super) fn new(most: Option<u64>) -> Self {
        Self { most, checked: Instant::now() }
    }

    /// Checks the memory of a process, unless it was checked just before.
    ///
    /// # Errors
    /// The process uses more memory than the limit.
    pub(super) fn check(&mut self, process: &Process) -> Result<(), Failure> {
        let Some(most) = self.most else { return Ok(()) };
        if self.checked.elapsed() < TICK {
            return Ok(());
        }
        self.checked = Instant::now();
        let used = process.memory();
        if used > most {
            let [used, most] = [used, most].map(|bytes| bytes >> 20);
            return Err(Failure::fault(Fault::Memory, format!("it used {used} MiB of {most}")));
        }
        Ok(())
    }
}
