//! Parsers of the values of options.

use std::fmt;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::value_parser;

/// The reason why the value of an option is refused.
#[derive(Debug)]
pub(crate) enum ValueError {
    /// Not a number from this minimum, or one that is too large.
    Whole(u8),
    /// More MiB than the machine has; the MiB that it has.
    Machine(u64),
    /// More MiB than the system gives to this process; the MiB of the option.
    Memory(u64),
    /// Unknown columns.
    Columns,
    /// A text that is no date.
    Date,
    /// The file of custom rules at this path is invalid.
    Rules(String, variants::Error),
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(least) => write!(f, "this is no whole number from {least} on"),
            Self::Machine(size) => write!(f, "this machine has {size} MiB"),
            Self::Memory(size) => write!(f, "memory of {size} MiB cannot be had"),
            Self::Columns => f.write_str("the columns are game or go"),
            Self::Date => f.write_str("this is no date, one is 2006, 2006-08 or 2006-08-06"),
            // The message begins with line and column.
            Self::Rules(path, error @ variants::Error::Text { .. }) => write!(f, "{path}:{error}"),
            Self::Rules(path, error @ variants::Error::File(_)) => write!(f, "{path}: {error}"),
        }
    }
}

impl std::error::Error for ValueError {}

/// Parses a whole number.
///
/// # Errors
/// The text is no number, or the number is too large for `T`.
pub(crate) fn whole<T: FromStr>(text: &str) -> Result<T, ValueError> {
    text.parse().map_err(|_| ValueError::Whole(0))
}

/// Parses a whole number from 1 on.
///
/// # Errors
/// The text is no such number, or the number is too large.
pub(crate) fn counting(text: &str) -> Result<u64, ValueError> {
    whole(text).ok().filter(|&number| number > 0).ok_or(ValueError::Whole(1))
}

/// Parser of a number of threads, 1 to 512.
pub(crate) fn threads() -> impl TypedValueParser<Value = usize> {
    value_parser!(u64).range(1..=512).map(|threads| threads as usize)
}

/// Parses a size of memory in MiB, and returns it in bytes.
///
/// # Errors
/// The text is no number, the machine has less memory, or the system refuses an allocation of this size.
pub(crate) fn mebibytes(text: &str) -> Result<usize, ValueError> {
    let size = counting(text)?;
    match machine_mebibytes() {
        Some(there) if size > there => Err(ValueError::Machine(there)),
        _ => {
            let bytes = size.checked_mul(1 << 20).and_then(|bytes| usize::try_from(bytes).ok());
            bytes.filter(|&bytes| can_be_had(bytes)).ok_or(ValueError::Memory(size))
        }
    }
}

/// Whether the system grants an allocation of `bytes` bytes. Nothing is written to it.
fn can_be_had(bytes: usize) -> bool {
    let mut memory = Vec::<u8>::new();
    let had = memory.try_reserve_exact(bytes).is_ok();
    // Keeps the allocation from being optimized away.
    std::hint::black_box(&memory);
    had
}

/// Memory of this machine in MiB, on systems that report it.
pub(crate) fn machine_mebibytes() -> Option<u64> {
    #[cfg(target_os = "linux")]
    return nix::sys::sysinfo::sysinfo().ok().map(|info| info.ram_total() >> 20);
    #[cfg(not(target_os = "linux"))]
    None
}

/// Parser of one of the values, each with its name and its help.
pub(crate) fn one_of<T: Copy + Send + Sync + 'static>(
    values: &'static [(T, &'static str, &'static str)],
) -> impl TypedValueParser<Value = T> {
    let named = values.iter().map(|&(_, name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(named).map(|chosen| {
        let found = values.iter().find(|(_, name, _)| *name == chosen);
        found.expect("only these names are accepted").0
    })
}
