//! Tables of the book and the page that the library defines: names of games, flags, keys of custom games.
//!
//! `BOOK=overwrite cargo test -p tests tables` writes those of names and flags.

use std::fs;
use std::path::Path;

use engine::Rules;
use engine::rules::{FIELDS, Flag};
use openings::OpeningRule;

/// The text of a file, by its path from the root.
fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Compares the rows below `head` in a page with those that `rows` makes from the present ones.
fn compare(page: &str, head: &str, rows: impl Fn(&str) -> String) {
    let text = read(page);
    let (before, rest) = text.split_once(head).unwrap_or_else(|| panic!("{page} has no table {head}"));
    let end = rest.find("\n\n").map_or(rest.len(), |end| end + 1);
    let (shown, after) = rest.split_at(end);
    let rows = rows(shown);
    if shown != rows && std::env::var("BOOK").is_ok_and(|what| what == "overwrite") {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(page);
        fs::write(path, format!("{before}{head}{rows}{after}")).expect("written");
    }
    assert_eq!(shown, rows, "{page}; BOOK=overwrite writes it");
}

/// Words as code, with `separator` between them.
fn code<'w>(words: impl Iterator<Item = &'w str>, separator: &str) -> String {
    words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(separator)
}

#[test]
fn the_book_lists_the_names_of_games() {
    let row = |rules: &Rules| format!("| `{}` | {} |\n", rules.name, code(rules.aliases(), ", "));
    let named = || Rules::ALL.iter().filter(|rules| rules.aliases().next().is_some());
    compare("docs/src/games.md", "| name | also |\n|---|---|\n", |_| named().map(row).collect());
}

/// All flags, in the order of the games.
fn flags() -> Vec<&'static Flag> {
    let mut flags: Vec<&Flag> = Vec::new();
    for (flag, _) in Rules::ALL.iter().flat_map(Rules::flags) {
        if flags.iter().all(|known| known.name != flag.name) {
            flags.push(flag);
        }
    }
    flags
}

/// The last column of a flag is written by hand, with a link to its clause; by default it is the question of the library.
#[test]
fn the_book_lists_the_flags() {
    let row = |flag: &&Flag, shown: &str| {
        let start = format!("| `{}` |", flag.name);
        let present = shown.lines().find(|line| line.starts_with(&start));
        let decides = present.and_then(|line| line.split(" | ").nth(3)).unwrap_or(flag.decides).trim_end_matches(" |");
        let games = Rules::ALL.iter().filter(|rules| rules.flags().any(|(own, _)| own.name == flag.name));
        let (values, games) = (code(flag.values.iter().copied(), " "), code(games.map(|rules| rules.name), " "));
        format!("{start} {values} | {games} | {decides} |\n")
    };
    let head = "| flag | values, usual first | games | decides |\n|---|---|---|---|\n";
    compare("docs/src/rules.md", head, |shown| flags().iter().map(|flag| row(flag, shown)).collect());
}

#[test]
fn the_readme_names_every_game() {
    let readme = read("README.md");
    for rules in &Rules::ALL {
        assert!(readme.contains(&format!("`{}`", rules.name)), "{}", rules.name);
    }
}

/// Values and words of a row are written by hand.
#[test]
fn the_book_lists_the_keys_of_custom_games() {
    let page = read("docs/src/own-game.md");
    let (_, rows) = page.split_once("| key | values |\n|---|---|\n").expect("the table");
    let rows = rows.split("\n\n").next().unwrap_or_default().lines();
    let first = rows.map(|row| row.split(" | ").next().unwrap_or_default());
    let mut listed: Vec<&str> = first.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    let mut known = FIELDS.map(|field| field.key);
    listed.sort_unstable();
    known.sort_unstable();
    assert_eq!(listed, known);
}

#[test]
fn the_page_has_german_titles_of_every_game_and_opening_rule() {
    let german = read("frontend/web/page/texts-de.js");
    let has = |section: &str, name: &str| {
        let (_, entries) = german.split_once(&format!("\n  {section}: {{")).expect("a section");
        let entries = entries.split("\n  },").next().unwrap_or_default();
        let keys = [format!("{name}: \""), format!("\"{name}\": \"")];
        entries.lines().any(|line| keys.iter().any(|key| line.trim_start().starts_with(key.as_str())))
    };
    for rules in &Rules::ALL {
        assert!(has("games", rules.name), "{}", rules.name);
    }
    for name in OpeningRule::names() {
        assert!(has("openingRules", name), "{name}");
    }
}
