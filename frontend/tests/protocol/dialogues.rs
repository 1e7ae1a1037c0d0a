//! Random dialogues: one reply to every command, none to settings, never an illegal move.

use engine::{AnyRecord, Game, Move, Rules, record};
use frontend::gomocup::{Cell, Reply, serve};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::hasty::hasty;
use crate::talk::is_remark;

/// What may be answered.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Answer {
    Nothing,
    /// One line that is no remark.
    One,
}

fn random_cell(random: &mut StdRng) -> Cell {
    let side = *[5, 9, 15, 19, 30].choose(random).expect("not empty");
    Cell { x: random.random_range(0..side), y: random.random_range(0..side) }
}

fn random_list(word: &str, with_fields: bool, random: &mut StdRng) -> String {
    let separator = *["\n", " ", "\r\n", "\n\n"].choose(random).expect("not empty");
    let length = random.random_range(0..9);
    let mut items = vec![word.to_owned()];
    for i in 0..length {
        let cell = random_cell(random);
        let field = if random.random_bool(0.1) { random.random_range(0..5) } else { 1 + (i + length + 1) % 2 };
        items.push(if with_fields { format!("{cell},{field}") } else { cell.to_string() });
    }
    items.push("DONE".to_owned());
    items.join(separator)
}

fn random_info(random: &mut StdRng) -> String {
    let keys = [
        "rule",
        "game",
        "flag",
        "line_length",
        "captured",
        "timeout_turn",
        "timeout_match",
        "time_left",
        "max_memory",
        "max_node",
        "max_depth",
        "thread_num",
        "hash_size",
        "folder",
        "evaluate",
        "foo",
        "",
    ];
    let games = Rules::ALL.map(|rules| rules.name);
    let values = ["0", "1", "4", "5", "8", "9", "-1", "x", "suicide 1", "third-free on", "4,2", "99999999999999999999"];
    let key = *keys.choose(random).expect("not empty");
    let value = if key == "game" {
        *games.choose(random).expect("not empty")
    } else {
        *values.choose(random).expect("not empty")
    };
    format!("INFO {key} {value}")
}

/// A command and how it is answered.
fn random_command(random: &mut StdRng) -> (String, Answer) {
    let one = |text: String| (text, Answer::One);
    let silent = |text: &str| (text.to_owned(), Answer::Nothing);
    match random.random_range(0..24) {
        0 | 1 => one(format!("START {}", [5, 9, 13, 15, 19, 4][random.random_range(0..6)])),
        2 => one(["RESTART", "RECTSTART 9,7", "start 9 9", "START x"][random.random_range(0..4)].to_owned()),
        3 | 4 => one("BEGIN".to_owned()),
        5..=12 => one(format!("TURN {}", random_cell(random))),
        13 => one(random_list("BOARD", true, random)),
        14 => one(format!("TAKEBACK {}", random_cell(random))),
        15 => one(format!("PLAY {}", random_cell(random))),
        16 => one(random_list("SWAPBOARD", false, random)),
        17 => one(random_list("SWAP2BOARD", false, random)),
        18 => one(["YXSHOWFORBID", "ABOUT", "FOO", "TURN", "TURN PASS", "\0"][random.random_range(0..6)].to_owned()),
        19 => silent(["STOP", "YXSTOP", "", "YXHASHCLEAR", "  \t"][random.random_range(0..5)]),
        _ => (random_info(random), Answer::Nothing),
    }
}

#[test]
fn one_reply_to_each_command() {
    for seed in 0..400 {
        let mut random = StdRng::seed_from_u64(seed);
        let script: Vec<_> = (0..random.random_range(1..40)).map(|_| random_command(&mut random)).collect();
        let input: String = script.iter().map(|(command, _)| format!("{command}\n")).collect();
        let mut output = Vec::new();
        serve(input.as_bytes(), &mut output, &hasty()).expect("a vector can be written");
        let output = String::from_utf8(output).expect("replies are text");
        let replies: Vec<&str> = output.lines().filter(|line| !is_remark(line)).collect();
        let expected = script.iter().filter(|(_, answer)| *answer == Answer::One).count();
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
