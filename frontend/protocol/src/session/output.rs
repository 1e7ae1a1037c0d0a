//! Lines of the engine.

use std::any::Any;
use std::io::{self, Write};

use crate::grammar::Reply;

/// Writes a line, and flushes it so that the manager can read it at once.
///
/// # Errors
/// The output cannot be written.
pub(super) fn write(output: &mut dyn Write, reply: &Reply) -> io::Result<()> {
    output.write_all(format!("{reply}\n").as_bytes())?;
    output.flush()
}

/// The text of a panic.
pub(super) fn reason(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("unknown reason")
}
