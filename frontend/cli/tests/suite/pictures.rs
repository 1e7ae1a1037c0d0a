//! `ninuki board --out`, seen from outside.

use std::fs;

use tiny_skia::Pixmap;

use crate::run::Folder;

/// Ninuki, pbmserv Board 196, March 2006.
const BOARD_196: &str = "K10 L9 M13 L11 L8 L10 K11 K12 K9 L12 L13 M12 N13 O13 L11 M12 J13 K13 K14 J15 L13 K13 M11 J9 \
                         J14 J12 J11 L11 K10";

impl Folder {
    /// Runs `ninuki board` here; its exit status and what it says on standard error.
    fn board(&self, args: &[&str]) -> (i32, String) {
        let ended = self.run(&[&["board"], args].concat());
        assert_eq!(ended.out, "", "{args:?}");
        (ended.code, ended.err)
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
    for args in [
        &["--out", "a.jpg"][..],
        &["--out", "a"],
        &["--out", "nowhere/a.png"],
        &["--out", "a.png", "--width", "5"],
        &["--out", "a.png", "--width", "1000000"],
        &["--width", "500"],
        &["--out", "a.png", "--json"],
        &["--out", "a.png", "--heat", "fire"],
        &["--out", "a.png", "--heat", "winrate", "--nodes", "1"],
        &["--out", "a.png", "--delay", "50"],
        &["--out", "a.gif", "--each"],
        &["--out", "a.png", "--moves", "K10 A1"],
        &["--out", "a.png", "--moves", "K10", "--ply", "2"],
        &["--out", "a.png", "--heat", "threats", "--moves", BOARD_196],
    ] {
        let (code, error) = folder.board(args);
        assert!(code > 0 && error.starts_with("error: "), "{args:?}: {error}");
        assert_eq!(folder.files(), [""; 0], "{args:?}");
    }
    fs::create_dir(folder.path("taken.svg")).expect("a folder");
    assert_eq!(folder.board(&["--out", "taken.svg"]).0, 2);
    assert_eq!(folder.files(), ["taken.svg"]);
}
