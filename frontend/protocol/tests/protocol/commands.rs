//! Every command, its replies, and what is tolerated.

use crate::conversation::{expect, kind, replies_to};

#[test]
fn about_comes_before_everything() {
    let lines = replies_to("ABOUT\n");
    assert_eq!(lines.len(), 1);
    let pairs: Vec<&str> = lines[0].split("\", ").collect();
    for (pair, key) in pairs.iter().zip(["name", "version", "author", "country", "www", "email", "games", "network"]) {
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
fn refusals_make_no_offer() {
    let refused = replies_to("START 4\n");
    assert!(!refused[0].contains("20"), "some managers take this for an offer of this size");
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
fn play_makes_a_given_move() {
    let lines = replies_to("START 15\nPLAY 3,3\nTURN 3,3\nPLAY 3,3\nPLAY 15,3\n");
    assert_eq!(lines[1], "3,3");
    assert!(lines[2..].iter().all(|line| kind(line) == "ERROR"));
}
