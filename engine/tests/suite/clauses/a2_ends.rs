//! A2: the end of a game, line by line.

use super::{DRAW, NINUKI, NINUKIS, O, Sketch, X};

/// A five of x at m that o breaks at b; o captures a pair elsewhere at c.
const BREAKABLE: [&str; 6] = ["...o......", "...x......", "xxxxm.....", "...b......", "..........", "oxxc......"];

/// The same five, which nothing breaks.
const SOLID: [&str; 4] = ["xxxxm.....", "..........", "..........", "oxxc......"];

#[test]
fn what_is_a_five() {
    for (name, five, six, nine) in [
        ("ninuki", true, false, false),
        ("ninuki-hannover", true, false, false),
        ("ninuki-japan", true, false, false),
        ("ninuki-42", true, true, true),
        ("pente", true, true, true),
        ("keryo", true, true, true),
        ("nenuki", true, true, true),
    ] {
        let won = Some((X, "five"));
        for (row, wins) in [
            ("xxxpx", five),
            ("xxxpxx", six),
            ("xxxxpxxxx", nine),
            ("xxxp", false),
            ("xxxp.x", false),
            ("xxxpox", false),
        ] {
            let mut drawing = Sketch::of(name).draw(&[row]);
            drawing.go('p');
            assert_eq!(drawing.end(), wins.then_some(won).flatten(), "{name} {row}");
        }
        for rows in [["x....", ".x...", "..p..", "...x.", "....x"], ["....x", "...x.", "..p..", ".x...", "x...."]] {
            let mut drawing = Sketch::of(name).draw(&rows);
            drawing.go('p');
            assert_eq!(drawing.end(), won, "{name}");
        }
        // Five and overline by one stone is a five.
        let mut drawing = Sketch::of(name).draw(&["xxxpxx", "...x..", "...x..", "...x..", "...x.."]);
        drawing.go('p');
        assert_eq!(drawing.end(), won, "{name}");
    }
}

#[test]
fn line_1_winning_captures() {
    for name in NINUKIS.into_iter().chain(["pente"]) {
        let mut drawing = Sketch::of(name).captured(8, 8).draw(&["xoop"]);
        drawing.go('p');
        assert_eq!(drawing.end(), Some((X, "captures")), "{name}");
        // Captures are named before the five that the same stone makes.
        let mut drawing = Sketch::of(name).captured(8, 0).draw(&["xoopxxxx"]);
        drawing.go('p');
        assert_eq!(drawing.end(), Some((X, "captures")), "{name}");
    }
}

#[test]
fn line_1_an_older_five_stands() {
    for (name, end) in [
        ("ninuki", (X, "unbroken five")),
        ("ninuki-hannover", (X, "unbroken five")),
        ("ninuki-japan", (X, "unbroken five")),
        ("ninuki-42", (O, "captures")),
    ] {
        let mut drawing = Sketch::of(name).captured(0, 8).draw(&BREAKABLE);
        drawing.go('m');
        assert!(drawing.pending());
        drawing.go('c');
        assert_eq!(drawing.end(), Some(end), "{name}");
    }
}

#[test]
fn line_1_a_new_five_is_left() {
    // The fifth pair takes the end of a six of o.
    let rows = ["oooooo", ".....o", ".....x", "......", "......"];
    for (name, end) in [
        ("ninuki", (DRAW, "fifth capture leaves a five")),
        ("ninuki-hannover", (DRAW, "fifth capture leaves a five")),
        ("ninuki-japan", (DRAW, "fifth capture leaves a five")),
        ("ninuki-42", (X, "captures")),
        ("pente", (O, "unbroken five")),
    ] {
        let mut drawing = Sketch::of(name).captured(8, 0).at((3, 5)).draw(&rows);
        assert_eq!(drawing.go_at((8, 4)), 2);
        assert_eq!(drawing.end(), Some(end), "{name}");
    }
}

#[test]
fn line_2_the_five_was_not_broken() {
    for name in NINUKIS {
        for elsewhere in ['c', 'q'] {
            let mut drawing = Sketch::of(name).draw(&[&BREAKABLE[..], &["........q."]].concat());
            drawing.go('m');
            assert!(!drawing.refuses('c') && !drawing.refuses('q'), "any placement stays legal");
            drawing.go(elsewhere);
            assert_eq!(drawing.end(), Some((X, "unbroken five")), "{name}");
        }
    }
    // An own five does not save: the older one wins.
    let mut drawing = NINUKI.draw(&[&BREAKABLE[..], &["..........", "oooof....."]].concat());
    drawing.go('m');
    drawing.go('f');
    assert_eq!(drawing.end(), Some((X, "unbroken five")));
}

