//! A4 and A5: names and sides, openings, swap, repetition, passing.

use engine::{Color, Game, PointSet, Position, Rules, SquarePosition};
use referee::Referee;
use referee::duel::Duel;
use referee::scene::{At, Flags, Scene, Setting};

use super::{DRAW, NINUKI, Sketch};

/// The sides of the boards, and the line lengths of the hexagon.
#[test]
fn boards() {
    let odd = [13, 15, 17, 19, 21];
    let from_5: Vec<usize> = (5..=22).collect();
    let from_11: Vec<usize> = (11..=21).collect();
    for (name, sides, usual) in [
        ("ninuki", &odd[..], 19),
        ("ninuki-hannover", &[19], 19),
        ("ninuki-japan", &[15, 19], 15),
        ("ninuki-42", &[19], 19),
        ("nenuki", &from_11, 11),
        ("pente", &odd, 19),
        ("keryo", &odd, 19),
        ("freestyle", &from_5, 15),
        ("standard", &from_5, 15),
        ("renju", &from_5, 15),
        ("caro", &from_5, 15),
        ("ndengrod", &[3, 4, 5, 6, 7, 8, 9], 5),
    ] {
        for size in 0..30 {
            let setting = Setting::new(name, size);
            let (ours, theirs) = (setting.game().is_ok(), Referee::new(name, size, 5, &[]).is_ok());
            assert_eq!((ours, theirs), (sides.contains(&size), sides.contains(&size)), "{name} {size}");
        }
        assert_eq!(Setting::usual(name).size, usual, "{name}");
    }
    for length in 0..12 {
        let setting = Setting::new("ndengrod", 5).length(length);
        let (ours, theirs) = (setting.game().is_ok(), Referee::new("ndengrod", 5, length, &[]).is_ok());
        assert_eq!((ours, theirs), ((3..=9).contains(&length), (3..=9).contains(&length)), "{length}");
    }
    assert!(Rules::named("chess").is_err() && Referee::new("chess", 19, 5, &[]).is_err());
}

/// A4: the first three moves, on 19 points.
#[test]
fn first_moves() {
    let all = 19 * 19;
    for (name, first, second, third) in [
        ("ninuki", 1, 8, all - 25),
        ("ninuki-hannover", 1, all - 1, all - 2),
        ("ninuki-japan", 1, all - 1, all - 2),
        ("ninuki-42", all, all - 1, all - 2),
        ("nenuki", all, all - 1, all - 2),
        ("pente", 1, all - 1, all - 25),
        ("keryo", 1, all - 1, all - 25),
        ("freestyle", all, all - 1, all - 2),
        ("standard", all, all - 1, all - 2),
        ("renju", all, all - 1, all - 2),
        ("caro", all, all - 1, all - 2),
    ] {
        let mut duel = Duel::start(Setting::new(name, 19));
        let mut play = |at: At| {
            duel.compare_every_move();
            let legal = duel.legal().len();
            duel.play(at).expect("a legal move");
            legal
        };
        let found = [play((9, 9)), play((8, 10)), play((9, 6)), play((18, 18))];
        assert_eq!(found, [first, second, third, all - 3], "{name}");
    }
}

/// A4: the same distances on every size; none of them in a set-up position.
#[test]
fn distances() {
    for size in [13, 15, 17, 19, 21] {
        let centre = size / 2;
        let far = |(x, y): At| x.abs_diff(centre).max(y.abs_diff(centre));
        let mut duel = Duel::start(Setting::new("ninuki", size));
        assert_eq!(duel.legal(), [(centre, centre)]);
        duel.play((centre, centre)).expect("the centre");
        assert!(duel.legal().into_iter().all(|at| far(at) == 1));
        duel.play((centre + 1, centre)).expect("a neighbour");
        assert_eq!(duel.legal().into_iter().map(far).min(), Some(3));
        assert_eq!(duel.legal().len(), size * size - 25);
        let set_up = Duel::set_up(&Scene::empty(Setting::new("ninuki", size)));
        assert_eq!(set_up.legal().len(), size * size);
    }
}

