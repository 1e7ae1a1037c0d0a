//! Boards whose sides differ: `--size` asks for them, records, pictures and the search play on them.

use crate::run::{Folder, run};

const SIZE: [&str; 4] = ["--rules", "freestyle", "--size", "7x12"];

#[test]
fn commands_play_on_width_and_height() {
    let with = |args: &[&'static str]| run(&[args, &SIZE].concat());
    assert_eq!(with(&["perft", "--depth", "1"]).out.split_whitespace().next_back(), Some("84"));
    let best = with(&["analyze", "--json", "--nodes", "2000", "--moves", "d6 e7 d7 e8 d8 e9 d9"]);
    assert_eq!(best.code, 0, "{}", best.err);
    assert!(best.objects().last().is_some_and(|last| last["bestmove"].is_string()), "{}", best.out);
    let proved = with(&["solve", "--moves", "d6 e7 d7 e8 d8 a1"]);
    assert_eq!(proved.code, 0, "{}{}", proved.out, proved.err);
    let drawn = with(&["board", "--moves", "a1 g12"]);
    assert!(drawn.code == 0 && drawn.out.contains("freestyle, size 7x12, 2 moves"), "{}{}", drawn.out, drawn.err);
}

#[test]
fn records_hold_rectangles_and_give_them_back() {
    let folder = Folder::new();
    folder.write("game.txt", "d6 e7 g12 a1\n");
    for ending in ["sgf", "psq", "pgn", "txt"] {
        let file = format!("copy.{ending}");
        let converted = folder.run(&[&["convert", "game.txt", &file], &SIZE[..]].concat());
        assert_eq!(converted.code, 0, "{ending}: {}", converted.err);
        let size: &[&str] = if ending == "txt" { &SIZE } else { &["--rules", "freestyle"] };
        let replayed = folder.run(&[&["replay", "--json", &file], size].concat()).object();
        let expected = (&"7x12".into(), &4.into(), &serde_json::Value::Null);
        assert_eq!((&replayed["size"], &replayed["plies"], &replayed["error"]), expected, "{ending}");
    }
    assert!(folder.text("copy.sgf").contains("SZ[7:12]"));
    let drawn = folder.run(&["board", "copy.sgf", "--out", "board.svg"]);
    assert!(drawn.code == 0 && folder.text("board.svg").contains("<svg"), "{}", drawn.err);
}

#[test]
fn sizes_that_no_board_has_are_refused() {
    for (rules, size, part) in [
        ("pente", "13x15", "pente is not played on size 13x15, its boards have sides of one length"),
        ("pente", "13x14", "pente is not played on size 13x14, allowed is 13, 15"),
        ("freestyle", "15x30", "freestyle is not played on size 15x30, allowed is 5, 6"),
        ("ndengrod", "5x6", "ndengrod is not played on size 5x6"),
        ("freestyle", "15x", "\"15x\" is no size, one is written as 19 or, width and height, as 15x20"),
    ] {
        let refused = run(&["perft", "--depth", "1", "--rules", rules, "--size", size]);
        assert!(refused.code == 2 && refused.err.contains(part), "{rules} {size}: {}", refused.err);
    }
}
