//! JSON lines: one puzzle an object.

use records::{Budget, Size};
use serde::{Deserialize, Serialize};

use crate::read::{Parts, PuzzleError, certificate};
use crate::{Puzzle, Refutation};

/// The version of the format.
pub(crate) const VERSION: u32 = 1;

/// A puzzle as an object.
#[derive(Serialize, Deserialize)]
pub(crate) struct Json {
    puzzle: u32,
    #[serde(default)]
    id: String,
    game: String,
    size: Size,
    position: String,
    to_move: char,
    kind: String,
    solution: String,
    plies: u32,
    themes: Vec<String>,
    difficulty: u32,
    plausible: u32,
    level: Option<u32>,
    refuted: u32,
    open: u32,
    nodes: u64,
    #[serde(default)]
    source: String,
    certificate: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    refutations: Vec<JsonRefutation>,
}

#[derive(Serialize, Deserialize)]
struct JsonRefutation {
    #[serde(rename = "move")]
    at: String,
    certificate: String,
}

/// A puzzle as a line without its end.
pub(crate) fn line(puzzle: &Puzzle) -> String {
    let grid = puzzle.game.grid();
    let refutation = |Refutation { at, certificate }: &Refutation| JsonRefutation {
        at: grid.name(*at),
        certificate: certificate.to_string(),
    };
    let json = Json {
        puzzle: VERSION,
        id: puzzle.id(),
        game: puzzle.game.rules().name.to_owned(),
        size: Size::of(grid),
        position: puzzle.position.clone(),
        to_move: puzzle.to_move().symbol(),
        kind: puzzle.kind.name().to_owned(),
        solution: grid.name(puzzle.solution),
        plies: puzzle.plies,
        themes: puzzle.themes.iter().map(ToString::to_string).collect(),
        difficulty: puzzle.difficulty.value(),
        plausible: puzzle.difficulty.plausible,
        level: puzzle.difficulty.level,
        refuted: puzzle.others.refuted,
        open: puzzle.others.open,
        nodes: puzzle.others.nodes,
        source: puzzle.source.clone(),
        certificate: puzzle.certificate.to_string(),
        refutations: puzzle.refutations.iter().map(refutation).collect(),
    };
    serde_json::to_string(&json).expect("texts and numbers")
}

/// Reads a line.
///
/// # Errors
/// It is no puzzle.
pub(crate) fn parse(line: &str, budget: &Budget) -> Result<Puzzle, PuzzleError> {
    let json: Json = serde_json::from_str(line).map_err(|error| PuzzleError::Json(error.to_string()))?;
    if json.puzzle != VERSION {
        return Err(PuzzleError::Version(json.puzzle.to_string()));
    }
    let certificate = |text: &str| certificate(text, budget);
    let refutations =
        json.refutations.iter().map(|refutation| Ok((refutation.at.clone(), certificate(&refutation.certificate)?)));
    Parts {
        game: json.game,
        size: json.size,
        position: json.position,
        to_move: Some(json.to_move),
        kind: json.kind,
        solution: json.solution,
        plies: json.plies,
        themes: json.themes,
        difficulty: json.difficulty,
        plausible: json.plausible,
        level: json.level,
        refuted: json.refuted,
        open: json.open,
        nodes: json.nodes,
        source: json.source,
        certificate: certificate(&json.certificate)?,
        refutations: refutations.collect::<Result<_, PuzzleError>>()?,
    }
    .puzzle()
}
