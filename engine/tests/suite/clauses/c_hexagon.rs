//! C: the hexagon.

use engine::Color;
use referee::duel::Duel;
use referee::scene::{At, Flags, Scene, Setting};

use super::X;
use crate::differential::setups::vary;

/// `d3`: row letter from the top, column number.
pub(super) fn cell(name: &str) -> At {
    let number: usize = name[1..].parse().expect("a number");
    (number - 1, usize::from(name.as_bytes()[0] - b'a'))
}

pub(super) fn hexagon(size: usize, length: usize, flags: Flags, x: &str, o: &str) -> Scene {
    let mut scene = Scene::empty(Setting::new("ndengrod", size).length(length).flags(flags));
    for (names, color) in [(x, Color::Black), (o, Color::White)] {
        scene.stones.extend(names.split_whitespace().map(|name| (cell(name), color)));
    }
    vary(&scene);
    scene
}

/// A position of side 5, lines of 5, Black to move.
fn drawn(x: &str, o: &str) -> Duel {
    Duel::set_up(&hexagon(5, 5, &[], x, o))
}

/// C1.
#[test]
fn the_board() {
    for (side, cells) in [(3, 19), (4, 37), (5, 61), (6, 91), (7, 127), (8, 169), (9, 217)] {
        assert_eq!(Duel::start(Setting::new("ndengrod", side)).legal().len(), cells);
    }
    let mut duel = Duel::start(Setting::new("ndengrod", 5));
    let rows = ["a1-a5", "b1-b6", "c1-c7", "d1-d8", "e1-e9", "f2-f9", "g3-g9", "h4-h9", "i5-i9"];
    let cells = rows.iter().flat_map(|row| {
        let (first, last) = (cell(&row[..2]), cell(&row[3..]));
        (first.0..=last.0).map(move |x| (x, first.1))
    });
    let mut cells: Vec<At> = cells.collect();
    cells.sort_unstable();
    assert_eq!(duel.legal(), cells);
    for name in ["a6", "b7", "c8", "d9", "f1", "g2", "h3", "i4"] {
        assert!(duel.refuses(cell(name)), "{name}");
    }
}

/// C1, C4: the six neighbours are what gives liberty: five stones around do not capture, the sixth does.
#[test]
fn neighbours() {
    let around = ["e4", "e6", "d5", "f5", "f6", "d4"];
    for last in around {
        let others: Vec<&str> = around.into_iter().filter(|name| *name != last).collect();
        let mut duel = drawn(&others.join(" "), "e5");
        assert_eq!(duel.play(cell("a1")), Ok(vec![]));
        let mut duel = drawn(&others.join(" "), "e5");
        assert_eq!(duel.play(cell(last)), Ok(vec![cell("e5")]), "{last}");
    }
    // d6 and f4 are not next to e5.
    let mut duel = drawn("e4 e6 d5 f5 d6 f4 d4", "e5");
    assert_eq!(duel.play(cell("a1")), Ok(vec![]));
}

/// C1, C5.
#[test]
fn lines() {
    for (x, last, wins) in [
        ("e2 e3 e4 e5", "e6", true),
        ("b3 c3 d3 e3", "f3", true),
        ("b2 c3 d4 e5", "f6", true),
        ("d3 d5 e6 f7 g8", "c4", true),
        ("c7 d6 f4 g3", "e5", false),
        ("e2 e3 e4", "e5", false),
        ("e2 e3 e4 e6", "f9", false),
        ("a1 a2 a3 a4", "a5", true),
        ("a1 b1 c1 d1", "e1", true),
        ("i5 i6 i7 i8", "i9", true),
    ] {
        let mut duel = drawn(x, "");
        duel.play(cell(last)).expect("a legal move");
        assert_eq!(duel.end().is_some(), wins, "{x} {last}");
    }
}

/// C5: the length or more.
#[test]
fn longer_lines() {
    for length in 3..=7 {
        for stones in 2..=8 {
            let x: Vec<String> =
                (1..=stones).filter(|&number| number != 2).map(|number| format!("e{number}")).collect();
            let mut duel = Duel::set_up(&hexagon(5, length, &[], &x.join(" "), ""));
            duel.play(cell("e2")).expect("a legal move");
            assert_eq!(duel.end().is_some(), stones >= length, "{stones} stones, lines of {length}");
        }
    }
}

/// C2, C3.
#[test]
fn swap_and_pass() {
    let mut duel = Duel::start(Setting::new("ndengrod", 5));
    duel.pass().expect_err("no passing");
    duel.swap().expect_err("too early");
    duel.play(cell("e5")).expect("a legal move");
    let text = duel.engine.position_text();
    duel.swap().expect("an offer");
    assert_eq!((duel.engine.position_text(), duel.engine.to_move()), (text, Color::White));
    duel.swap().expect_err("once");
    duel.play(cell("e6")).expect("a legal move");
    duel.swap().expect_err("too late");
    let mut kept = Duel::start(Setting::new("ndengrod", 5));
    kept.play(cell("e5")).expect("a legal move");
    kept.play(cell("e6")).expect("a legal move");
    kept.swap().expect_err("too late");
    let mut set_up = drawn("e5", "");
    set_up.swap().expect_err("a set-up position");
}

