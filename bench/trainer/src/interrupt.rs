//! Ctrl-C, and the request of the system to end.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A flag that the first interrupt sets; the second ends this program.
pub(crate) fn flag() -> Arc<AtomicBool> {
    let stop = Arc::<AtomicBool>::default();
    let flag = Arc::clone(&stop);
    // A handler that cannot be set leaves the default: the program ends at once, and the next run cuts off what it left.
    let _ = ctrlc::set_handler(move || {
        if stop.swap(true, Relaxed) {
            process::exit(130);
        }
    });
    flag
}
