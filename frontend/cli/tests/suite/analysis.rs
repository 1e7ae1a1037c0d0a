//! `ninuki analyze` and `ninuki sweep`, seen from outside.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::run::{Ended, Folder, NINUKI, command, run};

/// A run that does what it should.
fn done(args: &[&str]) -> Ended {
    let ended = run(args);
    assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{args:?}");
    ended
}

/// The lines of each depth in their order, and the answer; checks what always holds.
fn depths(ended: &Ended, lines: usize) -> (Vec<Vec<Value>>, Value) {
    let mut objects = ended.objects();
    let answer = objects.pop().expect("an answer");
    let depths: Vec<Vec<Value>> = objects.chunks(lines).map(<[Value]>::to_vec).collect();
    for depth in &depths {
        for (rank, line) in depth.iter().enumerate() {
            assert_eq!((line["multipv"].as_u64(), &line["depth"]), (Some(rank as u64 + 1), &depth[0]["depth"]));
            assert!(line["seldepth"].as_u64() >= line["depth"].as_u64(), "{line}");
            let rate = line["winrate"].as_f64().expect("a number");
            assert!((0.0..=1.0).contains(&rate), "{line}");
            let score = line["score"].as_object().expect("an object");
            assert_eq!(score.len(), 1);
            assert!(score.contains_key("cp") || (score.contains_key("win") && rate == 1.0) || rate == 0.0, "{line}");
        }
        let firsts: Vec<&Value> = depth.iter().map(|line| &line["pv"][0]).collect();
        assert!(firsts.iter().enumerate().all(|(rank, mv)| !firsts[..rank].contains(mv)), "{firsts:?}");
    }
    assert_eq!(answer["bestmove"], depths.last().expect("a depth")[0]["pv"][0]);
    (depths, answer)
}

const KEYS: [&str; 9] = ["depth", "seldepth", "multipv", "score", "winrate", "nodes", "nps", "time_ms", "pv"];

#[test]
fn the_objects_of_an_analysis_are_those_of_the_contract() {
    let args = ["analyze", "--rules", "pente", "--moves", "K10 L9 G10", "--depth", "3", "--multipv", "4", "--json"];
    let ended = done(&args);
    for line in ended.out.lines().filter(|line| !line.contains("bestmove")) {
        let places = KEYS.map(|key| line.find(&format!("\"{key}\":")).expect(key));
        assert!(places.is_sorted(), "{line}");
    }
    let (depths, answer) = depths(&ended, 4);
    assert_eq!(depths.iter().map(|depth| depth[0]["depth"].as_u64()).collect::<Vec<_>>(), [1, 2, 3].map(Some));
    assert!(
        answer["bestmove"].is_string() && ended.out.lines().last().is_some_and(|line| line.starts_with("{\"bestmove"))
    );
}

#[test]
fn all_lines_are_told_beside_a_win_a_forced_reply_and_within_any_limit() {
    // x wins by g8 or l8; then o has but two replies to a three of x, and one to a four.
    for (moves, wins) in [("h8 h9 i8 i9 j8 j9 k8 k9", true), ("h8 a1 i8 a2 j8 g8 k8", false)] {
        for limit in [["--nodes", "1"], ["--nodes", "300"], ["--nodes", "600"], ["--depth", "2"], ["--time", "1"]] {
            let args = ["analyze", "--rules", "freestyle", "--moves", moves, "--multipv", "3", "--json"];
            let ended = done(&[&args[..], &limit].concat());
            let (depths, _) = depths(&ended, 3);
            let best = &depths.last().expect("a depth")[0];
            assert_eq!(best["score"]["win"].as_u64(), wins.then_some(1), "{best}");
            assert!(wins || best["pv"][0] == "l8", "{best}");
        }
    }
    let single = done(&["analyze", "--rules", "freestyle", "--moves", "h8 h9 i8 i9 j8 j9 k8 k9", "--json"]);
    let (depths, _) = depths(&single, 1);
    assert_eq!(depths[0][0]["score"]["win"], 1);
}

