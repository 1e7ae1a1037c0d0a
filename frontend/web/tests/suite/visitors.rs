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

/// A visitor behind a proxy who connects again and again has no more own games than its share.
#[test]
fn a_visitor_leaves_own_games_for_others() {
    let running = Running::start(Options { boards: 80, ..Options::default() });
    let origin = format!("http://{}", running.host());
    let board = |address: &str| {
        let headers = [("Origin", &*origin), ("X-Forwarded-For", address)];
        running.connect_with(&headers).expect("the page may connect")
    };
    let own = |name: String| {
        let text = format!("name = \"{name}\"\nbase = \"freestyle\"\n");
        json!({"id": 1, "action": "position", "rules_text": text}).to_string()
    };
    let answers = (0..17).flat_map(|connection| {
        let mut greedy = board("203.0.113.1, 198.51.100.1");
        let answers = (0..64).map(|number| ask(&mut greedy, &own(format!("greedy-{connection}-{number}"))));
        answers.collect::<Vec<_>>()
    });
    let refused: Vec<Value> = answers.filter(|answer| answer["error"].is_string()).collect();
    assert!(refused.len() > 64, "{} refused", refused.len());
    assert!(refused.iter().all(|answer| answer["limit"]["name"] == "games"), "{:?}", refused[0]);
    let mut other = board("203.0.113.1, 198.51.100.2");
    for number in 0..64 {
        let answer = ask(&mut other, &own(format!("other-{number}")));
        assert!(answer["error"].is_null(), "{answer}");
    }
}

/// One visitor opens 256 boards: a quarter of the places is what it gets, and another visitor is answered.
#[test]
fn a_visitor_leaves_boards_for_others() {
    let mut options = Options { boards: 64, ..Options::default() };
    options.engine.hash = 1 << 20;
    let running = Running::start(options);
    let origin = format!("http://{}", running.host());
    let board = |address: &str| running.connect_with(&[("Origin", &*origin), ("X-Forwarded-For", address)]);
    let opened: Vec<_> = (0..256).map(|_| board("198.51.100.1")).collect();
    let (mut boards, refused): (Vec<_>, Vec<_>) = opened.into_iter().partition(Result::is_ok);
    assert_eq!(boards.len(), 16);
    assert!(refused.into_iter().all(|refused| refused.is_err_and(|status| status == 429)));
    let query = json!({"id": 1, "rules": "freestyle", "moves": "h8", "time": 100_000_000}).to_string();
    for board in boards.iter_mut().flatten() {
        for _ in 0..3 {
            board.send(Message::text(query.as_str())).expect("it listens");
        }
    }
    let mut other = board("198.51.100.2").expect("a place");
    assert_eq!(ask(&mut other, r#"{"id":1,"rules":"freestyle","moves":"h8","time":100}"#)["ended"], "time");
    // A place is free again once its board has gone.
    boards.pop();
    while board("198.51.100.1").is_err() {
        std::thread::yield_now();
    }
}
