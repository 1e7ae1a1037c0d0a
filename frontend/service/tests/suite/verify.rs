//! Certificates: the verdict, the rules that differ, the limits of a check.

use std::fmt::Write as _;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use service::{Limits, Options, Service};

use crate::{answer, ask, one};

fn query(certificate: &str, more: &Value) -> String {
    let mut query = json!({"id": "v", "action": "verify", "certificate": certificate});
    for (field, value) in more.as_object().into_iter().flatten() {
        query[field] = value.clone();
    }
    query.to_string()
}

fn verify(certificate: &str) -> Value {
    one(&query(certificate, &Value::Null))
}

/// A certificate of five attacks, none of which needs an answer: more replies than anyone can try.
pub(super) fn wide() -> String {
    let rows: Vec<&str> = (0..22).map(|row| if row % 3 == 0 { "2xxxx6xxxx6" } else { "22" }).collect();
    let mut text = format!("certificate 1\ngame caro\nsize 22\nlength 5\nposition {} x 0 0\nsteps 6\n", rows.join("/"));
    text += "0 win 1,0 6,0 1,3\n1 play 1,20 *:0\n";
    for step in 2..=5 {
        let replies: String = (1..step).map(|x| format!(" {x},20:{}", x - 1)).collect();
        let _ = writeln!(text, "{step} play {step},20{replies} *:{}", step - 1);
    }
    text
}

#[test]
fn every_rule_that_differs_is_told() {
    let flag = "certificate 1\ngame ninuki\nflag fifth captures\nsize 19\nlength 5\n\
                position 19/19/19/19/19/19/19/19/19/6xoo10/19/19/19/19/19/19/19/19/19 x 8 0\nsteps 1\n0 win K10\n";
    let told = verify(flag);
    assert_eq!((&told["verified"], &told["game"], &told["plies"]), (&json!(true), &json!("ninuki"), &json!(1)));
    assert_eq!((&told["flags"], &told["differences"]), (&json!({"fifth": "captures"}), &json!("flag fifth=captures")));
    assert_eq!((&told["size"], &told["length"], &told["steps"]), (&json!(19), &json!(5), &json!(1)));
    assert_eq!((&told["base"], &told["rules"], &told["ended"]), (&json!(null), &json!({}), &json!(null)));
    let usual = verify(&flag.replace("flag fifth captures\n", ""));
    assert_eq!((&usual["flags"], &usual["differences"]), (&json!({}), &json!("")));

    let own = "certificate 1\ngame mine\nbase pente\nrule capture.target 4\nrule third-free true\nsize 13\nlength 5\n\
               position 13/13/13/13/13/13/3xoo7/13/13/13/13/13/13 x 2 0\nsteps 1\n0 win G7\n";
    let told = verify(own);
    assert_eq!((&told["verified"], &told["base"], &told["size"]), (&json!(true), &json!("pente"), &json!(13)));
    assert_eq!((&told["rules"], &told["flags"]), (&json!({"capture.target": "4"}), &json!({"third-free": "true"})));
    assert_eq!(told["differences"], "made from pente, capture.target=4, flag third-free=true, size 13");
}

#[test]
fn a_position_that_is_over_is_refused() {
    let five = "certificate 1\ngame freestyle\nsize 15\nlength 5\n\
                position ooooo10/15/15/xxxx11/15/15/15/15/15/15/15/15/15/15/15 x 0 0\nsteps 1\n0 win e12\n";
    let told = verify(five);
    assert_eq!(told["verified"], false);
    assert_eq!(told["reason"], "the game is over in this position: White has a line of 5 from a15");
    assert_eq!(told["problem"], json!({"code": "certificate_start"}));
    let cut = verify("certificate 1\ngame freestyle\n");
    assert_eq!(cut["problem"], json!({"code": "certificate_text", "values": {"line": 3}}), "{cut}");
}

#[test]
fn a_check_obeys_limits() {
    let started = Instant::now();
    let told = one(&query(&wide(), &json!({"time": 200})));
    assert_eq!((&told["verified"], &told["ended"]), (&json!(false), &json!("time")));
    assert!(told["reason"].as_str().is_some_and(|reason| reason.contains("the time is up")), "{told}");
    let options = Options {
        limits: Limits { time: Duration::from_millis(200), ..Options::default().limits },
        ..Options::default()
    };
    assert_eq!(ask(&query(&wide(), &json!({"time": 1_000_000})), &options)[0]["ended"], "time");
    let told = one(&query(&wide(), &json!({"nodes": 1000})));
    assert_eq!((&told["ended"], &told["game"]), (&json!("positions"), &json!(null)));
    assert!(told["positions"].as_u64().is_some_and(|positions| (1000..10_000).contains(&positions)), "{told}");
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
}

#[test]
fn a_check_ends_when_it_is_terminated() {
    for threads in [1, 3] {
        let (service, answers) = Service::start(Options { search_threads: threads, ..Options::default() });
        service.take(query(&wide(), &Value::Null).as_bytes());
        thread::sleep(Duration::from_millis(200));
        let asked = Instant::now();
        service.take(br#"{"id":"t","action":"terminate","terminate_id":"v"}"#);
        let mut told: Vec<Value> = answers.iter().take(2).map(|line| answer(&line)).collect();
        assert!(asked.elapsed() < Duration::from_secs(3), "{:?}", asked.elapsed());
        told.sort_by_key(|answer| answer["id"].to_string());
        assert_eq!((&told[0]["terminated"], &told[1]["ended"]), (&json!(1), &json!("terminated")));
        assert_eq!(told[1]["verified"], false);
        service.finish();
    }
}
