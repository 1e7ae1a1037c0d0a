//! B: freestyle, standard and caro; White's lines in renju.

use super::{O, Sketch, X};

#[test]
fn five_and_six() {
    for (name, six) in [("freestyle", true), ("standard", false), ("caro", true)] {
        for size in [10, 15, 22] {
            let sketch = Sketch::of(name).on(size).at((1, 2));
            for (row, wins) in [
                ("xxxxp", true),
                ("xxpxx", true),
                ("pxxxx", true),
                ("xxxp", false),
                ("xxxpox", false),
                ("xxpxxx", six),
                ("xxxxxp", six),
                ("xxxxpxxx", six),
            ] {
                let mut drawing = sketch.draw(&[row]);
                drawing.go('p');
                assert_eq!(drawing.end(), wins.then_some((X, "five")), "{name} {row}");
                let white = row.replace('x', "w").replace('o', "x").replace('w', "o");
                let mut drawing = sketch.white_to_move().draw(&[&white]);
                drawing.go('p');
                assert_eq!(drawing.end(), wins.then_some((O, "five")), "{name} {white}");
            }
        }
    }
}

#[test]
fn shut_at_both_ends() {
    let caro = Sketch::of("caro").on(15);
    for (row, wins) in [
        ("xxxxp", true),
        ("oxxxxp", true),
        ("xxxxpo", true),
        ("oxxxxpo", false),
        ("opxxxxo", false),
        ("oxxpxxo", false),
        ("oxxxxxpo", true),
        ("oxxxpxxxo", true),
        ("ox.xxxpxo", true),
    ] {
        let mut drawing = caro.draw(&[row]);
        drawing.go('p');
        assert_eq!(drawing.end(), wins.then_some((X, "five")), "{row}");
    }
    // The edge is no enemy stone.
    for (at, row) in [((0, 3), "xxxxpo"), ((9, 3), "oxxxxp")] {
        let mut drawing = caro.at(at).draw(&[row]);
        drawing.go('p');
        assert_eq!(drawing.end(), Some((X, "five")));
    }
    // One free line is enough.
    let mut drawing = caro.draw(&["oxxxxpo", ".....x.", ".....x.", ".....x.", ".....x."]);
    drawing.go('p');
    assert_eq!(drawing.end(), Some((X, "five")));
    // Opening a shut five later does not make it win: only lines through the new stone count.
    let mut drawing = caro.draw(&["oxxxxxo", "...p..."]);
    drawing.go('p');
    assert_eq!(drawing.end(), None);
}

#[test]
fn in_every_direction() {
    for name in ["freestyle", "standard", "caro", "renju"] {
        for rows in [
            vec!["x", "x", "p", "x", "x"],
            vec!["x....", ".x...", "..p..", "...x.", "....x"],
            vec!["....x", "...x.", "..p..", ".x...", "x...."],
        ] {
            let mut drawing = Sketch::of(name).on(15).draw(&rows);
            drawing.go('p');
            assert_eq!(drawing.end(), Some((X, "five")), "{name}");
        }
        // A line does not run on from one edge to the other.
        let mut drawing = Sketch::of(name).on(5).at((0, 0)).draw(&["..pxx", "xx...", "....."]);
        drawing.go('p');
        assert_eq!(drawing.end(), None, "{name}");
    }
}

#[test]
fn nothing_is_captured() {
    for name in ["freestyle", "standard", "caro", "renju"] {
        for row in ["xoop", "xooop"] {
            assert_eq!(Sketch::of(name).on(15).draw(&[row]).go('p'), 0, "{name}");
        }
    }
}
