//! The work of this program when it is started again as a guard, a keeper or a launcher.

use std::ffi::{OsStr, OsString};
use std::io;

use super::guard::stand;
use super::keeper::{keep, launch};

/// Runs the guard, keeper or launcher that the arguments name, program name first, to its end. Returns whether it
/// succeeded, and then the program exits; `None` for other arguments. A program that runs engines calls this before
/// anything else.
///
/// # Examples
/// ```no_run
/// if let Some(done) = ninuki_engines::process::helper(std::env::args_os()) {
///     std::process::exit(i32::from(!done));
/// }
/// ```
pub fn helper(args: impl IntoIterator<Item = OsString>) -> Option<bool> {
    let args: Vec<OsString> = args.into_iter().skip(1).collect();
    let (words, command) = match args.iter().position(|word| word == "--") {
        Some(gap) => (&args[..gap], &args[gap + 1..]),
        None => (&args[..], &args[..0]),
    };
    let number = |word: &OsStr| word.to_str()?.parse().ok();
    Some(match words {
        [kind, mark] if kind == "guard" => {
            stand(mark.to_str()?, io::stdin().lock());
            true
        }
        [kind, runner, report, mark] if kind == "keep" => keep(number(runner)?, number(report)?, mark, command).is_ok(),
        [kind, keeper, report] if kind == "launch" => launch(number(keeper)?, number(report)?, command).is_ok(),
        _ => return None,
    })
}
