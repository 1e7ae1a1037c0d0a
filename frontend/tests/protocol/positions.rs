//! Positions sent as a whole: `BOARD`, `YXBOARD`, `YXSHOWFORBID`, games that are over.

use engine::{Game, Rules};
use frontend::gomocup::Cell;

use crate::talk::{expect, kind, talk};

#[test]
fn boards_in_order_of_play() {
    expect("START 15\nBOARD\nDONE\n", &["OK", "move"]);
    expect("START 15\nBOARD\n7,7,2\nDONE\n", &["OK", "move"]);
    expect("START 15\nboard\n7,7,2\ndone\n", &["OK", "move"]);
    expect("START 15\nBOARD 7,7,2 8,8,1 9,9,2 DONE\n", &["OK", "move"]);
    expect("START 15\nBOARD\r\n7,7,1\r\n8, 8, 2\r\nDONE\r\nTURN 7,7\r\nTURN 8,8\n", &["OK", "move", "ERROR", "ERROR"]);
}

#[test]
fn boards_in_any_order() {
    expect("START 15\nBOARD\n2,3,2\n5,6,2\n0,0,1\nDONE\nTURN 5,6\nTURN 9,9\n", &["OK", "move", "ERROR", "move"]);
    expect("START 15\nBOARD\n2,3,1\n5,6,1\n0,0,1\nDONE\n", &["OK", "move"]);
    // A wall is no stone and no empty point.
    let walled = "START 15\nBOARD\n7,7,2\n8,8,3\nDONE\n";
    let reply = talk(walled)[1].clone();
    assert!(kind(&reply) == "move" && reply != "7,7" && reply != "8,8");
    expect(format!("{walled}TURN 8,8\nTURN 7,7\nTURN {reply}\n"), &["OK", "move", "ERROR", "ERROR", "ERROR"]);
    expect(format!("{walled}TURN 0,14\n"), &["OK", "move", "move"]);
}

#[test]
fn a_bad_board_is_one_error_and_the_old_position_stays() {
    let bad = [
        "7,7,2\n7,7,1",
        "7,7,2\n8,8,1\n8,8,2",
        "15,15,2",
        "7,7",
        "a,b,c",
        "7,7,9",
        "7,7,0",
        "99999999999999999999,1,1",
        "foo",
        "7,7,2\n7,7,3",
        "7,7,2,2",
    ];
    for board in bad {
        let script = format!("START 15\nBOARD\n3,3,2\nDONE\nBOARD\n{board}\nDONE\nTURN 3,3\nTURN 0,0\n");
        expect(script, &["OK", "move", "ERROR", "ERROR", "move"]);
    }
}

#[test]
fn a_board_cut_short() {
    expect("START 15\nBOARD\n7,7,2\n", &["OK"]);
    expect("START 15\nBOARD\n7,7,2\nEND\nBEGIN\n", &["OK"]);
    expect("START 15\nBOARD\n7,7,2\nSTART 15\nBEGIN\n", &["OK", "ERROR", "OK", "move"]);
}

#[test]
fn after_the_end_of_a_line_game_moves_go_on() {
    for rule in [0, 1, 4, 8, 9] {
        let five = "BOARD 3,7,2 0,0,1 4,7,2 2,0,1 5,7,2 4,0,1 6,7,2 6,0,1 7,7,2 DONE\n";
        expect(format!("START 15\nINFO rule {rule}\n{five}TURN 14,14\nTURN 14,12\n"), &["OK", "move", "move", "move"]);
        let four = "YXBOARD 3,7,1 0,0,2 4,7,1 2,0,2 5,7,1 4,0,2 6,7,1 6,0,2 DONE\n";
        expect(format!("START 15\nINFO rule {rule}\n{four}TURN 7,7\nTURN 7,7\n"), &["OK", "move", "ERROR"]);
    }
    // Black's foul does not silence White.
    let cross = "YXBOARD 8,7,1 0,0,2 9,7,1 2,0,2 7,8,1 4,0,2 7,9,1 6,0,2 DONE\n";
    expect(format!("START 15\nINFO rule 4\n{cross}TURN 7,7\n"), &["OK", "move"]);
    // Stones that ended the game can be taken back.
    let five = "BOARD 3,7,2 0,0,1 4,7,2 2,0,1 5,7,2 4,0,1 6,7,2 6,0,1 7,7,2 DONE\n";
    let reply = talk(format!("START 15\n{five}"))[1].clone();
    let script = format!("START 15\n{five}TAKEBACK {reply}\nTAKEBACK 7,7\nTAKEBACK 6,0\nTURN 7,7\n");
    expect(script, &["OK", "move", "OK", "OK", "OK", "move"]);
}

/// A 5x5 board without a five of either side, filled in order but for the last `left` cells.
fn nearly_full(left: usize) -> String {
    let color = |x: usize, y: usize| usize::from((x / 2 + y) % 2 == 1);
    let cells = |wanted| (0..25).map(|i| (i % 5, i / 5)).filter(move |&(x, y)| color(x, y) == wanted);
    let mut stones: Vec<(usize, usize, usize)> = Vec::new();
    let (black, mut white) = (cells(0), cells(1));
    for (x, y) in black {
        stones.push((x, y, 1));
        stones.extend(white.next().map(|(x, y)| (x, y, 2)));
    }
    stones.truncate(25 - left);
    let own = if stones.len().is_multiple_of(2) { 1 } else { 2 };
    let lines: Vec<String> =
        stones.iter().map(|&(x, y, field)| format!("{x},{y},{}", if field == own { 1 } else { 2 })).collect();
    format!("START 5\nINFO rule 1\nBOARD\n{}\nDONE\n", lines.join("\n"))
}

