//! D: every flag in all its values, and where flags are refused.

use engine::{Color, Rules};
use referee::Referee;
use referee::duel::Duel;
use referee::scene::{Flags, Scene, Setting};

use super::a3_threes::NESTED;
use super::c_hexagon::{cell, hexagon};
use super::{BREAKING, CENTRED, DRAW, NINUKI, NINUKIS, O, Sketch, X};

/// Where each flag is known, its values, and the one that changes nothing in the first game.
#[test]
fn flags_and_games() {
    let flags: [(&str, &[&'static str], &[&str]); 11] = [
        ("fifth", &["five", "captures", "draw"], &BREAKING),
        ("fifth-answers", &["true", "false"], &BREAKING),
        ("fifth-33", &["true", "false"], &NINUKIS),
        ("recursion", &["true", "false"], &NINUKIS),
        ("double-four", &["true", "false"], &NINUKIS),
        ("suicide", &["true", "false"], &["ndengrod"]),
        ("stuck", &["draw", "pass"], &["ndengrod"]),
        ("third-free", &["true", "false"], &CENTRED),
        ("third-axis", &["3-4", "4-5"], &["g-pente"]),
        ("first-centre", &["true", "false"], &["d-pente", "dk-pente"]),
        ("caro-exact", &["true", "false"], &["caro"]),
    ];
    for (flag, values, games) in flags {
        for rules in Rules::ALL {
            for value in values.iter().chain(&["x"]) {
                let known = games.contains(&rules.name) && *value != "x";
                let ours = rules.clone().set_flag(flag, value).is_ok();
                let theirs = Referee::new(rules.name, rules.default_size, 5, &[(flag, value)]).is_ok();
                assert_eq!((ours, theirs), (known, known), "{flag}={value} in {}", rules.name);
            }
        }
    }
    assert!(Rules::NINUKI.clone().set_flag("nonsense", "true").is_err());
}

/// A flag set to what holds anyway changes nothing.
#[test]
fn usual_values() {
    for (name, flags) in [
        ("ninuki", &[("fifth", "five"), ("fifth-33", "false"), ("recursion", "false"), ("double-four", "true")][..]),
        ("ninuki", &[("third-free", "false")]),
        ("ninuki-42", &[("fifth", "captures"), ("fifth-33", "false"), ("recursion", "false"), ("double-four", "true")]),
        ("ninuki-42", &[("fifth-answers", "true")]),
        ("ndengrod", &[("suicide", "false"), ("stuck", "draw")]),
        ("caro", &[("caro-exact", "false")]),
    ] {
        let mut rules = Rules::named(name).expect("a game");
        for (flag, value) in flags {
            rules.set_flag(flag, value).expect("a flag");
        }
        assert_eq!(Ok(rules), Rules::named(name), "{flags:?}");
    }
}

/// `fifth`: the winning pair is taken elsewhere while an older five stands.
#[test]
fn fifth() {
    let rows = ["...o......", "...x......", "xxxxm.....", "...b......", "..........", "oxxc......"];
    for name in NINUKIS {
        let cases: [(Flags, _); 3] = [
            (&[("fifth", "five")], (X, "unbroken five")),
            (&[("fifth", "captures")], (O, "captures")),
            (&[("fifth", "draw")], (DRAW, "fifth capture leaves a five")),
        ];
        for (flags, end) in cases {
            let mut drawing = Sketch::of(name).flags(flags).captured(0, 8).draw(&rows);
            drawing.go('m');
            drawing.go('c');
            assert_eq!(drawing.end(), Some(end), "{name} {flags:?}");
            // A pair that does not win changes nothing.
            let mut drawing = Sketch::of(name).flags(flags).captured(0, 6).draw(&rows);
            drawing.go('m');
            drawing.go('c');
            assert_eq!(drawing.end(), Some((X, "unbroken five")), "{name} {flags:?}");
        }
    }
}

/// `fifth`: where the winning pair holds against a five, taking it answers one that cannot be broken.
#[test]
fn fifth_answers() {
    for name in NINUKIS {
        let cases: [(Flags, bool); 3] =
            [(&[("fifth", "five")], false), (&[("fifth", "captures")], true), (&[("fifth", "draw")], true)];
        for (flags, answers) in cases {
            for captured in [6, 8] {
                let rows = ["xxxxm.....", "..........", "..........", "oxxc......"];
                let mut drawing = Sketch::of(name).flags(flags).captured(0, captured).draw(&rows);
                drawing.go('m');
                assert_eq!(drawing.pending(), answers && captured == 8, "{name} {flags:?}");
            }
        }
    }
    // The answer must be legal: c is a double three of o that takes the fifth pair.
    let rows = [
        "xxxxm.....",
        "..........",
        "..........",
        "oxxc......",
        "...oo.....",
        "...o.o....",
        "..........",
        "..........",
    ];
    let cases: [(Flags, bool); 2] =
        [(&[("fifth", "captures")], false), (&[("fifth", "captures"), ("fifth-33", "true")], true)];
    for (flags, pending) in cases {
        let mut drawing = NINUKI.flags(flags).captured(0, 8).draw(&rows);
        drawing.go('m');
        assert_eq!(drawing.pending(), pending, "{flags:?}");
    }
}

/// `fifth-answers=false`: a five that no capture breaks ends the game at once, though the opponent, with four pairs, can take
/// a fifth elsewhere. A five that can be broken waits, and is then answered by the fifth pair as well.
#[test]
fn fifth_answers_off() {
    let unbreakable = ["xxxxm.....", "..........", "..........", "oxxc......"];
    let breakable = ["...o......", "...x......", "xxxxm.....", "...b......", "..........", "oxxc......"];
    for (flags, pending) in [(&[("fifth-answers", "true")], true), (&[("fifth-answers", "false")], false)] {
        let sketch = Sketch::of("ninuki-42").flags(flags).captured(0, 8);
        let mut drawing = sketch.draw(&unbreakable);
        drawing.go('m');
        assert_eq!((drawing.pending(), drawing.end()), (pending, (!pending).then_some((X, "five"))), "{flags:?}");
        if pending {
            drawing.go('c');
            assert_eq!(drawing.end(), Some((O, "captures")));
        }
        for (reply, end) in [('c', (O, "captures")), ('b', (O, "captures"))] {
            let mut drawing = sketch.draw(&breakable);
            drawing.go('m');
            assert!(drawing.pending(), "{flags:?}");
            drawing.go(reply);
            assert_eq!(drawing.end(), Some(end), "{flags:?} {reply}");
        }
    }
    let with_fifth: [Flags; 2] =
        [&[("fifth", "captures"), ("fifth-answers", "false")], &[("fifth", "draw"), ("fifth-answers", "false")]];
    for flags in with_fifth {
        for name in NINUKIS {
            let mut drawing = Sketch::of(name).flags(flags).captured(0, 8).draw(&unbreakable);
            drawing.go('m');
            assert_eq!(drawing.end(), Some((X, "five")), "{name} {flags:?}");
        }
    }
}

/// `fifth-33`: g is a double three that takes the fifth pair.
#[test]
fn fifth_33() {
    let rows =
        [".oooo...", "........", "........", "........", "xoog....", "...xx...", "...x.x..", "........", "........"];
    for name in ["ninuki", "ninuki-japan", "ninuki-hannover"] {
        let on = Sketch::of(name).flags(&[("fifth-33", "true")]);
        assert!(Sketch::of(name).flags(&[("fifth-33", "false")]).captured(8, 0).draw(&rows).refuses('g'), "{name}");
        let mut drawing = on.captured(8, 0).draw(&rows);
        assert!(!drawing.refuses('g'), "{name}");
        drawing.go('g');
        assert_eq!(drawing.end(), Some((X, "captures")));
        assert!(on.captured(6, 0).draw(&rows).refuses('g'), "{name}: not the winning pair");
    }
    // Such a move counts as another allowed placement, so that a double three that blocks a four is not needed.
    let block = [
        ".....x.x", ".....xx.", "xoooop..", "........", "........", "........", "........", "xoog....", "...xx...",
        "...x.x..", "........",
    ];
    for (value, flags) in [(false, &[("fifth-33", "false")]), (true, &[("fifth-33", "true")])] {
        let mut drawing = NINUKI.flags(flags).captured(8, 0).draw(&block);
        assert_eq!((drawing.refuses('p'), drawing.refuses('g')), (value, !value));
    }
}

/// `recursion`: a three counts only if its straight-four point is no double three itself.
#[test]
fn recursion() {
    let mut open = NESTED;
    open[1] = "....xo.x..";
    open[6] = ".....o....";
    for (flags, nested) in [(&[("recursion", "true")], false), (&[("recursion", "false")], true)] {
        for name in NINUKIS {
            let sketch = Sketch::of(name).flags(flags);
            assert_eq!(sketch.draw(&NESTED).refuses('p'), nested, "{name} {flags:?}");
            assert!(sketch.draw(&open).refuses('p'), "{name}: the point b is no double three");
        }
    }
}

/// `recursion`: the stone on the straight-four point captures too, as any move: (6,7) would take a pair and open a line.
#[test]
fn recursion_after_captures() {
    let text =
        "19/19/7x2o8/19/3x1o13/4o2x11/5o1x1x9/8o3o6/1o2xxx1o2o7/6x1x10/5x1xox9/4x2x11/3x3o11/8o10/o18/2o16/19/7x11/19";
    for (name, flags, refused) in
        [("ninuki-42", &[("recursion", "true")], false), ("ninuki-42", &[("recursion", "false")], true)]
    {
        let setting = Setting::new(name, 19).flags(flags);
        let game = setting.game().expect("a game");
        let line = format!("{text} x 6 2");
        let set_up = engine::notation::parse_position(game, &mut line.split(' ').peekable()).expect("a position");
        let mut scene = Scene { to_move: Color::Black, captured: set_up.captured, ..Scene::empty(setting) };
        scene.stones.extend(set_up.stones.iter().map(|&(point, color)| (game.grid().xy(point), color)));
        assert_eq!(Duel::set_up(&scene).refuses((6, 6)), refused, "{flags:?}");
    }
}

/// `double-four=false`.
#[test]
fn double_four() {
    let cross = ["oxxxp...", "....x...", "....x...", "....x...", "....o..."];
    let mirrored = cross.map(|row| row.replace('x', "w").replace('o', "x").replace('w', "o"));
    let mirrored = mirrored.each_ref().map(String::as_str);
    let off = &[("double-four", "false")];
    for (rows, exact, or_more) in [
        (&cross[..], true, true),
        (&["x.xpx.x"], true, true),
        (&["..xxpx.."], false, false),
        // Six is no five where it must be exact, so only the right hand point completes.
        (&[".xx.xpx.x."], false, true),
        (&["oxxxp...", "....x...", "....x...", "....x...", "....x..."], false, false),
    ] {
        for (name, refused) in
            [("ninuki", exact), ("ninuki-hannover", exact), ("ninuki-japan", exact), ("ninuki-42", or_more)]
        {
            assert_eq!(Sketch::of(name).flags(off).draw(rows).refuses('p'), refused, "{name} {rows:?}");
            assert!(!Sketch::of(name).draw(rows).refuses('p'), "{name} {rows:?}");
        }
    }
    for (name, refused) in [("ninuki", true), ("ninuki-hannover", false)] {
        assert_eq!(Sketch::of(name).flags(off).white_to_move().draw(&mirrored).refuses('p'), refused, "{name}");
    }
}

/// `suicide`: the own group is removed and counts as captured by neither side; repetition ends such games.
#[test]
fn suicide() {
    const ON: Flags = &[("suicide", "true")];
    assert!(Duel::set_up(&hexagon(5, 5, &[("suicide", "false")], "c3", "a2 b1 b2")).refuses(cell("a1")));
    let mut duel = Duel::set_up(&hexagon(5, 5, ON, "c3", "a2 b1 b2"));
    assert_eq!(duel.play(cell("a1")), Ok(vec![]));
    assert_eq!((duel.referee.stone(0, 0), duel.engine.to_move()), (None, Color::White));
    assert_eq!(duel.referee.captured(), [0, 0]);
    // A line vanishes with its group.
    let mut duel = Duel::set_up(&hexagon(5, 5, ON, "a2 a3 a4 a5", "b1 b2 b3 b4 b5 b6"));
    duel.play(cell("a1")).expect("a legal move");
    assert_eq!((duel.end(), duel.referee.stone(1, 0)), (None, None));
    // Both throw a stone into the other's eye, over and over.
    let mut duel = Duel::set_up(&hexagon(5, 5, ON, "i8 h8 h9", "a2 b1 b2"));
    for name in ["a1", "i9", "a1", "i9"] {
        assert_eq!(duel.end(), None);
        duel.play(cell(name)).expect("a legal move");
    }
    assert_eq!(duel.end(), Some((DRAW, "repetition".to_owned())));
    assert!(duel.legal().is_empty());
}

/// `third-free`.
#[test]
fn third_free() {
    for name in ["ninuki", "pente", "keryo"] {
        for (flags, legal) in [(&[("third-free", "true")], 361 - 2), (&[("third-free", "false")], 361 - 25)] {
            let mut duel = Duel::start(Setting::new(name, 19).flags(flags));
            duel.play((9, 9)).expect("a legal move");
            duel.play((10, 10)).expect("a legal move");
            assert_eq!(duel.legal().len(), legal, "{name} {flags:?}");
        }
    }
}

/// `caro-exact`.
#[test]
fn caro_exact() {
    for (flags, six) in [(&[("caro-exact", "true")], false), (&[("caro-exact", "false")], true)] {
        for (row, wins) in [
            ("xxxxp", true),
            ("oxxxxp", true),
            ("oxxxxpo", false),
            ("xxxxxp", six),
            ("oxxxxxpo", six),
            ("oxxxxxxpo", six),
        ] {
            let mut drawing = Sketch::of("caro").on(15).flags(flags).draw(&[row]);
            drawing.go('p');
            assert_eq!(drawing.end(), wins.then_some((X, "five")), "{flags:?} {row}");
        }
    }
}
