//! Heads of journals: as they are written today and as older programs wrote them.

use engine::{Game, Rules};
use serde_json::{Value, json};

use super::*;
use crate::spec::plan::Plan;

/// Head of a tournament of two engines, with no field omitted that is always written.
fn head() -> Map<String, Value> {
    let engine = |name: &str, tc: Value| {
        json!({
            "name": name, "cmd": "self", "dir": null, "tc": tc, "nodes": 50, "depth": null, "threads": null,
            "memory": null, "restart": false, "games": null, "options": [["hash_size", "65536"]],
            "program": "00000000deadbeef", "rules": ["INFO game renju"], "tc_by_default": false, "about": { "name": "x" },
        })
    };
    let head = json!({
        "ninuki": "tournament", "version": 1, "game": "renju", "board": "15x15", "length": 5, "flags": [],
        "engines": [engine("a", Value::Null), engine("b", json!("10/1+0.5"))],
        "format": "round-robin", "openings": { "count": 60, "digest": "0123456789abcdef" }, "seed": 1,
        "adjudication": { "win": null, "draw": { "score": 10, "moves": 4, "after": 30 }, "max_moves": 200, "prove": null },
        "limits": { "margin": 100, "start": 10000, "move": 60000, "end": 1000 },
        "sprt": { "elo0": 0.0, "elo1": 10.0, "alpha": 0.05, "beta": 0.05, "model": "normalized", "count": "pairs" },
    });
    head.as_object().expect("an object").clone()
}

#[test]
fn heads_are_written_as_they_were_read() {
    let head = head();
    let tournament = Tournament::read(&head).expect("a head");
    assert_eq!(Value::Object(tournament.head()).to_string(), Value::Object(head.clone()).to_string());
    let mut made = head;
    made.insert("openings".to_owned(), json!("swap2"));
    made.insert("seeds".to_owned(), json!(1));
    made.insert("opening_order".to_owned(), json!({ "sequential": true, "start": 2, "turned": false }));
    let tournament = Tournament::read(&made).expect("a head");
    assert_eq!(Value::Object(tournament.head()).to_string(), Value::Object(made).to_string());
}

#[test]
fn heads_of_older_programs_are_read() {
    let mut old = head();
    for engine in old["engines"].as_array_mut().expect("engines") {
        let engine = engine.as_object_mut().expect("an engine");
        ["about", "rules", "tc_by_default", "restart", "games", "dir"].iter().for_each(|key| drop(engine.remove(*key)));
    }
    old.remove("version");
    let plan = Plan::read(old.clone(), 3).expect("an old head");
    assert_eq!((plan.schedule.games(), plan.players(), plan.game_text()), (6, 2, "renju 15x15".to_owned()));
    assert_eq!(plan.head, old, "the head stays as it was read");
}

#[test]
fn invalid_heads_give_the_field() {
    let mut few = head();
    few["engines"].as_array_mut().expect("engines").pop();
    let mut unknown = head();
    unknown["game"] = json!("chess");
    let mut test = head();
    test["sprt"]["elo1"] = json!(-3);
    for (head, part) in [
        (few, "engines: a tournament needs two or more"),
        (unknown, "game: "),
        (test, "elo0 is below elo1"),
        (Map::new(), "this is not the journal of a tournament"),
    ] {
        let error = Plan::read(head, 1).map(drop).expect_err(part).to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn the_game_of_a_head_is_the_game_it_was_made_from() {
    for rules in Rules::ALL {
        let size = if rules.hexagonal() { 4 } else { rules.sizes.least() };
        let game = Game::new(rules, Some(size), None).expect("a game");
        let choices = Choices {
            engines: ["a", "b"].map(|name| EngineSpec { name: name.to_owned(), ..EngineSpec::default() }).to_vec(),
            format: Format::Gauntlet,
            seeds: None,
            opening_order: OpeningOrder::default(),
            seed: 7,
            adjudication: Adjudication::default(),
            limits: Timeouts::default(),
            sprt: None,
        };
        let tournament = Tournament::new(game, None, choices);
        let read = Tournament::read(&tournament.head()).expect("a head");
        assert_eq!(read, tournament);
        let found = read.game().expect("a game");
        assert_eq!((found.rules(), found.grid().width()), (game.rules(), game.grid().width()));
    }
}
