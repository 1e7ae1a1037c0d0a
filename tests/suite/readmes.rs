//! The READMEs, documentation and examples of the crates.

use std::fs;
use std::path::{Path, PathBuf};

use crate::walls::LIBRARIES;

fn folders() -> impl Iterator<Item = PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    LIBRARIES.into_iter().map(move |(library, _)| root.join(library))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The lines between the first line `open` and the next "```".
fn block<'t>(lines: impl Iterator<Item = &'t str>, open: &str) -> Vec<String> {
    lines.skip_while(|line| *line != open).skip(1).take_while(|line| *line != "```").map(str::to_owned).collect()
}

#[test]
fn a_readme_shows_the_example_that_is_tested() {
    for folder in folders() {
        let (readme, source) = (read(&folder.join("README.md")), read(&folder.join("src/lib.rs")));
        let docs = source.lines().map_while(|line| line.strip_prefix("//!")).map(|line| line.trim_start_matches(' '));
        // Indentation is no difference: a documentation comment has a blank before each line.
        let shown: Vec<String> = block(readme.lines(), "```rust").iter().map(|line| line.trim().to_owned()).collect();
        let tested: Vec<String> = block(docs, "```").into_iter().filter(|line| !line.starts_with("# ")).collect();
        assert!(shown.len() > 3, "{} has an example", folder.display());
        assert_eq!(shown, tested, "{}", folder.display());
    }
}

#[test]
fn readmes_ask_for_the_present_version() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let manifest = read(&root.join("Cargo.toml"));
    let version = manifest.lines().find_map(|line| line.strip_prefix("version = ")).expect("a version");
    // Cargo takes 0.2 for every 0.2.x.
    let short = version.trim_matches('"').rsplit_once('.').expect("three numbers").0;
    for folder in folders() {
        let asked = block(read(&folder.join("README.md")).lines(), "```toml");
        for dependency in asked.iter().skip(1) {
            let (_, number) = dependency.split_once(" = ").expect("a version");
            assert_eq!(number, format!("\"{short}\""), "{}", folder.display());
        }
    }
}

#[test]
fn readmes_ask_for_the_crates_of_their_examples() {
    for folder in folders() {
        let readme = read(&folder.join("README.md"));
        let asked = block(readme.lines(), "```toml");
        if asked.is_empty() {
            continue;
        }
        let names: Vec<String> =
            asked.iter().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name.replace('-', "_")).collect();
        for line in block(readme.lines(), "```rust") {
            for word in line.split(|char: char| !char.is_alphanumeric() && char != '_') {
                let is_known = !word.starts_with("ninuki_") || names.iter().any(|name| name == word);
                assert!(is_known, "{}: the dependencies lack {word}", folder.display());
            }
        }
    }
}

#[test]
fn the_book_shows_an_example_of_a_readme() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let shown = block(read(&root.join("docs/src/libraries.md")).lines(), "```rust");
    assert_eq!(shown, block(read(&root.join("engine/README.md")).lines(), "```rust"));
}

#[test]
fn the_book_has_the_features_of_all_crates() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = read(&root.join("docs/src/libraries.md"));
    for folder in folders() {
        let manifest = read(&folder.join("Cargo.toml"));
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = ")).expect("a name").replace('"', "`");
        let lines = manifest.lines().skip_while(|line| *line != "[features]").skip(1);
        let names = lines.take_while(|line| !line.starts_with('[')).filter_map(|line| line.split_once(" = "));
        for feature in names
            .map(|(feature, _)| feature)
            .filter(|feature| !matches!(*feature, "default") && !feature.starts_with('#'))
        {
            let quoted = format!("`{feature}`");
            let mut rows = page.lines().filter(|line| line.starts_with('|') && line.contains(&name));
            assert!(
                rows.any(|row| row.contains(&quoted)),
                "docs/src/libraries.md lacks the feature {quoted} of {name}"
            );
        }
    }
}

/// The examples that the book shows, in their order.
const SHOWN: [&str; 5] = [
    "engine/examples/random_game.rs",
    "frontend/analysis/examples/analyse.rs",
    "frontend/records/examples/read_sgf.rs",
    "frontend/pictures/examples/draw.rs",
    "search/examples/prove.rs",
];

#[test]
fn the_book_shows_whole_examples() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = read(&root.join("docs/src/libraries.md"));
    let (_, programs) = page.split_once("\n## Five programs\n").expect("the examples");
    let shown: Vec<_> =
        programs.split("```rust\n").skip(1).map(|rest| rest.split("```").next().expect("a block")).collect();
    assert_eq!(shown.len(), SHOWN.len());
    for (path, shown) in SHOWN.into_iter().zip(shown) {
        let text = read(&root.join(path));
        let (_, body) = text.split_once("\nuse ").expect("it uses something");
        assert_eq!(format!("use {body}"), shown, "{path}");
    }
}

#[test]
fn readmes_are_short_and_lead_to_the_project() {
    for folder in folders() {
        let readme = read(&folder.join("README.md"));
        assert!(readme.lines().count() < 60, "{}", folder.display());
        let link = readme.split("(").find_map(|rest| rest.split_once("README.md)")).expect("a link to the project");
        assert!(folder.join(link.0).join("engine/Cargo.toml").exists(), "{}", folder.display());
        assert_eq!(read(&folder.join("LICENSE")), read(&folder.join(link.0).join("LICENSE")), "{}", folder.display());
    }
}

#[test]
fn examples_are_short() {
    let mut found = 0;
    for folder in folders().map(|folder| folder.join("examples")).filter(|folder| folder.exists()) {
        for path in crate::style::sources(&folder) {
            assert!(read(&path).lines().count() <= 50, "{}", path.display());
            found += 1;
        }
    }
    assert!(found >= 5, "{found} examples");
}
