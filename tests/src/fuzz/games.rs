//! Games at random with a short search at every position, with all assertions of engine and search.
//!
//! The first byte chooses the game, the second the size of the board, the third how many positions each search visits, and
//! each further byte a move: the answer of the search, or one of the legal ones.
//!
//! The answer is legal and so is the line that is foreseen, the search leaves the game as it was, and every position has
//! a text that is read as this position.

use std::sync::atomic::AtomicBool;

use engine::{AnyRecord, Move, Rules};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use search::{Limits, Player, Report, player};

use super::{game, text};

/// The most moves of a game.
const LONGEST: usize = 40;

/// The memory of a search, in bytes.
const MEMORY: usize = 1 << 20;

pub(super) fn run(data: &[u8]) {
    let [rules, size, nodes, choices @ ..] = data else { return };
    let mut player = player(game(*rules, *size), None).expect("the empty board");
    player.set_memory(MEMORY);
    for &choice in choices.iter().take(LONGEST) {
        let swap = choice & 1 == 0;
        let limits = Limits { nodes: Some(1 + u64::from(*nodes / 2)), swap, ..Limits::none() };
        let Some(report) = think(player.as_mut(), &limits) else { break };
        let legal = player.record().legal();
        let mv = match choice {
            _ if choice < 128 || legal.is_empty() => report.best,
            _ => Move::Place(legal[usize::from(choice) * 31 % legal.len()]),
        };
        player.play(mv).expect("a legal move");
        text::check(player.record());
    }
    let plies = player.record().moves().len();
    for _ in 0..plies {
        player.take_back().expect("a move");
    }
    assert_eq!(player.record().moves(), []);
}

/// Searches, and checks the report.
fn think(player: &mut dyn Player, limits: &Limits) -> Option<Report> {
    let before = account(player.record());
    let mut lines = Vec::new();
    let report = player.think(limits, &AtomicBool::new(false), &mut |report| lines.push(report.line.clone()));
    assert_eq!(account(player.record()), before, "thinking changes nothing");
    let over = player.record().outcome().is_some();
    assert_eq!(report.is_none(), over, "a move is found until the game is over");
    let report = report?;
    lines.push(report.line.clone());
    lines.push(vec![report.best]);
    for line in lines {
        for (ply, &mv) in line.iter().enumerate() {
            player.play(mv).unwrap_or_else(|why| panic!("move {ply} of {line:?} after {before:?}: {why}"));
        }
        for _ in &line {
            player.take_back().expect("a move of the line");
        }
    }
    assert_eq!(account(player.record()), before, "moves are taken back");
    Some(report)
}

/// Full state of a game: position, moves, whether a swap is offered, whether a five is pending.
fn account(record: &dyn AnyRecord) -> (String, Vec<Move>, bool, bool) {
    (record.position_text(), record.moves(), record.swap_offered(), record.pending_five())
}

pub(super) fn seeds() -> Vec<Vec<u8>> {
    let dice = &mut StdRng::seed_from_u64(3);
    let seed = |rules: u8| {
        let choices: Vec<u8> = (0..30).map(|_| dice.random()).collect();
        [&[rules, 0, 60][..], &choices].concat()
    };
    (0..Rules::ALL.len() as u8).map(seed).collect()
}
