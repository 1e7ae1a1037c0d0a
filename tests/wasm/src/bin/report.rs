//! Prints the report of this machine.

use std::error::Error;
use std::io::{Write, stdout};

fn main() -> Result<(), Box<dyn Error>> {
    let mut printed = Ok(());
    wasm::report(&mut |line| {
        if printed.is_ok() {
            printed = writeln!(stdout(), "{line}");
        }
    })?;
    Ok(printed?)
}
