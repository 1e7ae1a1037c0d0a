//! Moves of a solver, judged by the certificate of a puzzle.

use engine::notation::move_text;
use engine::{Move, Point};
use puzzles::{Attempt, Hint, Puzzle as Found, PuzzleError, Reply};
use records::Budget;
use serde::Serialize;

use crate::action::Act;
use crate::code::Code;
use crate::dispatcher::Dispatcher;
use crate::fields::Fields;
use crate::puzzle::PuzzleInfo;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::start::parse_move;

/// Judges the moves of a solver.
pub(crate) struct Puzzle;

/// The state of a puzzle after the moves of its solver.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Attempt"))]
pub(crate) struct PuzzleAnswer {
    #[serde(flatten)]
    puzzle: PuzzleInfo,
    /// The moves since the position of the puzzle: right moves of the solver and the replies.
    moves: Vec<String>,
    /// Whether the last move of the solver is right; null without moves.
    right: Option<bool>,
    /// The longest defence against the last move.
    reply: Option<String>,
    /// Whether the puzzle is solved.
    solved: bool,
    /// After a wrong first move of an only move: the win of the opponent.
    refutation: Vec<String>,
    /// The kind of the next move, with one hint: it stops a threat, wins at once, threatens to win at once, or threatens a VCF.
    #[cfg_attr(test, schemars(schema_with = "crate::schema::parts::hint"))]
    hint: Option<&'static str>,
    /// The stone nearest to the next move, with two hints.
    near: Option<String>,
    /// The next move, with three hints.
    solution: Option<String>,
}

impl Act for Puzzle {
    const NAME: &'static str = "puzzle";
    const ABOUT: &'static str = "the moves of a puzzle's solver, judged by its certificate";
    const FIELDS: &'static [&'static [&'static str]] = &[&["puzzle", "text", "moves", "hints"]];
    type Answer = PuzzleAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        dispatcher.check_room()?;
        let fields = &query.fields;
        let attempt =
            Attempt::begin(found(fields, &dispatcher.budget())?).map_err(|error| Wrong::new("text", error))?;
        Self::answer(dispatcher, &query.id, &judged(attempt, fields)?);
        Ok(())
    }
}

/// The puzzle of a query.
fn found(fields: &Fields, budget: &Budget) -> Result<Found, Wrong> {
    match (&fields.puzzle, &fields.text) {
        (None, Some(text)) => parsed(text, budget),
        (Some(name), None) => shipped(name),
        _ => Err(Wrong::new(
            "puzzle",
            Code::Missing.says("a puzzle is given by its name or, as a line of a file, by text"),
        )),
    }
}

fn parsed(text: &str, budget: &Budget) -> Result<Found, Wrong> {
    let wrong = |problem| Wrong::new("text", Code::PuzzleText.says(problem));
    let found =
        puzzles::read_within(text, budget.clone()).next().ok_or_else(|| wrong("there is no puzzle".to_owned()))?;
    found.map(|(_, puzzle)| puzzle).map_err(|error| match error.reason {
        PuzzleError::Limit(limit) => limit.into(),
        reason => wrong(reason.to_string()),
    })
}

/// The puzzle of the program with this name.
fn shipped(name: &str) -> Result<Found, Wrong> {
    #[cfg(feature = "shipped")]
    let found = puzzles::shipped_as(name);
    #[cfg(not(feature = "shipped"))]
    let found: Option<Found> = None;
    found.ok_or_else(|| {
        let problem = Code::NoPuzzle.says(format!("the program has no puzzle \"{name}\"")).with("name", name);
        Wrong::new("puzzle", problem)
    })
}

/// Plays the moves of the solver. Moves after a wrong one, and after the solution, are not judged.
fn judged(mut attempt: Attempt, fields: &Fields) -> Result<PuzzleAnswer, Wrong> {
    let (mut last, mut refutation) = (None, Vec::new());
    for (index, word) in fields.moves.words().into_iter().enumerate() {
        if attempt.is_solved() || last == Some(Reply::Wrong) {
            break;
        }
        let field = format!("moves[{index}]");
        let at = point(&attempt, word).map_err(|problem| Wrong::new(&field, problem))?;
        let reply = attempt.play(at).map_err(|error| Wrong::new(&field, error))?;
        if reply == Reply::Wrong {
            refutation = attempt.punishment(at);
        }
        last = Some(reply);
    }
    Ok(answer(&attempt, last, &refutation, fields.hints.unwrap_or_default()))
}

fn point(attempt: &Attempt, word: &str) -> Result<Point, crate::problem::Problem> {
    match parse_move(attempt.puzzle().game, word)? {
        Move::Place(at) => Ok(at),
        Move::Swap | Move::Pass => Err(Code::NotPlacement.says("the solver places a stone")),
    }
}

fn answer(attempt: &Attempt, last: Option<Reply>, refutation: &[Move], hints: u8) -> PuzzleAnswer {
    let grid = attempt.puzzle().game.grid();
    let names = |moves: &[Move]| moves.iter().map(|&mv| move_text(grid, mv)).collect();
    let next = attempt.expected();
    PuzzleAnswer {
        puzzle: attempt.puzzle().into(),
        moves: names(&attempt.record().moves()),
        right: last.as_ref().map(|reply| *reply != Reply::Wrong),
        reply: match last {
            Some(Reply::Defence(mv)) => Some(move_text(grid, mv)),
            _ => None,
        },
        solved: attempt.is_solved(),
        refutation: names(refutation),
        hint: next.filter(|_| hints > 0).map(|_| Hint::name(attempt.hint())),
        near: attempt.near().filter(|_| hints > 1).map(|stone| grid.name(stone)),
        solution: next.filter(|_| hints > 2).map(|at| grid.name(at)),
    }
}
