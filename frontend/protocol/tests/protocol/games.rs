//! Whole games over the protocol, followed by the rules.

use engine::{AnyRecord, Color, Game, Move, Rules, record};
use ninuki_protocol::{Cell, Reply};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use crate::conversation::Engine;
use crate::hasty::hasty;

/// The smallest board of the game, and what `START` calls it.
fn small(rules: &Rules) -> (&'static Game, usize) {
    let size = rules.sizes.iter().find(|&size| size >= if rules.hexagonal() { 4 } else { 9 });
    let game = Game::new(rules.clone(), size, None).expect("a size of the game");
    (game, game.grid().width())
}

fn cell(game: &Game, mv: Move) -> String {
    let Move::Place(point) = mv else { return "PASS".to_owned() };
    let (x, y) = game.grid().xy(point);
    Cell { x, y }.to_string()
}

/// The move in a reply, which must be legal.
#[track_caller]
fn take(record: &mut dyn AnyRecord, reply: &str) {
    let mv = match Reply::parse(reply) {
        Some(Reply::Move(Cell { x, y })) => {
            let point = record.game().grid().point(x, y).expect("a point of the board");
            let legal = record.legal();
            let nothing_else = legal.is_empty() && record.game().rules().fouls;
            assert!(legal.contains(&point) || nothing_else, "{reply} in {record:?}");
            Move::Place(point)
        }
        Some(Reply::Pass) => Move::Pass,
        _ => panic!("{reply:?} in {record:?}"),
    };
    record.play(mv).expect("the engine plays legal moves");
}

fn random_move(record: &dyn AnyRecord, random: &mut StdRng) -> Move {
    record.legal().choose(random).map_or(Move::Pass, |&point| Move::Place(point))
}

const LONGEST: usize = 150;

#[test]
fn against_random_moves() {
    for rules in Rules::ALL {
        let (game, box_size) = small(&rules);
        for seed in 0..3 {
            let mut random = StdRng::seed_from_u64(seed);
            let mut engine = Engine::playing(hasty(), &format!("START {box_size}\nINFO game {}", rules.name));
            engine.send("INFO timeout_turn 0");
            let mut record = record(game, None).unwrap();
            if seed % 2 == 0 {
                take(&mut *record, &engine.ask("BEGIN"));
            }
            while record.outcome().is_none() && record.moves().len() < LONGEST {
                let mv = random_move(&*record, &mut random);
                record.play(mv).unwrap();
                let turn = format!("TURN {}", cell(game, mv));
                if record.outcome().is_some() {
                    engine.send(&turn);
                    break;
                }
                take(&mut *record, &engine.ask(&turn));
            }
            engine.send("RESTART");
            while engine.reply() != "OK" {}
            assert!(engine.close().is_empty());
        }
    }
}

/// Long lines on a small hexagon make games in which a side that plays at random comes to have no legal placement.
#[test]
fn an_opponent_without_a_legal_placement_passes() {
    let mut rules = Rules::NDENGROD;
    rules.set_flag("stuck", "pass").expect("a flag of the game");
    let game = Game::new(rules, Some(4), Some(7)).expect("a board of the game");
    let start = "START 7\nINFO game ndengrod\nINFO line_length 7\nINFO flag stuck pass\nINFO timeout_turn 0";
    let mut passes = 0;
    for seed in 0..20 {
        let mut random = StdRng::seed_from_u64(seed);
        let mut engine = Engine::playing(hasty(), start);
        let mut record = record(game, None).unwrap();
        while record.outcome().is_none() && record.moves().len() < LONGEST {
            let mv = random_move(&*record, &mut random);
            record.play(mv).unwrap();
            passes += usize::from(mv == Move::Pass);
            let turn = format!("TURN {}", cell(game, mv));
            if record.outcome().is_some() {
                engine.send(&turn);
                break;
            }
            take(&mut *record, &engine.ask(&turn));
        }
        engine.send("RESTART");
        while engine.reply() != "OK" {}
    }
    assert!(passes > 0);
}

#[test]
fn against_itself_by_boards_and_by_turns() {
    for rules in Rules::ALL {
        let (game, box_size) = small(&rules);
        let start = format!("START {box_size}\nINFO game {}\nINFO timeout_turn 0", rules.name);
        let mut by_turns = Engine::playing(hasty(), &start);
        let mut by_boards = Engine::playing(hasty(), &start);
        let mut record = record(game, None).unwrap();
        take(&mut *record, &by_turns.ask("BEGIN"));
        while record.outcome().is_none() && record.moves().len() < LONGEST {
            let reply = match record.to_move() {
                Color::White => by_boards.ask(board(&*record)),
                Color::Black => by_turns.ask(format!("TURN {}", cell(game, *record.moves().last().unwrap()))),
            };
            take(&mut *record, &reply);
        }
        assert!(record.moves().len() > 4);
    }
}

/// The moves as `BOARD`, seen from the side to move.
fn board(record: &dyn AnyRecord) -> String {
    let own = record.to_move().index();
    let placed = record.moves().into_iter().enumerate().filter(|(_, mv)| matches!(mv, Move::Place(_)));
    let lines = placed.map(|(ply, mv)| format!("{},{}\n", cell(record.game(), mv), if ply % 2 == own { 1 } else { 2 }));
    format!("BOARD\n{}DONE", lines.collect::<String>())
}

#[test]
fn a_replayed_game_is_the_game_played() {
    for rules in Rules::ALL {
        let (game, box_size) = small(&rules);
        let mut random = StdRng::seed_from_u64(7);
        let mut record = record(game, None).unwrap();
        let mut engine = Engine::playing(hasty(), &format!("START {box_size}\nINFO game {}", rules.name));
        for _ in 0..40 {
            let mv = random_move(&*record, &mut random);
            record.play(mv).unwrap();
            if record.outcome().is_some() {
                break;
            }
            let reply = engine.ask(board(&*record));
            take(&mut *record, &reply);
            // Taking the answer back leads to the same position as not having played it.
            assert_eq!(engine.ask(format!("TAKEBACK {reply}")), "OK");
            record.take_back();
        }
        assert!(engine.close().is_empty());
    }
}
