//! `ninuki board --out`, seen from outside.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs};

use tiny_skia::Pixmap;

/// Ninuki, pbmserv Board 196, March 2006.
const BOARD_196: &str = "K10 L9 M13 L11 L8 L10 K11 K12 K9 L12 L13 M12 N13 O13 L11 M12 J13 K13 K14 J15 L13 K13 M11 J9 \
                         J14 J12 J11 L11 K10";

/// A folder of its own that goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("ninuki-pictures-{}-{number}", std::process::id()));
        fs::create_dir(&path).expect("a temporary folder");
        Self(path)
    }

    /// Runs the command here; its exit status and what it says on standard error.
    fn board(&self, args: &[&str]) -> (i32, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_ninuki")).arg("board").args(args).current_dir(&self.0).output();
        let output = output.expect("the program runs");
        let error = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(!error.contains("panicked"), "{args:?}: {error}");
        assert_eq!(output.stdout, b"", "{args:?}");
        (output.status.code().expect("an exit status"), error)
    }

    /// The names of the files in it, in order.
    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a folder");
        let name =
            |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name().into_string().expect("UTF-8");
        let mut files: Vec<String> = entries.map(name).collect();
        files.sort();
        files
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(Path::new(name))).expect("a file")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_command_writes_what_the_ending_says() {
    let folder = Folder::new();
    for (args, file, start) in [
        (&["--moves", BOARD_196, "--numbers", "--out", "a.svg"][..], "a.svg", &b"<svg xmlns="[..]),
        (&["--moves", BOARD_196, "--width", "300", "--out", "b.PNG"], "b.PNG", b"\x89PNG\r\n"),
        (&["--moves", "K10 L11", "--delay", "100", "--out", "c.gif"], "c.gif", b"GIF89a"),
        (&["--moves", "K10 L11", "--heat", "threats", "--out", "d.svg"], "d.svg", b"<svg xmlns="),
        (&["--size", "13", "--heat", "winrate", "--nodes", "100", "--out", "e.svg"], "e.svg", b"<svg xmlns="),
    ] {
        assert_eq!(folder.board(args), (0, String::new()), "{args:?}");
        assert!(folder.read(file).starts_with(start), "{file}");
    }
    let pixels = Pixmap::decode_png(&folder.read("b.PNG")).expect("a PNG");
    assert_eq!(pixels.width(), 300);
    assert_eq!(folder.files(), ["a.svg", "b.PNG", "c.gif", "d.svg", "e.svg"]);
}

#[test]
fn a_game_becomes_one_picture_for_each_position() {
    let folder = Folder::new();
    let (status, _) = folder.board(&["--moves", "K10 L11 N7", "--each", "--width", "200", "--out", "game.png"]);
    assert_eq!(
        (status, folder.files().join(" ")),
        (0, "game-000.png game-001.png game-002.png game-003.png".to_owned())
    );
    let heights =
        folder.files().into_iter().map(|name| Pixmap::decode_png(&folder.read(&name)).expect("a PNG").height());
    let mut heights: Vec<u32> = heights.collect();
    heights.dedup();
    assert_eq!(heights.len(), 1, "all of one size");
}

#[test]
fn errors_leave_no_file_behind() {
    let folder = Folder::new();
    for (args, status, part) in [
        (&["--out", "a.jpg"][..], 2, ".svg .png .gif"),
        (&["--out", "a"], 2, ".svg .png .gif"),
        (&["--out", "nowhere/a.png"], 2, "nowhere/a.png"),
        (&["--out", "a.png", "--width", "5"], 2, "64..=4096"),
        (&["--out", "a.png", "--width", "1000000"], 2, "64..=4096"),
        (&["--width", "500"], 2, "--out"),
        (&["--out", "a.png", "--json"], 2, "--json"),
        (&["--out", "a.png", "--heat", "fire"], 2, "threats"),
        (&["--out", "a.png", "--heat", "winrate", "--nodes", "1"], 2, "--nodes"),
        (&["--out", "a.png", "--delay", "50"], 2, ".gif"),
        (&["--out", "a.gif", "--each"], 2, "--each"),
        (&["--out", "a.png", "--moves", "K10 A1"], 1, "ply 2: A1"),
        (&["--out", "a.png", "--moves", "K10", "--ply", "2"], 1, "--ply 2"),
        (&["--out", "a.png", "--heat", "threats", "--moves", BOARD_196], 1, "the game is over"),
    ] {
        let (code, error) = folder.board(args);
        assert_eq!(code, status, "{args:?}: {error}");
        let first = error.lines().next().unwrap_or_default();
        assert!(first.starts_with("error: ") && error.contains(part), "{args:?}: {error}");
        assert_eq!(folder.files(), [""; 0], "{args:?}");
    }
    fs::create_dir(folder.0.join("taken.svg")).expect("a folder");
    assert_eq!(folder.board(&["--out", "taken.svg"]).0, 2);
    assert_eq!(folder.files(), ["taken.svg"]);
}
