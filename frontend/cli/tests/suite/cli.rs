//! The command line, seen from outside.

use std::fs;
use std::io::Read;

use referee::real_games::{PENTE, rows};
use serde_json::Value;

use crate::run::{Ended, NINUKI, TempFile, command, run, run_on};

/// Ninuki, pbmserv Board 196, March 2006.
const BOARD_196: &str = "K10 L9 M13 L11 L8 L10 K11 K12 K9 L12 L13 M12 N13 O13 L11 M12 J13 K13 K14 J15 L13 K13 M11 J9 \
                         J14 J12 J11 L11 K10";

#[test]
fn a_record_replays_with_its_captures_and_result() {
    let ended = run_on(BOARD_196.as_bytes(), &["replay", "--json"]);
    assert_eq!(ended.code, 0);
    let game = ended.object();
    let keys = ["game", "size", "plies", "moves", "captured", "to_move", "pending_five", "outcome", "error"];
    let places = keys.map(|key| ended.out.find(&format!("\"{key}\":")).expect(key));
    assert!(places.is_sorted() && game.as_object().is_some_and(|object| object.len() == keys.len()), "{}", ended.out);

    let moves = game["moves"].as_array().expect("moves");
    assert_eq!((game["plies"].as_u64(), moves.len()), (Some(29), 29));
    let names: Vec<_> = moves.iter().map(|mv| mv["move"].as_str().expect("a name")).collect();
    assert_eq!(names.join(" "), BOARD_196);
    let expected = [
        (13, "M12 L11"),
        (15, "L10 L9"),
        (19, "K13 K12"),
        (20, "K14 L13"),
        (24, "K10 L11"),
        (25, "K13 L12"),
        (26, "J13 J14"),
        (29, "L11 M12"),
    ];
    for (index, mv) in moves.iter().enumerate() {
        let captured: Vec<_> = mv["captured"].as_array().expect("points").iter().filter_map(Value::as_str).collect();
        let pair =
            expected.iter().find(|(ply, _)| *ply == index + 1).map_or(vec![], |(_, pair)| pair.split(' ').collect());
        assert!(captured.len() == pair.len() && pair.iter().all(|point| captured.contains(point)), "ply {}", index + 1);
    }
    let rest = [&game["captured"], &game["to_move"], &game["pending_five"], &game["outcome"], &game["error"]];
    let rest = rest.map(Value::to_string).join(" ");
    assert_eq!(rest, r#"{"o":6,"x":10} null false {"reason":"captures","winner":"x"} null"#);
}

#[test]
fn noise_gives_short_lines_and_no_panic() {
    let long = "x".repeat(1 << 20);
    let many = "K10 L9 ".repeat(150_000);
    // A fixed sequence of bytes without order, line ends among them.
    let mut state = 1_u32;
    let noise: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    })
    .take(100_000)
    .collect();
    let inputs: [&[u8]; 6] =
        [long.as_bytes(), many.as_bytes(), b"\0\0\0\0", &noise, "é".as_bytes(), b"\x1b[31mK10\x1b[0m"];
    for input in inputs {
        for ending in [".txt", ".sgf", ".psq", ".rec", ".pgn", ".lib"] {
            let file = TempFile::new(ending, input);
            let ended = run(&["replay", file.name()]);
            assert_eq!(ended.code, 1, "{}", ended.err);
            for line in ended.err.lines() {
                let text = line.strip_prefix(&format!("error: {}:", file.name())).expect(line);
                // The longest names all games that are possible.
                assert!(text.chars().count() < 300 && !text.contains(char::is_control), "{line:?}");
            }
        }
    }
    assert_eq!(run_on(many.as_bytes(), &["replay"]).err, "error: stdin:1: ply 3: K10: the point is occupied\n");
}