#[test]
fn line_3_a_capture_leaves_a_five() {
    // p takes the end of o's six; with m there the stone makes an own five as well.
    let rows = ["oooooo", ".....o", ".....x"];
    for name in ["ninuki", "ninuki-hannover", "ninuki-japan"] {
        let mut drawing = Sketch::of(name).at((3, 5)).draw(&rows);
        assert_eq!(drawing.go_at((8, 4)), 2);
        assert_eq!(drawing.end(), Some((O, "five left by capture")), "{name}");
        let both = [".....pxxxx", "oooooo....", ".....o....", ".....x...."];
        let mut drawing = Sketch::of(name).draw(&both);
        assert_eq!(drawing.go('p'), 2);
        assert_eq!(drawing.end(), Some((DRAW, "five for both")), "{name}");
    }
    // A six of the opponent alone is neutral.
    let mut drawing = NINUKI.draw(&["oooooo", "......", "...p.."]);
    drawing.go('p');
    assert_eq!((drawing.end(), drawing.pending()), (None, false));
}

#[test]
fn line_4_only_some_games_wait() {
    for name in NINUKIS {
        let mut drawing = Sketch::of(name).draw(&BREAKABLE);
        drawing.go('m');
        assert_eq!((drawing.end(), drawing.pending()), (None, true), "{name}");
        drawing.go('b');
        assert_eq!((drawing.end(), drawing.pending()), (None, false), "{name}");
        // A broken five is forgotten; made again, it waits or wins again.
        drawing.go_elsewhere();
        assert_eq!((drawing.end(), drawing.pending()), (None, false), "{name}");
    }
    for name in NINUKIS.into_iter().chain(["pente", "keryo", "nenuki"]) {
        let waits = NINUKIS.contains(&name);
        for (rows, breakable) in [(&BREAKABLE[..], true), (&SOLID[..], false)] {
            let mut drawing = Sketch::of(name).draw(rows);
            drawing.go('m');
            let end = (!(breakable && waits)).then_some((X, "five"));
            assert_eq!(drawing.end(), end, "{name}");
        }
    }
}

#[test]
fn line_4_every_five_must_fall() {
    // b takes the pair of the five, but also the end of the six in the column: five of it stay.
    let rows = |row: &'static str| {
        let mut rows = vec!["....o...", "....x...", "mxxxx...", row];
        rows.extend(["......x."; 5]);
        rows
    };
    let mut drawing = NINUKI.draw(&rows("....bxxo"));
    drawing.go('m');
    assert_eq!(drawing.end(), Some((X, "five")));
    let mut drawing = NINUKI.draw(&rows("....bxx."));
    drawing.go('m');
    assert!(drawing.pending());
    drawing.go('b');
    assert_eq!((drawing.end(), drawing.pending()), (None, false));
    // Of two fives only one can be broken: one stays, so they win at once.
    let mut drawing =
        NINUKI.draw(&["...o.....", "...x.....", "xxxxm....", "...bx....", "....x....", "....x....", "....x...."]);
    drawing.go('m');
    assert_eq!(drawing.end(), Some((X, "five")));
}

#[test]
fn line_4_a_winning_pair_as_an_answer() {
    for (name, answers) in [("ninuki", false), ("ninuki-hannover", false), ("ninuki-japan", false), ("ninuki-42", true)]
    {
        for captured in [6, 8] {
            let mut drawing = Sketch::of(name).captured(0, captured).draw(&SOLID);
            drawing.go('m');
            let pending = answers && captured == 8;
            assert_eq!(drawing.pending(), pending, "{name} {captured}");
            assert_eq!(drawing.end(), (!pending).then_some((X, "five")), "{name}");
        }
    }
}

#[test]
fn line_5_full_board() {
    for name in ["freestyle", "standard", "renju", "caro"] {
        let mut drawing = Sketch::of(name).on(5).at((0, 0)).draw(&["xxoox", "ooxxo", "xxoox", "ooxxo", "xxoop"]);
        drawing.go('p');
        assert_eq!(drawing.end(), Some((DRAW, "full board")), "{name}");
        let full = Sketch::of(name).on(5).at((0, 0)).draw(&["xxoox", "ooxxo", "xxoox", "ooxxo", "xxoox"]);
        assert_eq!(full.end(), Some((DRAW, "full board")), "{name}");
    }
    // A stone that fills the board and makes a line wins; one that captures does not fill it.
    let mut drawing = Sketch::of("freestyle").on(5).at((0, 0)).draw(&["xxoox", "ooxxx", "xxoox", "ooxxx", "xxoop"]);
    drawing.go('p');
    assert_eq!(drawing.end(), Some((X, "five")));
    let mut rows = ["xxooxxooxxooxxo", "ooxxooxxooxxoox"].repeat(8);
    rows.truncate(14);
    let last = ["xxooxxooxxoooop", "xxooxxooxxooxop", "xxooxxooxxoxoop"];
    for (row, taken) in last.into_iter().zip([0, 0, 2]) {
        let mut drawing = Sketch::of("pente").on(15).at((0, 0)).draw(&[&rows[..], &[row]].concat());
        assert_eq!(drawing.go('p'), taken, "{row}");
        assert_eq!(drawing.end(), (taken == 0).then_some((DRAW, "full board")), "{row}");
    }
}

