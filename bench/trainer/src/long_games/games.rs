//! Games and the values of both programs in their positions, a line of JSON each.

use std::fs;
use std::path::PathBuf;

use engine::notation::parse_move;
use engine::{AnyRecord, Color, Game, Move, Rules};
use records::checksum;
use search::Score;
use serde_json::{Value, json};

use super::Error;

/// The name of this program in files of games.
const OURS: &str = "ninuki";

/// A finished game.
pub(crate) struct Played {
    pub(crate) game: &'static Game,
    /// The colour of this program.
    pub(crate) ours: Color,
    /// `None` for a draw.
    pub(crate) winner: Option<Color>,
    /// The plies of the opening.
    pub(crate) opening: usize,
    pub(crate) moves: Vec<Move>,
    pub(crate) looks: Vec<Look>,
}

/// The values of one position for the side to move.
pub(crate) struct Look {
    /// The plies before it.
    pub(crate) ply: usize,
    /// The static evaluation of this program.
    pub(crate) static_eval: Option<Score>,
    pub(crate) ours: Score,
    pub(crate) theirs: Score,
}

impl Played {
    /// The game before its first move.
    pub(crate) fn start(&self) -> Box<dyn AnyRecord> {
        self.game.record()
    }

    /// The side to move after `ply` plies.
    pub(crate) fn to_move(&self, ply: usize) -> Color {
        if ply.is_multiple_of(2) { Color::Black } else { Color::White }
    }

    /// The result for `color`: 1 a win, 0.5 a draw, 0 a loss.
    pub(crate) fn result(&self, color: Color) -> f64 {
        self.winner.map_or(0.5, |winner| f64::from(u8::from(winner == color)))
    }

    /// The line of this game.
    pub(crate) fn line(&self) -> String {
        let name = |color: Color| if color == self.ours { OURS } else { "other" };
        let moves: Vec<String> =
            self.moves.iter().map(|&mv| engine::notation::move_text(self.game.grid(), mv)).collect();
        let look = |look: &Look| {
            json!({
                "ply": look.ply,
                "static": look.static_eval.map(|score| score.to_string()),
                "ninuki": look.ours.to_string(),
                "other": look.theirs.to_string(),
            })
        };
        json!({
            "rules": self.game.rules().name,
            "size": self.game.grid().size(),
            "black": name(Color::Black),
            "winner": self.winner.map(name),
            "opening": self.opening,
            "moves": moves.join(" "),
            "looks": self.looks.iter().map(look).collect::<Vec<_>>(),
        })
        .to_string()
    }
}

/// The games of `files`: journals of tournaments of two engines, or lines of [`Played::line`].
///
/// # Errors
/// A file cannot be read, or a line is neither; the text names both.
pub(crate) fn read(files: &[PathBuf]) -> Result<Vec<Played>, Error> {
    let mut games = Vec::new();
    for path in files {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut journal = None;
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
            let game =
                add(line, &mut journal).map_err(|error| format!("{}:{}: {error}", path.display(), number + 1))?;
            games.extend(game);
        }
    }
    Ok(games)
}

/// The game of a line; `None` for the head of a journal, and for games that a fault ended.
fn add(line: &str, journal: &mut Option<&'static Game>) -> Result<Option<Played>, Error> {
    let line: Value = serde_json::from_slice(&checksum::opened(line.as_bytes())?)?;
    if let Some(engines) = line["engines"].as_array() {
        let is_ours = |engine: &Value| engine["name"].as_str().is_some_and(|name| name.starts_with(OURS));
        if engines.iter().filter(|engine| is_ours(engine)).count() != 1 {
            return Err("not one engine named ninuki".into());
        }
        let board = line["board"].as_str().and_then(|board| board.split_once('x')).ok_or("no board")?;
        let game = Game::new(Rules::named(line["game"].as_str().ok_or("no game")?)?, Some(board.0.parse()?), None)?;
        *journal = Some(game);
        return Ok(None);
    }
    match journal {
        Some(game) if line["fault"].is_null() && line["moves"].is_array() => of_journal(&line, game).map(Some),
        Some(_) => Ok(None),
        None => of_line(&line).map(Some),
    }
}

fn of_journal(line: &Value, game: &'static Game) -> Result<Played, Error> {
    let names: Vec<&str> = line["moves"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let black = line["players"][0].as_str().ok_or("no players")?;
    let color = |index: u64| if index == 0 { Color::Black } else { Color::White };
    Ok(Played {
        game,
        ours: if black.starts_with(OURS) { Color::Black } else { Color::White },
        winner: line["winner"].as_u64().map(color),
        opening: line["book"].as_u64().unwrap_or_default() as usize,
        moves: moves(game, names.into_iter())?,
        looks: Vec::new(),
    })
}

fn of_line(line: &Value) -> Result<Played, Error> {
    let rules = Rules::named(line["rules"].as_str().ok_or("no rules")?)?;
    let game = Game::new(rules, line["size"].as_u64().map(|size| size as usize), None)?;
    let ours = if line["black"] == OURS { Color::Black } else { Color::White };
    let score = |look: &Value, names: &[&str]| -> Option<Score> {
        names.iter().find_map(|name| look[*name].as_str().and_then(|text| text.parse().ok()))
    };
    let looks = ["looks", "at_2s"].iter().find_map(|name| line[*name].as_array());
    let look = |look: &Value| {
        Some(Look {
            ply: look["ply"].as_u64()? as usize,
            static_eval: score(look, &["static"]),
            ours: score(look, &[OURS])?,
            theirs: score(look, &["other", "rapfi"])?,
        })
    };
    Ok(Played {
        game,
        ours,
        winner: line["winner"].as_str().map(|winner| if winner == OURS { ours } else { !ours }),
        opening: line["opening"].as_u64().unwrap_or_default() as usize,
        moves: moves(game, line["moves"].as_str().ok_or("no moves")?.split_whitespace())?,
        looks: looks.into_iter().flatten().filter_map(look).collect(),
    })
}

fn moves<'n>(game: &Game, names: impl Iterator<Item = &'n str>) -> Result<Vec<Move>, Error> {
    names.map(|name| parse_move(game.grid(), name).map_err(|error| format!("{name}: {error}").into())).collect()
}
