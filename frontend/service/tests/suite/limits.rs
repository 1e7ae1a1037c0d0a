//! Limits of time, memory and output: what exceeds them is refused or ends with what is known, and says which limit it was.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use engine::Game;
use serde_json::{Value, json};
use service::{Limits, Options, Service, Share};

use crate::{answer, ask, one};

/// A game of `moves` moves on 19x19 points without a winner: rows of two and two, each shifted by one pair.
pub(super) fn long_game(moves: usize) -> String {
    let is_black = |x: usize, y: usize| (x / 2 + y).is_multiple_of(2);
    let points = || (0..19).flat_map(|y| (0..19).map(move |x| (x, y)));
    let side = |black: bool| points().filter(move |&(x, y)| is_black(x, y) == black);
    let pairs = side(true).zip(side(false)).flat_map(|(black, white)| [black, white]);
    let names: Vec<String> = pairs.take(moves).map(|(x, y)| format!("{x},{y}")).collect();
    names.join(" ")
}

/// Only the answer to a query within these limits.
fn within(limits: Limits, query: &Value) -> Value {
    let options = Options { limits, ..Options::default() };
    ask(&query.to_string(), &options).pop().expect("an answer")
}

fn gif(moves: usize, width: usize) -> Value {
    json!({"id": 1, "action": "picture", "kind": "gif", "rules": "freestyle", "size": 19, "moves": long_game(moves), "width": width})
}

#[test]
fn animations_have_a_number_of_pixels() {
    let refused = one(&gif(320, 2048).to_string());
    assert_eq!(refused["limit"], json!({"name": "pixels", "most": 1 << 30}));
    let message = refused["error"].as_str().expect("an error");
    let most: usize =
        message.split(' ').find_map(|word| word.parse().ok().filter(|&most| most > 400)).expect("a width");
    assert!(message.contains("may be") && (1500..2048).contains(&most), "{message}");
}

#[test]
fn what_takes_too_long_is_ended() {
    let limits = Limits { time: Duration::from_millis(100), ..Limits::NONE };
    let refused = within(limits, &gif(300, 1000));
    assert_eq!((&refused["limit"], &refused["field"]), (&json!({"name": "time", "most": 100}), &json!(null)));
    assert_eq!(refused["error"], "it takes too long, at most 100 ms are allowed");
    let review = json!({"id": 1, "action": "review", "rules": "freestyle", "size": 19, "moves": long_game(300), "nodes": 100_000});
    let partial = within(limits, &review);
    assert_eq!(partial["limit"]["name"], "time");
    assert!(partial["moves"].as_array().expect("moves").len() < 300, "as far as it came");
}

#[test]
fn what_takes_too_much_memory_is_refused() {
    let limits = Limits { memory: 100_000, ..Limits::NONE };
    let told = json!({"name": "memory", "most": 100_000});
    assert_eq!(within(limits, &gif(3, 500))["limit"], told);
    let png = json!({"id": 1, "action": "picture", "kind": "png", "width": 500});
    assert_eq!(within(limits, &png)["limit"], told);
    let text = "h8 h9\n".repeat(20_000);
    let convert = json!({"id": 1, "action": "convert", "from": "txt", "to": "sgf", "rules": "renju", "text": text});
    assert_eq!(within(limits, &convert)["limit"], told);
    let mut tree = String::from("(;GM[4]SZ[15]RU[renju]");
    (0..5_000).for_each(|number| {
        let _ = write!(tree, "(;B[{}{}])", letter(number % 15), letter(number / 15 % 15));
    });
    let read = json!({"id": 1, "action": "read", "from": "sgf", "text": format!("{tree})")});
    assert_eq!(within(limits, &read)["limit"], told);
}

fn letter(number: usize) -> char {
    char::from(b'a' + number as u8)
}

