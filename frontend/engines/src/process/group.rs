//! The runner where engines are process groups.

use std::io;
use std::sync::Arc;

/// Nothing: groups are killed one by one.
#[derive(Debug)]
pub struct Guard;

impl Guard {
    /// Begins.
    ///
    /// # Errors
    /// There are none.
    pub fn start() -> io::Result<Arc<Self>> {
        Ok(Arc::new(Self))
    }

    /// Ends.
    pub const fn dismiss(&self) {}
}
