//! Lines of the protocol: what is read as a command prints as a line that is read as the same command.
//!
//! Run it with `cargo +nightly fuzz run --fuzz-dir fuzz protocol` in the folder `tests`.

#![no_main]

use frontend::gomocup::{Command, Reply};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &[u8]| {
    let Ok(line) = std::str::from_utf8(line) else { return };
    // The reader splits at line ends, so a line holds none.
    if line.contains(['\n', '\r']) {
        return;
    }
    if let Ok(command) = Command::parse(line) {
        // Lists are printed over several lines and read from one.
        let printed = command.to_string().replace('\n', " ");
        assert_eq!(Command::parse(&printed).as_ref(), Ok(&command), "{printed}");
    }
    if let Some(reply) = Reply::parse(line) {
        let printed = reply.to_string();
        assert_eq!(Reply::parse(&printed).as_ref(), Some(&reply), "{printed}");
    }
});
