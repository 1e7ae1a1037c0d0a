//! Libraries of games in queries.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use library::Library;
use records::{Choice, Format};
use serde_json::{Value, json};
use service::{Libraries, LibrariesError, Limits, Options};
use tempfile::TempDir;

use crate::{ask, is_query, one};

/// A folder with a library of games.
pub(crate) struct Shelf {
    folder: TempDir,
    path: PathBuf,
}

impl Shelf {
    /// A library `name` with the games of these lines or, if they begin with a bracket, of SGF.
    pub(crate) fn new(name: &str, rules: &str, games: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join(format!("{name}.db"));
        fill(&path, rules, games);
        Self { folder, path }
    }

    /// Options with this library.
    pub(crate) fn options(&self) -> Options {
        let libraries = Libraries::open(std::slice::from_ref(&self.path)).expect("a library");
        Options { libraries, ..Options::default() }
    }
}

fn fill(path: &Path, rules: &str, games: &str) {
    let format = if games.starts_with('(') { Format::SGF } else { Format::TXT };
    let choice = Choice { rules: Some(rules.to_owned()), ..Choice::default() };
    let games = format.read(games.as_bytes().to_vec(), &choice).expect("games");
    Library::create(path).expect("a library").add("games", games).expect("imported");
}

/// Games of freestyle with the same ten moves of each side, then others in many orders, and a five whose record gives the game to
/// White.
pub(crate) fn many_games() -> String {
    let is_black = |x: usize, y: usize| (x / 2 + y).is_multiple_of(2);
    let points = || (0..12).flat_map(|y| (0..15).map(move |x| (x, y)));
    let name = |(x, y): (usize, usize)| format!("{}{}", char::from(b'a' + x as u8), char::from(b'a' + y as u8));
    let side = |black: bool| points().filter(|&(x, y)| is_black(x, y) == black).map(name).collect::<Vec<_>>();
    let (black, white) = (side(true), side(false));
    let mut games = String::new();
    for (stride, first) in [1, 3, 7, 9, 11, 13].into_iter().flat_map(|stride| (0..70).map(move |first| (stride, first)))
    {
        games.push_str("(;FF[4]GM[4]SZ[15]RU[freestyle]RE[W+R]");
        for at in (0..10).chain((0..20).map(|ply| 10 + (ply * stride + first) % 71)) {
            let _ = write!(games, ";B[{}];W[{}]", black[at], white[at]);
        }
        games.push_str(";B[ao];W[an];B[bo];W[cn];B[co];W[en];B[do];W[gn];B[eo])\n");
    }
    games
}

/// The ten moves of each side with which they begin.
pub(crate) fn many_moves() -> String {
    let games = many_games();
    let point = |value: &str| {
        let bytes = value.as_bytes();
        format!("{}{}", char::from(bytes[0]), 15 - (bytes[1] - b'a'))
    };
    let moves = games.split(';').skip(2).take(20).map(|node| point(&node[2..4]));
    moves.collect::<Vec<_>>().join(" ")
}

const GAMES: &str = "\
(;FF[4]GM[4]SZ[19]RU[pente]PB[Ann]PW[Bob]BR[1700]WR[1500]DT[2024-05-01]EV[Open]RE[B+R];B[jj];W[kk];B[mj];W[jm])
(;FF[4]GM[4]SZ[19]RU[pente]PB[Cyd]PW[Ann]BR[1650]WR[1710]DT[2025-03-09]EV[Club]RE[W+R];B[jj];W[ii];B[gj];W[ji])
(;FF[4]GM[4]SZ[19]RU[pente]PB[Bob]PW[Cyd]DT[2023-11-20]RE[B+T];B[jj];W[jk];B[mj])";

fn pente() -> Shelf {
    Shelf::new("games", "pente", GAMES)
}

/// The answer to a query that the schema has.
fn asked(query: &Value, options: &Options) -> Value {
    assert!(is_query(&query.to_string()), "{query}");
    ask(&query.to_string(), options).pop().expect("an answer")
}

#[test]
fn positions_are_explored() {
    let options = pente().options();
    let found = asked(&json!({"id": 1, "action": "explore", "rules": "pente", "moves": "K10"}), &options);
    assert_eq!([&found["games"], &found["x"], &found["o"]], [&json!(3), &json!(2), &json!(1)]);
    let mut first = json!({"move": "J9", "games": 2, "x": 1, "o": 1, "draws": 0, "rating": 1605, "last": 2025, "transpositions": 0, "images": 4});
    // The book names moves as the library does.
    let listed = found["book"]["moves"].as_array().expect("moves of the book");
    let known = listed.iter().find(|known| known["move"] == "J9").expect("a move of the book");
    first["book"] = json!({"score": known["score"], "winrate": known["winrate"], "nodes": known["nodes"]});
    assert_eq!(found["moves"][0], first);
    assert_eq!([&found["top"][0]["x"], &found["top"][0]["moves"][1]], [&json!("Cyd"), &json!("J11")]);
    let query = json!({"id": 2, "action": "explore", "library": "games", "rules": "pente", "moves": "K10", "limit": 1,
        "filter": {"player": "b*", "color": "o", "since": "2024", "until": "2024-05", "min_rating": 1600, "result": "x"}});
    let filtered = asked(&query, &options);
    assert_eq!((&filtered["games"], filtered["moves"].as_array().map(Vec::len)), (&json!(1), Some(1)));
    let other = asked(&json!({"id": 3, "action": "explore", "rules": "renju"}), &options);
    assert_eq!((&other["games"], &other["moves"]), (&json!(0), &json!([])));
    assert!(
        other["book"]["positions"].as_u64() > Some(0) && !other["book"]["moves"].as_array().expect("moves").is_empty()
    );
    let none = asked(&json!({"id": 4, "action": "explore", "rules": "ndengrod"}), &options);
    assert_eq!(none.get("book"), None);
}

