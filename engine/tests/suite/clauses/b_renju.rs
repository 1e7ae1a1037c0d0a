//! B: what Black may not do in renju, and that White may do anything.

use super::{O, Sketch, X};

const RENJU: Sketch = Sketch::of("renju").on(15);

/// The outcome of a black stone on `p`: `foul`, `five` or `go`.
fn black(rows: &[&str]) -> &'static str {
    let mut drawing = RENJU.draw(rows);
    let listed = drawing.duel.legal().contains(&drawing.marks[&'p']);
    drawing.go('p');
    match drawing.end() {
        None if listed => "go",
        Some((O, "foul")) if !listed => "foul",
        Some((X, "five")) if listed => "five",
        end => panic!("{end:?}, listed: {listed}"),
    }
}

#[test]
fn overlines() {
    for row in ["xxxpxx", "xxxxxp", "pxxxxx", "xxxxpxxx"] {
        assert_eq!(black(&[row]), "foul", "{row}");
    }
}

#[test]
fn double_fours() {
    let cross = |row: &'static str, foot: &'static str| [row, "....x...", "....x...", "....x...", foot];
    assert_eq!(black(&cross("oxxxp...", "....o...")), "foul");
    // Two in one line; a straight four is one.
    for row in ["x.xpx.x", "xx.xp.xx", "xxx.p.xxx"] {
        assert_eq!(black(&[row]), "foul", "{row}");
    }
    assert_eq!(black(&["..xxpx.."]), "go");
    // The gap makes seven and the other end is shut: no four, only the column is one.
    assert_eq!(black(&cross("oxxxp.xx", "....o...")), "go");
    assert_eq!(black(&cross(".xxxp.xx", "....o...")), "foul");
    // A four that the edge leaves no room is none.
    assert_eq!(black(&["oxxxpo..", "....x...", "....x...", "....x...", "....o..."]), "go");
}

#[test]
fn double_threes() {
    let foul: [&[&str]; 2] = [
        &[".........", "..pxx....", "..x......", "..x......", "........."],
        &[".........", "..px.x...", ".........", "..x......", "..x......", "........."],
    ];
    foul.into_iter().for_each(|rows| assert_eq!(black(rows), "foul", "{rows:?}"));
    let fine: [&[&str]; 3] = [
        &[".........", ".opxxx...", "..x......", "..x......", "........."],
        &[".........", "o.pxx.o..", "..x......", "..x......", "........."],
        &[".........", "x..pxx..x", "...x.....", "...x.....", "........."],
    ];
    fine.into_iter().for_each(|rows| assert_eq!(black(rows), "go", "{rows:?}"));
}

#[test]
fn five_comes_first() {
    assert_eq!(black(&["xxxxp....", "....xx...", "....x.x.."]), "five");
    assert_eq!(black(&["xxxpxx", "...x..", "...x..", "...x..", "...x.."]), "five");
}

#[test]
fn recursion() {
    // b, the only straight-four point of the row, is itself a double three: p is no foul. One of b's threes shut: it is.
    let nested = ["..........", "....x..x..", "....x.x...", "o.xxpb....", ".....x....", ".....x....", ".........."];
    assert_eq!(black(&nested), "go");
    let open = ["..........", "....xo.x..", "....x.x...", "o.xxpb....", ".....x....", ".....x....", ".....o...."];
    assert_eq!(black(&open), "foul");
    // b would make an overline, or a five at the same time: neither makes a straight four that counts.
    for top in [".....x...", "........."] {
        let rows = [top, ".....x...", "o.xxpb...", "....xx...", "....xx...", ".....x...", "........."];
        assert_eq!(black(&rows), "go", "{top}");
    }
    let fewer = [".........", ".........", "o.xxpb...", "....x....", "....x....", ".....x...", "........."];
    assert_eq!(black(&fewer), "foul");
    // b would make a double four.
    let rows = ["..........", "..........", "o.xxpb....", "....xx....", "....xx....", ".....x....", ".....o...."];
    assert_eq!(black(&rows), "go");
}

/// A point that makes a straight four and, in another line, a five makes no three count.
#[test]
fn a_five_at_the_same_time() {
    let column = |stones: [&'static str; 5]| {
        let [below, second, third, fourth, end] = stones;
        [".......", "....x..", "....x..", "..xbpx.", below, second, third, fourth, end]
    };
    let (stone, none) = ("...x...", ".......");
    assert_eq!(black(&column([stone, stone, stone, stone, none])), "go", "b makes a five");
    assert_eq!(black(&column([stone, stone, none, none, none])), "foul", "b makes a three");
    assert_eq!(black(&column([stone, none, none, none, none])), "foul", "b makes nothing else");
    assert_eq!(black(&column([stone, stone, stone, none, none])), "go", "b makes a double four");
    assert_eq!(black(&column([stone, stone, stone, stone, stone])), "go", "b makes an overline");
    // The other end of a three counts: b makes a five, c a straight four alone.
    let rows =
        ["........", "....x...", "....x...", "..bxpxc.", "..x.....", "..x.....", "..x.....", "..x.....", "........"];
    assert_eq!(black(&rows), "foul");
}

#[test]
fn white_is_free() {
    for (rows, end) in [
        (vec!["oopooo"], Some((O, "five"))),
        (vec!["oopoo"], Some((O, "five"))),
        (vec!["xoopoox"], Some((O, "five"))),
        (vec!["....", "..poo...", "..o......", "..o......"], None),
        (vec!["xooop...", "....o...", "....o...", "....o...", "....x..."], None),
    ] {
        let mut drawing = RENJU.white_to_move().draw(&rows);
        assert!(!drawing.refuses('p'));
        drawing.go('p');
        assert_eq!(drawing.end(), end, "{rows:?}");
    }
}

/// A foul received ends the game in White's favour; it takes part in the game like any move.
#[test]
fn the_foul_loses() {
    let mut drawing = RENJU.draw(&["xxxpxx"]);
    assert_eq!(drawing.go('p'), 0);
    assert_eq!(drawing.end(), Some((O, "foul")));
    assert_eq!(drawing.duel.engine.moves().len(), 1);
    assert!(drawing.duel.legal().is_empty());
}

/// Only fouls are left to Black: he has lost, whether White played or the position was set up so. White always has a point to play.
#[test]
fn nothing_but_fouls() {
    let rows = ["qxoxoxo", "oxoxoxo", "oxoxoxo", "xxxpxxx", "oxoxoxo", "oxoxoxo", "oxoxoxo"];
    let board = Sketch::of("renju").on(7).at((0, 0));
    let mut drawing = board.white_to_move().draw(&rows);
    drawing.go('q');
    assert_eq!(drawing.end(), Some((O, "no legal move")));
    drawing.duel.pass().expect_err("the game is over");
    let mut drawing = board.white_to_move().draw(&rows);
    drawing.go('p');
    assert_eq!((drawing.end(), drawing.duel.legal().len()), (None, 1));
    let stuck = ["oxoxoxo", "oxoxoxo", "oxoxoxo", "xxx.xxx", "oxoxoxo", "oxoxoxo", "oxoxoxo"];
    assert_eq!(board.draw(&stuck).end(), Some((O, "no legal move")));
    assert_eq!(board.white_to_move().draw(&stuck).end(), None);
}
