//! Links of README, book and READMEs of crates: whatever does not lead outside of the repository leads to something.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Folders that hold no pages of the repository.
const ELSEWHERE: [&str; 4] = ["target", "dist", ".git", "node_modules"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository").to_path_buf()
}

/// The Markdown files in a folder and the folders in it.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() && !ELSEWHERE.contains(&name.as_str()) {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        }
    }
    found
}

/// Anchors and links of a page.
#[derive(Default)]
struct Page {
    anchors: BTreeSet<String>,
    links: Vec<String>,
}

fn read(path: &Path) -> Page {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut page = Page::default();
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(&text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => page.anchors.extend(heading.take().map(|text| anchor(&text))),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    *heading += &text;
                }
            }
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                page.links.push(dest_url.into_string());
            }
            _ => {}
        }
    }
    page
}

/// The anchor of a heading, as mdBook and code hosts make it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|char| char.is_alphanumeric() || matches!(char, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// Returns the flaw of a link of the page at `path`, if there is one.
fn flaw(path: &Path, link: &str) -> Option<&'static str> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
    let target = if file.is_empty() { path.to_owned() } else { path.parent().expect("a folder").join(file) };
    let Ok(target) = target.canonicalize() else { return Some("leads nowhere") };
    let book = root().join("docs/src").canonicalize().expect("the book");
    if path.starts_with(&book) && !target.starts_with(&book) {
        return Some("leads out of the book, where a built book has nothing");
    }
    let missing = anchor.is_some_and(|anchor| !read(&target).anchors.contains(anchor));
    missing.then_some("names no heading")
}

#[test]
fn links_lead_to_something() {
    let mut wrong = Vec::new();
    let mut links = 0;
    for path in pages(&root().canonicalize().expect("the repository")) {
        for link in read(&path).links {
            links += 1;
            wrong.extend(flaw(&path, &link).map(|flaw| format!("{}: {link} {flaw}", path.display())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(links > 200, "{links} links");
}

#[test]
fn flaws_are_found() {
    let page = root().join("docs/src/rules.md").canonicalize().expect("a page");
    assert_eq!(flaw(&page, "rules-captures.md#a12-capture"), None);
    assert_eq!(flaw(&page, "#flags"), None);
    assert_eq!(flaw(&page, "https://example.org/nowhere"), None);
    assert!(flaw(&page, "rules-captures.md#a99").is_some());
    assert!(flaw(&page, "no-such-page.md").is_some());
    assert!(flaw(&page, "../../README.md").is_some());
}

/// The table of contents names every page once, and nothing else.
#[test]
fn every_page_is_in_the_book() {
    let book = root().join("docs/src");
    let summary = book.join("SUMMARY.md");
    let mut named: Vec<PathBuf> = read(&summary).links.iter().map(|link| book.join(link)).collect();
    let mut there: Vec<PathBuf> = pages(&book).into_iter().filter(|path| *path != summary).collect();
    named.sort();
    there.sort();
    assert_eq!(named, there);
}

/// The first page is short.
#[test]
fn the_readme_is_short() {
    let text = fs::read_to_string(root().join("README.md")).expect("a README");
    assert!(text.lines().count() <= 120, "{} lines", text.lines().count());
}

/// The plots of the evaluation that the book shows are those of the weights.
#[test]
fn plots_are_those_of_the_weights() {
    for name in ["ninuki.svg", "freestyle.svg"] {
        let [shown, fitted] = ["docs/src/pictures", "eval/calibration"].map(|folder| root().join(folder).join(name));
        assert!(fs::read(shown).expect("a picture") == fs::read(fitted).expect("a picture"), "{name} has changed");
    }
}
