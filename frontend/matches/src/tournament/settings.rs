//! Which tournament it is: all that its games depend on, as the first line of the journal.

use serde_json::{Map, Value, json};

use crate::tournament::contest::Contest;
use crate::tournament::contestant::digest;
use crate::tournament::request::Request;
use crate::tournament::schedule::OpeningOrder;
use engine::notation::move_text;
use protocol::Command;

/// Everything that the games depend on. How many there are is not among it, so that a tournament can be extended.
pub(crate) fn settings(contest: &Contest, request: &Request) -> Map<String, Value> {
    let game = contest.game_info.game;
    let grid = game.grid();
    let engines: Vec<Value> = contest
        .contestants
        .iter()
        .map(|contestant| {
            let mut engine = json!(contestant.entrant);
            engine["program"] = json!(format!("{:016x}", contestant.digest));
            let rules = contest.game_info.rules(contestant.told).into_iter();
            engine["rules"] = rules.map(|info| Command::Info(info).to_string()).collect();
            engine["tc_by_default"] = json!(contestant.entrant.tc_by_default);
            engine["about"] = json!(contestant.about);
            engine
        })
        .collect();
    let openings = contest.openings.as_ref().map_or_else(
        || json!("swap2"),
        |openings| {
            let moves = openings.iter().flat_map(|opening| {
                let setup = opening.setup.as_ref().map(|setup| format!("{setup:?}")).unwrap_or_default();
                let moves: String = opening.moves.iter().map(|&mv| move_text(grid, mv) + " ").collect();
                (setup + &moves + "\n").into_bytes()
            });
            json!({ "count": openings.len(), "digest": format!("{:016x}", digest(&moves.collect::<Vec<_>>())) })
        },
    );
    let ms = |time: std::time::Duration| time.as_millis() as u64;
    let limits = contest.limits;
    let sprt = contest.test.map(|test| {
        let parameters = test.sprt.parameters();
        json!({
            "elo0": parameters.elo0,
            "elo1": parameters.elo1,
            "alpha": parameters.alpha,
            "beta": parameters.beta,
            "model": parameters.model.to_string(),
            "count": if test.trinomial { "games" } else { "pairs" },
        })
    });
    let settings = json!({
        "ninuki": "tournament",
        "version": 1,
        "game": game.rules().name,
        "board": format!("{}x{}", grid.width(), grid.height()),
        "length": game.length(),
        "flags": contest.game_info.flags(),
        "engines": engines,
        "format": request.format,
        "openings": openings,
        "seed": request.seed,
        "adjudication": contest.adjudication,
        "limits": {
            "margin": ms(limits.margin), "start": ms(limits.start), "move": ms(limits.think), "end": ms(limits.end),
        },
        "sprt": sprt,
    });
    let mut settings = settings.as_object().cloned().unwrap_or_default();
    // What is usual is left out: journals from before there was a choice are of the same tournament.
    let order = Some(request.opening_order).filter(|&order| order != OpeningOrder::default());
    settings.extend(order.map(|order| ("opening_order".to_owned(), json!(order))));
    settings.extend(request.seeds.map(|seeds| ("seeds".to_owned(), json!(seeds))));
    settings.extend(variants::line(game.rules()).map(|rules| ("rules".to_owned(), json!(rules))));
    settings
}

/// What only explains, and is not what a tournament is known by, of each engine.
const REMARKS: [&str; 3] = ["about", "rules", "tc_by_default"];

/// The settings that a tournament is known by.
pub(crate) fn identity(settings: &Map<String, Value>) -> Map<String, Value> {
    let mut settings = settings.clone();
    let engines = settings.get_mut("engines").and_then(Value::as_array_mut);
    for engine in engines.into_iter().flatten().filter_map(Value::as_object_mut) {
        REMARKS.iter().for_each(|key| drop(engine.remove(*key)));
    }
    settings
}

/// The name of the journal of the tournament with these settings, unless the user gives one.
pub(crate) fn journal_name(settings: &Map<String, Value>) -> String {
    let text = Value::Object(identity(settings)).to_string();
    format!("ninuki-{:016x}.jsonl", digest(text.as_bytes()))
}
