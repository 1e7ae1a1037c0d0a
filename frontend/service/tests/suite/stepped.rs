//! The service without threads.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use service::{Options, Step, Stepped};

use crate::{answer, ask};

/// A service and the answers that it has given.
pub(super) fn service(options: Options) -> (Stepped, Arc<Mutex<Vec<Value>>>) {
    let answers = Arc::new(Mutex::new(Vec::new()));
    let given = Arc::clone(&answers);
    (Stepped::new(options, move |line| given.lock().expect("no panic").push(answer(line))), answers)
}

/// The answers after all steps, without fields that depend on the clock.
fn stepped(lines: &str) -> Vec<Value> {
    let (service, answers) = service(Options::default());
    lines.lines().for_each(|line| service.take(line.as_bytes()));
    while service.step() == Step::Done {}
    drop(service);
    timeless(Arc::into_inner(answers).expect("nobody else has them").into_inner().expect("no panic"))
}

fn timeless(mut answers: Vec<Value>) -> Vec<Value> {
    for answer in answers.iter_mut().filter_map(Value::as_object_mut) {
        answer.retain(|field, _| !["nps", "time_ms"].contains(&field.as_str()));
    }
    answers.sort_by_key(Value::to_string);
    answers
}

#[test]
fn it_answers_as_threads_do() {
    let lines = r#"{"id":"a","rules":"pente","moves":"K10 L9","plies":"all","nodes":2000,"lines":2,"own_table":true}
{"id":"b","rules":"renju","moves":"h8 h9","depth":5,"priority":3,"only":"i9 j10"}
{"id":"c","action":"solve","rules":"freestyle","moves":"h8 a1 i8 a3 j8 a5","nodes":100000,"shortest":true}
{"id":"d","action":"balance","rules":"freestyle","size":9,"moves":"e5 d4","depth":2}
{"id":"e","action":"review","rules":"freestyle","moves":"h8 a1 i8 a2","nodes":400}
{"id":"f","action":"convert","from":"txt","to":"sgf","rules":"pente","text":"K10 L9 G10\n"}
{"id":"g","action":"position","rules":"renju","moves":"h8 h9 f8"}
{"id":"h","action":"threats","rules":"pente","moves":"K10 L10 N7 M10"}
{"id":"i","action":"picture","rules":"ndengrod","moves":"d4 swap"}
{"id":"j","moves":["K10","Z99"]}
nonsense
"#;
    let expected = timeless(ask(lines, &Options::default()));
    assert_eq!(expected.len(), 13);
    assert_eq!(stepped(lines), expected);
}

#[test]
fn lines_are_taken_while_a_step_is_under_way() {
    let (service, answers) = service(Options::default());
    std::thread::scope(|scope| {
        service.take(br#"{"id":"endless","rules":"ninuki","time":3600000,"report_every":0}"#);
        let step = scope.spawn(|| service.step());
        while answers.lock().expect("no panic").is_empty() {
            std::thread::yield_now();
        }
        service.take(br#"{"id":"urgent","rules":"freestyle","nodes":50,"priority":7}"#);
        service.take(br#"{"id":"state","action":"position"}"#);
        service.take(br#"{"id":"end","action":"terminate","terminate_id":"endless"}"#);
        assert_eq!(step.join().expect("no panic"), Step::Done);
    });
    assert_eq!((service.step(), service.step()), (Step::Done, Step::Idle));
    let mut answers = answers.lock().expect("no panic").clone();
    answers.retain(|answer| answer["partial"] != true);
    let ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, ["state", "end", "endless", "urgent"]);
    assert_eq!(answers[2]["ended"], "stopped");
}

#[test]
fn too_much_is_refused() {
    let (service, answers) = service(Options { most_pending: 1000, longest_line: 200, ..Options::default() });
    for id in 0..100 {
        service.take(json!({"id": id, "rules": "freestyle", "nodes": 1}).to_string().as_bytes());
    }
    service.take(&[b'x'; 201]);
    let refused = answers.lock().expect("no panic").len();
    assert!((50..101).contains(&refused), "{refused}");
    while service.step() == Step::Done {}
    assert_eq!(answers.lock().expect("no panic").len(), 101);
}
