//! `INFO` before and after `START`, and what it changes.

use engine::{Move, Rules};
use ninuki_protocol::{About, Info, Options};

use crate::conversation::{Engine, expect, kind, replies_to, replies_with};
use crate::hasty::hasty;

#[test]
fn an_unsupported_rule_is_an_error_when_a_move_is_due() {
    expect("START 15\nINFO rule 77\nBEGIN\nINFO rule 0\nBEGIN\n", &["OK", "ERROR", "move"]);
    expect("START 15\nINFO rule 5\nTURN 7,7\nBOARD\nDONE\n", &["OK", "ERROR", "ERROR"]);
    expect("START 15\nINFO game chess\nBEGIN\nINFO game freestyle\nBEGIN\n", &["OK", "ERROR", "move"]);
    for rule in [0, 1, 2, 4, 6, 8, 9] {
        expect(format!("START 15\nINFO rule {rule}\nBEGIN\n"), &["OK", "move"]);
    }
}

/// Black plays `forbidden` after stones that make it an overline, in whatever game was asked for.
fn overline(infos_before: &str, infos_after: &str) -> Vec<String> {
    let board = "YXBOARD 3,7,1 0,0,2 4,7,1 2,0,2 5,7,1 4,0,2 7,7,1 6,0,2 8,7,1 8,0,2 DONE";
    replies_to(format!("{infos_before}\nSTART 15\n{infos_after}\n{board}\nYXSHOWFORBID\n"))
}

#[test]
fn rules_apply_wherever_they_are_sent() {
    for (before, after) in
        [("INFO rule 4", ""), ("", "INFO rule 4"), ("info game RENJU", "INFO foo"), ("INFO rule 1", "INFO rule 4")]
    {
        assert_eq!(overline(before, after), ["OK", "FORBID 0607."], "{before} {after}");
    }
    for (before, after) in [("", ""), ("INFO rule 4", "INFO rule 0"), ("INFO game renju", "INFO rule 1")] {
        assert_eq!(overline(before, after), ["OK", "FORBID ."], "{before} {after}");
    }
}

#[test]
fn rule_two_is_renju_for_those_who_speak_the_extension() {
    assert_eq!(overline("", "INFO rule 2"), ["OK", "FORBID ."]);
    assert_eq!(overline("YXSHOWINFO", "INFO rule 2"), ["OK", "FORBID 0607."]);
}

#[test]
fn rules_change_between_games() {
    let renju = "YXBOARD 3,7,1 0,0,2 4,7,1 2,0,2 5,7,1 4,0,2 7,7,1 6,0,2 8,7,1 8,0,2 DONE\nYXSHOWFORBID\n";
    let script = format!("INFO rule 4\nSTART 15\n{renju}INFO rule 1\nRESTART\n{renju}BEGIN\nRESTART\nBEGIN\n");
    let lines = replies_to(script);
    assert_eq!(lines[..4], ["OK", "FORBID 0607.", "OK", "FORBID ."]);
    // Captures go with the game that had them.
    expect("START 13\nINFO game pente\nBEGIN\nINFO rule 0\nSTART 13\nBEGIN\n", &["OK", "move", "OK", "move"]);
    let taken = "BOARD 6,6,1 7,6,2 9,6,1 8,6,2 DONE\nTURN 7,6\n";
    expect(format!("START 13\nINFO game pente\nINFO rule 0\n{taken}"), &["OK", "move", "ERROR"]);
}

#[test]
fn rules_change_in_the_middle_of_a_game() {
    expect("START 15\nTURN 7,7\nINFO rule 4\nTURN 7,7\nTURN 0,0\n", &["OK", "move", "ERROR", "move"]);
    // Pente begins in the centre: the stones do not fit, so the old game lasts until a new one begins.
    expect("START 15\nTURN 0,0\nINFO game pente\nTURN 0,14\nRESTART\n", &["OK", "move", "move", "OK"]);
    let lines = replies_to("START 15\nTURN 0,0\nINFO game pente\nTURN 0,14\nRESTART\nBEGIN\n");
    assert_eq!(lines[4], "7,7");
}

#[test]
fn a_size_that_the_game_lacks_is_an_error_when_a_move_is_due() {
    expect("START 10\nINFO game ninuki\nBEGIN\nTURN 5,5\nBOARD\nDONE\n", &["OK", "ERROR", "ERROR", "ERROR"]);
    expect("START 10\nINFO game ndengrod\nBEGIN\nSTART 9\nBEGIN\n", &["OK", "ERROR", "OK", "move"]);
    expect("START 19\nINFO game ndengrod\nBEGIN\n", &["OK", "ERROR"]);
    expect("START 9\nINFO game ndengrod\nINFO line_length 99\nBEGIN\n", &["OK", "ERROR"]);
}

#[test]
fn the_length_of_lines() {
    // Black has three in a row: the end of the game if three win.
    let moves = "BOARD 4,4,1 0,0,2 5,4,1 1,0,2 6,4,1 DONE\n";
    expect(format!("START 9\nINFO game ndengrod\n{moves}"), &["OK", "move"]);
    expect(format!("START 9\nINFO game ndengrod\nINFO line_length 3\n{moves}"), &["OK", "ERROR"]);
    expect(format!("START 9\nINFO line_length 3\nINFO game ndengrod\n{moves}"), &["OK", "ERROR"]);
}

