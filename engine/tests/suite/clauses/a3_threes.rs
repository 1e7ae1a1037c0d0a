//! A3.1 to A3.3: threes, double threes, and their ban.

use engine::Color;

use super::{NINUKI, NINUKIS, Sketch};

/// A sure three in the column under the point p at the given column of the row.
fn with_a_three_below(row: &str) -> Vec<String> {
    let column = row.find('p').expect("the point p");
    let stone = |symbol: char| (0..row.len()).map(|x| if x == column { symbol } else { '.' }).collect::<String>();
    vec![stone('.'), row.to_owned(), stone('x'), stone('x'), stone('.'), stone('.')]
}

fn refused(sketch: Sketch, row: &str) -> bool {
    let rows = with_a_three_below(row);
    sketch.draw(&rows.iter().map(String::as_str).collect::<Vec<_>>()).refuses('p')
}

/// A3.1: windows of 4 with 3 stones, both neighbours empty, no own stone beyond them.
#[test]
fn threes() {
    for (row, three) in [
        (".pxx.", true),
        (".xpx.", true),
        (".xxp.", true),
        (".px.x.", true),
        (".p.xx.", true),
        (".x.px.", true),
        (".x.xp.", true),
        (".xp.x.", true),
        ("...pxx...", true),
        ("o.pxx..", true),
        ("o.pxx.o", false),
        ("opxx..", false),
        (".pxxo", false),
        ("..pxxo", false),
        (".px.xo", false),
        ("op.xx.", false),
        ("o.px.x.o", true),
        (".pox.x.", false),
        (".p..xx.", false),
        (".px..x.", false),
        ("..p.x..", false),
        ("..px...", false),
        ("x..pxx..x", false),
        ("x..pxx...", true),
        ("x.pxx..", false),
        ("x.pxx...", false),
        ("x.pxx.o", false),
        ("x.px.x.", false),
        ("x..px.x..", true),
        (".pxx..x", true),
        (".pxx.x", false),
        ("o.pxx..x", false),
        (".xxp..xo", true),
    ] {
        for name in ["ninuki", "ninuki-hannover", "ninuki-japan"] {
            assert_eq!(refused(Sketch::of(name), row), three, "{name} {row}");
        }
    }
}

/// A3.1: where five or more wins the condition on the points beyond falls away.
#[test]
fn threes_where_overlines_win() {
    for (row, three) in [
        (".pxx.", true),
        (".px.x.", true),
        ("x..pxx..x", true),
        ("x.pxx...", true),
        ("x.px.x.", true),
        ("o.pxx.o", false),
        ("o.pxx..x", true),
        ("opxx..", false),
        (".pxxo", false),
    ] {
        assert_eq!(refused(Sketch::of("ninuki-42"), row), three, "{row}");
    }
}

/// A3.1: both points next to the window are on the board; a three that touches the edge is none.
#[test]
fn the_edge() {
    for (at, row, three) in [
        ((0, 5), ".pxx..", true),
        ((0, 5), "pxx...", false),
        ((0, 5), "p.xx..", false),
        ((0, 5), ".pxx.o", false),
        ((13, 5), "..xxp.", true),
        ((13, 5), "...xxp", false),
        ((14, 5), ".xxp.", true),
        ((15, 5), ".xxp", false),
        ((14, 5), ".x.xp", false),
        ((13, 5), ".x.xp.", true),
    ] {
        for name in NINUKIS {
            let size = Sketch::of(name);
            assert_eq!(refused(size.at(at), row), three, "{name} {at:?} {row}");
        }
    }
}

/// A3.2: at least two of the four lines, whichever.
#[test]
fn every_pair_of_lines() {
    let lines = [(1, 0), (0, 1), (1, 1), (1, -1)];
    for subset in 0..16_u32 {
        let mut rows = vec![vec!['.'; 13]; 13];
        rows[6][6] = 'p';
        for (i, (dx, dy)) in lines.into_iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1) {
            let offsets = [[1, 2], [-1, 1], [-1, -2], [1, 3]][i];
            for offset in offsets {
                rows[(6 + dy * offset) as usize][(6 + dx * offset) as usize] = 'x';
            }
        }
        let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let refused = subset.count_ones() >= 2;
        for name in NINUKIS {
            assert_eq!(Sketch::of(name).draw(&rows).refuses('p'), refused, "{name}, lines {subset:04b}");
        }
    }
}

