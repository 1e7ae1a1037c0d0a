//! Games at the prompt, driven over pipes.

use serde_json::Value;

use crate::run::{Ended, Folder, run_on};

/// Runs a command, with words of input that become lines.
fn ninuki(command: &str, args: &[&str], lines: &str) -> Ended {
    let input = lines.split(" | ").collect::<Vec<_>>().join("\n") + "\n";
    run_on(input.as_bytes(), &[&[command], args].concat())
}

/// Plays in few milliseconds and always the same; words of `options` are arguments.
fn play(options: &str, lines: &str) -> Ended {
    let args: Vec<&str> = options.split_whitespace().chain(["--time", "50", "--seed", "1"]).collect();
    let ended = ninuki("play", &args, lines);
    assert_eq!(ended.code, 0, "{options}: {}", ended.err);
    ended
}

/// The same between two people, who make all of these moves.
fn between_people(options: &str, moves: &str) -> Ended {
    play(&format!("{options} --side both"), &moves.replace(' ', " | "))
}

#[test]
fn a_game_to_its_end() {
    let game = between_people("--rules freestyle", "h8 a1 i8 7,0 J8 c1 k8 d1 l8 m8");
    game.says(&[
        "Black to move",
        "Black h8",
        "White to move",
        "White a1",
        "Black l8",
        "Black wins: five in a row",
        "the game is over",
    ]);
    assert!(!game.out.contains('\x1b'), "nothing is coloured without a terminal");
    between_people("--rules pente", "K10 L10 N7 M10 N10").says(&["Black N10, captured L10 M10"]);
}

#[test]
fn the_engine_answers_and_takes_back() {
    play("--rules freestyle", "h8 | undo | undo | i9 | moves").says(&[
        "Black h8",
        "White ",
        "2 moves taken back",
        "there is nothing to take back",
        "Black i9",
        "1.i9 2.",
    ]);
    let second = play("--rules freestyle --side o", "undo | moves");
    second.says(&["Black ", "there is nothing to take back", "1."]);
}

#[test]
fn hints_show_move_value_and_line() {
    play("--rules pente", "hint").says(&["hint: K10 wins ", " %; line K10"]);
    let four = "--rules freestyle --moves h8,a1,i8,a2,j8,a3,k8,o15".replace(',', " ");
    let (rules, moves) = four.split_once(" --moves ").expect("both");
    let args: Vec<&str> = rules.split(' ').chain(["--moves", moves, "--time", "50"]).collect();
    ninuki("play", &args, "hint").says(&["hint: ", " wins at once; line "]);
}

#[test]
fn refused_moves_are_explained_and_asked_for_again() {
    let game = between_people("--rules pente", "A1 K10 K10 L9 K9 Z1 99");
    game.says(&[
        "A1: the first move must take the centre\nBlack to move",
        "K10: the point is occupied",
        "K9: the third move must be outside the central 5x5 points",
        "\"Z1\" is no point of this board (A1-T19), swap or pass; help lists the other commands\nBlack to move",
        "\"99\" is no point",
    ]);
    let double_three = "i8 a1 j8 a15 h9 o1 h10 o15 h8";
    between_people("--rules renju", double_three).says(&["h8: forbidden, a double three: one stone", "Black to move"]);
    let overline = "h8 a1 i8 a3 j8 a5 l8 a7 m8 a9 k8";
    between_people("--rules renju", overline).says(&["k8: forbidden, an overline: more than 5 in a row"]);
}

#[test]
fn swaps_are_offered() {
    between_people("--rules ndengrod", "e5 swap d4").says(&[
        "White: a move or swap",
        "White swap",
        "colours are exchanged",
        "White to move",
        "White d4",
    ]);
    let six = "F6 G7 F7 G6 F5 G5";
    // Here the one who decides is not to move.
    between_people("--rules nenuki", &format!("{six} F4 no F4")).says(&[
        "White: swap or no",
        "White may swap first: swap or no",
        "Black to move",
        "Black F4",
    ]);
    between_people("--rules nenuki", &format!("{six} swap F4")).says(&[
        "White swap",
        "colours are exchanged",
        "Black F4",
    ]);
    let undone = between_people("--rules nenuki", &format!("{six} swap undo no undo"));
    undone.says(&[
        "White swap",
        "1 move taken back",
        "White: swap or no",
        "Black to move",
        "1 move taken back",
        "White to move",
    ]);
    // The engine takes the better colour: x has an open four.
    let moves = "E5 A1 F5 K11 G5 A11";
    let args = ["--rules", "nenuki", "--moves", moves, "--side", "x", "--time", "50", "--seed", "1"];
    let game = ninuki("play", &args, "undo");
    game.says(&["White swap", "colours are exchanged: Black is the engine, level 5, White is you"]);
}

