//! The program `ninuki`, built with the tests that run it.

use std::process::ExitCode;

fn main() -> ExitCode {
    ninuki::run()
}
