//! Several best lines, and limits to some of the moves.

use std::sync::atomic::AtomicBool;

use engine::{Bitboard, Game, Move, PointSet, Rules};
use search::{Limits, Player, Report, player};

/// A player who has seen `moves` of `rules`.
fn after(rules: Rules, moves: &str) -> Box<dyn Player> {
    let game = Game::new(rules, None, None).expect("the usual board");
    let mut player = player(game, None).expect("an empty board");
    player.set_memory(1 << 20);
    for name in moves.split_whitespace() {
        let point = game.grid().parse(name).expect("a point");
        player.play(Move::Place(point)).expect("a legal move");
    }
    player
}

/// The answer and the reports before it.
fn think(player: &mut dyn Player, limits: &Limits) -> (Option<Report>, Vec<Report>) {
    let mut told = Vec::new();
    let answer = player.think(limits, &AtomicBool::new(false), &mut |report| told.push(report.clone()));
    (answer, told)
}

fn points(player: &dyn Player, names: &str) -> Bitboard {
    let grid = player.record().game().grid();
    names.split_whitespace().map(|name| grid.parse(name).expect("a point")).fold(Bitboard::EMPTY, |mut all, point| {
        all.insert(point);
        all
    })
}

/// Some stones and no threat.
const OPENINGS: [(Rules, &str); 3] =
    [(Rules::NINUKI, "K10 L9 N13 H8 H12"), (Rules::FREESTYLE, "h8 i9 g10 j7"), (Rules::NDENGROD, "e5 f5 d4 g6")];

#[test]
fn the_best_lines_are_told_in_order_with_moves_of_their_own() {
    for (rules, moves) in OPENINGS {
        let name = rules.name;
        let mut player = after(rules, moves);
        let limits = Limits { depth: Some(5), lines: 4, ..Limits::none() };
        let (answer, told) = think(player.as_mut(), &limits);
        let last: Vec<&Report> = told.iter().filter(|report| report.depth == 5).collect();
        assert_eq!(last.iter().map(|report| report.rank).collect::<Vec<_>>(), [0, 1, 2, 3], "{name}");
        assert!(last.is_sorted_by(|a, b| a.score >= b.score), "{name}: {last:?}");
        let mut first: Vec<Move> = last.iter().map(|report| report.best).collect();
        first.dedup();
        assert_eq!(first.len(), 4, "{name}: four different moves");
        assert!(last.iter().all(|report| report.line.first() == Some(&report.best)), "{name}");
        assert_eq!(answer.map(|report| report.best), Some(first[0]), "{name}: the answer is the best of them");
    }
}

#[test]
fn only_what_is_allowed_is_thought_about() {
    let mut player = after(Rules::NINUKI, "K10 L9 N13 H8 H12");
    let two = points(player.as_ref(), "A1 T19");
    let limits = Limits { depth: Some(3), only: two, ..Limits::none() };
    let (answer, _) = think(player.as_mut(), &limits);
    let Some(Move::Place(point)) = answer.map(|report| report.best) else { panic!("one of two moves") };
    assert!(two.contains(point));

    let free = Limits { depth: Some(3), ..Limits::none() };
    let Some(Move::Place(best)) = think(player.as_mut(), &free).0.map(|report| report.best) else { panic!("a move") };
    let limits = Limits { except: Bitboard::of(best), ..free };
    let (answer, _) = think(player.as_mut(), &limits);
    assert_ne!(answer.map(|report| report.best), Some(Move::Place(best)));
}

#[test]
fn a_win_that_is_not_allowed_is_not_played() {
    let mut player = after(Rules::FREESTYLE, "h8 h9 i8 i9 j8 j9 k8 k9");
    let both = points(player.as_ref(), "g8 l8");
    let limits = Limits { depth: Some(2), except: both, ..Limits::none() };
    let Some(Move::Place(point)) = think(player.as_mut(), &limits).0.map(|report| report.best) else {
        panic!("a move")
    };
    assert!(!both.contains(point));
}

#[test]
fn without_an_allowed_move_there_is_no_answer() {
    let mut player = after(Rules::FREESTYLE, "h8 h9");
    let limits = Limits { depth: Some(2), only: points(player.as_ref(), "h8"), ..Limits::none() };
    assert_eq!(think(player.as_mut(), &limits).0, None);
}
