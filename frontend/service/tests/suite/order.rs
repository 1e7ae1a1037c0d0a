//! Which answers come when, and how searches are ended.

use std::time::Duration;

use serde_json::{Value, json};
use service::{Answers, Options, Service};

use crate::{answer, is_query, one};

/// A search that ends only when it is ended.
const ENDLESS: &str = r#"{"id":"endless","rules":"ninuki","time":3600000,"report_every":0}"#;

fn next(answers: &Answers) -> Value {
    answer(&answers.recv_timeout(Duration::from_secs(60)).expect("an answer"))
}

/// The next answer that is no partial one.
fn next_final(answers: &Answers) -> Value {
    loop {
        let answer = next(answers);
        if answer["partial"] != true {
            return answer;
        }
    }
}

#[test]
fn partial_answers_come_until_the_search_is_ended() {
    let (service, answers) = Service::start(Options::default());
    service.take(ENDLESS.as_bytes());
    let first = next(&answers);
    assert_eq!((&first["partial"], &first["ended"]), (&json!(true), &json!(null)));
    // Queries without a search are answered during it.
    service.take(br#"{"id":"version","action":"query_version"}"#);
    assert_eq!(next_final(&answers)["id"], "version");
    service.take(br#"{"id":"t","action":"terminate","terminate_id":"endless"}"#);
    let mut last = [next_final(&answers), next_final(&answers)];
    last.sort_by_key(|answer| answer["action"].to_string());
    assert_eq!((&last[0]["id"], &last[0]["ended"]), (&json!("endless"), &json!("stopped")));
    assert_eq!(last[1]["terminated"], 1);
    service.finish();
    assert!(answers.recv().is_none(), "nothing more is said");
}

#[test]
fn urgent_queries_come_first() {
    let (service, answers) = Service::start(Options::default());
    service.take(ENDLESS.as_bytes());
    next(&answers);
    for (id, priority) in [("late", -1), ("first", 0), ("second", 0), ("urgent", 7)] {
        let query = json!({"id": id, "rules": "freestyle", "nodes": 50, "priority": priority});
        service.take(query.to_string().as_bytes());
    }
    service.take(br#"{"id":"t","action":"terminate","terminate_id":"endless"}"#);
    let mut order: Vec<Value> = (0..6).map(|_| next_final(&answers)["id"].clone()).collect();
    order.retain(|id| id != "t" && id != "endless");
    assert_eq!(order, ["urgent", "first", "second", "late"]);
}

#[test]
fn what_waits_is_answered_when_all_is_ended() {
    let (service, answers) = Service::start(Options::default());
    service.take(ENDLESS.as_bytes());
    next(&answers);
    service.take(br#"{"id":"waits","rules":"freestyle","plies":[0],"nodes":50}"#);
    service.take(br#"{"id":"solves","action":"solve","rules":"freestyle","moves":"h8"}"#);
    service.take(br#"{"id":"t","action":"terminate_all"}"#);
    let mut all: Vec<Value> = (0..4).map(|_| next_final(&answers)).collect();
    all.sort_by_key(|answer| answer["id"].to_string());
    let ids: Vec<_> = all.iter().map(|answer| answer["id"].as_str().expect("an id")).collect();
    assert_eq!(ids, ["endless", "solves", "t", "waits"]);
    assert_eq!((&all[3]["ended"], &all[2]["terminated"]), (&json!("terminated"), &json!(3)));
    assert!(all[1]["error"].as_str().expect("an error").starts_with("terminated"));
}

#[test]
fn positions_of_a_game_have_their_own_priorities() {
    let query = r#"{"id":1,"rules":"pente","moves":"K10 L9 N10","plies":[2,0,1],"priorities":[1,9,5],"nodes":50}"#;
    assert!(is_query(query));
    let (service, answers) = Service::start(Options::default());
    // The only thread is busy until all positions wait.
    service.take(br#"{"id":0,"rules":"freestyle","time":3600000,"priority":100}"#);
    service.take(query.as_bytes());
    service.take(br#"{"id":2,"action":"terminate","terminate_id":0}"#);
    let told: Vec<Value> = (0..5).map(|_| answer(&answers.recv().expect("an answer"))).collect();
    let plies: Vec<u64> = told.iter().filter(|it| it["id"] == 1).filter_map(|it| it["ply"].as_u64()).collect();
    assert_eq!(plies, [0, 1, 2]);
    service.finish();
    let wrong = one(&query.replace("[1,9,5]", "[1,9]"));
    assert_eq!((&wrong["field"], &wrong["code"]), (&json!("priorities"), &json!("bad_value")));
}
