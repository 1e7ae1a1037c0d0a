//! Openings by a rule, answer by answer.
//!
//! The first byte chooses the rule, the second its most fifth moves, the third the game, the fourth the size of the board.
//! The rest are answers.
//!
//! An answer that is refused changes nothing and is refused in one line. There is always an answer that is taken, until the
//! opening is over.

use engine::notation::move_text;
use engine::{Move, Point};
use openings::{OpeningRule, Procedure, What};

use super::{fits, game};

/// More answers than any opening takes.
const ANSWERS: usize = 80;

pub(super) fn run(data: &[u8]) {
    let [name, most, rules, size, answers @ ..] = data else { return };
    let Ok(answers) = std::str::from_utf8(answers) else { return };
    let game = game(*rules, *size);
    let mut opening = match Procedure::new(&rule(*name, *most), game) {
        Ok(opening) => opening,
        Err(error) => return fits(&error.to_string()),
    };
    for answer in answers.split_whitespace().take(ANSWERS) {
        take(&mut opening, answer);
    }
    for _ in 0..ANSWERS {
        let Some(allowed) = allowed(&opening) else { break };
        opening.answer(&allowed).unwrap_or_else(|error| panic!("{allowed} is allowed in {opening:?}: {error}"));
    }
    assert_eq!(opening.task(), None, "an opening ends");
}

/// A rule, with a number of fifth moves where it takes one.
fn rule(name: u8, most: u8) -> OpeningRule {
    let names: Vec<&str> = OpeningRule::names().collect();
    let name = names[usize::from(name) % names.len()];
    OpeningRule::named(&format!("{name}-{most}")).unwrap_or_else(|_| OpeningRule::named(name).expect("a rule"))
}

/// Gives an answer; one that is refused changes nothing.
fn take(opening: &mut Procedure, answer: &str) {
    let account = |opening: &Procedure| {
        (opening.text(), opening.task(), opening.offered().to_vec(), opening.record().position_text())
    };
    let before = account(opening);
    match opening.answer(answer) {
        Ok(()) => fits(&opening.text()),
        Err(error) => {
            fits(&error.to_string());
            assert_eq!(account(opening), before, "{answer} was refused");
        }
    }
}

/// The first answer that is allowed; `None` once the opening is over.
fn allowed(opening: &Procedure) -> Option<String> {
    let name = |points: &[Point]| {
        let point = *points.first().expect("a point that is allowed");
        move_text(opening.record().game().grid(), Move::Place(point))
    };
    Some(match opening.task()?.what {
        What::Place(_, points) | What::Pick(points) => name(&points),
        What::Offer(_, points) => {
            assert!(points.iter().all(|point| !opening.offered().contains(point)), "offered twice");
            name(&points)
        }
        What::Swap => "swap".to_owned(),
        What::Count(most) => most.to_string(),
        What::Choose(words) => words.last().expect("a word").to_string(),
    })
}

pub(super) fn seeds() -> Vec<Vec<u8>> {
    [
        (0, 9, "h8 i9 j10 swap"),
        (1, 9, "a1 b2 c3 -- d4 e5 swap"),
        (2, 9, "a1 b2 c3 d4 stay"),
        (3, 9, "h8 h9 h7 stay h6 i8 i7 g8 i9 i9"),
        (4, 9, "h8 h9 j10 3 stay a1 b1 c1 d1 d1"),
        (5, 9, "h8 h9 j10 swap a1 4 swap b1 c1 d1 e1 b1"),
        (6, 9, "h8 swap h9 stay h10 stay h11 one stay l8 swap"),
        (6, 9, "h8 stay h9 stay h7 stay h6 ten i8 i9 a1 b1 c1 d1 e1 f1 g1 h1 h1"),
        (1, 18, "A1 B2 C3 white"),
    ]
    .map(|(rule, game, answers)| [&[rule, 8, game, 10], answers.as_bytes()].concat())
    .to_vec()
}
