//! Certificates: the verdict, the rules that differ, the limits of a check.

use std::fmt::Write as _;
use std::thread;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use search::proof::Certificate;
use serde_json::{Value, json};
use service::{Limits, Options, Service, Step};

use crate::{answer, ask, one, stepped};

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
fn files_of_both_forms_are_verified() {
    let text = "certificate 1\ngame freestyle\nsize 6\nlength 5\nposition xxxx2/6/6/6/6/6 x 0 0\nsteps 1\n0 win e6\n";
    let packed = Certificate::parse(text).expect("a certificate").pack();
    let of =
        |bytes: &[u8]| one(&json!({"id": "v", "action": "verify", "data": BASE64_STANDARD.encode(bytes)}).to_string());
    assert_eq!(of(text.as_bytes()), verify(text));
    let answer = of(&packed);
    assert_eq!((&answer["verified"], &answer["certificate"]), (&json!(true), &json!(text)));
    let damaged = of(&packed[..packed.len() - 1]);
    assert_eq!((&damaged["verified"], &damaged["problem"]["code"]), (&json!(false), &json!("certificate_damaged")));
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
}

#[test]
fn a_check_ends_when_it_is_terminated() {
    for threads in [1, 3] {
        let (service, answers) = Service::start(Options { search_threads: threads, ..Options::default() });
        service.take(query(&wide(), &Value::Null).as_bytes());
        thread::sleep(Duration::from_millis(200));
        service.take(br#"{"id":"t","action":"terminate","terminate_id":"v"}"#);
        let mut told: Vec<Value> = answers.iter().take(2).map(|line| answer(&line)).collect();
        told.sort_by_key(|answer| answer["id"].to_string());
        assert_eq!((&told[0]["terminated"], &told[1]["ended"]), (&json!(1), &json!("terminated")));
        assert_eq!(told[1]["verified"], false);
        service.finish();
    }
}

/// A certificate with one line of this many turns, in which both sides throw stones into eyes. The last step wins, or it does
/// not.
pub(super) fn deep(turns: usize, wins: bool) -> String {
    let (length, position, last, named) = match wins {
        true => (4, "1xx/xxx1/xxoxo/1xoo/oo1 x 0 0", "b4 d2", " a1:"),
        false => (5, "1x1/xx2/5/2oo/1o1 x 0 0", "c3", " *:"),
    };
    let mut text = format!(
        "certificate 1\ngame deep\nbase ndengrod\nrule suicide true\nrule repetition false\nsize 3\nlength {length}\n\
         position {position}\nsteps {}\n0 win {last}\n",
        turns + 1
    );
    for step in 1..=turns {
        let other = if wins { " *:0" } else { "" };
        let _ = writeln!(text, "{step} play e5{named}{}{other}", step - 1);
    }
    text
}

/// The answers to queries on a stack of 256 KiB.
fn on_a_small_stack(queries: Vec<String>) -> Vec<Value> {
    let run = move || {
        let (service, answers) = stepped::service(Options::default());
        for query in queries {
            assert!(query.len() <= Options::default().longest_line);
            service.take(query.as_bytes());
            while service.step() == Step::Done {}
        }
        std::mem::take(&mut *answers.lock().expect("no panic"))
    };
    let thread = thread::Builder::new().stack_size(256 << 10).spawn(run).expect("a thread");
    thread.join().expect("the stack is large enough")
}

#[test]
fn deep_certificates_are_checked_on_a_small_stack() {
    for turns in [3_343, 14_000, 140_000] {
        let queries = [true, false].map(|wins| query(&deep(turns, wins), &Value::Null));
        let [right, wrong] = &on_a_small_stack(queries.to_vec())[..] else { panic!("two answers") };
        assert_eq!((&right["verified"], &right["plies"]), (&json!(true), &json!(2 * turns + 1)), "{right}");
        assert_eq!((&wrong["verified"], &wrong["ended"]), (&json!(false), &json!(null)));
        let reason = wrong["reason"].as_str().expect("a reason");
        assert!(reason.ends_with("nothing wins at once") && reason.len() < 500, "{reason}");
    }
}

#[test]
fn deep_certificates_obey_limits() {
    for turns in [3_343, 14_000] {
        for wins in [true, false] {
            let told = one(&query(&deep(turns, wins), &json!({"nodes": 1000})));
            assert_eq!((&told["ended"], &told["verified"]), (&json!("positions"), &json!(false)));
            assert!(told["positions"].as_u64().is_some_and(|positions| (1000..10_000).contains(&positions)), "{told}");
        }
        // A check that is stopped, and one before it begins.
        let (service, answers) = Service::start(Options::default());
        service.take(query(&wide(), &Value::Null).as_bytes());
        service.take(query(&deep(turns, true), &Value::Null).as_bytes());
        service.terminate();
        let told: Vec<Value> = answers.iter().take(2).map(|line| answer(&line)).collect();
        let is_ended = |told: &Value| told["ended"] == "terminated" || told["code"] == "terminated";
        assert!(told.iter().all(is_ended), "{told:?}");
        service.finish();
    }
}

#[test]
fn puzzles_with_deep_certificates_are_judged_on_a_small_stack() {
    let puzzle = |turns: usize, kind: &str, refuted: bool| {
        let refutation = json!({"move": "c3", "certificate": deep(turns, false)});
        json!({
            "puzzle": 1, "game": "deep", "size": 3, "position": "1xx/xxx1/xxoxo/1xoo/oo1 x 0 0", "to_move": "x", "kind": kind,
            "solution": "e5", "plies": 2 * turns + 1, "themes": [], "difficulty": 1, "plausible": 1, "level": null,
            "refuted": 0, "open": 0, "nodes": 1, "certificate": deep(turns, true),
            "refutations": if refuted { vec![refutation] } else { Vec::new() },
        })
    };
    for turns in [3_343, 14_000] {
        let queries = [("win", false), ("only-move", true)].map(|(kind, refuted)| {
            let text = puzzle(turns, kind, refuted).to_string();
            json!({"id": kind, "action": "puzzle", "text": text, "moves": ["e5", "c3"], "hints": 3}).to_string()
        });
        let told = on_a_small_stack(queries.to_vec());
        assert_eq!(told.len(), 2, "{told:?}");
    }
}