#[test]
fn games_are_found_page_by_page() {
    let options = pente().options();
    let ids = |found: &Value| -> Vec<i64> {
        found["games"].as_array().expect("games").iter().map(|game| game["id"].as_i64().expect("a number")).collect()
    };
    let found = asked(&json!({"id": 1, "action": "search", "limit": 2}), &options);
    assert_eq!((ids(&found), &found["more"]), (vec![65536, 65537], &json!(true)));
    let rest = asked(&json!({"id": 1, "action": "search", "limit": 2, "after": 65537}), &options);
    assert_eq!((ids(&rest), &rest["more"]), (vec![65538], &json!(false)));
    let there = asked(&json!({"id": 1, "action": "search", "rules": "pente", "moves": "K10 L9 N10"}), &options);
    assert_eq!((ids(&there), &there["games"][0]["ply"]), (vec![65536, 65537], &json!(3)));
    let line = asked(&json!({"id": 1, "action": "search", "rules": "pente", "pattern": "xo??x/????." }), &options);
    assert_eq!(ids(&line), Vec::<i64>::new());
    let of = |filter: Value| ids(&asked(&json!({"id": 1, "action": "search", "filter": filter}), &options));
    assert_eq!(of(json!({"event": "CLUB"})), [65537]);
    assert_eq!(of(json!({"max_plies": 3})), [65538]);
}

#[test]
fn wrong_fields_are_refused() {
    let shelf = pente();
    let options = shelf.options();
    for (query, field, code) in [
        (json!({"library": "other"}), json!("library"), "no_library"),
        (json!({"library": shelf.path}), json!("library"), "no_library"),
        (json!({"filter": {"color": "x"}}), json!("filter.player"), "missing"),
        (json!({"filter": {"since": "yesterday"}}), json!("filter.since"), "bad_value"),
        (json!({"filter": {"rating": 5}}), json!("filter.rating"), "bad_value"),
        (json!({"filter": {"player": "a".repeat(201)}}), json!("filter.player"), "bad_value"),
        (json!({"pattern": "..."}), json!("pattern"), "bad_value"),
        (json!({"rules": "pente", "moves": "K10 K10"}), json!("moves[1]"), "occupied"),
        (json!({"limit": 0}), json!("limit"), "bad_value"),
    ] {
        let mut query = query;
        query["id"] = 1.into();
        query["action"] = "search".into();
        let refused = ask(&query.to_string(), &options).pop().expect("an answer");
        assert_eq!((&refused["field"], &refused["code"]), (&field, &json!(code)), "{query}: {refused}");
    }
    assert_eq!(one(r#"{"id":1,"action":"explore"}"#)["code"], "no_library");
    assert_eq!(one(r#"{"id":1,"action":"query_version"}"#)["libraries"], json!([]));
    let version = asked(&json!({"id": 1, "action": "query_version"}), &options);
    assert_eq!(version["libraries"], json!(["games"]));
}

#[test]
fn damaged_libraries_are_named_without_their_path() {
    let shelf = pente();
    let options = shelf.options();
    // Without an idle connection, the file is opened anew.
    std::fs::write(shelf.folder.path().join("text.db"), "games").expect("written");
    let text = shelf.folder.path().join("text.db");
    assert!(matches!(Libraries::open(&[text]), Err(LibrariesError::Library(library::Error::NoLibrary(_)))));
    let twice = [shelf.path.clone(), shelf.path.clone()];
    assert!(matches!(Libraries::open(&twice), Err(LibrariesError::Twice(name)) if name == "games"));
    std::fs::write(&shelf.path, "x".repeat(100_000)).expect("written");
    let refused = asked(&json!({"id": 1, "action": "search"}), &options);
    let error = refused["error"].as_str().expect("an error");
    assert_eq!(refused["code"], "library", "{refused}");
    assert!(error.starts_with("games: ") && !error.contains('/'), "{error}");
}

#[test]
fn limits_end_queries_of_libraries() {
    let shelf = Shelf::new("many", "freestyle", &many_games());
    let within = |limits: Limits, query: Value| asked(&query, &Options { limits, ..shelf.options() });
    let all = json!({"id": 1, "action": "search", "limit": 1000});
    assert_eq!(within(Limits { output: 10_000, ..Limits::NONE }, all.clone())["code"], "output");
    assert_eq!(within(Limits { memory: 10_000, ..Limits::NONE }, all)["code"], "memory");
    let pattern = json!({"id": 1, "action": "search", "pattern": "xxxxxxxx", "exchanged": true});
    let refused = within(Limits { time: Duration::from_millis(50), ..Limits::NONE }, pattern);
    assert_eq!(refused["code"], "time", "{refused}");
}
