//! Tournaments that are watched.

use std::fs;
use std::io::Write as _;

use engine::{Game, Rules};
use matches::tournament::Sample;
use serde_json::{Value, json};
use service::{Options, Watched, WatchedError};
use tempfile::TempDir;

use crate::{ask, is_query, one};

/// The end of the line with this number, from 0.
fn end(bytes: &[u8], line: usize) -> usize {
    let mut ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(index, _)| index + 1);
    ends.nth(line).expect("a line")
}

fn asked(options: &Options, query: &Value) -> Value {
    let query = query.to_string();
    assert!(is_query(&query), "{query}");
    ask(&query, options).pop().expect("an answer")
}

#[test]
fn a_journal_is_watched_as_it_grows() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("cup.jsonl");
    let bytes = Sample::new(Game::new(Rules::NINUKI, None, None).expect("a game")).journal(2);
    fs::write(&path, &bytes[..end(&bytes, 3)]).expect("written");
    let watched = Watched::open(std::slice::from_ref(&path)).expect("a journal");
    let options = Options { watched, ..Options::default() };
    assert_eq!(asked(&options, &json!({"id": 1, "action": "query_version"}))["journals"], json!(["cup"]));
    let watch = |more: Value| {
        let mut query = json!({"id": 1, "action": "watch"});
        query.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        asked(&options, &query)
    };
    let found = watch(json!({}));
    assert_eq!((&found["finished"], &found["problem"], &found["running"]), (&json!(3), &json!(null), &json!([])));
    assert_eq!(found["games"][0]["game"], 2);
    assert_eq!(found["standings"].as_array().map(Vec::len), Some(2));
    let mut file = fs::OpenOptions::new().append(true).open(&path).expect("the journal");
    file.write_all(&bytes[end(&bytes, 3)..]).expect("written");
    let found = watch(json!({"journal": "cup", "limit": 3, "after": 2}));
    let numbers: Vec<_> = found["games"].as_array().expect("games").iter().map(|game| &game["game"]).collect();
    assert_eq!(
        (numbers, &found["more"], &found["finished"]),
        (vec![&json!(5), &json!(4), &json!(3)], &json!(true), &json!(8))
    );
    let game = asked(&options, &json!({"id": 2, "action": "watched_game", "game": 7}));
    assert_eq!((&game["rules"], &game["size"], &game["game"]), (&json!("ninuki"), &json!(19), &json!(7)));
    // Its moves are those of a query.
    let position = json!({"id": 3, "action": "position", "rules": game["rules"], "size": game["size"], "flags": game["flags"], "moves": game["moves"]});
    assert_eq!(asked(&options, &position)["moves"].as_array().map(Vec::len), game["moves"].as_array().map(Vec::len));
    let board = asked(&options, &json!({"id": 4, "action": "watched_game"}));
    assert_eq!((&board["game"], &board["moves"]), (&json!(null), &json!([])));
    let missing = asked(&options, &json!({"id": 5, "action": "watched_game", "game": 8}));
    assert_eq!((&missing["code"], &missing["field"]), (&json!("no_such_game"), &json!("game")));
    fs::remove_file(&path).expect("removed");
    let refused = asked(&options, &json!({"id": 6, "action": "watch"}));
    assert_eq!((&refused["code"], &refused["values"]["name"]), (&json!("journal"), &json!("cup")));
}

#[test]
fn games_in_progress_are_listed_until_they_are_finished() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("cup.jsonl");
    let bytes = Sample::new(Game::new(Rules::NINUKI, None, None).expect("a game")).journal(4);
    fs::write(&path, &bytes[..end(&bytes, 2)]).expect("written");
    let now =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970").as_millis() as u64;
    let game = |game: usize| json!({"game": game, "players": ["one", "other"], "moves": ["E5", "F6"], "turn": 1, "left": [900, null], "since": now, "last": [null, {"depth": 7, "nodes": null, "score": -35}]});
    let running = json!({"at": now, "games": [game(4), game(1), game(2)]});
    fs::write(folder.path().join("cup.jsonl.running"), running.to_string()).expect("written");
    let options = Options { watched: Watched::open(&[path]).expect("a journal"), ..Options::default() };
    let found = asked(&options, &json!({"id": 1, "action": "watch", "limit": 1}));
    let running = found["running"].as_array().expect("games");
    assert_eq!(running.iter().map(|game| &game["game"]).collect::<Vec<_>>(), [&json!(2), &json!(4)]);
    assert_eq!((&running[0]["left"], &running[0]["turn"]), (&json!([900, null]), &json!(1)));
    assert_eq!(running[0]["last"][1], json!({"depth": 7, "nodes": null, "score": -35}));
}

#[test]
fn a_service_without_journals_has_none() {
    for action in ["watch", "watched_game"] {
        for query in [json!({"id": 1, "action": action}), json!({"id": 1, "action": action, "journal": "/etc/passwd"})]
        {
            let refused = one(&query.to_string());
            assert_eq!((&refused["field"], &refused["code"]), (&"journal".into(), &"no_journal".into()), "{refused}");
        }
    }
    assert_eq!(one(r#"{"id":1,"action":"query_version"}"#)["journals"], json!([]));
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("a.jsonl");
    let bytes = Sample::new(Game::new(Rules::NINUKI, None, None).expect("a game")).journal(1);
    fs::write(&path, bytes).expect("written");
    assert!(matches!(Watched::open(&[path.clone(), path]), Err(WatchedError::Twice(name)) if name == "a"));
    assert!(matches!(Watched::open(&[folder.path().join("b.jsonl")]), Err(WatchedError::Journal(_))));
}
