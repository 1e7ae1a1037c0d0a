//! Ctrl-C and termination signals.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Installs a handler: the first interrupt sets the flag, the second ends this program with status 130.
pub(crate) fn sets(stop: &Arc<AtomicBool>) {
    let stop = Arc::clone(stop);
    // A handler that cannot be set leaves the default: the program ends at once.
    let _ = ctrlc::set_handler(move || {
        if stop.swap(true, Ordering::Relaxed) {
            process::exit(130);
        }
    });
}
