//! The first duty of a search: to punish a blunder, and not to commit one, in every game.

use std::sync::atomic::AtomicBool;

use engine::{Color, Game, Move, Outcome, Rules, notation};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use search::{Limits, Player, Report, player};

fn after(rules: Rules, moves: &str) -> Box<dyn Player> {
    let game = Game::new(rules, None, None).expect("the usual board");
    let mut player = player(game, None).expect("the empty board");
    player.set_memory(1 << 20);
    for text in moves.split_whitespace() {
        let mv = notation::parse_move(game.grid(), text).expect("a move");
        player.play(mv).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
    player
}

fn think(player: &mut dyn Player, nodes: u64) -> Report {
    let limits = Limits { nodes: Some(nodes), ..Limits::none() };
    player.think(&limits, &AtomicBool::new(false), &mut |_| ()).expect("the game goes on")
}

/// The engine's answer after `moves` is one of `answers`.
fn answers(rules: Rules, moves: &str, answers: &str) {
    let name = rules.name;
    let mut player = after(rules, moves);
    let report = think(&mut *player, 5_000);
    let best = notation::move_text(player.record().game().grid(), report.best);
    let good = answers.split_whitespace().any(|answer| answer.eq_ignore_ascii_case(&best));
    assert!(good, "{name}: {best} ({}) after {moves}, not one of {answers}", report.score);
}

#[test]
fn a_four_is_completed_and_stopped() {
    for rules in [Rules::FREESTYLE, Rules::STANDARD, Rules::RENJU, Rules::CARO] {
        answers(rules.clone(), "h8 h9 i8 i9 j8 j9 k8 k9", "g8 l8");
        // Where a five shut at both ends does not win, shutting the other end stops it as well.
        let stops = if rules.line[0].open { "l8 m8" } else { "l8" };
        answers(rules, "h8 g8 i8 a1 j8 c3 k8", stops);
    }
}

/// White, to move after F10, wins by B8. Black could make a double four at I6, but that is a foul: there is nothing to stop.
#[test]
fn a_foul_is_no_threat() {
    let moves = "h7 k9 f6 f7 k10 i9 h9 i8 i7 h8 j10 j8 k8 i10 h10 l10 i11 l9 j9 m11 n12 j12 k7 l7 l11 k6 m9 j5 i4 i5 l6 j4 k5 \
                 j6 j7 g7 h6 e7 n10 m12 m8 l8 g8 d7 c7 e8 f9 e10 e6 d6 d9 c5 b4 d5 d4 m14 m13 e5 b5 e4 h5 e9 e11 j3 j2 f8 \
                 g9 g5 f5 d10 c11 b7 c6 b10 f10";
    let report = think(&mut *after(Rules::RENJU, moves), 20_000);
    assert!(report.score.plies_to_win().is_some(), "{}", report.score);
    let (before, _) = moves.rsplit_once(' ').expect("many moves");
    let report = think(&mut *after(Rules::RENJU, before), 40_000);
    assert!(report.score.plies_to_loss().is_some(), "{}", report.score);
}

#[test]
fn the_winning_pair_is_taken() {
    // x has four pairs and o leaves L10 K10 between J10 and M10.
    for rules in [Rules::NINUKI, Rules::PENTE, Rules::NINUKI_42, Rules::NINUKI_HANNOVER] {
        let game = Game::new(rules, Some(19), None).expect("19 is a size of all of them");
        let text = "19/19/19/19/19/19/19/19/19/8xoo8/19/19/19/19/19/19/19/19/19 x 8 0";
        let setup = notation::parse_position(game, &mut text.split(' ').peekable()).expect("a position");
        let mut player = player(game, Some(&setup)).expect("a possible position");
        let report = think(&mut *player, 100);
        assert_eq!(notation::move_text(game.grid(), report.best), "M10", "{}", game.rules().name);
        assert_eq!(report.score.plies_to_win(), Some(1));
    }
}

#[test]
fn a_five_that_can_be_broken_is_broken() {
    // o's five H10-M10 stands; x has K12 above the pair K11 K10.
    let game = Game::new(Rules::NINUKI, None, None).expect("the usual board");
    let text = "19/19/19/19/19/19/19/9x9/9o9/7ooooo7/19/19/19/19/19/19/19/19/19 x 0 0";
    let setup = notation::parse_position(game, &mut text.split(' ').peekable()).expect("a position");
    let mut player = player(game, Some(&setup)).expect("a possible position");
    assert!(player.record().pending_five());
    let report = think(&mut *player, 2_000);
    assert_eq!(notation::move_text(game.grid(), report.best), "K9");
}

#[test]
fn a_surrounded_line_is_cut_by_capture_or_block() {
    answers(Rules::NDENGROD, "e5 a1 e6 i9 e4 a5 e7", "e3 e8");
    answers(Rules::NDENGROD, "e5 a1 e6 i9 e4 a5 e7 i5", "e3 e8");
}

/// Plays `games` games of the engine against random moves and returns how many it won.
fn beats_chance(rules: &Rules, games: u64) -> usize {
    let won = |&seed: &u64| {
        let mut dice = StdRng::seed_from_u64(seed);
        let engine = Color::ALL[seed as usize % 2];
        let mut player = after(rules.clone(), "");
        let outcome: Outcome = loop {
            if let Some(outcome) = player.record().outcome() {
                break outcome;
            }
            let mv = if player.record().to_move() == engine {
                think(&mut *player, 300).best
            } else {
                let legal = player.record().legal();
                legal.get(dice.random_range(0..legal.len().max(1))).map_or(Move::Pass, |&point| Move::Place(point))
            };
            player.play(mv).expect("a legal move");
        };
        outcome.winner == Some(engine)
    };
    (0..games).filter(won).count()
}

#[test]
fn random_play_loses_every_game() {
    for rules in Rules::ALL {
        assert_eq!(beats_chance(&rules, 4), 4, "{}", rules.name);
    }
}