#[test]
fn atari_is_said() {
    let moves = "K10 L9 N7 M9 N9";
    between_people("--rules pente", moves).says(&["Black N9", "atari: Black may capture L9 M9"]);
    assert!(!between_people("--rules pente --no-atari", moves).out.contains("atari"));
    between_people("--rules freestyle --announce", "h8 a1 i8 a3 j8 a5 k8")
        .says(&["three", "four! g8 or l8 completes it"]);
}

#[test]
fn saved_games_are_read_again() {
    let folder = Folder::new();
    let path = folder.path("saved.sgf");
    let game = between_people("--rules pente", "K10 L9 resign");
    game.says(&["White wins: Black resigned"]);
    play(
        "--rules pente --side both",
        &format!("K10 | L9 | save {path} | save game.xyz | resign | save {path} | undo | undo"),
    )
    .says(&[
        "saved in",
        "\".xyz\" is no ending known here",
        "White wins: Black resigned",
        "saved in",
        "the game resumes",
        "1 move taken back",
    ]);
    let read = ninuki("replay", &["--json", &path], "");
    let game: Value = serde_json::from_str(&read.out).expect("an object");
    let text = folder.text("saved.sgf");
    assert_eq!((&game["game"], &game["plies"]), (&"pente".into(), &2.into()));
    assert_eq!(game["outcome"], serde_json::json!({"winner": "o", "reason": "resigned"}));
    assert!(text.contains("PB[Player]PW[Player]DT[20") && text.contains("RE[W+R]"), "{text}");
}

#[test]
fn saved_games_have_a_date_and_times_where_the_format_holds_them() {
    let folder = Folder::new();
    let moves = "--rules freestyle --moves h8,i9 --side o".split(' ').map(|word| word.replace(',', " "));
    let moves: Vec<String> = moves.chain(["--time", "80", "--level", "10"].map(str::to_owned)).collect();
    let args: Vec<&str> = moves.iter().map(String::as_str).collect();
    let lines = format!("a1 | undo | a2 | save {} | save {}", folder.path("times.sgf"), folder.path("times.psq"));
    ninuki("play", &args, &lines).says(&["saved in", "saved in"]);
    let [sgf, psq] = ["times.sgf", "times.psq"].map(|name| folder.text(name));
    let date = sgf.split_once("DT[").and_then(|(_, rest)| rest.get(..11)).expect("a date");
    let shape = date.chars().map(|char| if char.is_ascii_digit() { '0' } else { char }).collect::<String>();
    assert_eq!(shape, "0000-00-00]", "{sgf}");
    // The moves before the session, the engine, the player, the engine.
    let times: Vec<u64> = psq.lines().filter_map(|line| line.splitn(3, ',').nth(2)?.parse().ok()).collect();
    assert_eq!((times.len(), &times[..2]), (5, &[0, 0][..]), "{psq}");
    assert!(times[2] > 0 && times[4] > 0, "{psq}");
}

#[test]
fn draws_are_agreed_where_nobody_can_win() {
    let dead = "xoxo1/oxoxo/xooxx/oxxoo/xoxo1 x";
    let args = ["--rules", "freestyle", "--size", "5", "--position", dead];
    let game = ninuki("play", &args, "draw");
    game.says(&["neither side can win any more: the engine offers a draw", "draw: agreed"]);
    let alone = ninuki("play", &[&args[..], &["--side", "none"]].concat(), "");
    alone.says(&["neither side can win any more", "draw: agreed"]);
    play("--rules freestyle", "h8 | draw").says(&["the engine declines the draw", "Black to move"]);
    play("--rules freestyle --side both", "h8 | draw").says(&["draw: agreed"]);
}

#[test]
fn the_engine_resigns_only_if_it_may() {
    let lost = "15/15/15/15/15/15/15/5xxxx6/15/15/15/15/15/ooo12/15 o";
    let args = ["--rules", "freestyle", "--position", lost, "--time", "200", "--seed", "1"];
    let resigned = ninuki("play", &[&args[..], &["--resigns"]].concat(), "");
    resigned.says(&["Black (you) wins: White (the engine) resigned"]);
    assert!(!ninuki("play", &args, "").out.contains("resigned"));
}

#[test]
fn the_end_of_the_input_and_quit_end_the_program() {
    for lines in ["", "K10", "quit", "quit | K10", "\u{fffd} | level 3 | help | board"] {
        play("--rules ninuki", lines);
    }
    assert!(!play("", "quit | K10").out.contains("Black K10"));
}

