//! Values of options that are one of a few names.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

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