#[test]
fn either_side_and_every_board_can_be_analysed() {
    for (game, moves) in
        [("ninuki", "K10"), ("pente", "K10 L9"), ("freestyle", "h8"), ("renju", "h8 h9"), ("ndengrod", "e5 swap d4")]
    {
        for moves in [moves, ""] {
            let args = ["analyze", "--rules", game, "--moves", moves, "--nodes", "500", "--json"];
            depths(&done(&args), 1);
            let text = done(&args[..args.len() - 1]);
            let best = text.out.lines().last().and_then(|line| line.strip_prefix("best move "));
            assert!(best.is_some() && text.out.contains("wins") && !text.out.contains('\x1b'), "{}", text.out);
        }
    }
}

#[test]
fn an_exchange_of_colours_is_one_of_the_moves() {
    let args = ["analyze", "--rules", "ndengrod", "--size", "4", "--moves", "d4", "--depth", "3", "--multipv", "100"];
    let (depths, _) = depths(&done(&[&args[..], &["--json"]].concat()), 37);
    let last = depths.last().expect("a depth");
    let value = |line: &Value| line["score"]["cp"].as_i64();
    let swap = last.iter().find(|line| line["pv"][0] == "swap").expect("a swap");
    let best = last.iter().find(|line| line["pv"][0] != "swap").expect("a move");
    assert_eq!(value(swap), value(best).map(|value| -value));
    assert_eq!(swap["pv"][1], best["pv"][0]);
}

#[test]
fn a_position_of_a_record_is_analysed() {
    let folder = Folder::new();
    let file = folder.write("game.txt", "h8 h9 i8 i9 j8 j9 k8 k9 l8\n");
    let at = |ply: &str| run(&["analyze", "--rules", "freestyle", &file, "--ply", ply, "--nodes", "300", "--json"]);
    let (depths, answer) = depths(&at("8"), 1);
    assert_eq!(depths[0][0]["score"]["win"], 1);
    assert!(answer["bestmove"] == "l8" || answer["bestmove"] == "g8");
}

#[test]
fn the_same_nodes_give_the_same_analysis() {
    let args = ["analyze", "--rules", "renju", "--moves", "h8 i9", "--nodes", "3000", "--multipv", "2", "--json"];
    let told = || {
        let mut objects = done(&args).objects();
        for object in &mut objects {
            let object = object.as_object_mut().expect("an object");
            object.retain(|key, _| key != "nps" && key != "time_ms");
        }
        objects
    };
    assert_eq!(told(), told());
}

#[test]
fn as_many_positions_are_visited_as_asked_for() {
    for (rules, moves) in [("ninuki", "K10 L9 N13"), ("freestyle", "h8 i9 g10 j7"), ("ndengrod", "e5 f5 d4 g6")] {
        for nodes in ["1", "2", "3", "10", "100", "255", "256", "257", "1000"] {
            for lines in ["1", "3"] {
                let args =
                    ["analyze", "--rules", rules, "--moves", moves, "--nodes", nodes, "--multipv", lines, "--json"];
                let (depths, answer) = depths(&done(&args), lines.parse().expect("a number"));
                assert_eq!((answer["nodes"].to_string().as_str(), &answer["ended"]), (nodes, &Value::from("nodes")));
                assert!(depths.iter().flatten().all(|line| line["nodes"].as_u64() <= answer["nodes"].as_u64()));
            }
        }
    }
}

