//! Tests of analyses.

use engine::{Game, Rules};

use super::*;

/// The lines of an analysis of a position.
fn lines(rules: Rules, moves: &str, whole_lines: bool) -> Vec<AnalysisLine> {
    let game = Game::new(rules, None, None).expect("its board");
    let mut player = crate::player(game, None).expect("the empty board");
    for mv in game.parse_moves(moves).expect("moves") {
        player.play(mv).expect("a legal move");
    }
    let limits = Limits { nodes: Some(4000), lines: 5, whole_lines, ..Limits::none() };
    player.analyse(&limits, &AtomicBool::new(false), &mut |_| ()).expect("the game is not over").lines
}

#[test]
fn whole_lines_have_replies_and_change_no_result() {
    for (rules, moves) in [
        (Rules::PENTE, "K10 L11 G10 M12"),
        (Rules::PENTE, "K10 L10 G10 M10 L11 L9 K12"),
        (Rules::FREESTYLE, "h8 h9 i8 a1 j8 a2"),
        (Rules::RENJU, "h8 h9 i9 g7"),
    ] {
        let (short, whole) = (lines(rules.clone(), moves, false), lines(rules, moves, true));
        assert_eq!(short.len(), whole.len());
        for (short, whole) in short.iter().zip(&whole) {
            assert_eq!(short.score, whole.score);
            assert!(whole.moves.starts_with(&short.moves), "{short:?} {whole:?}");
            let wins_at_once = whole.score == Score::win_in(1);
            assert!(whole.moves.len() > 1 || wins_at_once, "{moves}: {whole:?}");
        }
    }
}
