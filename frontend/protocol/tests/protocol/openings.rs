//! `SWAPBOARD` and `SWAP2BOARD`.

use std::sync::atomic::AtomicBool;

use engine::{Game, Move, SetUp, SetUpError};
use ninuki_protocol::{NewPlayer, Options};
use search::{Limits, Player, Report, Score};

use crate::conversation::{expect, kind, replies_to, replies_with};
use crate::hasty::{Hasty, forward_to_player, hasty};

/// A player for whom the side to move is `SCORE` ahead, and swaps if it may and `SWAPS`.
struct Sure<const SCORE: i32, const SWAPS: bool>(Box<dyn Player>);

impl<const SCORE: i32, const SWAPS: bool> Player for Sure<SCORE, SWAPS> {
    forward_to_player!();

    fn think(&mut self, limits: &Limits, stop: &AtomicBool, on_info: &mut dyn FnMut(&Report)) -> Option<Report> {
        let mut report = self.0.think(limits, stop, on_info)?;
        report.score = Score::estimate(SCORE);
        let next = self.record().legal().into_iter().map(Move::Place).find(|&mv| mv != report.best)?;
        report.line.push(next);
        if SWAPS && limits.swap {
            report.best = Move::Swap;
        }
        Some(report)
    }

    fn set_memory(&mut self, bytes: usize) {
        self.0.set_memory(bytes);
    }
}

fn sure<const SCORE: i32, const SWAPS: bool>(
    game: &'static Game,
    setup: Option<&SetUp>,
) -> Result<Box<dyn Player>, SetUpError> {
    Ok(Box::new(Sure::<SCORE, SWAPS>(Box::new(Hasty(search::player(game, setup)?)))))
}

fn with(player: NewPlayer) -> Options {
    Options { player, ..hasty() }
}

const NDENGROD: &str = "START 9\nINFO game ndengrod\nSWAPBOARD\n4,4\nDONE\n";
const NENUKI: &str = "START 11\nINFO game nenuki\nSWAPBOARD 5,5 4,4 6,6 3,4 6,4 2,2 DONE\n";

#[test]
fn the_better_side_is_taken() {
    // In Ndengrod White is to move and decides; in Nenuki Black is to move and White decides.
    assert_eq!(replies_with(&with(sure::<90, false>), NDENGROD), ["OK", "STAY"]);
    assert_eq!(replies_with(&with(sure::<-90, false>), NDENGROD), ["OK", "SWAP"]);
    assert_eq!(replies_with(&with(sure::<90, false>), NENUKI), ["OK", "SWAP"]);
    assert_eq!(replies_with(&with(sure::<-90, false>), NENUKI), ["OK", "STAY"]);
    assert_eq!(replies_to(NDENGROD)[0], "OK");
}

#[test]
fn the_game_goes_on_after_the_decision() {
    for player in [sure::<90, false> as NewPlayer, sure::<-90, false>] {
        let lines = replies_with(&with(player), format!("{NDENGROD}TURN 4,4\nTURN 3,3\nTAKEBACK 9,9\n"));
        assert_eq!(lines[2..].iter().map(|line| kind(line)).collect::<Vec<_>>(), ["ERROR", "move", "ERROR"]);
        let lines = replies_with(&with(player), format!("{NENUKI}BOARD 5,5,1 4,4,2 6,6,1 3,4,2 6,4,1 2,2,2 DONE\n"));
        assert_eq!(kind(&lines[2]), "move");
    }
    let lines = replies_with(&with(sure::<-90, false>), format!("{NDENGROD}TAKEBACK 4,4\nBEGIN\n"));
    assert_eq!(lines[1..3], ["SWAP", "OK"]);
}

#[test]
fn swaps_are_never_moves() {
    for turn in ["TURN 4,4", "BOARD 4,4,2 DONE"] {
        let lines = replies_with(&with(sure::<-90, true>), format!("START 9\nINFO game ndengrod\n{turn}\n"));
        assert_eq!(kind(&lines[1]), "move");
    }
}

#[test]
fn a_swap_out_of_place_is_an_error() {
    for moves in ["", "4,4 5,5", "9,9", "x"] {
        expect(format!("START 9\nINFO game ndengrod\nSWAPBOARD {moves} DONE\n"), &["OK", "ERROR"]);
    }
    expect("START 11\nINFO game nenuki\nSWAPBOARD 5,5 4,4 6,6 3,4 6,4 DONE\n", &["OK", "ERROR"]);
    expect("START 11\nINFO game nenuki\nSWAPBOARD 5,5 4,4 6,6 3,4 6,4 5,5 DONE\n", &["OK", "ERROR"]);
    expect("START 15\nSWAPBOARD 7,7 DONE\n", &["OK", "ERROR"]);
    expect("START 19\nINFO game pente\nSWAPBOARD 9,9 DONE\n", &["OK", "ERROR"]);
}

#[test]
fn swap_two() {
    for size in [5, 15, 20] {
        let lines = replies_to(format!("START {size}\nINFO rule 1\nSWAP2BOARD\nDONE\n"));
        let cells: Vec<&str> = lines[1].split(' ').collect();
        assert_eq!(cells.len(), 3, "{lines:?}");
        let stones = cells.join("\n");
        let lines = replies_to(format!("START {size}\nINFO rule 1\nSWAP2BOARD\n{stones}\nDONE\n"));
        assert_eq!(lines.len(), 2);
    }
    let three = "START 15\nSWAP2BOARD\n7,7\n8,8\n9,9\nDONE\n";
    let five = "START 15\nSWAP2BOARD 7,7 8,8 9,9 1,1 2,2 DONE\n";
    assert_eq!(replies_with(&with(sure::<-90, false>), three)[1], "SWAP");
    assert_eq!(kind(&replies_with(&with(sure::<90, false>), three)[1]), "move");
    for even in [sure::<-30, false> as NewPlayer, sure::<0, false>, sure::<30, false>] {
        assert_eq!(replies_with(&with(even), three)[1].split(' ').count(), 2);
    }
    assert_eq!(replies_with(&with(sure::<-1, false>), five)[1], "SWAP");
    assert_eq!(kind(&replies_with(&with(sure::<0, false>), five)[1]), "move");
    for moves in ["7,7", "7,7 8,8", "7,7 8,8 7,7", "1,1 2,2 3,3 4,4", "15,15 1,1 2,2", "1,1 2,2 3,3 4,4 5,5 6,6"] {
        expect(format!("START 15\nSWAP2BOARD {moves} DONE\n"), &["OK", "ERROR"]);
    }
    expect("START 19\nINFO game pente\nSWAP2BOARD DONE\n", &["OK", "ERROR"]);
}