#[test]
fn the_last_point_and_none() {
    expect(nearly_full(1), &["OK", "move"]);
    expect(nearly_full(0), &["OK", "ERROR"]);
    let last = talk(nearly_full(1))[1].clone();
    let shown = nearly_full(1);
    assert!(!shown.contains(&format!("\n{last},")), "{last} is occupied");
}

#[test]
fn capture_games_replay_their_boards() {
    // A pair is captured by the fifth stone and its points are played again.
    let moves = ["9,9", "10,9", "0,0", "11,9", "12,9", "10,9", "1,1", "11,9"];
    let board: String = moves.iter().map(|cell| format!("{cell},1\n")).collect();
    let script =
        format!("START 19\nINFO game pente\nINFO flag third-free 1\nBOARD\n{board}DONE\nTURN 11,9\nTURN 10,9\n");
    expect(script, &["OK", "move", "ERROR", "ERROR"]);
    let short: String = moves[..5].iter().map(|cell| format!("{cell},2\n")).collect();
    let script = format!("START 19\nINFO game pente\nBOARD\n{short}DONE\nTAKEBACK 0,1\nYXSHOWFORBID\n");
    expect(script, &["OK", "move", "ERROR", "FORBID ."]);
    // An illegal replay leaves the old position.
    let illegal = "BOARD\n9,9,1\n10,9,2\n10,10,1\nDONE\nTURN 9,9\nTURN 10,9\n";
    let script = format!("START 19\nINFO game pente\nBEGIN\n{illegal}");
    expect(script, &["OK", "move", "ERROR", "ERROR", "move"]);
    expect("START 19\nINFO game pente\nBOARD 9,9,1 8,8,3 DONE\n", &["OK", "ERROR"]);
}

#[test]
fn captured_stones_come_back() {
    let board = "BOARD 9,9,1 10,9,2 0,0,1 11,9,2 DONE\n";
    let reply = talk(format!("START 19\nINFO game pente\n{board}"))[1].clone();
    let script = format!(
        "START 19\nINFO game pente\n{board}TAKEBACK {reply}\nPLAY 12,9\nPLAY 10,9\nTAKEBACK 10,9\nTAKEBACK 12,9\nTURN 10,9\n"
    );
    expect(
        script,
        &["OK", "move", "OK", "12,9", "10,9", "OK", "OK", "ERROR"]
            .map(|line| if line.contains(',') { "move" } else { line }),
    );
}

#[test]
fn a_capture_game_ends_for_good() {
    let moves = "9,9,1 0,0,2 13,9,1 0,2,2 10,9,1 0,4,2 11,9,1 0,6,2 12,9,1";
    let script = format!("START 19\nINFO game pente\nBOARD {moves} DONE\nTURN 0,8\nRESTART\nBEGIN\n");
    expect(script, &["OK", "ERROR", "ERROR", "OK", "move"]);
    // By captures: the fifth pair, in a set-up position with four.
    let script =
        "START 19\nINFO game pente\nINFO captured 8,0\nYXBOARD 9,9,1 10,9,2 11,9,2 DONE\nTURN 12,9\nTURN 0,0\n";
    expect(script, &["OK", "ERROR", "ERROR"]);
}

#[test]
fn set_up_positions_are_not_answered() {
    expect("START 15\nYXBOARD\n7,7,2\n8,8,1\nDONE\n", &["OK"]);
    expect("START 15\nYXBOARD\n7,7,2\n7,7,1\nDONE\nBEGIN\n", &["OK", "ERROR", "move"]);
    expect("START 19\nINFO game pente\nINFO captured 3,0\nYXBOARD 9,9,1 DONE\n", &["OK", "ERROR"]);
}

#[test]
fn forbidden_points() {
    let cross = "YXBOARD 8,7,1 0,0,2 9,7,1 2,0,2 7,8,1 4,0,2 7,9,1 6,0,2 DONE\nYXSHOWFORBID\n";
    assert_eq!(talk(format!("START 15\nINFO rule 4\n{cross}")), ["OK", "FORBID 0707."]);
    assert_eq!(talk(format!("START 15\n{cross}")), ["OK", "FORBID ."]);
    assert_eq!(talk(format!("START 15\nINFO game ninuki\n{cross}")), ["OK", "FORBID 0707."]);
    // Limits on the first moves forbid nothing.
    assert_eq!(talk("START 15\nINFO game ninuki\nYXSHOWFORBID\n"), ["OK", "FORBID ."]);
    // Suicide in the corner of a hexagon.
    let corner = "YXBOARD 4,4,1 1,0,2 4,5,1 1,1,2 5,5,1 0,1,2 DONE\nYXSHOWFORBID\n";
    assert_eq!(talk(format!("START 9\nINFO game ndengrod\n{corner}")), ["OK", "FORBID 0000."]);
}

#[test]
fn hexagons_lie_in_their_box() {
    let outside = ["5,0", "8,3", "0,5", "9,9", "3,8"];
    for cell in outside {
        expect(format!("START 9\nINFO game ndengrod\nTURN {cell}\nTURN 4,4\n"), &["OK", "ERROR", "move"]);
    }
    let grid = *Game::new(Rules::NDENGROD, Some(5), None).unwrap().grid();
    for point in grid.points().take(30) {
        let (x, y) = grid.xy(point);
        let lines = talk(format!("START 9\nINFO game ndengrod\nTURN {x},{y}\n"));
        let cell = Cell::parse(&lines[1]).expect("a move");
        assert!(grid.point(cell.x, cell.y).is_some(), "{lines:?}");
    }
}