#[test]
fn position_texts_replay_to_themselves() {
    let board = run(&["board", "--moves", BOARD_196, "--ply", "28"]);
    let text = board.out.lines().find_map(|line| line.strip_prefix("position ")).expect("a position");
    assert!(text.ends_with(" x 8 6"), "{text}");
    let again = run(&["board", "--position", text]);
    assert_eq!(again.out.lines().last(), Some(format!("position {text}").as_str()));
    let won = run_on(format!("position {text} moves K10\nposition {text} K10").as_bytes(), &["replay", "--json"]);
    for game in won.objects() {
        assert_eq!(game["captured"].to_string(), r#"{"o":6,"x":10}"#);
        assert_eq!(game["outcome"]["winner"], "x");
    }
    // A position that the options give is where games start that have none, and a game by itself.
    assert_eq!(run_on(b"K10", &["replay", "--json", "--position", text]).object()["captured"]["x"], 10);
    assert_eq!(run(&["replay", "--json", "--position", text]).object()["captured"]["x"], 8);
    let odd = run_on(text.replace(" x 8 6", " x 7 6").replacen("", "position ", 1).as_bytes(), &["replay"]);
    assert!(odd.code == 1 && odd.err.contains("7 stones cannot have been captured"), "{}", odd.err);
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let file = TempFile::new(".txt", format!("{BOARD_196}\n").repeat(2000).as_bytes());
    let mut child = command(NINUKI, &["replay", "--json", file.name()]).spawn().expect("the program starts");
    let mut first = [0; 8];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("some output");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn rules_tell_every_game_from_its_mechanisms() {
    let list = run(&["rules"]);
    let names: Vec<_> = list.out.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!((names.len(), names[0], names[11]), (20, "ninuki", "ndengrod"));
    let objects = run(&["rules", "--json"]).objects();
    assert_eq!(objects.iter().map(|object| object["name"].as_str().expect("a name")).collect::<Vec<_>>(), names);
    for name in names {
        let told = run(&["rules", name]).out;
        for subject in ["game", "source", "board", "line", "captures", "opening"] {
            assert!(told.lines().any(|line| line.starts_with(subject)), "{name}: {subject}: {told}");
        }
    }
}

#[test]
fn thousands_of_pente_games_end_as_recorded() {
    let rows = match rows(PENTE) {
        Ok(rows) => rows,
        Err(reason) => return println!("{reason}"),
    };
    let text: String = rows.iter().map(|row| row[8].clone() + "\n").collect();
    let file = TempFile::new(".txt", text.as_bytes());

    let ended = run(&["replay", "--rules", "pente", "--flag", "third-free=true", "--json", file.name()]);
    let games = ended.objects();
    assert_eq!((ended.code, games.len(), rows.len()), (1, 9668, 9668));
    let (mut finished, mut unfinished) = (0, 0);
    for (row, game) in rows.iter().zip(&games) {
        let (number, result, end) = (row[0].as_str(), row[5].as_str(), row[6].as_str());
        if number == "50000000058581" {
            assert_eq!(game["error"]["reason"], "the game is over");
            continue;
        }
        assert_eq!(game["error"], Value::Null, "{number}");
        match game["outcome"]["winner"].as_str() {
            Some(winner) => {
                assert_eq!(winner, if result == "1-0" { "x" } else { "o" }, "{number}");
                finished += 1;
            }
            None => {
                assert_eq!(end, "unfinished", "{number}");
                unfinished += 1;
            }
        }
    }
    assert_eq!((finished, unfinished), (8690, 977));

    let strict = run(&["replay", "--rules", "pente", file.name()]);
    assert_eq!((strict.code, strict.err.lines().count()), (1, 7));
    assert_eq!(strict.err.matches("ply 3: ").count(), 6, "{}", strict.err);
}

/// A published Pente problem: x wins in three moves by J7.
const PROBLEM: &str = "15/15/15/15/15/6o8/5x9/2x1x1oo7/3oxxx8/4o1xx7/4ooxo7/2o1o1o8/7x7/15/15 x 4 4";

#[test]
fn a_win_is_proved_certified_and_verified() {
    let file = TempFile::new(".txt", b"");
    let problem = ["solve", "--rules", "pente", "--size", "15", "--position", PROBLEM];
    let solved = run(&[&problem[..], &["--proof", file.name()]].concat());
    assert_eq!((solved.code, solved.out.lines().next()), (0, Some("J7")), "{}", solved.err);
    let verified = run(&["verify", file.name(), "--json"]);
    assert_eq!((verified.code, &verified.object()["plies"]), (0, &5.into()));

    // A path without a folder is an error before the search, whose proof would be lost.
    let lost = run(&[&problem[..], &["--proof", "no-folder/win.txt"]].concat());
    assert_eq!((lost.code, &*lost.out), (2, ""), "{}", lost.err);

    // A certificate with another first move fails, with the step and the reply.
    let text = fs::read_to_string(file.name()).expect("the certificate");
    let forged = TempFile::new(".txt", text.replace("play J7", "play J8").as_bytes());
    let refused = run(&["verify", forged.name()]);
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("nothing wins at once") && refused.err.lines().count() == 1, "{}", refused.err);
    let cut = TempFile::new(".txt", &text.as_bytes()[..text.len() / 2]);
    assert_eq!(run(&["verify", cut.name()]).code, 1);

    // A certificate answers a reply to its first move, for as long as it holds.
    let known = |moves: &[&str], name: &str| run(&[&problem[..], moves, &["--known", name]].concat());
    let answered = known(&["--moves", "J7 H7"], file.name());
    assert_eq!((answered.code, answered.out.lines().next()), (0, Some("K8")), "{}", answered.err);
    assert!(answered.out.contains("wins in 3 plies (at most)"), "{}", answered.out);
    let refused = known(&[], forged.name());
    assert_eq!((refused.code, &*refused.out), (1, ""));
    assert!(refused.err.contains("nothing wins at once") && refused.err.lines().count() == 1, "{}", refused.err);
    assert_eq!(known(&[], cut.name()).code, 1);
    assert_eq!(known(&[], "/nonexistent").code, 2);
    assert_eq!(run(&["verify", "/nonexistent"]).code, 2);

    let objects = run(&[&problem[..], &["--json"]].concat()).objects();
    assert_eq!((&objects[0]["score"]["win"], &objects[1]["bestmove"]), (&5.into(), &"J7".into()));
}

#[test]
fn what_is_not_proved_is_not_claimed() {
    let nothing = run(&["solve", "--rules", "freestyle", "--moves", "h8 a1"]);
    assert_eq!(nothing.code, 1);
    assert!(nothing.out.starts_with("no forced win found"), "{}", nothing.out);
    let hasty = run(&["solve", "--rules", "pente", "--size", "15", "--position", PROBLEM, "--nodes", "3"]);
    assert_eq!(hasty.code, 1);
    assert!(hasty.out.contains("there may be one"), "{}", hasty.out);
}

/// The arguments of `ninuki solve` for a small hexagon.
fn solve_hexagon<'a>(size: &'a str, length: &'a str, more: &[&'a str]) -> Ended {
    run(&[&["solve", "--rules", "ndengrod", "--size", size, "--length", length], more].concat())
}

