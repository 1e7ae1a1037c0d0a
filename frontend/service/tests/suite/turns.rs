//! Services that share one processor.

use std::time::Duration;

use serde_json::{Value, json};
use service::{Answers, Options, Service, Turns};

use crate::answer;

/// A search that takes long, also where a test fails.
const ENDLESS: &str = r#"{"id":"endless","rules":"freestyle","moves":"h8","time":100000}"#;

fn next(answers: &Answers) -> Value {
    answer(&answers.recv_timeout(Duration::from_secs(60)).expect("an answer"))
}

fn start(turns: &Turns, search_threads: usize) -> (Service, Answers) {
    let turns = Some(turns.for_another());
    Service::start(Options { threads: 2, search_threads, most_threads: search_threads, turns, ..Options::default() })
}

#[test]
fn every_action_is_answered_beside_searches_without_an_end() {
    let turns = Turns::new(1);
    let busy: Vec<_> = (0..4).map(|_| start(&turns, 1)).collect();
    for (service, _) in &busy {
        service.take(ENDLESS.as_bytes());
        service.take(ENDLESS.as_bytes());
    }
    let (other, answers) = start(&turns, 1);
    for query in [
        json!({"id": 1, "rules": "freestyle", "moves": "h8", "time": 100}),
        json!({"id": 1, "rules": "freestyle", "moves": "h8", "nodes": 2000}),
        json!({"id": 1, "action": "solve", "rules": "freestyle", "moves": "h8", "nodes": 500}),
        json!({"id": 1, "action": "play", "rules": "freestyle", "level": 1}),
        json!({"id": 1, "action": "read", "from": "txt", "rules": "renju", "text": "h8 i9"}),
        json!({"id": 1, "action": "picture", "rules": "freestyle", "kind": "gif", "moves": "h8 i9"}),
    ] {
        other.take(query.to_string().as_bytes());
        let answer = next(&answers);
        assert!(answer["error"].is_null(), "{query}: {answer}");
    }
    for (service, answers) in &busy {
        service.terminate();
        for _ in 0..2 {
            assert_eq!(next(answers)["ended"], "stopped");
        }
    }
}

#[test]
fn a_search_ends_with_its_time_while_others_have_their_turn() {
    let turns = Turns::new(1);
    let (busy, _unread) = start(&turns, 1);
    for _ in 0..2 {
        busy.take(ENDLESS.as_bytes());
    }
    let (other, answers) = start(&turns, 1);
    other.take(br#"{"id":1,"rules":"freestyle","moves":"h8","time":500}"#);
    assert_eq!(next(&answers)["ended"], "time");
    busy.terminate();
}

#[test]
fn searches_of_several_threads_take_turns() {
    let turns = Turns::new(2);
    let (busy, unread) = start(&turns, 2);
    busy.take(ENDLESS.as_bytes());
    let (other, answers) = start(&turns, 2);
    for nodes in [1000, 20_000] {
        other.take(json!({"id": 1, "rules": "freestyle", "moves": "h8 i9", "nodes": nodes}).to_string().as_bytes());
        assert_eq!(next(&answers)["ended"], "nodes");
    }
    busy.terminate();
    assert_eq!(next(&unread)["ended"], "stopped");
}

#[test]
fn a_client_that_reads_nothing_holds_no_turn() {
    let turns = Turns::new(1);
    let options = Options { most_unread: 1, turns: Some(turns.for_another()), ..Options::default() };
    let (silent, unread) = Service::start(options);
    for _ in 0..3 {
        silent.take(br#"{"id":1,"rules":"freestyle","moves":"h8","nodes":100}"#);
    }
    let (other, answers) = start(&turns, 1);
    for _ in 0..3 {
        other.take(br#"{"id":1,"rules":"freestyle","moves":"h8","nodes":100}"#);
        assert_eq!(next(&answers)["ended"], "nodes");
    }
    for _ in 0..3 {
        assert_eq!(next(&unread)["ended"], "nodes");
    }
}
