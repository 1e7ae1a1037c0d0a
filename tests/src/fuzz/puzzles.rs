//! Files of puzzles, in both forms.
//!
//! Errors take one line. A puzzle that is accepted is read again as it is written, and can be attempted to its end.

use engine::Rules;
use puzzles::{Attempt, Form, Puzzle, Reply, read, shipped};

use super::{fits, game};

/// The most puzzles of an input that are tried.
const MOST: usize = 8;

/// The most moves of an attempt.
const MOVES: usize = 50;

pub(super) fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for read in read(text).take(MOST) {
        match read {
            Ok((_, puzzle)) => accepted(puzzle),
            Err(error) => fits(&error.to_string()),
        }
    }
}

fn accepted(puzzle: Puzzle) {
    for form in [Form::Json, Form::Text] {
        let text = form.write(&puzzle);
        let (_, again) = read(&text).next().expect("a puzzle").expect("our own puzzle");
        assert_eq!(form.write(&again), text);
    }
    let mut attempt = match Attempt::begin(puzzle) {
        Ok(attempt) => attempt,
        Err(error) => return fits(&error.to_string()),
    };
    for _ in 0..MOVES {
        let _ = (attempt.hint(), attempt.near(), attempt.plies());
        let Some(at) = attempt.expected() else { break };
        match attempt.play(at) {
            Ok(Reply::Defence(_)) => {}
            Ok(Reply::Solved | Reply::Wrong) => break,
            Err(error) => return fits(&error.to_string()),
        }
    }
}

pub(super) fn seeds() -> Vec<Vec<u8>> {
    let puzzles = (0..Rules::ALL.len() as u8).filter_map(|rules| {
        let puzzles = shipped(game(rules, 0)).into_iter().map(|puzzle| Form::Json.write(&puzzle));
        puzzles.min_by_key(String::len)
    });
    let puzzles: Vec<String> = puzzles.collect();
    let texts = puzzles.iter().flat_map(|text| {
        let puzzle = read(text).next().and_then(Result::ok).map(|(_, puzzle)| puzzle);
        puzzle.map(|puzzle| Form::Text.write(&puzzle))
    });
    let texts: Vec<String> = texts.collect();
    puzzles.into_iter().chain(texts).map(String::into_bytes).collect()
}
