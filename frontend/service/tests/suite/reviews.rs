//! Reviews move by move.

use serde_json::{Value, json};
use service::{Options, Service};

/// The answers to a review, read only once the answers of another query are there.
fn answers(query: &str, options: Options) -> Vec<Value> {
    let (service, answers) = Service::start(options);
    service.take(query.as_bytes());
    std::thread::sleep(std::time::Duration::from_millis(100));
    std::thread::spawn(move || service.finish());
    std::iter::from_fn(|| answers.recv()).map(|line| serde_json::from_slice(&line).expect("JSON")).collect()
}

const GAMES: [(&str, &str); 4] = [
    // A missed win, a four too late.
    ("freestyle", "h8 i9 h9 i10 h10 i11 a1 i12 h11 h12 h7"),
    ("pente", "K10 L9 N10 M11 K7 L11 L10 M10 K12 N9"),
    ("ndengrod", "e5 swap d4 f6"),
    ("renju", "h8"),
];

#[test]
fn reported_moves_are_those_of_the_review() {
    for (rules, moves) in GAMES {
        let query =
            json!({"id": 1, "action": "review", "rules": rules, "moves": moves, "nodes": 300, "report_moves": true});
        // There is room for one answer: none is dropped.
        let answers = answers(&query.to_string(), Options { most_unread: 1, ..Options::default() });
        let (last, reports) = answers.split_last().expect("answers");
        let positions = moves.split(' ').count() + 1;
        let counts: Vec<_> = reports.iter().map(|report| report["done"].clone()).collect();
        assert_eq!(counts, (1..=positions).map(Value::from).collect::<Vec<_>>(), "{rules}");
        assert!(reports.iter().all(|report| report["partial"] == true && report["of"] == positions), "{rules}");
        let reported = reports.iter().rev().flat_map(|report| report["moves"].as_array().expect("moves"));
        let moves = last["moves"].as_array().expect("moves");
        assert_eq!(reported.collect::<Vec<_>>(), moves.iter().collect::<Vec<_>>(), "{rules}");
    }
}

#[test]
fn reports_have_moves_only_on_demand() {
    let query = r#"{"id":1,"action":"review","rules":"freestyle","moves":"h8 i9 h9","nodes":200,"report_every":1}"#;
    assert!(crate::ask(query, &Options::default()).iter().rev().skip(1).all(|report| report.get("moves").is_none()));
}
