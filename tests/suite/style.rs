//! One folder names the games; all other code asks for a mechanism.

use std::fs;
use std::path::{Path, PathBuf};

use engine::Rules;

/// The Rust files of a folder and the folders in it.
pub(crate) fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files = Vec::new();
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files
}

/// A line without its comment, in lower case. (No line of code here holds `//` in a text.)
fn code(line: &str) -> String {
    line.split("//").next().unwrap_or_default().to_lowercase()
}

/// Whether `name` stands in the line as a word, in one of the spellings of code.
fn names(line: &str, name: &str) -> bool {
    let spellings = [name.to_owned(), name.replace('-', "_"), name.replace('-', "")];
    let outside = |char: Option<char>| char.is_none_or(|char| !char.is_alphanumeric());
    spellings.iter().any(|word| {
        line.match_indices(word.as_str())
            .any(|(at, _)| outside(line[..at].chars().next_back()) && outside(line[at + word.len()..].chars().next()))
    })
}

#[test]
fn one_folder_names_the_games() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let rules = root.join("engine/src/rules");
    let files = ["engine", "eval", "search"].iter().flat_map(|name| sources(&root.join(name).join("src")));
    let mut found = Vec::new();
    // Tests name the games that they play.
    for path in files.filter(|path| !path.starts_with(&rules) && !path.ends_with("tests.rs")) {
        let text = fs::read_to_string(&path).expect("a source file");
        for (number, line) in text.lines().enumerate() {
            let code = code(line);
            for game in Rules::ALL.iter().filter(|game| names(&code, game.name)) {
                found.push(format!("{}:{}: {}", path.display(), number + 1, game.name));
            }
        }
    }
    assert!(found.is_empty(), "games are named outside of the rules:\n{}", found.join("\n"));
}

#[test]
fn a_name_is_found() {
    for line in ["Rules::NINUKI_42", "if name == \"ninuki-42\" {", "let ninuki42 = 1;"] {
        assert!(names(&code(line), "ninuki-42"), "{line}");
    }
    assert!(names(&code("Rules::RENJU => 1"), "renju"));
    assert!(!names(&code("let x = 1; // as in renju"), "renju"));
    assert!(!names(&code("impl Carousel"), "caro"));
}
