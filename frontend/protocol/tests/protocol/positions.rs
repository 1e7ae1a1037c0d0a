//! Positions sent as a whole: `BOARD`, `YXBOARD`, `YXSHOWFORBID`, games that are over.

use crate::conversation::{expect, replies_to};

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
    let reply = replies_to(format!("START 15\n{five}"))[1].clone();
    let script = format!("START 15\n{five}TAKEBACK {reply}\nTAKEBACK 7,7\nTAKEBACK 6,0\nTURN 7,7\n");
    expect(script, &["OK", "move", "OK", "OK", "OK", "move"]);
}

/// Only an overline is left to Black, which loses: it is answered all the same, since managers wait for a move.
#[test]
fn the_last_point_is_a_foul() {
    let mut stones = String::new();
    for (y, row) in ["oxoxoxo", "oxoxoxo", "oxoxoxo", "xxx.xxx", "oxoxoxo", "oxoxoxo", "oxoxoxo"].iter().enumerate() {
        for (x, stone) in row.chars().enumerate().filter(|&(_, stone)| stone != '.') {
            stones += &format!("{x},{y},{}\n", if stone == 'x' { 1 } else { 2 });
        }
    }
    let script = format!("START 7\nINFO rule 4\nBOARD\n{stones}DONE\nRESTART\n");
    assert_eq!(replies_to(script.clone()), ["OK", "3,3", "OK"]);
    assert_eq!(replies_to(script.replace("BOARD", "INFO analysis_mode 1\nBOARD")), ["OK", "SUGGEST 3,3", "OK"]);
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
    assert_eq!(replies_to(format!("START 15\nINFO rule 4\n{cross}")), ["OK", "FORBID 0707."]);
    assert_eq!(replies_to(format!("START 15\n{cross}")), ["OK", "FORBID ."]);
    assert_eq!(replies_to(format!("START 15\nINFO game ninuki\n{cross}")), ["OK", "FORBID 0707."]);
    // Limits on the first moves forbid nothing.
    assert_eq!(replies_to("START 15\nINFO game ninuki\nYXSHOWFORBID\n"), ["OK", "FORBID ."]);
    // Suicide in the corner of a hexagon.
    let corner = "YXBOARD 4,4,1 1,0,2 4,5,1 1,1,2 5,5,1 0,1,2 DONE\nYXSHOWFORBID\n";
    assert_eq!(replies_to(format!("START 9\nINFO game ndengrod\n{corner}")), ["OK", "FORBID 0000."]);
}