/// A4: the swap of `nenuki` after six stones, once.
#[test]
fn swap_after_six_stones() {
    let mut duel = Duel::start(Setting::new("nenuki", 11));
    for ply in 0..6 {
        duel.swap().expect_err("too early");
        duel.play((2 * ply, ply % 3)).expect("a legal move");
    }
    let mut kept = Duel::start(Setting::new("nenuki", 11));
    for ply in 0..6 {
        kept.play((2 * ply, ply % 3)).expect("a legal move");
    }
    let (text, legal) = (duel.engine.position_text(), duel.legal());
    duel.swap().expect("an offer");
    assert_eq!((duel.engine.position_text(), duel.legal()), (text, legal), "stones and side to move stay");
    assert_eq!(duel.engine.to_move(), Color::Black);
    duel.swap().expect_err("once");
    duel.play((5, 5)).expect("a legal move");
    duel.swap().expect_err("too late");
    kept.play((5, 5)).expect("a legal move");
    kept.swap().expect_err("too late");
    for name in ["ninuki", "ninuki-hannover", "ninuki-japan", "ninuki-42", "pente", "keryo", "freestyle", "renju"] {
        let mut duel = Duel::start(Setting::new(name, 19));
        for at in [(9, 9), (9, 10), (9, 6), (0, 1), (0, 3), (0, 5), (0, 7)] {
            duel.swap().expect_err(name);
            duel.play(at).expect("a legal move");
        }
        duel.swap().expect_err(name);
    }
    let mut drawing = Sketch::of("nenuki").on(11).draw(&["x.o.x", "o.x.o"]);
    drawing.duel.swap().expect_err("a set-up position");
}

/// A4: in `nenuki` the third occurrence of stones and side to move is a draw, whatever was captured; elsewhere not.
#[test]
fn third_occurrence() {
    let cycle = [5, 7, 4, 6];
    for (name, end) in [("nenuki", Some((DRAW, "repetition".to_owned()))), ("pente", None), ("ninuki", None)] {
        let mut drawing = Sketch::of(name).draw(&["o..oox"]);
        for ply in 0..8 {
            assert_eq!(drawing.duel.end(), None, "{name} after {ply} moves");
            drawing.go_at((cycle[ply % 4], 3));
        }
        assert_eq!(drawing.duel.end(), end, "{name}");
        assert_eq!(drawing.duel.referee.captured(), [4, 4]);
    }
}

/// A5: passing only without a legal placement.
#[test]
fn no_pass_with_legal_moves() {
    for game in ["ninuki", "renju"] {
        Duel::start(Setting::new(game, 15)).pass().expect_err("there are legal moves");
    }
}

/// A5: two passes in a row are a draw. Every empty point is a double four for both sides, as `xxx..` both ways; no
/// position without this flag is known where both sides are stuck: the topmost empty point is in one three at most.
#[test]
fn two_passes() {
    let rows = [
        "oxoxoxooooxox",
        "oxoooxooooxox",
        "ooxxxxxxxooox",
        "xoxxxoooxxx..",
        "oxxxxoxoxxx..",
        "ooooxxoxoooxo",
        "oxxoxxxoxooxo",
        "oooxxoxooooxo",
        "xoxooxxxoxoox",
        "xxxooxxoxxoxx",
        "xoxooxooxxoxx",
        "xxx..oooxoooo",
        "ooo..xxxoxxox",
    ];
    let both_stuck = NINUKI.on(13).at((0, 0)).flags(&[("double-four", "false")]);
    for sketch in [both_stuck, both_stuck.white_to_move()] {
        let mut drawing = sketch.draw(&rows);
        let first = drawing.duel.engine.to_move();
        assert_eq!((drawing.end(), drawing.duel.legal()), (None, vec![]));
        drawing.duel.pass().expect("nothing else");
        assert_eq!((drawing.end(), drawing.duel.legal()), (None, vec![]));
        assert_ne!(drawing.duel.engine.to_move(), first);
        drawing.duel.pass().expect("nothing else");
        assert_eq!(drawing.end(), Some((DRAW, "no legal move")));
        drawing.duel.pass().expect_err("the game is over");
    }
}

/// After the end nothing is legal.
#[test]
fn nothing_after_the_end() {
    let mut drawing = NINUKI.draw(&["xxxxp", "....q"]);
    drawing.go('p');
    assert!(drawing.end().is_some() && drawing.duel.legal().is_empty());
    assert!(drawing.refuses('q'));
    drawing.duel.pass().expect_err("the game is over");
    drawing.duel.swap().expect_err("the game is over");
}

/// A4, in custom games: a swap may be offered while first moves are still limited. The limits stay, the offer ends.
#[test]
fn a_swap_before_the_third_move() {
    let changes: Flags = &[("sizes", "13"), ("default-size", "13"), ("swap.after", "2")];
    let setting = Setting { base: Some("ninuki"), ..Setting::new("mine", 13).flags(changes) };
    for swaps in [false, true] {
        let mut duel = Duel::start(setting);
        for at in [(6, 6), (7, 7)] {
            assert!(duel.swap().is_err(), "too early");
            duel.play(at).expect("a first move");
        }
        if swaps {
            duel.swap().expect("after two stones");
            assert!(duel.swap().is_err(), "once");
        }
        assert!(duel.refuses((5, 5)), "the third move is limited, swap or not");
        assert_eq!(duel.legal().len(), 13 * 13 - 25);
        duel.play((9, 6)).expect("a third move");
        assert!(duel.swap().is_err(), "too late");
        assert!(!duel.refuses((5, 5)));
    }
}