#[test]
fn a_program_can_begin_with_any_rules() {
    let options = Options { rules: Rules::PENTE, ..hasty() };
    assert_eq!(replies_with(&options, "START 19\nBEGIN\n"), ["OK", "9,9"]);
    let options = Options { rules: Rules::NDENGROD, line_length: Some(3), ..hasty() };
    let lines = replies_with(&options, "START 9\nBOARD 4,4,1 0,0,2 5,4,1 1,0,2 6,4,1 DONE\n");
    assert!(lines[1].starts_with("ERROR "));
}

#[test]
fn a_program_can_have_a_name_of_its_own() {
    let about = About { name: "Other".to_owned(), version: "2.0".to_owned(), ..About::default() };
    let lines = replies_with(&Options { about, ..hasty() }, "ABOUT\nYXSHOWINFO\n");
    assert!(lines[0].starts_with("name=\"Other\", version=\"2.0\", author="), "{}", lines[0]);
}

#[test]
fn flags_change_rulings() {
    // The third move of Pente must be away from the centre, unless it is free.
    let board = "BOARD 9,9,1 8,9,2 10,9,1 DONE\n";
    expect(format!("START 19\nINFO game pente\n{board}"), &["OK", "ERROR"]);
    expect(format!("START 19\nINFO game pente\nINFO flag third-free true\n{board}"), &["OK", "move"]);
    expect(format!("START 19\nINFO flag third-free true\nINFO game pente\n{board}"), &["OK", "ERROR"]);
}

#[test]
fn stones_of_the_player_count() {
    let mut record = engine::record(engine::Game::new(Rules::FREESTYLE, Some(15), None).unwrap(), None).unwrap();
    let mut engine = Engine::playing(hasty(), "START 15");
    let mut reply = engine.ask("BEGIN");
    for _ in 0..3 {
        record.play(Move::Place(record.game().grid().parse(&reply).unwrap())).unwrap();
        assert!(engine.ask(format!("TURN {reply}")).starts_with("ERROR "), "occupied by the engine itself");
        let free = record.legal()[0];
        record.play(Move::Place(free)).unwrap();
        let (x, y) = record.game().grid().xy(free);
        reply = engine.ask(format!("TURN {x},{y}"));
    }
}

#[test]
fn settings_may_apply_from_the_start() {
    let settings = vec![Info::MaxDepth(1), Info::ThreadNum(2), Info::HashSize(1024)];
    let options = Options { settings, ..Options::default() };
    // Depth 1 ends at once; without it the engine would think for a second for each move.
    let lines = replies_with(&options, "START 15\nTURN 7,7\n");
    assert_eq!(lines.iter().map(|line| kind(line)).collect::<Vec<_>>(), ["OK", "move"]);
}

#[test]
fn user_defined_rules_are_one_line() {
    let rules =
        r#"INFO rules_file {name = "loose", base = "pente", opening = {first-centre = false, third-beyond = "none"}}"#;
    let board = "BOARD 0,0,1 1,1,2 2,2,1 DONE\nTURN 0,0\n";
    // Stones anywhere: in Pente the first of them takes the centre.
    expect(format!("START 13\n{rules}\nTURN 0,0\n"), &["OK", "move"]);
    expect("START 13\nINFO game pente\nTURN 0,0\n", &["OK", "ERROR"]);
    expect(
        format!("{rules}\nSTART 13\nINFO game pente\nTURN 0,0\n{rules}\n{board}"),
        &["OK", "ERROR", "move", "ERROR"],
    );
    let lines = replies_to("START 13\nINFO rules_file {name = \"loose\", base = \"pente\", fouls = true}\nBEGIN\n");
    assert!(lines[1].starts_with("ERROR unsupported rule of rules_file"), "{lines:?}");
}

#[test]
fn files_of_rules_are_read_only_where_that_is_allowed() {
    let path = std::env::temp_dir().join(format!("ninuki-rules-{}.toml", std::process::id()));
    std::fs::write(&path, "name = \"loose\"\nbase = \"pente\"\nopening.first-centre = false\n").expect("a file");
    let script = format!("START 13\nINFO rules_file {}\nTURN 0,0\n", path.display());
    let last = |options: &Options| replies_with(options, &script).pop().expect("a reply");
    assert!(last(&hasty()).starts_with("ERROR"));
    assert_eq!(kind(&last(&Options { rules_paths: true, ..hasty() })), "move");
    std::fs::remove_file(path).expect("the file");
}

#[test]
fn the_book_is_used_when_the_manager_allows_it() {
    let book = |record: &dyn engine::AnyRecord| {
        let mv = ["a1", "o15", "b2"][record.moves().len() / 2];
        vec![(record.game().parse_move(mv).expect("a point"), search::Score::estimate(250))]
    };
    let options = Options { book: Some(book), ..hasty() };
    let lines = replies_with(&options, "START 15\nINFO book 1\nBEGIN\nTURN 7,7\nINFO book 0\nTURN 8,8\n");
    assert_eq!(lines[..3], ["OK", "0,14", "14,0"], "{lines:?}");
    assert_ne!(lines[3], "1,13", "{lines:?}");
    let silent = replies_with(&options, "START 15\nBEGIN\n");
    assert_ne!(silent[1], "0,14", "off by default");
    // A blocked point is not played.
    let blocked = replies_with(&options, "START 15\nINFO book 1\nYXBLOCK\n0,14\nDONE\nBEGIN\n");
    assert_ne!(blocked[1], "0,14", "{blocked:?}");
    // White is ahead after three stones and stays; without the book the position is searched.
    let board = "SWAP2BOARD\n7,7\n8,8\n9,9\nDONE\n";
    let swap = replies_with(&options, format!("START 15\nINFO book 1\n{board}"));
    assert_eq!(swap, ["OK", "14,0"]);
}