#[test]
fn every_first_move_of_a_small_board_has_its_value() {
    let solved = solve_hexagon("3", "4", &["--json"]);
    assert_eq!((solved.code, solved.objects().len()), (0, 19), "{}", solved.err);
    for (mv, value) in [("c3", "win"), ("b2", "win"), ("a1", "loss"), ("a2", "loss")] {
        assert!(solved.out.contains(&format!("{{\"move\":\"{mv}\",\"value\":\"{value}\"}}\n")), "{mv}: {}", solved.out);
    }
    let drawn = solve_hexagon("3", "4", &[]);
    let board = "       1 2 3\n    a - - - 4\n   b - + + - 5\n  c - + + + -\n   d - + + -\n    e - - -\n\n";
    assert!(drawn.out.starts_with(board), "{}", drawn.out);

    let file = TempFile::new(".table", b"");
    assert_eq!(solve_hexagon("3", "3", &["--by", "proofs", "--threads", "2", "--table", file.name()]).code, 0);
    let verified = run(&["verify", file.name(), "--json"]);
    assert_eq!((verified.code, &verified.object()["verified"]), (0, &true.into()), "{}", verified.err);
    let mut bytes = fs::read(file.name()).expect("a table");
    bytes.pop();
    let cut = TempFile::new(".table", &bytes);
    assert_eq!(run(&["verify", cut.name()]).code, 1);

    let hasty = solve_hexagon("4", "5", &["--nodes", "2000", "--hash", "16", "--json"]);
    assert_eq!((hasty.code, hasty.objects().len()), (1, 37));
    assert!(hasty.objects().iter().all(|object| object["value"] == "unknown"), "{}", hasty.out);
    for nodes in ["1", "100", "257", "5000"] {
        let some = solve_hexagon("4", "5", &["--nodes", nodes, "--hash", "16"]);
        assert!(
            some.out.lines().last().is_some_and(|line| line.starts_with(&format!("{nodes} positions, "))),
            "{}",
            some.out
        );
    }

    let some = solve_hexagon("3", "4", &["--by", "proofs", "--first", "c3 E5"]);
    let board = "       1 2 3\n    a - ? - 4\n   b ? ? ? ? 5\n  c - ? + ? -\n   d ? ? ? ?\n    e - ? -\n\n";
    assert_eq!(some.code, 0, "what was asked for is known");
    assert!(some.out.starts_with(board), "{}", some.out);
}

/// The first interrupt ends the check of a certificate, with one line on standard error.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_check_of_a_certificate() {
    use std::io::Read as _;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let certificate = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/verify.in/wide.txt");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ninuki"));
    let mut check = command.args(["verify", certificate]).stderr(Stdio::piped()).spawn().expect("it starts");
    std::thread::sleep(Duration::from_millis(1500));
    let asked = Instant::now();
    let sent = Command::new("kill").args(["-INT", &check.id().to_string()]).status().expect("kill");
    assert!(sent.success());
    let mut err = String::new();
    check.stderr.take().expect("a pipe").read_to_string(&mut err).expect("text");
    assert_eq!(check.wait().expect("it ends").code(), Some(1), "{err}");
    assert!(err.contains("not verified: interrupted after") && err.lines().count() == 1, "{err}");
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
}
