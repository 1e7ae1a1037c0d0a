//! Random dialogues: one reply to every command, none to settings, never an illegal move.

use engine::{AnyRecord, Game, Move, Rules, record};
use ninuki_protocol::conformance::random_dialogue;
use ninuki_protocol::{Cell, Reply, serve};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::hasty::hasty;
use crate::talk::is_remark;

/// How many dialogues, unless `NINUKI_DIALOGUES` says so.
const DIALOGUES: u64 = 1_000;

#[test]
fn one_reply_to_each_command() {
    let asked = std::env::var("NINUKI_DIALOGUES").ok();
    for seed in 0..asked.map_or(DIALOGUES, |number| number.parse().expect("a number")) {
        let script = random_dialogue(seed, true);
        let input: String = script.iter().map(|command| format!("{}\n", command.text)).collect();
        let mut output = Vec::new();
        serve(input.as_bytes(), &mut output, &hasty()).expect("a vector can be written");
        let output = String::from_utf8(output).expect("replies are text");
        let replies: Vec<&str> = output.lines().filter(|line| !is_remark(line)).collect();
        let expected = script.iter().filter(|command| command.answered).count();
        assert_eq!(replies.len(), expected, "seed {seed}\n{input}\n{output}");
        assert!(replies.iter().all(|line| Reply::parse(line).is_some()), "{output}");
        assert!(!output.contains("internal error") && !output.contains("search failed"), "seed {seed}\n{output}");
    }
}

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

/// Follows moves, errors and new games of one kind; the replies must be legal where the record says so.
#[test]
fn replies_are_legal_and_errors_change_nothing() {
    for (seed, rules) in (0..).zip(Rules::ALL.into_iter().cycle().take(60)) {
        let mut random = StdRng::seed_from_u64(seed);
        let game = Game::new(rules.clone(), None, None).unwrap();
        let mut engine = crate::talk::Engine::playing(
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
