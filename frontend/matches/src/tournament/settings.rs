//! Which tournament it is: all that its games depend on, as the first line of the journal.

use serde_json::{Map, Value, json};

use crate::tournament::contest::Contest;
use crate::tournament::contestant::digest;
use crate::tournament::schedule::Format;
use engine::notation::move_text;

/// Everything that the games depend on. How many there are is not among it, so that a tournament can be extended.
pub(crate) fn settings(contest: &Contest, format: Format, seed: u64) -> Map<String, Value> {
    let game = contest.game_info.game;
    let grid = game.grid();
    let engines: Vec<Value> = contest
        .contestants
        .iter()
        .map(|contestant| {
            let mut engine = json!(contestant.entrant);
            engine["program"] = json!(format!("{:016x}", contestant.digest));
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
        "format": format,
        "openings": openings,
        "seed": seed,
        "adjudication": contest.adjudication,
        "limits": {
            "margin": ms(limits.margin), "start": ms(limits.start), "move": ms(limits.think), "end": ms(limits.end),
        },
        "sprt": sprt,
    });
    let mut settings = settings.as_object().cloned().unwrap_or_default();
    settings.extend(variants::line(game.rules()).map(|rules| ("rules".to_owned(), json!(rules))));
    settings
}

/// The name of the journal of the tournament with these settings, unless the user gives one.
pub(crate) fn journal_name(settings: &Map<String, Value>) -> String {
    let text = Value::Object(settings.clone()).to_string();
    format!("ninuki-{:016x}.jsonl", digest(text.as_bytes()))
}
