//! The files of the page.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// The path relative to the page.
    pub path: &'static str,
    /// The content.
    pub bytes: &'static [u8],
}

impl File {
    /// The file with this path; the empty path is the page itself.
    #[must_use]
    pub fn at(path: &str) -> Option<&'static Self> {
        let path = if path.is_empty() { "index.html" } else { path };
        FILES.iter().find(|file| file.path == path)
    }

    /// The content compressed by gzip.
    #[must_use]
    pub fn gzip(&self) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(self.bytes).and_then(|()| encoder.finish()).expect("memory takes everything")
    }

    /// The media type.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self.path.rsplit('.').next() {
            Some("html") => "text/html; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("gz") => "application/gzip",
            Some("svg") => "image/svg+xml",
            Some("webmanifest") => "application/manifest+json",
            _ => "application/octet-stream",
        }
    }
}

macro_rules! files {
    ($($path:literal)*) => {
        &[$(File { path: $path, bytes: include_bytes!(concat!("../page/", $path)) },)* PUZZLES]
    };
}

/// The puzzles, which the page loads when they are wanted.
const PUZZLES: File = File { path: "puzzles.jsonl.gz", bytes: puzzles::SHIPPED };

/// All files of the page.
pub const FILES: &[File] = files! {
    "index.html" "theme.css" "style.css" "print.css" "explore.css" "puzzles.css" "panels.css" "icon.svg" "manifest.webmanifest" "config.js"
    "main.js" "analysis.js" "batch.js" "board-explored.js" "board-layers.js" "board-layout.js" "board.js" "compare.js" "dialogs.js"
    "document.js" "dom.js" "editor.js" "engine.js" "explore.js" "files.js" "format.js" "game.js" "hand.js" "keys.js"
    "learn.js" "lesson.js" "lessons.js" "library.js" "lines.js" "link.js" "many.js" "marks.js" "match.js" "mini.js" "opening.js"
    "phases.js" "picture.js" "position-text.js" "print.js" "proof.js" "puzzle-rating.js" "puzzles.js" "resources.js" "review.js" "show.js" "sounds.js" "state.js"
    "storage.js" "store.js" "texts-de.js" "texts-en.js" "texts-ja.js" "texts-ko.js" "texts-ru.js" "texts-zh.js"
    "texts.js" "tiles.js" "tree-layout.js" "tree.js" "updates.js" "url.js" "view-analysis.js" "view-board.js" "view-compare.js"
    "view-editor.js" "view-explore.js" "view-file.js" "view-graph.js" "view-home.js" "view-lesson.js" "view-moves.js"
    "view-play.js" "view-print.js" "view-proof.js" "view-puzzles.js" "view-review.js" "view-status.js" "view-tree.js" "view-watch.js" "watch.js"
};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn all_files_of_the_folder_are_served() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let there = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        let there: BTreeSet<String> = there.map(|name| name.to_string_lossy().into_owned()).collect();
        let in_folder = FILES.iter().filter(|file| file.path != PUZZLES.path);
        let served: BTreeSet<String> = in_folder.map(|file| file.path.to_owned()).collect();
        assert_eq!(there, served);
    }

    #[test]
    fn the_page_is_small() {
        // Other languages and what few people use are loaded when they are wanted.
        let late = [
            "batch.js",
            "compare.js",
            "explore.js",
            "learn.js",
            "lessons.js",
            "many.js",
            "panels.css",
            "picture.js",
            "print.js",
            "puzzle-rating.js",
            "puzzles.js",
            "puzzles.jsonl.gz",
            "resources.js",
            "tree-layout.js",
            "updates.js",
            "view-compare.js",
            "view-explore.js",
            "view-print.js",
            "view-puzzles.js",
            "view-tree.js",
            "view-watch.js",
            "watch.js",
        ];
        let is_loaded = |file: &&File| {
            !late.contains(&file.path) && (!file.path.starts_with("texts-") || file.path == "texts-en.js")
        };
        let bytes: usize = FILES.iter().filter(is_loaded).map(|file| file.gzip().len()).sum();
        assert!(bytes < 125_000, "the page takes {bytes} bytes on its way");
    }

    #[test]
    fn every_file_has_a_type() {
        assert!(FILES.iter().all(|file| file.kind() != "application/octet-stream"));
        assert_eq!(File::at("").map(|file| file.path), Some("index.html"));
    }
}
