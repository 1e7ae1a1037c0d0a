//! Text: one puzzle a block, its fields and then its certificates.
//!
//! ```text
//! puzzle 1
//! game pente
//! size 19
//! position 19/…/19 x 4 0
//! kind win
//! solution K10
//! plies 5
//! themes vcf, capture-win
//! difficulty 28
//! plausible 1
//! level 3                          (a dash if no level finds it)
//! refuted 12
//! open 310
//! nodes 20000
//! source …
//! certificate 1
//! …
//! refutation L9                    (of an only move: the win after this wrong move)
//! certificate 1
//! …
//! ```
//!
//! A block ends with an empty line. Lines that begin with `#` are comments.

use std::fmt::Write as _;

use records::Budget;

use crate::Puzzle;
use crate::json::VERSION;
use crate::read::{Parts, PuzzleError, certificate};

/// A puzzle as a block, the empty line at its end included.
pub(crate) fn block(puzzle: &Puzzle) -> String {
    let grid = puzzle.game.grid();
    let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.name()).collect();
    let level = puzzle.difficulty.level.map_or("-".to_owned(), |level| level.to_string());
    let fields = [
        ("puzzle", VERSION.to_string()),
        ("game", puzzle.game.rules().name.to_owned()),
        ("size", records::Size::of(grid).to_string()),
        ("position", puzzle.position.clone()),
        ("kind", puzzle.kind.to_string()),
        ("solution", grid.name(puzzle.solution)),
        ("plies", puzzle.plies.to_string()),
        ("themes", themes.join(", ")),
        ("difficulty", puzzle.difficulty.to_string()),
        ("plausible", puzzle.difficulty.plausible.to_string()),
        ("level", level),
        ("refuted", puzzle.others.refuted.to_string()),
        ("open", puzzle.others.open.to_string()),
        ("nodes", puzzle.others.nodes.to_string()),
        ("source", puzzle.source.replace(['\n', '\r'], " ")),
    ];
    let mut text = String::new();
    for (name, value) in fields {
        let _ = writeln!(text, "{name} {value}");
    }
    let _ = write!(text, "{}", puzzle.certificate);
    for refutation in &puzzle.refutations {
        let _ = write!(text, "refutation {}\n{}", grid.name(refutation.at), refutation.certificate);
    }
    text.push('\n');
    text
}

/// Reads a block.
///
/// # Errors
/// It is no puzzle.
pub(crate) fn parse(block: &str, budget: &Budget) -> Result<Puzzle, PuzzleError> {
    let lines: Vec<&str> = block.lines().filter(|line| !line.starts_with('#')).collect();
    let first =
        lines.iter().position(|line| line.starts_with("certificate ")).ok_or(PuzzleError::Missing("certificate"))?;
    let (fields, proofs) = lines.split_at(first);
    let written = |name| fields.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let field = |name: &'static str| written(name).map(str::trim).ok_or(PuzzleError::Missing(name));
    let number = |name| field(name)?.parse::<u64>().map_err(|_| PuzzleError::Number(name));
    let small = |name| u32::try_from(number(name)?).map_err(|_| PuzzleError::Number(name));
    if field("puzzle")? != VERSION.to_string() {
        return Err(PuzzleError::Version(field("puzzle")?.to_owned()));
    }
    let mut proofs = proofs.split(|line| line.starts_with("refutation "));
    let certificate = |lines: &[&str]| certificate(&lines.join("\n"), budget);
    let main = certificate(proofs.next().unwrap_or_default())?;
    let wrong = lines.iter().filter_map(|line| line.strip_prefix("refutation "));
    let refutations = wrong.zip(proofs).map(|(at, lines)| Ok((at.to_owned(), certificate(lines)?)));
    let refutations = refutations.collect::<Result<_, PuzzleError>>()?;
    Parts {
        game: field("game")?.to_owned(),
        size: field("size")?.parse().map_err(|_| PuzzleError::Number("size"))?,
        position: field("position")?.to_owned(),
        to_move: None,
        kind: field("kind")?.to_owned(),
        solution: field("solution")?.to_owned(),
        plies: small("plies")?,
        themes: field("themes")?.split(", ").map(str::to_owned).collect(),
        difficulty: small("difficulty")?,
        plausible: small("plausible")?,
        level: if field("level")? == "-" { None } else { Some(small("level")?) },
        refuted: small("refuted")?,
        open: small("open")?,
        nodes: number("nodes")?,
        source: written("source").unwrap_or_default().to_owned(),
        certificate: main,
        refutations,
    }
    .puzzle()
}
