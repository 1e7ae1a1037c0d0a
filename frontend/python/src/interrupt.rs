//! Ctrl-C during work without the lock of Python.

use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// The interval of looks at signals.
const LOOK: Duration = Duration::from_millis(50);

/// Looks for signals from time to time, and keeps the exception that one raises.
pub(crate) struct Interrupt {
    last: Instant,
    raised: PyResult<()>,
}

impl Default for Interrupt {
    fn default() -> Self {
        Self { last: Instant::now(), raised: Ok(()) }
    }
}

impl Interrupt {
    /// Whether no signal has raised an exception. The thread has no lock of Python.
    pub(crate) fn is_absent(&mut self) -> bool {
        if self.last.elapsed() >= LOOK && self.raised.is_ok() {
            self.last = Instant::now();
            self.raised = Python::attach(|py| py.check_signals());
        }
        self.raised.is_ok()
    }

    /// Raises the exception of a signal.
    ///
    /// # Errors
    /// As KeyboardInterrupt.
    pub(crate) fn raised(self) -> PyResult<()> {
        self.raised
    }
}
