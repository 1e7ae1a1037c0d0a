//! Boards on which no line can be filled any more: draws, without a search of the moves that are left.

use std::sync::atomic::AtomicBool;

use engine::{Color, Game, Position, Rules, SetUp, SquarePosition, Tactics};
use referee::dice::{Dice, rounds};
use search::{Limits, Score, player};

/// A full board of random stones with some empty points.
fn setup(game: &Game, dice: &mut Dice) -> SetUp {
    let mut stones: Vec<_> = game.grid().points().map(|point| (point, Color::ALL[dice.below(2)])).collect();
    for _ in 0..dice.below(7) {
        stones.swap_remove(dice.below(stones.len()));
    }
    SetUp { stones, walls: Vec::new(), to_move: Color::ALL[dice.below(2)], captured: [0; 2] }
}

/// Whether some sequence of moves ends with a winner.
fn can_be_won(position: &SquarePosition) -> bool {
    match position.outcome() {
        Some(outcome) => outcome.winner.is_some(),
        None => position.moves().any(|mv| can_be_won(&position.make_move(mv))),
    }
}

#[test]
fn no_play_wins_on_a_dead_board() {
    let mut dice = Dice::new(54);
    let mut found = [0; 2];
    for rules in [Rules::FREESTYLE, Rules::STANDARD, Rules::RENJU, Rules::CARO] {
        let game = Game::with_sides(rules, 6, 6, None).expect("a board");
        for _ in 0..rounds(1500) {
            let Ok(position) = SquarePosition::set_up(game, &setup(game, &mut dice)) else { continue };
            if position.outcome().is_none() && position.is_dead() {
                assert!(!can_be_won(&position), "{position:?}");
                found[0] += 1;
            } else {
                found[1] += 1;
            }
        }
    }
    assert!(found.into_iter().all(|count| count > 100), "{found:?}");
}

/// The empty points of a dead board.
const EMPTY: usize = 12;

#[test]
fn dead_boards_cost_no_search() {
    // Slanting stripes without a five of either side, from which stones are taken as long as no line opens.
    let game = Game::new(Rules::FREESTYLE, Some(15), None).expect("a board");
    let stone = |point| {
        let (x, y) = game.grid().xy(point);
        (point, Color::ALL[(2 * x + 3 * y) / 3 % 2])
    };
    let mut setup = SetUp {
        stones: game.grid().points().map(stone).collect(),
        walls: Vec::new(),
        to_move: Color::Black,
        captured: [0; 2],
    };
    for _ in 0..EMPTY {
        let is_dead = |setup: &SetUp| SquarePosition::set_up(game, setup).expect("a position").is_dead();
        let without = |number| {
            let mut fewer = setup.clone();
            fewer.stones.remove(number);
            fewer
        };
        setup = (0..setup.stones.len()).map(without).find(is_dead).expect("a stone that blocks no line alone");
    }
    let mut player = player(game, Some(&setup)).expect("a player");
    let limits = Limits { depth: Some(8), ..Limits::none() };
    let report = player.think(&limits, &AtomicBool::new(false), &mut |_| ()).expect("moves are left");
    assert_eq!(report.score, Score::DRAW);
    assert!(report.nodes <= 8 * (EMPTY as u64 + 1), "{} nodes", report.nodes);
}
