//! Imports of the module from its host, and the export that the host calls.
#![expect(unsafe_code, reason = "functions of the host are foreign, and the one it calls keeps its name")]

use std::panic;
use std::time::Duration;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    safe fn now() -> f64;

    /// Prints `length` bytes of text from `text`.
    fn say(text: *const u8, length: usize);
}

fn say_line(line: &str) {
    // SAFETY: the host reads these bytes before it returns, and nothing else.
    unsafe { say(line.as_ptr(), line.len()) }
}

/// Reports; false if something should have worked and did not.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn run() -> bool {
    panic::set_hook(Box::new(|info| say_line(&info.to_string())));
    search::set_clock(|| Duration::from_secs_f64(now() / 1000.0));
    let done = crate::report(&mut say_line);
    done.inspect_err(|error| say_line(&format!("failed: {error}"))).is_ok()
}
