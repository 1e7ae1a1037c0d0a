//! A3.4: when a double three is allowed after all.

use super::{NINUKI, NINUKIS, Sketch};

/// A3.4 row a, perfect or not.
#[test]
fn row_a_a_five() {
    let five = ["......", "....x.", "....x.", "xxxxp.", "...x..", "..x...", "......"];
    for name in NINUKIS {
        assert!(!Sketch::of(name).draw(&five).refuses('p'), "{name}");
        // The same with a six, which is a five only where five or more wins.
        let six = [".......", "....x..", "....x..", "xxxxpx.", "...x...", "..x....", "......."];
        assert_eq!(Sketch::of(name).draw(&six).refuses('p'), name != "ninuki-42", "{name}");
        let breakable = [".o..x.", ".x..x.", "xxxxp.", ".b.x..", "..x...", "......"];
        let mut drawing = Sketch::of(name).draw(&breakable);
        assert!(!drawing.refuses('p'), "{name}");
        drawing.go('p');
        assert!(drawing.pending(), "{name}");
    }
}

/// A3.4 row b.
#[test]
fn row_b_breaking_a_five() {
    // p takes the pair up left of it.
    let rows = [
        ".........",
        ".x.......",
        "ooooo....",
        "...o.....",
        "....pxx..",
        "....x....",
        "....x....",
        ".........",
        ".........",
    ];
    for name in NINUKIS {
        let mut drawing = Sketch::of(name).draw(&rows);
        assert!(drawing.pending());
        assert!(!drawing.refuses('p'), "{name}: no other move breaks the five");
        drawing.go('p');
        assert_eq!(drawing.end(), None, "{name}");
    }
    // One that does not break the five.
    let missing = [
        ".........",
        ".........",
        "ooooo....",
        ".........",
        "....pxx..",
        "....x....",
        "....x....",
        ".........",
        ".........",
    ];
    for name in NINUKIS {
        assert!(Sketch::of(name).draw(&missing).refuses('p'), "{name}");
    }
}

/// A3.4 row b: with another allowed way to break the five, `ninuki` refuses the double three.
#[test]
fn row_b_with_another_way() {
    let rows = [
        "....x....",
        ".x..o....",
        "ooooo....",
        "...oq....",
        "....pxx..",
        "....x....",
        "....x....",
        ".........",
        ".........",
    ];
    for (name, refused) in [("ninuki", true), ("ninuki-hannover", false), ("ninuki-japan", false), ("ninuki-42", false)]
    {
        let mut drawing = Sketch::of(name).draw(&rows);
        assert!(drawing.pending());
        assert!(!drawing.refuses('q'));
        assert_eq!(drawing.refuses('p'), refused, "{name}");
    }
}

/// A four of o that only p stops, and p is a double three.
const BLOCK: [&str; 5] = [".....x.x", ".....xx.", "xoooop..", "........", "........"];

/// A3.4 row c.
#[test]
fn row_c_stopping_a_four() {
    for (name, refused) in [("ninuki", false), ("ninuki-japan", false), ("ninuki-hannover", true), ("ninuki-42", true)]
    {
        assert_eq!(Sketch::of(name).draw(&BLOCK).refuses('p'), refused, "{name}");
        // With another move that stops it: q takes a stone of the four.
        let capture = [".....x.x", "...x.xx.", "xoooop..", "...o....", "...q....", "........"];
        let mut drawing = Sketch::of(name).draw(&capture);
        assert_eq!(drawing.refuses('p'), name != "ninuki-japan", "{name}");
        assert_eq!(drawing.go('q'), 2);
        assert_eq!(drawing.end(), None);
    }
    // Without the four the exception falls away everywhere.
    for name in NINUKIS {
        let three = [BLOCK[0], BLOCK[1], "x.ooop..", BLOCK[3], BLOCK[4]];
        assert!(Sketch::of(name).draw(&three).refuses('p'), "{name}");
    }
}

/// A3.4 row c: an own five or the fifth pair elsewhere is a defence too; a pair is not.
#[test]
fn row_c_other_defences() {
    for (row, captured, ninuki_refuses) in [
        ("xxxxf...", 0, true),
        ("oxxxx.x.", 0, false),
        ("xoof....", 0, false),
        ("xoof....", 6, false),
        ("xoof....", 8, true),
    ] {
        for (name, refused) in [("ninuki", ninuki_refuses), ("ninuki-japan", false)] {
            let rows = [&BLOCK[..], &["........", "........", row]].concat();
            assert_eq!(
                Sketch::of(name).captured(captured, 0).draw(&rows).refuses('p'),
                refused,
                "{name} {row} {captured}"
            );
        }
    }
    // A breakable own five is a defence as well.
    let rows = [&BLOCK[..], &["..o.....", "..x.....", "xxxxf...", "........"]].concat();
    assert!(NINUKI.draw(&rows).refuses('p'));
}

/// A3.4 row c: of two fours p stops one only.
#[test]
fn row_c_must_stop_it() {
    let rows = [&BLOCK[..], &["........", "xoooo..."]].concat();
    for name in NINUKIS {
        assert!(Sketch::of(name).draw(&rows).refuses('p'), "{name}");
    }
}

/// A3.4 row c: taking a stone of the four is a defence like any other.
#[test]
fn row_c_by_a_capture() {
    let rows = [
        ".x........",
        "xoooo.....",
        "...o......",
        "....pxx...",
        "....x.....",
        "....x.....",
        "..........",
        "..........",
    ];
    // p takes (3,2) and (2,1) with the x on (1,0); the end of the four stays open.
    for (name, refused) in [("ninuki", true), ("ninuki-japan", false), ("ninuki-hannover", true), ("ninuki-42", false)]
    {
        assert_eq!(Sketch::of(name).draw(&rows).refuses('p'), refused, "{name}");
    }
}

/// D: a double three against a straight four that no move stops is refused.
#[test]
fn row_c_and_a_straight_four() {
    let rows = [".....x.x", ".....xx.", ".oooop..", "........", "........"];
    for name in NINUKIS {
        assert!(Sketch::of(name).draw(&rows).refuses('p'), "{name}");
    }
}

/// A3.4: making a four is no exception, while the opponent has a four or not.
#[test]
fn row_c_and_an_own_four() {
    let rows = ["..........", ".pxxx.....", ".xx.......", ".x.x......", "..........", "xoooo....."];
    for name in NINUKIS {
        assert!(Sketch::of(name).draw(&rows).refuses('p'), "{name}");
    }
}

/// A3.4 row d.
#[test]
fn row_d_any_capture() {
    let rows = ["........", "xoop....", "...xx...", "...x.x..", "........", "........"];
    for name in NINUKIS {
        assert_eq!(Sketch::of(name).draw(&rows).refuses('p'), name != "ninuki-42", "{name}");
    }
}

/// A3.4: neither a capture nor the fifth pair excuses.
#[test]
fn no_exceptions() {
    let rows =
        [".oooo...", "........", "........", "........", "xoog....", "...xx...", "...x.x..", "........", "........"];
    for name in ["ninuki", "ninuki-hannover", "ninuki-japan"] {
        for captured in [0, 6, 8] {
            assert!(Sketch::of(name).captured(captured, 0).draw(&rows).refuses('g'), "{name} {captured}");
            assert!(Sketch::of(name).captured(captured, 0).draw(&rows[3..]).refuses('g'), "{name} {captured}");
        }
    }
}
