//! Several visitors at once: limits of each, and no waiting for another.

use std::io::ErrorKind;
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::{Error, Message};
use web::Options;

use crate::{Running, ask, next};

/// A game of 200 moves without a winner: every row has two stones of a colour in turn.
fn long_game() -> String {
    let is_black = |x: usize, y: usize| (x / 2 + y).is_multiple_of(2);
    let points = || (0..19).flat_map(|y| (0..19).map(move |x| (x, y)));
    let side = |black: bool| points().filter(move |&(x, y)| is_black(x, y) == black);
    let pairs = side(true).zip(side(false)).flat_map(|(black, white)| [black, white]);
    pairs.take(200).map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
}

/// Actions that take long: an animation as large as it may be, and a review.
fn killers() -> [Value; 2] {
    let moves = long_game();
    [
        json!({"id": "gif", "action": "picture", "kind": "gif", "rules": "freestyle", "size": 19, "moves": moves, "width": 2048}),
        json!({"id": "review", "action": "review", "rules": "freestyle", "size": 19, "moves": moves, "nodes": 1_000_000}),
    ]
}

#[test]
fn a_visitor_waits_for_no_other() {
    let running = Running::start(Options::default());
    let (mut greedy, mut other) = (running.board(), running.board());
    for killer in killers() {
        greedy.send(Message::text(killer.to_string())).expect("it listens");
    }
    let query = r#"{"id":1,"rules":"freestyle","moves":"h8","time":100}"#;
    for _ in 0..3 {
        assert_eq!(ask(&mut other, query)["ended"], "time");
    }
    // Both are at it still.
    greedy.get_ref().set_read_timeout(Some(Duration::from_millis(1))).expect("a timeout");
    match greedy.read() {
        Err(Error::Io(error)) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
        early => panic!("{early:?}"),
    }
}

#[test]
fn a_visitor_waits_for_no_queue_of_another() {
    let running = Running::start(Options::default());
    let (mut greedy, mut other) = (running.board(), running.board());
    for id in 0..100 {
        let query = json!({"id": id, "rules": "freestyle", "moves": "h8", "nodes": 50_000_000});
        greedy.send(Message::text(query.to_string())).expect("it listens");
    }
    for id in 0..3 {
        let query = json!({"id": format!("other {id}"), "rules": "freestyle", "moves": "h8", "time": 100});
        assert_eq!(ask(&mut other, &query.to_string())["ended"], "time");
    }
    // All of the queue ends at once.
    greedy.send(Message::text(r#"{"id":"end","action":"terminate_all"}"#)).expect("it listens");
    let answers: Vec<Value> = (0..101).map(|_| next(&mut greedy)).collect();
    let end = answers.iter().find(|answer| answer["id"] == "end").expect("an answer");
    assert_eq!(end["terminated"], 100, "nothing of the queue was finished before");
}

#[test]
fn actions_end_with_the_time_that_the_operator_allows() {
    let mut options = Options::default();
    options.engine.limits.time = Duration::from_millis(200);
    let running = Running::start(options);
    let mut board = running.board();
    for killer in killers() {
        let answer = ask(&mut board, &killer.to_string());
        assert_eq!(answer["limit"], json!({"name": "time", "most": 200}), "{answer}");
    }
}

#[test]
fn who_asks_for_too_much_is_refused_and_still_heard() {
    let mut options = Options::default();
    options.engine.most_pending = 1 << 20;
    let running = Running::start(options);
    let mut board = running.board();
    let endless = json!({"id": "endless", "rules": "freestyle", "moves": "h8", "time": 100_000_000});
    let long = json!({"id": "long", "rules": "freestyle", "nodes": 1, "moves": "h8".to_owned() + &" ".repeat(1 << 19)});
    for query in [&endless, &endless, &long, &long, &long, &long] {
        board.send(Message::text(query.to_string())).expect("it listens");
    }
    for _ in 0..2 {
        assert_eq!(next(&mut board)["limit"], json!({"name": "pending", "most": 1 << 20}));
    }
    board.send(Message::text(r#"{"id":"end","action":"terminate_all"}"#)).expect("it listens");
    let ended: Vec<Value> = (0..5).map(|_| next(&mut board)).collect();
    let answer = ended.iter().find(|answer| answer["id"] == "end").expect("an answer");
    assert_eq!(answer["terminated"], 4, "{ended:?}");
}
