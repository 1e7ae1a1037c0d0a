//! A1: placement and capture.

use super::{NINUKI, Sketch, X};

const CAPTURING: [&str; 7] = ["ninuki", "ninuki-hannover", "ninuki-japan", "ninuki-42", "nenuki", "pente", "keryo"];

/// A1.1.
#[test]
fn one_stone_on_an_empty_point() {
    let mut drawing = NINUKI.draw(&["xo.p"]);
    for at in [(3, 3), (4, 3), (19, 3), (3, 19), (40, 40)] {
        assert!(drawing.duel.refuses(at), "{at:?}");
    }
    assert_eq!(drawing.go('p'), 0);
    assert!(drawing.duel.refuses((6, 3)));
}

/// A1.2.
#[test]
fn a_pair_in_each_direction() {
    let rows = ["x..x..x", ".o.o.o.", "..ooo..", "xoopoox", "..ooo..", ".o.o.o.", "x..x..x"];
    for name in CAPTURING {
        let mut drawing = Sketch::of(name).on(if name == "nenuki" { 11 } else { 19 }).draw(&rows);
        assert_eq!(drawing.go('p'), 16, "{name}");
    }
    for gap in 0..8 {
        // One flank less: the other seven pairs are taken.
        let ends = [(0, 0), (3, 0), (6, 0), (0, 3), (6, 3), (0, 6), (3, 6), (6, 6)];
        let (x, y) = ends[gap];
        let open: Vec<String> = (0..7)
            .map(|row| {
                (0..7).map(|col| if (col, row) == (x, y) { '.' } else { rows[row].as_bytes()[col].into() }).collect()
            })
            .collect();
        let open: Vec<&str> = open.iter().map(String::as_str).collect();
        assert_eq!(NINUKI.draw(&open).go('p'), 14, "without the flank at {x},{y}");
    }
}

/// A1.2: one, or three and more, are never taken; a flank must be an own stone.
#[test]
fn exactly_two() {
    for (row, taken) in [
        ("xop", 0),
        ("xoop", 2),
        ("xooop", 0),
        ("xoooop", 0),
        (".oop", 0),
        ("ooop", 0),
        ("x.op", 0),
        ("xo.p", 0),
        ("xxop", 0),
    ] {
        for name in CAPTURING.into_iter().filter(|name| *name != "keryo") {
            assert_eq!(Sketch::of(name).draw(&[row]).go('p'), taken, "{name} {row}");
        }
    }
}

/// A1.2, `keryo`: three in a row are taken as well.
#[test]
fn threes_in_keryo() {
    for (row, taken) in
        [("xop", 0), ("xoop", 2), ("xooop", 3), ("xoooop", 0), (".ooop", 0), ("xo.oop", 0), ("xoo.op", 0)]
    {
        assert_eq!(Sketch::of("keryo").draw(&[row]).go('p'), taken, "{row}");
    }
    let both = ["xooop..", "....o..", "....o..", "....x.."];
    assert_eq!(Sketch::of("keryo").draw(&both).go('p'), 5);
}

/// A1.2: all pairs are found first and removed together; a pair may be a part of no other.
#[test]
fn all_pairs_at_once() {
    let rows = ["xoopoox", "...o...", "...o...", "...x..."];
    let mut drawing = NINUKI.draw(&rows);
    assert_eq!(drawing.go('p'), 6);
    assert_eq!(drawing.duel.referee.captured(), [6, 0]);
}

/// A1.3: playing into a sandwich is safe, and a move captures through its own stone alone.
#[test]
fn only_through_the_new_stone() {
    for row in ["xpox", "xopx"] {
        let mut drawing = NINUKI.white_to_move().draw(&[row, "......", ".....q"]);
        assert_eq!(drawing.go('p'), 0);
        assert_eq!(drawing.go('q'), 0, "the sandwich stays");
    }
    let mut drawing = Sketch::of("keryo").white_to_move().draw(&["xopox"]);
    assert_eq!(drawing.go('p'), 0);
}

/// A1.4.
#[test]
fn the_edge_is_no_flank() {
    for (at, rows) in [
        ((0, 9), vec!["oop"]),
        ((16, 9), vec!["poo"]),
        ((9, 0), vec!["o", "o", "p"]),
        ((9, 16), vec!["p", "o", "o"]),
        ((0, 0), vec!["o..", ".o.", "..p"]),
        ((16, 0), vec!["..o", ".o.", "p.."]),
        ((0, 16), vec!["..p", ".o.", "o.."]),
        ((16, 16), vec!["p..", ".o.", "..o"]),
    ] {
        assert_eq!(NINUKI.at(at).draw(&rows).go('p'), 0, "{at:?}");
    }
    // Flanks on the edge itself are points, and rows do not run on from one edge to the other.
    assert_eq!(NINUKI.at((0, 9)).draw(&["xoop"]).go('p'), 2);
    assert_eq!(NINUKI.at((15, 0)).draw(&["poox"]).go('p'), 2);
    let wrapped = ["..................x", "oop................"];
    assert_eq!(NINUKI.at((0, 9)).draw(&wrapped).go('p'), 0);
    let wrapped = ["................poo", "x.................."];
    assert_eq!(NINUKI.at((0, 9)).draw(&wrapped).go('p'), 0);
}

/// A1.5.
#[test]
fn vacated_points_are_empty() {
    let mut drawing = NINUKI.draw(&["xoop"]);
    assert_eq!(drawing.go('p'), 2);
    assert!(!drawing.duel.refuses((4, 3)) && !drawing.duel.refuses((5, 3)));
    assert_eq!(drawing.go_at((4, 3)), 0);
    assert_eq!(drawing.go_at((18, 18)), 0);
    // Capturing is never compulsory.
    let mut drawing = NINUKI.draw(&["xoop"]);
    drawing.go_elsewhere();
}

/// A1.6.
#[test]
fn counters_that_win() {
    for (name, captured, end) in [
        ("keryo", 12, None),
        ("keryo", 13, Some((X, "captures"))),
        ("pente", 8, Some((X, "captures"))),
        ("pente", 6, None),
        ("ninuki", 8, Some((X, "captures"))),
        ("ninuki", 6, None),
        ("ninuki-hannover", 8, Some((X, "captures"))),
        ("ninuki-japan", 8, Some((X, "captures"))),
        ("ninuki-42", 8, Some((X, "captures"))),
        ("nenuki", 8, None),
        ("nenuki", 40, None),
    ] {
        let mut drawing = Sketch::of(name).captured(captured, 0).draw(&["xoop"]);
        assert_eq!(drawing.go('p'), 2);
        assert_eq!(drawing.end(), end, "{name} {captured}");
    }
    // Five or more: three pairs at once on top of three win too; the opponent's counter does not help.
    let rows = ["xoopoox", "...o...", "...o...", "...x..."];
    let mut drawing = NINUKI.captured(6, 0).draw(&rows);
    drawing.go('p');
    assert_eq!(drawing.end(), Some((X, "captures")));
    let mut drawing = NINUKI.captured(0, 8).draw(&["xoop"]);
    drawing.go('p');
    assert_eq!(drawing.end(), None);
    // A set-up position is never over by itself; enough stones win with the next move.
    let mut drawing = NINUKI.captured(10, 0).draw(&["p"]);
    drawing.go('p');
    assert_eq!(drawing.end(), Some((X, "captures")));
}
