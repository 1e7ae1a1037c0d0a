use engine::Rules;

use super::*;

#[test]
fn the_policy_has_a_probability_for_each_legal_placement() {
    for (rules, moves) in [
        (Rules::FREESTYLE, ""),
        (Rules::FREESTYLE, "h8"),
        (Rules::FREESTYLE, "h8 a1 i8 a3 j8"),
        (Rules::RENJU, "h8 h9"),
        (Rules::PENTE, "K10 L9"),
        (Rules::NDENGROD, "d4"),
    ] {
        let game = Game::new(rules.clone(), None, None).expect("its board");
        let mut player = player(game, None).expect("the empty board");
        for mv in game.parse_moves(moves).expect("moves") {
            player.play(mv).expect("a legal move");
        }
        let policy = player.policy();
        let (all, legal) = (policy.iter().map(|(_, part)| part).sum::<f64>(), player.record().legal_set());
        assert!((all - 1.0).abs() < 1e-9, "{game} {moves}: {all}");
        assert!(policy.iter().map(|&(point, _)| point).eq(legal.iter()), "{game} {moves}");
        // The search tries the moves in this order.
        let limits = Limits { depth: Some(1), lines: 1, ..Limits::none() };
        let best = player.think(&limits, &AtomicBool::new(false), &mut |_| ()).expect("the game is not over").best;
        let least = policy.iter().filter(|(_, part)| *part > 0.0).map(|(_, part)| *part).fold(1.0, f64::min);
        let of_best = policy.iter().find(|(point, _)| best == Move::Place(*point)).expect("a legal move").1;
        assert!(of_best >= least, "{game} {moves}: the search tries a move of probability {of_best}");
    }
}

#[test]
fn against_a_four_the_policy_has_the_answer_alone() {
    let game = Game::new(Rules::FREESTYLE, None, None).expect("its board");
    let mut player = player(game, None).expect("the empty board");
    for mv in game.parse_moves("h8 g8 i8 a3 j8 a5 k8").expect("moves") {
        player.play(mv).expect("a legal move");
    }
    for (point, part) in player.policy() {
        assert_eq!(part, if game.grid().name(point) == "l8" { 1.0 } else { 0.0 }, "{}", game.grid().name(point));
    }
}
