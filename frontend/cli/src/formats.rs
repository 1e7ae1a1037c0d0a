//! Formats of records in options and help texts, from the table of the library.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use records::{Boards, FORMATS, Format, Part, Profile};

/// Parses the name of a format; the help lists all with their descriptions.
pub(crate) fn parser() -> impl TypedValueParser<Value = Format> {
    let value = |profile: &Profile| PossibleValue::new(profile.name).help(profile.description);
    PossibleValuesParser::new(FORMATS.iter().map(|format| value(format.profile())))
        .map(|name| name.parse::<Format>().expect("only these names are accepted"))
}

/// The endings of the files that are read: `.sgf .psq …`.
pub(crate) fn endings() -> String {
    endings_of(|_| true)
}

/// The endings of the formats that `which` selects.
fn endings_of(which: impl Fn(Format) -> bool) -> String {
    let endings =
        Format::with_extensions().filter(|&format| which(format)).flat_map(|format| format.profile().extensions);
    endings.map(|ending| format!(".{ending}")).collect::<Vec<_>>().join(" ")
}

/// A table of the parts that not all written formats hold.
pub(crate) fn parts() -> String {
    let written = |holds: fn(Format) -> bool| endings_of(|format| format.is_written() && holds(format));
    format!(
        "  variations, comments  {}\n  several games         {}\n  set-up positions      {}\n  hexagons, swaps       {}",
        written(Format::has_trees),
        written(|format| format.has_games() && !format.is_single()),
        written(|format| format.profile().holds(Part::SetUps)),
        written(|format| format.profile().boards == Boards::All && format.profile().holds(Part::Swaps)),
    )
}