#[test]
fn positions_before_and_after_an_early_swap_have_different_keys() {
    let rules = Rules::own("mine", "pente", &[("swap.after", "1")]).expect("rules");
    let game = Game::new(rules, Some(13), None).expect("a game");
    let offered = SquarePosition::start(game).make(game.grid().parse("G7").expect("the centre"));
    let swapped = offered.make_swap();
    assert!(offered.swap_offered() && !swapped.swap_offered() && offered.key() != swapped.key());
    let next = game.grid().parse("A1").expect("a corner");
    let [kept, exchanged] = [offered, swapped].map(|position| position.make(next));
    assert_ne!(kept.legal().len(), 13 * 13 - 2, "the third move is limited");
    assert_eq!(kept.legal(), exchanged.legal());
}

/// G-Pente: the third move avoids two points on each line of the centre, as the program counts or as the page does.
#[test]
fn third_moves_of_g_pente() {
    for (flags, refused) in [(&[][..], [3, 4]), (&[("third-axis", "4-5")], [4, 5])] {
        let mut duel = Duel::start(Setting::new("g-pente", 19).flags(flags));
        for at in [(9, 9), (0, 0)] {
            duel.play(at).expect("a first move");
        }
        for far in 3..=9 {
            let on_axis = [(9 + far, 9), (9 - far, 9), (9, 9 + far), (9, 9 - far)];
            for at in on_axis {
                assert_eq!(duel.refuses(at), refused.contains(&far), "{at:?} {flags:?}");
            }
            assert!(far == 9 || !duel.refuses((9 + far, 9 - far)), "a diagonal is free");
        }
        assert!(duel.refuses((11, 11)), "the central 5x5 points are closed");
        assert_eq!(duel.legal().len(), 361 - 25 - 1 - 8);
    }
    let free = Setting::new("g-pente", 19).flags(&[("third-free", "true")]);
    let mut duel = Duel::start(free);
    for at in [(9, 9), (0, 0)] {
        duel.play(at).expect("a first move");
    }
    assert!(!duel.refuses((12, 9)) && !duel.refuses((10, 9)));
}

/// D-Pente: four free stones, then a swap; with a flag the first takes the centre.
#[test]
fn stones_and_swap_of_d_pente() {
    for name in ["d-pente", "dk-pente"] {
        let mut duel = Duel::start(Setting::new(name, 19));
        for at in [(0, 0), (1, 0), (2, 0), (10, 10)] {
            assert!(duel.swap().is_err(), "too early");
            duel.play(at).expect("a free stone");
        }
        duel.swap().expect("after four stones");
        duel.play((9, 9)).expect("the fifth stone");
        assert!(duel.swap().is_err(), "too late");
        let mut centre = Duel::start(Setting::new(name, 19).flags(&[("first-centre", "true")]));
        assert!(centre.refuses((0, 0)));
        centre.play((9, 9)).expect("the centre");
        centre.play((9, 8)).expect("a free stone");
        centre.play((10, 9)).expect("a free stone");
    }
}

/// Swap 2: an offer after three stones, and if it was not taken one after five, to the other side.
#[test]
fn offers_of_swap2() {
    for name in ["swap2-pente", "swap2-keryo"] {
        for first in [false, true] {
            let mut duel = Duel::start(Setting::new(name, 19));
            for at in [(0, 0), (9, 9), (10, 9)] {
                assert!(duel.swap().is_err(), "too early");
                duel.play(at).expect("a free stone");
            }
            assert_eq!(duel.engine.swap_decider(), Some(Color::White));
            if first {
                duel.swap().expect("after three stones");
            }
            duel.play((5, 5)).expect("the fourth stone");
            assert!(duel.swap().is_err(), "in between");
            duel.play((6, 5)).expect("the fifth stone");
            assert_eq!(duel.engine.swap_decider(), Some(Color::Black).filter(|_| !first));
            assert_eq!(duel.swap().is_ok(), !first, "one exchange at most");
            duel.play((7, 5)).expect("the sixth stone");
            assert!(duel.swap().is_err(), "too late");
        }
    }
}