#[test]
fn breaking_with_the_fifth_pair() {
    for name in NINUKIS {
        let mut drawing = Sketch::of(name).captured(0, 8).draw(&BREAKABLE);
        drawing.go('m');
        drawing.go('b');
        assert_eq!(drawing.end(), Some((O, "captures")), "{name}");
    }
}

#[test]
fn a_breakers_own_five() {
    // b breaks and makes a five of o; it is judged in its turn: x can break it, or cannot.
    for (flank, pending) in [(".......x", true), ("........", false)] {
        let rows = ["...o....", "...x....", "xxxxm...", "...boooo", ".......o", flank];
        let mut drawing = NINUKI.draw(&rows);
        drawing.go('m');
        assert!(drawing.pending());
        drawing.go('b');
        let end = (!pending).then_some((O, "five"));
        assert_eq!((drawing.end(), drawing.pending()), (end, pending), "flank {flank}");
    }
}

/// A five of the side not to move wins unless this move breaks it, also where no five waits.
#[test]
fn standing_fives_of_set_up_positions() {
    let rows = ["...x......", "...o......", "ooooo.....", "...b....q.", "........o.", "..e.....o.", "........x."];
    for name in NINUKIS.into_iter().chain(["pente", "keryo", "nenuki"]) {
        let drawing = Sketch::of(name).draw(&rows);
        assert_eq!((drawing.end(), drawing.pending()), (None, NINUKIS.contains(&name)), "{name}");
        let mut missed = Sketch::of(name).draw(&rows);
        missed.go('e');
        assert_eq!(missed.end(), Some((O, "unbroken five")), "{name}");
        let mut broken = Sketch::of(name).draw(&rows);
        assert_eq!(broken.go('b'), 2);
        assert_eq!(broken.end(), None, "{name}");
        let mut rich = Sketch::of(name).captured(8, 0).draw(&rows);
        rich.go('q');
        let end = if name == "ninuki-42" { (X, "captures") } else { (O, "unbroken five") };
        assert_eq!(rich.end(), Some(end), "{name}");
    }
}

/// The mover's own five is not his move's five; the opponent must break it then.
#[test]
fn an_own_five_in_a_set_up_position() {
    let mut drawing = NINUKI.draw(&["xxxxx....", "....e....", "........."]);
    assert!(!drawing.pending());
    drawing.go('e');
    assert_eq!((drawing.end(), drawing.pending()), (None, true));
    drawing.go_elsewhere();
    assert_eq!(drawing.end(), Some((X, "unbroken five")));
}

#[test]
fn what_is_left_of_a_longer_five() {
    // p takes the end of seven: six are left.
    let seven = ["xxxxxxx", "......x", "......o"];
    for (name, end) in [
        ("ninuki", None),
        ("ninuki-42", Some((X, "unbroken five"))),
        ("pente", Some((X, "unbroken five"))),
        ("nenuki", Some((X, "unbroken five"))),
    ] {
        let mut drawing = Sketch::of(name).white_to_move().at((3, 5)).draw(&seven);
        assert_eq!(drawing.go_at((9, 4)), 2);
        assert_eq!(drawing.end(), end, "{name}");
    }
    // With the fifth pair: old where five or more wins, a draw where the five is new.
    let six = ["xxxxxx", ".....x", ".....o"];
    for (name, end) in [
        ("ninuki", (DRAW, "fifth capture leaves a five")),
        ("ninuki-42", (O, "captures")),
        ("pente", (X, "unbroken five")),
    ] {
        let mut drawing = Sketch::of(name).white_to_move().captured(0, 8).at((3, 5)).draw(&six);
        assert_eq!(drawing.go_at((8, 4)), 2);
        assert_eq!(drawing.end(), Some(end), "{name}");
    }
}

/// One move takes several stones out of one line: nothing is left of seven; of eight, a five.
#[test]
fn several_stones_out_of_one_line() {
    let mut drawing = NINUKI.draw(&["x.....x", ".ooooo.", "..o.o..", "...p..."]);
    assert_eq!((drawing.pending(), drawing.go('p')), (true, 4));
    assert_eq!((drawing.end(), drawing.pending()), (None, false));
    let mut drawing = NINUKI.draw(&["x..x.....", ".oooooooo", "..oo.....", "...p....."]);
    assert_eq!(drawing.go('p'), 4);
    assert_eq!(drawing.end(), Some((O, "five left by capture")));
}
