//! Values of options that are one of a few names.

use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::value_parser;

/// Reads a whole number.
///
/// # Errors
/// The text is none, or one that is too large.
pub(crate) fn whole<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| "this is no whole number from 0 on".to_owned())
}

/// Reads a whole number from 1 on.
///
/// # Errors
/// The text is none, or one that is too large.
pub(crate) fn counting(text: &str) -> Result<u64, String> {
    whole(text).ok().filter(|&number| number > 0).ok_or_else(|| "this is no whole number from 1 on".to_owned())
}

/// Reads a number of threads; more than 512 help nobody.
pub(crate) fn threads() -> impl TypedValueParser<Value = usize> {
    value_parser!(u64).range(1..=512).map(|threads| threads as usize)
}

/// Reads a size of memory in MiB, of which the machine must have as much and this process must get as much; the value is in
/// bytes.
///
/// # Errors
/// The text is no number, or what it asks for is not there.
pub(crate) fn mebibytes(text: &str) -> Result<usize, String> {
    let size = counting(text)?;
    match machine_mebibytes() {
        Some(there) if size > there => Err(format!("this machine has {there} MiB")),
        _ => {
            let bytes = size.checked_mul(1 << 20).and_then(|bytes| usize::try_from(bytes).ok());
            let free = bytes.filter(|&bytes| can_be_had(bytes));
            free.ok_or_else(|| format!("memory of {size} MiB cannot be had"))
        }
    }
}

/// Whether the system would give this process memory of `bytes` bytes. Nothing is written to it.
fn can_be_had(bytes: usize) -> bool {
    let mut memory = Vec::<u8>::new();
    let had = memory.try_reserve_exact(bytes).is_ok();
    // Keeps the allocation from being optimized away.
    std::hint::black_box(&memory);
    had
}

/// The memory of this machine in MiB, where it is known.
fn machine_mebibytes() -> Option<u64> {
    #[cfg(target_os = "linux")]
    return nix::sys::sysinfo::sysinfo().ok().map(|info| info.ram_total() >> 20);
    #[cfg(not(target_os = "linux"))]
    None
}

/// Reads one of some values, each with its name and what is said about it in the help.
pub(crate) fn one_of<T: Copy + Send + Sync + 'static>(
    values: &'static [(T, &'static str, &'static str)],
) -> impl TypedValueParser<Value = T> {
    let named = values.iter().map(|&(_, name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(named).map(|chosen| {
        let found = values.iter().find(|(_, name, _)| *name == chosen);
        found.expect("only these names are accepted").0
    })
}
