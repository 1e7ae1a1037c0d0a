//! Floods, nonsense, and programs that do not listen.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use random::Dice;
use serde_json::Value;
use service::{Options, Service};

use crate::{answer, ask};

#[test]
fn long_lines_and_deep_nesting_are_refused() {
    let options = Options { longest_line: 1000, ..Options::default() };
    let long = "x".repeat(3_000_000);
    let deep = "{\"a\":".repeat(150);
    let lines = format!("{long}\n{deep}\n{{\"id\":1,\"action\":\"query_version\"}}\n{{\"id\":2,\"rules\":\"{long}");
    let answers = ask(&lines, &options);
    let errors: Vec<&str> = answers.iter().filter_map(|answer| answer["error"].as_str()).collect();
    assert_eq!((answers.len(), errors.len()), (4, 3));
    assert!(errors[0].starts_with("a line has at most 1000 bytes") && errors[1].contains("recursion limit"));
}

#[test]
fn every_line_of_a_flood_is_answered() {
    let mut lines = String::new();
    for number in 0..5_000 {
        let _ = match number % 3 {
            0 => writeln!(lines, "nonsense {number}"),
            1 => writeln!(lines, "{{\"id\":{number},\"action\":\"position\",\"rules\":\"renju\"}}"),
            _ => {
                writeln!(lines, "{{\"id\":{number},\"rules\":\"freestyle\",\"size\":5,\"nodes\":1,\"own_table\":true}}")
            }
        };
    }
    let options = Options { threads: 2, most_pending: 10_000, hash: 1 << 20, ..Options::default() };
    assert_eq!(ask(&lines, &options).len(), 5_000);
}

#[test]
fn reading_waits_for_a_program_that_does_not_listen() {
    let (service, answers) = Service::start(Options::default());
    let taken = Arc::new(AtomicUsize::new(0));
    let (done, is_done) = mpsc::channel();
    let counter = Arc::clone(&taken);
    thread::spawn(move || {
        for _ in 0..2_000 {
            service.take(br#"{"id":1,"action":"query_version"}"#);
            counter.fetch_add(1, Ordering::Relaxed);
        }
        service.finish();
        done.send(()).expect("it is waited for");
    });
    assert!(is_done.recv_timeout(Duration::from_millis(500)).is_err());
    assert!(taken.load(Ordering::Relaxed) < 1_000, "answers that nobody reads are not kept without bound");
    assert_eq!(answers.iter().count(), 2_000, "nothing is lost");
}

/// Queries that are changed at random.
const SEEDS: [&str; 6] = [
    r#"{"id":1,"rules":"pente","moves":["K10","L9"],"nodes":50,"lines":2,"only":"K9","plies":"all"}"#,
    r#"{"id":"a","action":"position","rules":"ndengrod","size":4,"length":4,"moves":"d3 swap c3"}"#,
    r#"{"id":"b","action":"convert","from":"txt","to":"sgf","rules":"renju","text":"h8 h9 i9\n"}"#,
    r#"{"id":"c","action":"solve","rules":"freestyle","position":"15/15/15/15/15/15/15/7xxx5/15/15/15/15/15/15/ooo12 x","nodes":50}"#,
    r#"{"id":"d","action":"verify","certificate":"certificate 1\ngame freestyle\nsize 15\n"}"#,
    r#"{"id":"e","action":"terminate","terminate_id":"a","flags":{"third-free":false},"rules_text":"name = \"m\"\nbase = \"pente\""}"#,
];

/// A line as chance makes it from the seeds.
fn mutated(dice: &mut Dice) -> Vec<u8> {
    let mut line = dice.pick(&SEEDS).expect("there are some").as_bytes().to_vec();
    for _ in 0..1 + dice.below(4) {
        let at = dice.below(line.len());
        match dice.below(4) {
            0 => line[at] = dice.pick(b"0129\"{}[],:-eE. aKx\\\x00\xff").expect("there are some"),
            1 => drop(line.drain(at..(at + 1 + dice.below(6)).min(line.len()))),
            2 => line.insert(at, dice.pick(b"0129\"{}[],:-").expect("there are some")),
            _ => {
                let other = dice.pick(&SEEDS).expect("there are some").as_bytes();
                line.truncate(at);
                line.extend_from_slice(&other[dice.below(other.len())..]);
            }
        }
        if line.is_empty() {
            break;
        }
    }
    line.retain(|&byte| byte != b'\n');
    line
}

#[test]
fn random_lines_are_answered_and_nothing_fails() {
    let mut dice = Dice::new(7, 0, 0);
    // A search that chance asked for must not last.
    let bounded = |line: &[u8]| {
        let query: Option<Value> = serde_json::from_slice(line).ok();
        query.is_none_or(|query| query["nodes"].as_u64().is_some_and(|nodes| nodes < 1_000) || query["rules"].is_null())
    };
    let lines: Vec<Vec<u8>> = (0..3_000).map(|_| mutated(&mut dice)).filter(|line| bounded(line)).collect();
    let asked = lines.iter().filter(|line| !line.iter().all(u8::is_ascii_whitespace)).count();
    let (service, answers) = Service::start(Options { threads: 2, hash: 1 << 20, ..Options::default() });
    let reader = thread::spawn(move || {
        let answers: Vec<Value> = answers.iter().map(|line| answer(&line)).collect();
        assert!(answers.iter().all(|answer| answer["code"] != "defect"));
        answers.len()
    });
    lines.iter().for_each(|line| service.take(line));
    service.finish();
    assert!(reader.join().expect("every answer is as the schema has it") >= asked);
}
