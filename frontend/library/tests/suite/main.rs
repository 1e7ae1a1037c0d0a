//! Libraries from outside: imported games are found.

mod explore;
mod import;
mod slow;

use std::path::PathBuf;

use engine::{Game, Rules};
use ninuki_library::Library;
use records::{Choice, Entries, Format, Size};
use tempfile::TempDir;

/// A folder with a library in it.
pub(crate) struct Shelf(TempDir);

impl Shelf {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, bytes).expect("written");
        path
    }

    pub(crate) fn library(&self) -> Library {
        Library::create(&self.path("games.db")).expect("a library")
    }
}

/// The options of a game on its usual board.
pub(crate) fn choice(rules: &Rules) -> Choice {
    Choice { own: Some(rules.clone()), ..Choice::default() }
}

/// The options of a game.
pub(crate) fn choice_of(game: &Game) -> Choice {
    Choice { size: Some(Size::of(game.grid())), length: Some(game.length()), ..choice(game.rules()) }
}

/// Games as lines of moves.
pub(crate) fn lines(text: &str, choice: &Choice) -> Entries {
    Format::TXT.read(text.as_bytes().to_vec(), choice).expect("games")
}