#[test]
fn an_analysis_tells_why_it_ended() {
    let quiet = "h8 i9 g10 j7";
    for (moves, limits, ended, line) in [
        (quiet, &["--depth", "3"][..], "depth", None),
        (quiet, &["--nodes", "300"], "nodes", None),
        (quiet, &["--time", "20"], "time", None),
        (quiet, &["--time", "60000", "--depth", "2"], "depth", Some("the depth asked for was reached first")),
        (quiet, &["--time", "60000", "--nodes", "2"], "nodes", Some("the positions asked for were visited first")),
        ("h8 a1 i8 o15 j8 a15", &["--time", "60000"], "proven", Some("nothing is left to find out")),
        ("h8 h9 i8 i9 j8 j9 k8 k9", &["--time", "60000"], "proven", Some("nothing is left to find out")),
    ] {
        let args = [&["analyze", "--rules", "freestyle", "--moves", moves], limits].concat();
        let (_, answer) = depths(&done(&[&args[..], &["--json"]].concat()), 1);
        assert_eq!(answer["ended"], ended, "{args:?}");
        let text = done(&args).out;
        let last = text.lines().rev().nth(1).expect("a line before the best move");
        match line {
            Some(line) => assert!(last.starts_with(line), "{args:?}: {last}"),
            None => assert_eq!(last, "", "{args:?}"),
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_thought_with_an_answer() {
    use std::io::{BufRead, BufReader, Read};

    for signal in ["INT", "TERM"] {
        let mut child = command(NINUKI, &["analyze", "--rules", "freestyle", "--time", "60000", "--json"])
            .spawn()
            .expect("it starts");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut first = String::new();
        out.read_line(&mut first).expect("a line");
        let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().expect("kill runs");
        assert!(sent.success() && first.contains("\"depth\":1"));
        let mut rest = String::new();
        out.read_to_string(&mut rest).expect("text");
        assert_eq!(child.wait().expect("it ends").code(), Some(0));
        let last = rest.lines().last().expect("an answer");
        assert!(last.starts_with("{\"bestmove\":") && last.contains("\"ended\":\"stopped\""), "{rest}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_sweep_with_what_is_known() {
    use std::io::{BufRead, BufReader, Read};
    use std::thread::sleep;
    use std::time::Duration;

    // The one move of the first game wins, as does the last of the second. The empty board keeps the search busy.
    let four = "position 15/15/15/15/15/15/15/5xxxx6/15/15/15/15/15/ooo12/15 x moves e8\n";
    let folder = Folder::new();
    let (one, two) = (folder.write("one.txt", four), folder.write("two.txt", "h8 a1 i8 a2 j8 a3 k8 a4 l8\nh8 h9\n"));
    let (sgf, svg) = (folder.path("out.sgf"), folder.path("graph.svg"));
    for json in [true, false] {
        let args = ["sweep", "--rules", "freestyle", &one, &two, "--time", "600000", "--sgf", &sgf, "--graph", &svg];
        let mut child = command(NINUKI, &args).args(json.then_some("--json")).spawn().expect("it starts");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut first = String::new();
        out.read_line(&mut first).expect("a line");
        // Its files are written before the second game ends, and some of its moves are judged by then.
        sleep(Duration::from_millis(1500));
        let finished = fs::read_to_string(&sgf).expect("a file");
        assert_eq!(finished.matches("FF[4]").count(), 1);
        let sent = Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status().expect("kill runs");
        assert!(sent.success());
        let (mut rest, mut error) = (String::new(), String::new());
        out.read_to_string(&mut rest).expect("text");
        child.stderr.take().expect("a pipe").read_to_string(&mut error).expect("text");
        assert_eq!(child.wait().expect("it ends").code(), Some(1), "{error}");
        assert!(error.ends_with("stopped after 1 of 3 games\n"), "{error}");
        assert_eq!(fs::read_to_string(&sgf).expect("a file"), finished);
        assert!(folder.has("graph-001.svg") && !folder.has("graph-002.svg"));
        let table = if json { &error } else { &rest };
        assert!(table.contains("player  games") && table.contains("\nBlack       2"), "{table}");
        if json {
            let game: Value = serde_json::from_str(&rest).expect("one object");
            let moves = game["moves"].as_array().expect("moves");
            assert!((1..9).contains(&moves.len()) && moves[moves.len() - 1]["ply"] == 9, "{game}");
            assert_eq!((&game["plies"], game["graph"].as_array().map(Vec::len)), (&9.into(), Some(moves.len() + 1)));
        } else {
            assert!(rest.contains("\ninterrupted, moves 1 to ") && rest.contains("\n   9 Black  l8"), "{rest}");
        }
    }
}

#[cfg(unix)]
#[test]
fn games_keep_their_numbers_when_one_before_them_is_interrupted() {
    let folder = Folder::new();
    let four = "position 15/15/15/15/15/15/15/5xxxx6/15/15/15/15/15/ooo12/15 x moves e8";
    let file = folder.write("games.txt", format!("h8 a1\n{four}\n"));
    let (sgf, svg) = (folder.path("out.sgf"), folder.path("graph.svg"));
    let args = ["sweep", "--rules", "freestyle", &file, "--time", "600000", "--threads", "2", "--sgf", &sgf];
    let child = command(NINUKI, &args).args(["--graph", &svg]).spawn().expect("it starts");
    // Nothing of the first game is known when the second has long been finished.
    std::thread::sleep(std::time::Duration::from_millis(2500));
    let sent = Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let ended = Ended::from(child.wait_with_output().expect("it ends"));
    assert_eq!((ended.code, ended.err.as_str()), (1, "stopped after 1 of 2 games\n"));
    assert!(ended.out.starts_with(&format!("{file}:2: ")), "{}", ended.out);
    assert!(folder.has("graph-002.svg") && !folder.has("graph-001.svg"));
    assert_eq!(fs::read_to_string(&sgf).expect("a file").matches("FF[4]").count(), 1);
}

#[test]
fn a_closed_pipe_ends_the_programs_quietly() {
    for args in [
        &["analyze", "--rules", "freestyle", "--time", "60000"][..],
        &["sweep", "--rules", "freestyle", "--nodes", "300", "--moves", "h8 h9"],
    ] {
        let mut child = command(NINUKI, args).spawn().expect("it starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*error), (Some(0), ""), "{args:?}");
    }
}

/// x completes no five at move 9, o none at move 10, x does at move 11.
const SLIPS: &str = "h8 a1 i8 a2 j8 a3 k8 a4 c12 m3 l8";

#[test]
fn a_sweep_names_blunders_and_missed_wins() {
    let args = ["sweep", "--rules", "freestyle", "--moves", SLIPS, "--nodes", "500"];
    let ended = run(&[&args[..], &["--json"]].concat());
    assert_eq!(ended.code, 0, "{}", ended.err);
    let game = &ended.objects()[0];
    let moves = game["moves"].as_array().expect("moves");
    assert_eq!((moves.len(), &game["outcome"]["reason"]), (11, &Value::from("five")));
    for (ply, player) in [(9, "Black"), (10, "White")] {
        let slip = &moves[ply - 1];
        assert_eq!((slip["player"].as_str(), slip["mark"].as_str()), (Some(player), Some("??")), "{slip}");
        assert_eq!((slip["missed_win"].as_u64(), slip["loss"].as_f64()), (Some(1), Some(1.0)), "{slip}");
        assert_eq!(game["players"][player]["missed_wins"], 1);
    }
    assert_eq!((&moves[10]["loss"], &moves[10]["mark"]), (&Value::from(0.0), &Value::Null));
    assert_eq!(game["graph"].as_array().map(Vec::len), Some(12));
    assert_eq!(game["graph"][11], 1.0);

    let text = done(&args);
    assert!(text.out.contains("misses a win in 1") && text.out.contains("accuracy"), "{}", text.out);
}

#[test]
fn the_graph_has_block_characters_where_they_can_be_shown() {
    let args = ["sweep", "--rules", "freestyle", "--moves", SLIPS, "--nodes", "200"];
    let text = |locale: &str| {
        let output = command(NINUKI, &args).env("LC_ALL", locale).output().expect("the program runs");
        Ended::from(output).out
    };
    assert!(text("C.UTF-8").contains('█'));
    assert!(text("C").is_ascii());
}

#[test]
fn a_sweep_annotates_records_and_draws_graphs() {
    let folder = Folder::new();
    let record = "(;FF[4]GM[4]SZ[15]RU[freestyle]PB[Ann]PW[Bob]TM[600]C[mine];B[hh]C[centre]\
                  ;W[ao]TR[cc];B[ih];W[an];B[jh];W[am];B[kh];W[al];B[cd](;W[mm];B[lh])(;W[ak]C[better]))";
    let file = folder.write("game.sgf", record);
    let (sgf, svg) = (folder.path("out.sgf"), folder.path("graph.svg"));
    let ended = done(&["sweep", &file, "--nodes", "300", "--sgf", &sgf, "--graph", &svg]);
    assert!(ended.out.contains("Ann") && ended.out.contains("Bob"), "{}", ended.out);

    let annotated = fs::read_to_string(&sgf).expect("a file");
    for part in [
        "TM[600]C[mine",
        "TR[cc]C[win rate",
        "centre",
        "better",
        "BM[2]",
        "misses a win in 1",
        "win rate of Black 100.0 %",
    ] {
        assert!(annotated.contains(part), "{part}: {annotated}");
    }
    let again = run(&["replay", "--json", &sgf]).objects();
    assert_eq!((again[0]["plies"].as_u64(), again[0]["error"].is_null()), (Some(11), true));
    // Reading and writing changes nothing.
    let copy = folder.path("copy.sgf");
    done(&["convert", &sgf, &copy]);
    assert_eq!(fs::read_to_string(&copy).expect("a file"), annotated);
    let picture = fs::read_to_string(&svg).expect("a file");
    assert!(picture.contains("class=\"rate\"") && picture.contains("class=\"missed\""), "{picture}");
}

#[test]
fn many_games_are_told_in_order_whatever_the_threads() {
    let folder = Folder::new();
    let one = folder.write("one.txt", format!("h8 h9 i8\n# a slip\nh8 h8\n{SLIPS}\n"));
    let two = folder.write("two.txt", "h8 i9 j10\n");
    let graph = folder.path("graph.png");
    let sweep = |threads: &str| {
        let args = ["sweep", "--rules", "freestyle", &one, &two, "--nodes", "200", "--json", "--threads", threads];
        run(&[&args[..], &["--graph", &graph]].concat())
    };
    let (alone, together) = (sweep("1"), sweep("3"));
    assert_eq!((alone.code, together.code), (1, 1), "{}", alone.err);
    assert_eq!((&alone.out, &alone.err), (&together.out, &together.err));
    assert!(alone.err.contains("one.txt:3: ply 2: h8: "), "{}", alone.err);
    let plies: Vec<_> = alone.objects().iter().map(|game| game["plies"].as_u64()).collect();
    assert_eq!(plies, [3, 1, 11, 3].map(Some));
    for number in 1..=4 {
        let bytes = fs::read(folder.path(&format!("graph-{number:03}.png"))).expect("a picture");
        assert_eq!(&bytes[1..4], b"PNG");
    }
    let sgf = folder.write("all.sgf", "what was there before");
    run(&["sweep", "--rules", "freestyle", &one, &two, "--nodes", "200", "--sgf", &sgf]);
    let all = fs::read_to_string(&sgf).expect("a file");
    assert!(all.starts_with("(;FF[4]") && all.matches("(;FF[4]").count() == 4, "{all}");
}

#[test]
fn either_side_may_be_asked_what_it_would_do() {
    let best = |side: &[&str]| {
        let moves = ["analyze", "--rules", "freestyle", "--moves", "h8 a1 i8 o15 j8 a15", "--depth", "4", "--json"];
        let ended = run(&[&moves, side].concat());
        assert_eq!(ended.code, 0, "{}", ended.err);
        ended.objects().last().expect("a best move")["bestmove"].as_str().expect("a point").to_owned()
    };
    assert!(["g8", "k8"].contains(&best(&[]).as_str()), "x makes a straight four");
    assert_eq!(best(&["--to-move", "x"]), best(&[]));
    assert!(["f8", "g8", "k8", "l8"].contains(&best(&["--to-move", "o"]).as_str()), "o answers the three");
}

#[test]
fn positions_swaps_and_hexagons_are_swept() {
    let corner = "position 15/15/15/15/15/15/15/6xxx6/15/15/15/15/15/15/ooo12 o 0 0 moves a2 f8 k8";
    let folder = Folder::new();
    let file = folder.write("game.txt", corner);
    done(&["sweep", "--rules", "freestyle", &file, "--nodes", "200"]);
    let args = ["sweep", "--rules", "ndengrod", "--size", "4", "--moves", "d4 swap c3 c4", "--nodes", "300", "--json"];
    let game = &run(&args).objects()[0];
    // Who had x exchanged it for o.
    let players: Vec<_> = (0..4).map(|ply| game["moves"][ply]["player"].as_str().expect("a name")).collect();
    assert_eq!(players, ["White", "Black", "White", "Black"]);
}
