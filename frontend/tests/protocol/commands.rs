//! Every command, its replies, and what is tolerated.

use crate::talk::{expect, kind, talk};

#[test]
fn about_comes_before_everything() {
    let lines = talk("ABOUT\n");
    assert_eq!(lines.len(), 1);
    let pairs: Vec<&str> = lines[0].split("\", ").collect();
    for (pair, key) in pairs.iter().zip(["name", "version", "author", "country", "www", "email", "games"]) {
        let value = pair.strip_prefix(&format!("{key}=\"")).expect("the keys in their order");
        let value = value.trim_end_matches('"');
        assert!(!value.contains([',', '"', '=']), "{value}");
        assert!(!value.is_empty() || key == "www" || key == "email");
    }
    assert!(lines[0].ends_with("\""));
    for game in engine::Rules::ALL {
        assert!(lines[0].contains(game.name));
    }
}

#[test]
fn silence_without_a_question() {
    for input in ["", "\n", "\r\n\r\n", "END\n", "end", "YXSTOP\nSTOP\n", "INFO timeout_turn 0\n"] {
        expect(input, &[]);
    }
}

#[test]
fn start_is_ok_and_nothing_more() {
    let tolerated = ["START 15", "start 15", "START 15\r", "\n\r\n\nSTART 15", "  START\t15  ", "START 15 15"];
    for input in tolerated.into_iter().chain(["START 20", "START 5", "START 22", "START 15 20", "RECTSTART 20,15"]) {
        expect(input, &["OK"]);
        expect(format!("{input}\n"), &["OK"]);
    }
    expect("START 15\nSTART 15\n", &["OK", "OK"]);
}

#[test]
fn a_bad_start_is_one_error() {
    let sizes = ["", " abc", " 4", " 0", " -1", " 23", " 1000", " 99999999999999999999", " 15 x", " 15 15 15"];
    for size in sizes {
        expect(format!("START{size}\nSTART 15\n"), &["ERROR", "OK"]);
    }
    expect("RECTSTART 15\nRECTSTART\nRECTSTART 15,15\n", &["ERROR", "ERROR", "OK"]);
    let refused = talk("START 4\n");
    assert!(!refused[0].contains("20"), "some managers take this for an offer");
}

#[test]
fn rectangles() {
    for _ in 0..3 {
        let lines = talk("RECTSTART 20,15\nBOARD\n19,14,2\nDONE\n");
        let (x, y) = lines[1].split_once(',').expect("a move");
        assert!(x.parse::<usize>().unwrap() < 20 && y.parse::<usize>().unwrap() < 15);
    }
    expect("RECTSTART 20,15\nTURN 15,19\nTURN 19,14\n", &["OK", "ERROR", "move"]);
    // Captures need squares; the game may still change before a move is asked for.
    expect("RECTSTART 15,13\nINFO game pente\nBEGIN\nINFO game caro\nBEGIN\n", &["OK", "ERROR", "move"]);
}

#[test]
fn nothing_works_before_start() {
    let commands = ["BEGIN", "TURN 7,7", "BOARD\n7,7,2\nDONE", "RESTART", "TAKEBACK 7,7", "PLAY 7,7"];
    for command in commands.into_iter().chain(["SWAPBOARD\nDONE", "SWAP2BOARD\nDONE", "YXSHOWFORBID"]) {
        expect(format!("{command}\nSTART 15\n"), &["ERROR", "OK"]);
    }
}

#[test]
fn games_begin_anew() {
    expect("START 15\nTURN 7,7\nSTART 15\nBEGIN\n", &["OK", "move", "OK", "move"]);
    expect("START 15\nTURN 7,7\nRESTART\nTURN 7,7\n", &["OK", "move", "OK", "move"]);
    expect("START 15\nTURN 7,7\nBEGIN\n", &["OK", "move", "ERROR"]);
    expect("START 15\nBEGIN\nBEGIN\n", &["OK", "move", "ERROR"]);
}

#[test]
fn turns() {
    expect("START 15\nTURN 7, 7\n", &["OK", "move"]);
    expect("START 15\nTURN 7,7\nTURN 7,7\nTURN 0,0\n", &["OK", "move", "ERROR", "move"]);
    for bad in ["TURN 15,15", "TURN -1,3", "TURN 7", "TURN", "TURN x,y", "TURN 99999999999,1", "TURN PASS"] {
        expect(format!("START 15\n{bad}\nTURN 7,7\n"), &["OK", "ERROR", "move"]);
    }
    assert_ne!(talk("START 15\nTURN 7,7\n")[1], "7,7");
}

#[test]
fn what_is_unknown() {
    expect("FOO bar baz\nOK\n7,7\n", &["UNKNOWN"; 3]);
    let long = [vec![b'A'; 1 << 20], b"\nSTART 15\n".to_vec()].concat();
    expect(&long, &["UNKNOWN", "OK"]);
    assert!(talk(&long)[0].len() < 100);
    expect(b"AB\0OUT\n\xff\xfe\x80\nSTART\0 15\nSTART 15\n", &["UNKNOWN", "UNKNOWN", "UNKNOWN", "OK"]);
    let line = &talk("F\u{7}O\u{1b}[31mO\n")[0];
    assert!(line.chars().all(|char| !char.is_control()), "{line:?}");
}

#[test]
fn pipelined_commands_are_answered_in_order() {
    let input = "ABOUT\nSTART 15\nINFO rule 1\nBOARD\n7,7,2\nDONE\nTURN 0,0\nFOO\nTURN 0,0\nRESTART\nEND\nBEGIN\n";
    let lines = talk(input);
    let kinds: Vec<&str> = lines[1..].iter().map(|line| kind(line)).collect();
    assert_eq!(kinds, ["OK", "move", "move", "UNKNOWN", "ERROR", "OK"]);
}

#[test]
fn play_makes_a_given_move() {
    let lines = talk("START 15\nPLAY 3,3\nTURN 3,3\nPLAY 3,3\nPLAY 15,3\n");
    assert_eq!(lines[1], "3,3");
    assert!(lines[2..].iter().all(|line| kind(line) == "ERROR"));
}

#[test]
fn moves_are_taken_back_newest_first() {
    let first = talk("START 15\nTURN 7,7\n")[1].clone();
    let script = format!(
        "START 15\nTURN 7,7\nTAKEBACK 7,7\nTAKEBACK 0,0\nTAKEBACK {first}\nTAKEBACK 7,7\nTAKEBACK 7,7\nTURN 7,7\n"
    );
    expect(script, &["OK", "move", "ERROR", "ERROR", "OK", "OK", "ERROR", "move"]);
    let script = format!("START 15\nTURN 7,7\nTAKEBACK {first}\nTAKEBACK 7,7\nBEGIN\n");
    expect(script, &["OK", "move", "OK", "OK", "move"]);
}

#[test]
fn settings_of_the_yixin_extension() {
    expect("YXHASHCLEAR\nYXSHOWINFO\nSTART 15\nTURN 7,7\nYXHASHCLEAR\nTURN 7,7\n", &["OK", "move", "ERROR"]);
}