#[test]
fn answers_that_are_too_large_are_refused() {
    let limits = Limits { output: 500, ..Limits::NONE };
    for query in [
        json!({"id": 1, "action": "position", "rules": "pente"}),
        json!({"id": 1, "action": "picture", "kind": "svg"}),
        json!({"id": 1, "action": "picture", "kind": "png"}),
        json!({"id": 1, "action": "convert", "from": "txt", "to": "sgf", "rules": "pente", "text": "K10\n".repeat(50)}),
        json!({"id": 1, "action": "read", "from": "txt", "rules": "pente", "text": "K10 L9 M9\n".repeat(30)}),
    ] {
        let refused = within(limits, &query);
        assert_eq!(refused["limit"], json!({"name": "output", "most": 500}), "{query}: {refused}");
        assert_eq!(refused["error"], "the answer is too large, at most 500 bytes are allowed");
    }
}

#[test]
fn pictures_are_ended_while_they_are_drawn() {
    let (service, answers) = Service::start(Options::default());
    service.take(gif(200, 2048).to_string().as_bytes());
    // It has begun once what waits behind it is the only one that waits.
    service.take(br#"{"id":2,"rules":"freestyle","nodes":1,"priority":-1}"#);
    std::thread::sleep(Duration::from_millis(50));
    service.terminate();
    let mut ended: Vec<Value> = (0..2).map(|_| answer(&answers.recv().expect("an answer"))).collect();
    ended.sort_by_key(|answer| answer["id"].as_u64());
    assert_eq!(ended[0]["limit"], json!({"name": "terminate", "most": null}), "{}", ended[0]);
    assert!(ended[0]["error"].as_str().expect("an error").starts_with("terminated"));
    assert_eq!(ended[1]["ended"], "terminated");
    service.finish();
}

#[test]
fn games_with_changed_rules_are_counted() {
    let options = Options { most_games: 2, ..Options::default() };
    let own = |id: usize, name: &str| {
        let text = format!("name = \"{name}\"\nbase = \"freestyle\"\n");
        json!({"id": id, "action": "board", "rules_text": text}).to_string()
    };
    let usual = json!({"id": 5, "action": "board", "rules": "freestyle", "size": 17}).to_string();
    let lines = [own(1, "counted-a"), own(2, "counted-b"), own(3, "counted-a"), own(4, "counted-c"), usual];
    let answers = ask(&lines.join("\n"), &options);
    let refused: Vec<&Value> = answers.iter().filter(|answer| answer["error"].is_string()).collect();
    assert_eq!((answers.len(), refused.len()), (5, 1), "{refused:?}");
    assert_eq!((&refused[0]["id"], &refused[0]["limit"]), (&json!(4), &json!({"name": "games", "most": 2})));
}

/// Certificates and puzzles name games with changed rules, too.
#[test]
fn games_of_certificates_are_counted() {
    let certificate = |name: &str| {
        format!("certificate 1\ngame {name}\nbase freestyle\nsize 15\nlength 5\nposition 15 x\nsteps 1\n0 win h8\n")
    };
    let verify = |id: usize, name: &str| json!({"id": id, "action": "verify", "certificate": certificate(name)});
    let puzzle = |id: usize, name: &str| {
        let mut text: Value = serde_json::from_str(PUZZLE).expect("an object");
        text["certificate"] = certificate(name).into();
        json!({"id": id, "action": "puzzle", "text": text.to_string()})
    };
    let answers = |queries: &[Value], most_games: usize| {
        let lines: Vec<String> = queries.iter().map(Value::to_string).collect();
        let options = Options { most_games, ..Options::default() };
        let limited = ask(&lines.join("\n"), &options).into_iter().map(|answer| answer["limit"].is_object());
        limited.collect::<Vec<_>>()
    };
    let proofs = [verify(1, "proved-a"), verify(2, "proved-b"), verify(3, "proved-a"), verify(4, "proved-c")];
    assert_eq!(answers(&proofs, 2), [false, false, false, true]);
    assert_eq!(answers(&[puzzle(1, "proved-d"), puzzle(2, "proved-e")], 1), [false, true]);
}

/// The fields of a puzzle.
const PUZZLE: &str = r#"{"puzzle":1,"game":"freestyle","size":15,"position":"","to_move":"x","kind":"win","solution":"h8",
    "plies":1,"themes":[],"difficulty":1,"plausible":1,"level":null,"refuted":0,"open":0,"nodes":1,"certificate":""}"#;