/// C4 (1).
#[test]
fn groups_without_liberties() {
    // The edge gives no liberty: a corner needs three stones, a side four.
    let mut duel = drawn("a2 b1", "a1");
    assert_eq!(duel.play(cell("b2")), Ok(vec![cell("a1")]));
    let mut duel = drawn("a2 a4 b3", "a3");
    assert_eq!(duel.play(cell("b4")), Ok(vec![cell("a3")]));
    // A group falls altogether, or not at all.
    let mut duel = drawn("a3 b1 b2", "a1 a2");
    assert_eq!(duel.play(cell("b3")), Ok(vec![cell("a1"), cell("a2")]));
    let mut duel = drawn("b1 b2", "a1 a2");
    assert_eq!(duel.play(cell("b3")), Ok(vec![]));
    assert_eq!(duel.referee.captured(), [0, 0]);
}

/// C4 (1): every enemy group without liberties is removed.
#[test]
fn both_groups_without_liberties() {
    // a1 at the corner and c1 at the side share the point b1.
    let mut duel = drawn("a2 b2 d1 d2 c2", "a1 c1");
    assert_eq!(duel.play(cell("b1")), Ok(vec![cell("a1"), cell("c1")]));
    let mut duel = drawn("a3 b1 b4 c3 c4 a4", "a1 a2 b3");
    assert_eq!(duel.play(cell("b2")).expect("a legal move").len(), 3);
}

/// C4 (2).
#[test]
fn suicide_is_refused() {
    let mut duel = drawn("c3", "a2 b1 b2");
    assert!(duel.refuses(cell("a1")));
    // Of a group as well; joining a group with liberties is fine.
    let mut duel = drawn("a2", "a3 b1 b2 b3");
    assert!(duel.refuses(cell("a1")));
    let mut duel = drawn("a2 a3", "b1 b2 b3");
    assert!(!duel.refuses(cell("a1")));
}

/// C4: captures come first.
#[test]
fn a_capture_gives_liberties() {
    let mut duel = drawn("a3 b3 c1 c2 c3", "a2 b1 b2");
    assert_eq!(duel.play(cell("a1")).expect("a legal move").len(), 3);
}

/// C5: a five that would be suicide is illegal, one made with a capture wins.
#[test]
fn lines_and_captures() {
    let mut duel = drawn("a2 a3 a4 a5", "b1 b2 b3 b4 b5 b6");
    assert!(duel.refuses(cell("a1")));
    let mut duel = drawn("a2 a3 a4 a5 c1 c2 c3 c4 c5 c6 c7", "b1 b2 b3 b4 b5 b6");
    assert_eq!(duel.play(cell("a1")).expect("a legal move").len(), 6);
    assert_eq!(duel.end(), Some((X, "line".to_owned())));
}

/// C5: only lines through the new stone count.
#[test]
fn a_standing_line() {
    let mut duel = drawn("e1 e2 e3 e4 e5", "");
    assert_eq!(duel.end(), None);
    duel.play(cell("a1")).expect("a legal move");
    assert_eq!(duel.end(), None);
}

/// C6: after o at a1 both empty points of side 3 are suicide for x.
#[test]
fn no_legal_move() {
    let o = "a2 a3 b1 b2 b3 b4 c2 c4 c5 d2 d3 d4 d5 e3 e4 e5";
    let draw = Some((None, "no legal move".to_owned()));
    let mut scene = hexagon(3, 5, &[], "", o);
    scene.to_move = Color::White;
    let mut duel = Duel::set_up(&scene);
    assert_eq!(duel.end(), None);
    duel.play(cell("a1")).expect("a legal move");
    assert_eq!(duel.end(), draw);
    let duel = Duel::set_up(&hexagon(3, 5, &[], "", &format!("a1 {o}")));
    assert_eq!(duel.end(), draw);
    Duel::set_up(&hexagon(3, 5, &[("stuck", "draw")], "", &format!("a1 {o}"))).pass().expect_err("the game is over");
}

/// C6, `stuck=pass`: x passes, and o, who fills one of his eyes, is taken.
#[test]
fn no_legal_move_and_a_pass() {
    const PASS: Flags = &[("stuck", "pass")];
    let o = "a2 a3 b1 b2 b3 b4 c2 c4 c5 d2 d3 d4 d5 e3 e4 e5";
    let mut scene = hexagon(3, 5, PASS, "", o);
    scene.to_move = Color::White;
    let mut duel = Duel::set_up(&scene);
    duel.pass().expect_err("there are legal moves");
    duel.play(cell("a1")).expect("a legal move");
    assert_eq!((duel.end(), duel.legal()), (None, vec![]));
    duel.pass().expect("nothing else");
    assert_eq!((duel.end(), duel.engine.to_move()), (None, Color::White));
    duel.pass().expect_err("there are legal moves");
    duel.play(cell("c1")).expect("a legal move");
    assert_eq!(duel.play(cell("c3")).expect("a legal move").len(), 18);
    assert_eq!(duel.end(), None);
    // So with the side to move set up.
    let mut duel = Duel::set_up(&hexagon(3, 5, PASS, "", &format!("a1 {o}")));
    assert_eq!((duel.end(), duel.legal()), (None, vec![]));
    duel.pass().expect("nothing else");
    duel.play(cell("c3")).expect("a legal move");
    assert_eq!(duel.end(), Some((Some(Color::White), "line".to_owned())));
}
