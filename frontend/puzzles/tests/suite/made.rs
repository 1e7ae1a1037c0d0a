//! Puzzles are right, and checks find those that are not.

use std::sync::atomic::AtomicBool;

use engine::{Game, Move, Rules};
use ninuki_puzzles::{Attempt, CheckError, Checks, Effort, Form, Kind, Maker, Puzzle, Reply, SelfPlay, Theme, read};

use crate::{NEVER, hexagon, puzzles};

fn of_kind(puzzles: &[Puzzle], kind: Kind) -> Puzzle {
    puzzles.iter().find(|puzzle| puzzle.kind == kind).expect("a puzzle of this kind").clone()
}

#[test]
fn made_puzzles_pass_the_check_and_both_forms_keep_them() {
    let made = puzzles(hexagon(), 60);
    assert!(made.len() > 10 && made.iter().any(|puzzle| puzzle.kind == Kind::OnlyMove), "{}", made.len());
    for form in [Form::Json, Form::Text] {
        let text: String = made.iter().map(|puzzle| form.write(puzzle)).collect();
        let found: Vec<Puzzle> = read(&text).map(|puzzle| puzzle.expect("a puzzle").1).collect();
        assert_eq!(found, made);
    }
    let checks = Checks { effort: Some(2_000), ..Checks::default() };
    for puzzle in &made {
        puzzle.check(&checks, &NEVER).unwrap_or_else(|error| panic!("{}: {error}", puzzle.position));
    }
}

#[test]
fn the_same_seed_makes_the_same_puzzles_and_no_twins() {
    let made = puzzles(hexagon(), 12);
    assert_eq!(made, puzzles(hexagon(), 12));
    let mut maker = Maker::new(Effort::default());
    made.iter().for_each(|puzzle| maker.knows(puzzle));
    let play = SelfPlay::new(hexagon(), 5, 300);
    let again: usize = (0..12).map(|number| maker.self_play(&play, number, &NEVER).puzzles.len()).sum();
    assert_eq!(again, 0, "all of them are known");
}

#[test]
fn a_stopped_search_is_not_complete() {
    let play = SelfPlay::new(hexagon(), 5, 300);
    let headway = Maker::new(Effort::default()).self_play(&play, 0, &AtomicBool::new(true));
    assert!(!headway.complete && headway.puzzles.is_empty());
}

#[test]
fn games_of_ones_own_have_puzzles() {
    let rules = Rules::own("mine", hexagon().rules().name, &[("repetition", "false")]).expect("rules");
    let game = Game::new(rules, Some(4), Some(4)).expect("a board");
    let made = puzzles(game, 60);
    let puzzle = made.first().expect("a puzzle");
    let (_, found) = read(&Form::Json.write(puzzle)).next().expect("a line").expect("a puzzle");
    assert_eq!((found.game, &found), (game, puzzle));
    found.check(&Checks::default(), &NEVER).expect("a right puzzle");
}

#[test]
fn changed_puzzles_are_refused() {
    let made = puzzles(hexagon(), 60);
    let refused = |puzzle: &Puzzle| puzzle.check(&Checks::default(), &NEVER).expect_err("a wrong puzzle");
    let win = of_kind(&made, Kind::Win);
    let record = engine::record(win.game, Some(&win.setup)).expect("a position");
    let other = record.legal().into_iter().find(|&point| point != win.solution).expect("another move");
    assert!(matches!(refused(&Puzzle { solution: other, ..win.clone() }), CheckError::OtherMove(_)));
    assert!(matches!(refused(&Puzzle { plies: 1, ..win.clone() }), CheckError::Plies(_)));
    assert!(matches!(refused(&Puzzle { themes: vec![Theme::Defence], ..win.clone() }), CheckError::Themes(_)));
    let setup = win.passed();
    assert!(matches!(refused(&Puzzle { setup, ..win.clone() }), CheckError::OtherPosition));
    let only = of_kind(&made, Kind::OnlyMove);
    let record = engine::record(only.game, Some(&only.setup)).expect("a position");
    let other = record.legal().into_iter().find(|&point| point != only.solution).expect("another move");
    assert!(matches!(refused(&Puzzle { solution: other, ..only }), CheckError::Certificate(Some(_), _)));
}

#[test]
fn the_defender_holds_out_as_long_as_the_proof_says() {
    for puzzle in puzzles(hexagon(), 30) {
        let (kind, plies) = (puzzle.kind, puzzle.plies);
        let mut attempt = Attempt::new(puzzle);
        let wrong = attempt.record().legal().into_iter().find(|&point| Some(point) != attempt.expected());
        assert_eq!(attempt.play(wrong.expect("a wrong move")), Ok(Reply::Wrong));
        assert!(attempt.record().moves().is_empty(), "the board is unchanged");
        while let Some(at) = attempt.expected() {
            assert_ne!(attempt.play(at), Ok(Reply::Wrong));
        }
        assert!(attempt.is_solved());
        match kind {
            Kind::Win => {
                let outcome = attempt.record().outcome().expect("the game is over");
                assert_eq!(outcome.winner, Some(attempt.puzzle().to_move()));
                assert!(attempt.record().moves().len() <= plies as usize);
            }
            Kind::OnlyMove => assert_eq!(attempt.record().moves(), [Move::Place(attempt.puzzle().solution)]),
        }
    }
}

#[test]
fn a_wrong_move_where_one_is_left_shows_the_win_of_the_opponent() {
    let attempt = Attempt::new(of_kind(&puzzles(hexagon(), 60), Kind::OnlyMove));
    let legal = attempt.record().legal();
    let wrong = legal.into_iter().filter(|&point| point != attempt.puzzle().solution);
    let lines = wrong.map(|point| attempt.punishment(point).len());
    assert!(lines.min() >= Some(1));
}