/// A3.2: only threes that contain p count, and at most one per line.
#[test]
fn only_threes_through_the_stone() {
    let apart = ["........", ".pxx....", "........", "..xxx...", "........"];
    assert!(!NINUKI.draw(&apart).refuses('p'));
    // x.p.x beside x: two windows in one line are one three.
    assert!(!NINUKI.draw(&["..........", "..x.px....", ".........."]).refuses('p'));
    assert!(!NINUKI.draw(&["...........", "..xx.p.xx..", "..........."]).refuses('p'));
    // A three that a capture reveals elsewhere does not count (Board 196, move 29).
    let revealed = ["........", ".pxx....", ".o......", ".o......", ".x.xx...", "........", "........"];
    assert!(!NINUKI.draw(&revealed).refuses('p'));
}

/// A3.1: the lines are looked at after the captures of the move.
#[test]
fn captures_come_first() {
    // p takes the two stones that shut the row; only then are both lines threes.
    let opened = ["..........", "xoop.xx...", "...x......", "...x......", "..........", ".........."];
    assert!(NINUKI.draw(&opened).refuses('p'));
    let shut = ["..........", "ooop.xx...", "...x......", "...x......", "..........", ".........."];
    assert!(!NINUKI.draw(&shut).refuses('p'));
    // p takes a stone that stood in the way of another line: the diagonal opens.
    let opened = ["..........", ".....pxx..", "....o.....", "...o......", "..x.......", ".........."];
    assert!(!NINUKI.draw(&opened).refuses('p'));
}

/// A3.1: any four is no three; a four and a three are allowed, a four and two threes are not.
#[test]
fn fours_are_no_threes() {
    let four = ["..........", ".pxxx.....", ".x........", ".x........", "..........", ".........."];
    let three = ["..........", ".pxxx.....", ".xx.......", ".x.x......", "..........", ".........."];
    for name in NINUKIS {
        assert!(!Sketch::of(name).draw(&four).refuses('p'), "{name}");
        assert!(Sketch::of(name).draw(&three).refuses('p'), "{name}: 4-3-3 is a 3-3");
    }
    assert!(!refused(NINUKI, ".pxxx."));
    assert!(!refused(NINUKI, ".px.xx."));
    assert!(!refused(NINUKI, "opxxx."));
}

/// A3.2: the straight-four point may itself be anything: here b, the only one of the row, is a double three.
pub(super) const NESTED: [&str; 8] =
    ["..........", "....x..x..", "....x.x...", "o.xxpb....", ".....x....", ".....x....", "..........", ".........."];

#[test]
fn no_recursion() {
    for name in NINUKIS {
        assert!(Sketch::of(name).draw(&NESTED).refuses('p'), "{name}");
    }
}

/// A3.4 "binds".
#[test]
fn who_is_bound() {
    let black = [".....", ".pxx.", ".x...", ".x...", ".....", "....."];
    let white = [".....", ".poo.", ".o...", ".o...", ".....", "....."];
    for name in NINUKIS {
        assert!(Sketch::of(name).draw(&black).refuses('p'), "{name}");
        let free = name == "ninuki-hannover";
        assert_eq!(Sketch::of(name).white_to_move().draw(&white).refuses('p'), !free, "{name}");
    }
    for name in ["pente", "keryo", "nenuki"] {
        assert!(!Sketch::of(name).draw(&black).refuses('p'), "{name}");
        assert!(!Sketch::of(name).white_to_move().draw(&white).refuses('p'), "{name}");
    }
}

/// A3.3: a forbidden move is refused, and the same player moves on.
#[test]
fn nothing_is_lost_by_trying() {
    let mut drawing = NINUKI.draw(&[".......", ".pxx...", ".x.....", ".x.....", ".......", "......."]);
    let before = drawing.duel.engine.position_text();
    drawing.duel.play(drawing.marks[&'p']).expect_err("a double three");
    assert_eq!((drawing.duel.engine.position_text(), drawing.end()), (before, None));
    assert_eq!(drawing.duel.engine.to_move(), Color::Black);
    drawing.go_elsewhere();
}
