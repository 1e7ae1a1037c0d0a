//! Ctrl-C, and the request of the system to end.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The first interrupt sets the flag, the second ends this program.
pub(crate) fn sets(stop: &Arc<AtomicBool>) {
    let stop = Arc::clone(stop);
    // A handler that cannot be set leaves the default: the program ends at once, and the next run cuts off what it left.
    let _ = ctrlc::set_handler(move || {
        if stop.swap(true, Relaxed) {
            process::exit(130);
        }
    });
}