#[test]
fn full_strength_beats_a_beginner_in_every_game() {
    let list = ninuki("rules", &["--json"], "");
    let names: Vec<String> = list
        .out
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).expect("an object")["name"].as_str().expect("a name").to_owned()
        })
        .collect();
    assert!(names.len() >= 12, "{names:?}");
    let mut won = 0;
    for (index, name) in names.iter().enumerate() {
        let levels = if index % 2 == 0 { "--level 1 --against 10" } else { "--level 10 --against 1" };
        let game = play(&format!("--rules {name} --side none {levels}"), "");
        let end = game.out.lines().last().expect("an end");
        assert!(end.contains(" wins: ") || end.starts_with("draw: "), "{name}: {end}");
        won += usize::from(end.contains("(level 10) wins"));
    }
    assert!(won + 2 >= names.len(), "full strength won {won} games of {}", names.len());
}

#[test]
fn a_record_is_loaded_and_all_of_it_can_be_taken_back() {
    let folder = Folder::new();
    let file = folder.write("games.txt", "a1 b2\nh8 a1 i8 a2\n");
    let args = ["play", "--rules", "freestyle", "--side", "both", "--load", &file];
    let loaded = run_on(b"moves\nundo\nmoves\n", &args);
    loaded.says(&["freestyle, size 15, 4 moves", "1.h8 2.a1 3.i8 4.a2", "1 move taken back", "1.h8 2.a1 3.i8\n"]);
    assert!(loaded.err.contains("of 2 games this is the last"), "{}", loaded.err);
    run_on(b"moves\n", &[&args[..], &["--game", "1", "--ply", "1"]].concat()).says(&["1.a1\n"]);
    let wrong = run_on(b"", &[&args[..], &["--game", "3"]].concat());
    assert_eq!((wrong.code, wrong.err.lines().count()), (1, 1), "{}", wrong.err);
    let bad = folder.write("bad.txt", "h8 h8\n");
    let wrong = run_on(b"", &["play", "--rules", "freestyle", "--load", &bad]);
    assert!(wrong.code == 1 && wrong.err.contains("bad.txt:1: ply 2: h8: "), "{}", wrong.err);
}

#[test]
fn no_file_is_overwritten_without_a_question() {
    let folder = Folder::new();
    let file = folder.write("game.sgf", "mine");
    let play = |lines: &str| {
        let ended = ninuki("play", &["--rules", "freestyle", "--side", "both"], lines);
        ended.says(&["is there already, yes overwrites it"]);
        ended
    };
    play(&format!("h8 | save {file} | no | yes")).says(&["it is not overwritten", "there is no question"]);
    play(&format!("h8 | save {file} | a1")).says(&["White a1"]);
    let refused = run_on(b"", &["play", "--save", &file]);
    assert!(refused.code == 2 && refused.err.contains("--overwrite replaces it"), "{}", refused.err);
    assert_eq!(folder.text("game.sgf"), "mine");
    play(&format!("h8 | save {file} | yes | a1 | save {file}")).says(&["saved in", "White a1", "saved in"]);
    assert!(folder.text("game.sgf").contains(";W[ao]"));
    assert_eq!(
        run_on(b"h8\n", &["play", "--rules", "renju", "--side", "both", "--save", &file, "--overwrite"]).code,
        0
    );
    assert!(folder.text("game.sgf").contains("RU[renju]"));
}

#[test]
fn a_rematch_exchanges_colours_and_is_saved_by_itself() {
    let folder = Folder::new();
    let args = ["play", "--rules", "freestyle", "--time", "50", "--seed", "1", "--save", "game.sgf"];
    let played = folder.run_on(b"rematch\nresign\nrematch\nresign\nquit\n", &args);
    played.says(&[
        "Black: you",
        "the game is not over yet",
        "Black (you) resigned",
        "White: you",
        "White (you) resigned",
    ]);
    assert_eq!(folder.files(), ["game-002.sgf", "game.sgf"]);
    assert!(folder.text("game.sgf").contains("RE[W+R]") && folder.text("game-002.sgf").contains("RE[B+R]"));
}

#[test]
fn clocks_bound_the_engine_and_end_the_game() {
    let played = play("--rules freestyle --tc 0.6+0.2 --level 10", "h8 | i9 | g7");
    played.says(&["Black: you, 0:00", "White ", "White "]);
    assert!(!played.out.contains("ran out of time"), "{}", played.out);
    let wrong = ninuki("play", &["--tc", "fast"], "");
    assert!(wrong.code == 2 && wrong.err.contains("MATCH/TURN+INC"), "{}", wrong.err);
}
