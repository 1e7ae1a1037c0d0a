//! Lines of queries, as `ninuki analysis` reads them.
//!
//! Every line is answered before the next one is taken. An answer is one line with a JSON object, and one of them has the
//! `id` of the query wherever the line is JSON with one.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use service::{Limits, Options, Step, Stepped};

/// The most lines of an input.
const LINES: usize = 12;

pub(super) fn run(bytes: &[u8]) {
    let answers = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&answers);
    let keep = move |line: &[u8]| kept.lock().unwrap_or_else(PoisonError::into_inner).push(line.to_vec());
    let service = Stepped::new(options(), keep);
    for line in bytes.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty()).take(LINES) {
        service.take(line);
        loop {
            match service.step() {
                Step::Done => {}
                Step::Idle => break,
                Step::WantsWeights(game) => service.refuse(game),
            }
        }
        let answered = std::mem::take(&mut *answers.lock().unwrap_or_else(PoisonError::into_inner));
        check(line, &answered.iter().map(|line| parsed(line)).collect::<Vec<_>>());
    }
}

/// Little memory, and searches that end soon.
fn options() -> Options {
    Options {
        hash: 1 << 20,
        longest_line: 1 << 15,
        most_pending: 1 << 17,
        limits: Limits { time: Duration::from_millis(20), ..Options::default().limits },
        ..Options::default()
    }
}

fn parsed(answer: &[u8]) -> Value {
    let line = answer.strip_suffix(b"\n").expect("the end of a line");
    assert!(!line.contains(&b'\n'), "one line");
    let text = str::from_utf8(line).expect("text");
    // An id is echoed as written, even a number that overflows `f64`: then it is replaced by null.
    let value: Value = serde_json::from_str(text).unwrap_or_else(|error| {
        assert!(error.to_string().starts_with("number out of range"), "{error}: {text}");
        let (before, id) = text.split_once("\"id\":").expect("an id");
        let end = id.find([',', '}']).expect("the end of a number");
        serde_json::from_str(&format!("{before}\"id\":null{}", &id[end..])).expect("JSON")
    });
    assert!(value.is_object(), "{value}");
    // The text may repeat a part of the query.
    assert!(value["code"] != "defect", "{value}");
    value
}

fn check(line: &[u8], answers: &[Value]) {
    let Ok(query) = serde_json::from_slice::<Value>(line) else {
        return assert!(!answers.is_empty(), "no answer to {:?}", String::from_utf8_lossy(line));
    };
    let id = query.get("id").filter(|id| id.is_string() || id.is_i64()).unwrap_or(&Value::Null);
    assert!(id.is_null() || answers.iter().any(|answer| answer["id"] == *id), "no answer to {query}: {answers:?}");
}

pub(super) fn seeds() -> Vec<Vec<u8>> {
    [
        r#"{"id":1,"rules":"pente","moves":["K10","L9"],"nodes":50,"lines":2,"only":"K9","plies":"all"}"#,
        r#"{"id":"a","action":"position","rules":"ndengrod","size":4,"length":4,"moves":"d3 swap c3"}"#,
        r#"{"id":"b","action":"convert","from":"txt","to":"sgf","rules":"renju","text":"h8 h9 i9\n"}"#,
        r#"{"id":"c","action":"solve","rules":"freestyle","position":"15/15/15/15/15/15/15/7xxx5/15/15/15/15/15/15/ooo12 x","nodes":50}"#,
        r#"{"id":"d","action":"verify","certificate":"certificate 1\ngame freestyle\nsize 15\n"}"#,
        r#"{"id":"e","action":"terminate","terminate_id":"a","flags":{"third-free":false},"rules_text":"name = \"m\"\nbase = \"pente\""}"#,
        r#"{"id":2,"action":"opening","rules":"renju","opening_rule":"rif","answers":["h8","h9","h7","stay","h6","i8"],"nodes":50,"seed":3}"#,
        r#"{"id":3,"action":"picture","rules":"renju","moves":"h8 i9","width":80}"#,
        r#"{"id":4,"action":"threats","rules":"standard","size":[9,9],"moves":"e5 a1 e6 a2 e7"}"#,
        r#"{"id":5,"action":"review","rules":"freestyle","moves":"h8 a1 i8 a2 j8 a3 k8 a4 l8","nodes":20}"#,
        r#"{"id":6,"action":"read","rules":"renju","format":"sgf","text":"(;GM[4];B[hh];W[hg](;B[ig])(;B[ih]))"}"#,
        r#"{"id":7,"action":"write","rules":"renju","to":"pgn","moves":"h8 h9"}"#,
        r#"{"id":8,"action":"play","rules":"caro","moves":"h8","level":3,"nodes":50}"#,
        r#"{"id":9,"action":"balance","rules":"freestyle","size":9,"nodes":20}"#,
        "{\"action\":\"games\"}\n{\"action\":\"board\",\"rules\":\"pente\"}\n{\"id\":10,\"action\":\"query_version\"}\n{\"action\":\"clear\"}",
    ]
    .map(|line| line.as_bytes().to_vec())
    .to_vec()
}
