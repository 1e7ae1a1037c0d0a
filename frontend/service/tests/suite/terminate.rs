//! Actions that are ended while they run: each of them looks at its stop flag in all that takes long.

use std::fmt::Write as _;
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use records::{Choice, Format};
use serde_json::{Value, json};
use service::{Answers, Limits, Options, Service};

use crate::answer;
use crate::libraries::{Shelf, many_games, many_moves};
use crate::limits::long_game;
use crate::verify::{deep, wide};

/// Queries of an action that take seconds; none of one that answers at once.
fn long(action: &str) -> Vec<Value> {
    match action {
        "board" | "book" | "clear" | "engine" | "games" | "position" | "puzzle" | "puzzles" | "query_version"
        | "resources" | "terminate" | "terminate_all" | "threats" | "watch" | "watched_game" => Vec::new(),
        "analyze" | "balance" | "play" => {
            vec![json!({"rules": "freestyle", "moves": "h8", "time": 100_000_000, "nodes": null})]
        }
        "convert" => conversions(),
        "explore" => {
            vec![json!({"rules": "freestyle", "moves": many_moves(), "filter": {"contradicted": true}})]
        }
        "opening" => {
            vec![
                json!({"rules": "renju", "opening_rule": "rif", "answers": "h8 h9 h7", "time": 100_000_000, "book": false}),
            ]
        }
        "make_puzzles" => vec![json!({"rules": "freestyle", "size": 19, "moves": long_game(200)})],
        "picture" => {
            let of = |kind: &str, plies| json!({"rules": "freestyle", "size": 19, "kind": kind, "width": 2048, "moves": long_game(plies)});
            vec![of("gif", 200), of("png", 300)]
        }
        "read" => vec![
            json!({"from": "sgf", "text": sgf(200_000)}),
            json!({"from": "txt", "rules": "renju", "text": passes(400_000)}),
        ],
        "review" => vec![json!({"rules": "freestyle", "size": 19, "moves": long_game(200), "nodes": 1_000_000})],
        "search" => vec![json!({"pattern": "xxxxxxxx", "exchanged": true})],
        "solve" => vec![json!({"rules": "freestyle", "moves": SHARP, "time": 100_000_000, "shortest": true})],
        "verify" => vec![json!({"certificate": wide()}), json!({"certificate": deep(140_000, true)})],
        "write" => {
            let node = |index: usize| json!({"parent": index, "move": "pass"});
            let nodes = std::iter::once(json!({})).chain((0..199_999).map(node));
            vec![json!({"to": "sgf", "rules": "renju", "tree": nodes.collect::<Vec<_>>()})]
        }
        other => panic!("{other} is a new action: which queries of it take long?"),
    }
}

/// A position in which many lines of threats lead nowhere soon.
const SHARP: &str = "d8 j5 e6 f12 h11 k6 i5 f4 l8 g12 k10 l10 h7 h8";

/// Conversions: each is long in another part of the way.
fn conversions() -> Vec<Value> {
    let of = |from: &str, to: &str, text: String| json!({"from": from, "to": to, "rules": "renju", "text": text});
    let moves = "h8 i9 ".repeat(300_000);
    let lib = lib(200_000);
    vec![
        of("txt", "sgf", passes(400_000)),
        of("txt", "sgf", moves.clone()),
        of("txt", "sgf", "h8 i9 h9\n".repeat(300_000)),
        of("pgn", "sgf", format!("[Game \"renju\"]\n[Size \"15\"]\n{}", moves.replace("i9", "j9"))),
        of("sgf", "lib", sgf(200_000)),
        of("offset", "sgf", "0,0, -1,2\n".repeat(300_000)),
        json!({"from": "lib", "to": "db", "data": lib}),
        json!({"from": "rif", "to": "sgf", "text": rif(&passes(400_000))}),
        json!({"from": "rif", "to": "sgf", "text": rif("").repeat(200_000)}),
    ]
}

/// A game of one stone and many passes.
fn passes(plies: usize) -> String {
    format!("h8 {}", "pass ".repeat(plies))
}

fn rif(moves: &str) -> String {
    format!("<game id='1' bresult='1'><move>{moves}</move></game>")
}

/// A game with this many variations of one move.
fn sgf(variations: usize) -> String {
    let letter = |number: usize| char::from(b'a' + (number % 15) as u8);
    let mut text = String::from("(;GM[4]SZ[15]RU[renju]");
    (0..variations).for_each(|number| {
        let _ = write!(text, "(;B[hh]C[a];W[{}{}])", letter(number / 15), letter(number));
    });
    text + ")"
}

/// The same as a library of RenLib, in base64.
fn lib(variations: usize) -> String {
    let game = Format::SGF.read(sgf(variations).into_bytes(), &Choice::default()).expect("renju").next();
    BASE64_STANDARD.encode(Format::LIB.write(&[game.expect("one game").expect("readable")]))
}

/// The longest time to the answer of an ended action: the tests of a busy machine wait for the processor. An action that
/// does not look at its flag has an answer that is not ended.
const LATEST: Duration = Duration::from_secs(20);

/// A moment at which every long action is under way, in milliseconds.
const SOON: u64 = 20;

/// The answers of the long action and of the one that ended it.
fn both(answers: &Answers) -> (Value, Value) {
    let (mut long, mut end) = (None, None);
    for answer in answers.iter().map(|line| answer(&line)) {
        let of = if answer["id"] == "long" { &mut long } else { &mut end };
        *of = Some(answer);
        if let (Some(long), Some(end)) = (&mut long, &mut end) {
            return (long.take(), end.take());
        }
    }
    panic!("both are answered")
}

/// Whether an action was ended by the client.
fn is_ended(answer: &Value) -> bool {
    answer["limit"]["name"] == "terminate" || answer["ended"] == "terminated" || answer["code"] == "terminated"
}

#[test]
fn every_action_ends_when_it_is_terminated() {
    let shelf = Shelf::new("long", "freestyle", &many_games());
    let options = Options { limits: Limits::NONE, most_unread: usize::MAX, ..shelf.options() };
    for action in service::actions() {
        for (number, mut query) in long(action.name()).into_iter().enumerate() {
            query["id"] = "long".into();
            query["action"] = action.name().into();
            query.as_object_mut().expect("an object").retain(|_, value| !value.is_null());
            let query = query.to_string();
            for delay in [SOON, 15 * SOON] {
                let (service, answers) = Service::start(options.clone());
                service.take(query.as_bytes());
                thread::sleep(Duration::from_millis(delay));
                let asked = Instant::now();
                service.take(br#"{"id":"end","action":"terminate","terminate_id":"long"}"#);
                let name = format!("{} {number} after {delay} ms", action.name());
                let (found, ended) = both(&answers);
                let took = asked.elapsed();
                println!("{name}: {} ms", took.as_millis());
                if ended["terminated"] == 0 && delay > SOON {
                    continue;
                }
                assert!(is_ended(&found), "{name}: {}", found.to_string().chars().take(300).collect::<String>());
                assert!(took < LATEST, "{name}: {took:?}");
            }
        }
    }
}
