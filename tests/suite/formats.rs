//! The formats of records in the book. Schemas and types are compared in `ninuki-service`.
//!
//! `BOOK=overwrite cargo test -p tests formats` writes the table of the book from the table of the library.

use std::fs;
use std::path::{Path, PathBuf};

use records::{Boards, Content, FORMATS, Part, Profile};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(file(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn profiles() -> impl Iterator<Item = &'static Profile> {
    FORMATS.iter().map(|format| format.profile())
}

/// The games of a file, and their boards.
fn games(profile: &Profile) -> String {
    let content = match profile.content {
        Content::Game if profile.holds(Part::Trees) => "one tree",
        Content::Game => "one",
        Content::Games | Content::Collection => "any number",
        Content::Positions => "positions, as one tree for each game and board",
    };
    let boards = match profile.boards {
        Boards::All => "all boards".to_owned(),
        Boards::Rectangles => "rectangular boards".to_owned(),
        Boards::Square(side) => format!("{side}x{side}"),
    };
    format!("{content}, {boards}")
}

/// The data that a format holds beside moves.
fn parts(profile: &Profile) -> String {
    let words = |part: &Part| match part {
        Part::SetUps => "set-up positions",
        Part::Captured => "captured stones in them",
        Part::Changes => "set-ups after moves",
        Part::Swaps => "swap",
        Part::Passes => "pass",
        Part::Trees => "variations, comments, labels",
        Part::Comment => "a comment",
    };
    let extras = Some(profile.extras).filter(|extras| !extras.is_empty());
    let all: Vec<_> = profile.parts.iter().map(words).chain(extras).collect();
    if all.is_empty() { "nothing".to_owned() } else { all.join(", ") }
}

/// A row of the table in the book.
fn row(profile: &Profile) -> String {
    let endings: Vec<_> = profile.extensions.iter().map(|ending| format!("`.{ending}`")).collect();
    let read_only = if profile.is_written { "" } else { ", read only" };
    let (endings, games, parts) = (endings.join(", "), games(profile), parts(profile));
    format!("| {endings} | {}{read_only} | {games} | {parts} |\n", profile.notation)
}

/// The first line of the table, before its rule.
const HEAD: &str = "| ending | format | games | holds besides moves |\n|---|---|---|---|\n";

#[test]
fn the_book_lists_the_formats_of_the_library() {
    const PAGE: &str = "docs/src/records.md";

    let page = read(PAGE);
    let (before, rest) = page.split_once(HEAD).unwrap_or_else(|| panic!("{PAGE} has a table"));
    let end = rest.find("\n\n").map_or(rest.len(), |end| end + 1);
    let (shown, after) = rest.split_at(end);
    let rows: String = profiles().filter(|profile| !profile.extensions.is_empty()).map(row).collect();
    if shown != rows && std::env::var("BOOK").is_ok_and(|book| book == "overwrite") {
        fs::write(file(PAGE), format!("{before}{HEAD}{rows}{after}")).expect("written");
    }
    assert_eq!(shown, rows, "{PAGE}; BOOK=overwrite writes it");
}
