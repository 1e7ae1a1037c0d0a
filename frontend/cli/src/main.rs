//! The program `ninuki`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ninuki::run()
}