/// The process keeps a game once, whichever connection names it, and each connection has its own share.
#[test]
fn a_thousand_connections_share_their_own_games() {
    let options = Options { most_games: 3, hash: 1 << 20, ..Options::default() };
    let own = |id: usize, name: &str| {
        let text = format!("name = \"{name}\"\nbase = \"freestyle\"\n");
        json!({"id": id, "action": "board", "rules_text": text}).to_string()
    };
    for connection in 0..1000 {
        let lines: Vec<String> = (1..=4).map(|id| own(id, &format!("shared-{id}"))).collect();
        let answers = ask(&lines.join("\n"), &options);
        let refused: Vec<&Value> = answers.iter().filter(|answer| answer["error"].is_string()).collect();
        assert_eq!((answers.len(), refused.len()), (4, 1), "connection {connection}: {refused:?}");
        assert_eq!(refused[0]["limit"], json!({"name": "games", "most": 3}));
    }
    let rules = ["shared-1", "shared-2", "shared-3"].map(|name| format!("name = \"{name}\"\nbase = \"freestyle\"\n"));
    for text in rules {
        let rules = variants::parse(&text).expect("rules");
        assert!(engine::Game::known(&rules, 15, 15, None).expect("a game").is_some(), "one game for all connections");
    }
}

/// Own games are never freed: one visitor takes a part of the room, so that another one finds some.
#[test]
fn a_thousand_connections_of_a_visitor_leave_room_for_another() {
    let own = |name: String| {
        let text = format!("name = \"{name}\"\nbase = \"freestyle\"\n");
        json!({"id": 1, "action": "board", "rules_text": text}).to_string()
    };
    let visitor = |share: &Arc<Share>| Options {
        most_games: 64,
        hash: 1 << 20,
        share: Some(Arc::clone(share)),
        ..Options::default()
    };
    let (greedy, other) = (Arc::new(Share::default()), Arc::new(Share::default()));
    let mut taken = 0;
    for connection in 0..1000 {
        let lines: Vec<String> = (0..2).map(|id| own(format!("greedy-{connection}-{id}"))).collect();
        let answers = ask(&lines.join("\n"), &visitor(&greedy));
        taken += answers.iter().filter(|answer| answer["error"].is_null()).count();
        let refused = answers.iter().filter(|answer| answer["error"].is_string());
        refused.for_each(|answer| assert_eq!(answer["limit"]["name"], "games", "{answer}"));
    }
    assert!((900..=Game::MOST / 16).contains(&taken), "{taken}");
    let lines: Vec<String> = (0..64).map(|id| own(format!("other-{id}"))).collect();
    let answers = ask(&lines.join("\n"), &visitor(&other));
    assert!(answers.iter().all(|answer| answer["error"].is_null()), "{answers:?}");
}

#[test]
fn limits_are_told() {
    let version = one(r#"{"id":1,"action":"query_version"}"#);
    assert_eq!((&version["limits"]["time"], &version["limits"]["line"]), (&json!(null), &json!(4 << 20)));
}

#[test]
fn ids_of_any_size_are_repeated() {
    let (service, answers) = Service::start(Options::default());
    let id = "123456789012345678901234567890";
    service.take(format!("\u{feff}{{\"id\":{id},\"rules\":\"freestyle\",\"time\":3600000}}").as_bytes());
    service.take(format!("{{\"id\":{id},\"nodes\":}}").as_bytes());
    let refused = answers.recv().expect("an answer");
    assert!(String::from_utf8_lossy(&refused).starts_with(&format!("{{\"id\":{id},\"error\"")));
    service.take(format!("{{\"id\":1,\"action\":\"terminate\",\"terminate_id\":{id}}}").as_bytes());
    let both = [answers.recv().expect("an answer"), answers.recv().expect("an answer")];
    let text = String::from_utf8_lossy(&both.concat()).into_owned();
    assert!(
        text.contains("\"terminated\":1") && text.contains(&format!("\"id\":{id},\"action\":\"analyze\"")),
        "{text}"
    );
    service.finish();
}
