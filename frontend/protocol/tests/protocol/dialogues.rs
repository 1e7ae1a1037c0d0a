//! Random bytes and random moves: every line gets an answer, never an illegal move.

use engine::{AnyRecord, Game, Move, Rules, record};
use ninuki_protocol::{Cell, Reply, serve};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::hasty::hasty;

#[test]
fn any_bytes_are_survived() {
    for seed in 0..200 {
        let mut random = StdRng::seed_from_u64(seed);
        let alphabet = b"BOARDSTUNINFO 0123456789,,,\n\n\r\t\0\xff-+.";
        let mut input: Vec<u8> = (0..400).map(|_| alphabet[random.random_range(0..alphabet.len())]).collect();
        input.extend(b"\nDONE\nABOUT\n");
        let mut output = Vec::new();
        serve(&input[..], &mut output, &hasty()).expect("a vector can be written");
        let output = String::from_utf8(output).expect("replies are text");
        assert!(output.lines().last().is_some_and(|line| line.starts_with("name=")), "{output}");
    }
}

/// Follows moves, errors and new games of one kind: replies are legal moves of the record.
#[test]
fn replies_are_legal_and_errors_change_nothing() {
    for (seed, rules) in (0..).zip(Rules::ALL.into_iter().cycle().take(60)) {
        let mut random = StdRng::seed_from_u64(seed);
        let game = Game::new(rules.clone(), None, None).unwrap();
        let mut engine = crate::conversation::Engine::playing(
            hasty(),
            &format!("START {}\nINFO game {}\nINFO timeout_turn 0", game.grid().width(), rules.name),
        );
        let mut record = record(game, None).unwrap();
        for _ in 0..30 {
            if record.outcome().is_some() {
                break;
            }
            let point = *game.grid().points().collect::<Vec<_>>().choose(&mut random).unwrap();
            let (x, y) = game.grid().xy(point);
            let played = record.play(Move::Place(point)).is_ok();
            let reply = engine.ask(format!("TURN {x},{y}"));
            match Reply::parse(&reply) {
                Some(Reply::Move(cell)) if played && record.outcome().is_none() => follow(&mut *record, cell),
                // After the end of a line game anything may follow; the game is left.
                Some(Reply::Move(_)) => assert!(played && record.outcome().is_some()),
                Some(Reply::Error(_)) => assert!(!played || record.outcome().is_some(), "{reply} in {record:?}"),
                _ => panic!("{reply}"),
            }
        }
    }
}

fn follow(record: &mut dyn AnyRecord, cell: Cell) {
    let point = record.game().grid().point(cell.x, cell.y).expect("a point of the board");
    assert!(record.legal().contains(&point), "{cell} in {record:?}");
    record.play(Move::Place(point)).unwrap();
}
