//! The command line, seen from outside.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs};

use serde_json::Value;

/// Ninuki, pbmserv Board 196, March 2006.
const BOARD_196: &str = "K10 L9 M13 L11 L8 L10 K11 K12 K9 L12 L13 M12 N13 O13 L11 M12 J13 K13 K14 J15 L13 K13 M11 J9 \
                         J14 J12 J11 L11 K10";

struct Ended {
    code: i32,
    out: String,
    err: String,
}

impl Ended {
    /// The objects on standard output, one per line.
    fn objects(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
    }

    /// The only object on standard output.
    fn object(&self) -> Value {
        let mut objects = self.objects();
        assert_eq!(objects.len(), 1, "{}", self.out);
        objects.remove(0)
    }
}

fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_ninuki"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

fn ninuki(args: &[&str], input: &[u8]) -> Ended {
    let mut child = start(args);
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // Whoever reads no input closes the pipe, which is none of the writer's business.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let ended = Ended {
        code: output.status.code().expect("an exit status"),
        out: text(output.stdout),
        err: text(output.stderr),
    };
    assert!(!ended.err.contains("panicked"), "{args:?}: {}", ended.err);
    ended
}

fn run(args: &[&str]) -> Ended {
    ninuki(args, b"")
}

/// A file that is gone at the end of the test.
struct TempFile(PathBuf);

impl TempFile {
    fn new(ending: &str, text: &[u8]) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("ninuki-{}-{number}{ending}", std::process::id()));
        fs::write(&path, text).expect("a temporary file");
        Self(path)
    }

    fn name(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn every_command_explains_itself_with_an_example() {
    for command in
        [&[][..], &["rules"], &["replay"], &["perft"], &["board"], &["convert"], &["analyze"], &["sweep"], &["gomocup"]]
    {
        let help = run(&[command, &["--help"]].concat());
        assert_eq!((help.code, help.err.as_str()), (0, ""), "{command:?}");
        assert!(help.out.contains("Usage: ninuki") && help.out.contains("Example"), "{command:?}: {}", help.out);
    }
    assert_eq!(run(&["--version"]).out, concat!("ninuki ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn a_record_replays_with_its_captures_and_result() {
    let ended = ninuki(&["replay", "--json"], BOARD_196.as_bytes());
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
fn legal_placements_are_listed_by_rank_on_request() {
    let game = ninuki(&["replay", "--json", "--legal"], b"K10\n").object();
    assert_eq!(game["legal"].to_string(), r#"["J9","K9","L9","J10","L10","J11","K11","L11"]"#);
    let over = ninuki(&["replay", "--json", "--legal"], BOARD_196.as_bytes()).object();
    assert_eq!(over["legal"].to_string(), "[]");
    let hex = ninuki(&["replay", "--json", "--legal", "--rules", "ndengrod", "--size", "3"], b"c3 swap").object();
    let points = r#"["a1","a2","a3","b1","b2","b3","b4","c1","c2","c4","c5","d2","d3","d4","d5","e3","e4","e5"]"#;
    assert_eq!(hex["legal"].to_string(), points);
    assert_eq!(hex["moves"].to_string(), r#"[{"captured":[],"move":"c3"},{"captured":[],"move":"swap"}]"#);
    assert_eq!((hex["plies"].as_u64(), hex["to_move"].as_str()), (Some(2), Some("o")));
    assert_eq!(run(&["replay", "--legal"]).code, 2);
}

#[test]
fn pending_fives_and_fouls_show() {
    let position = "19/19/19/19/19/19/8o10/8x10/19/6xxxx9/8x10/19/19/19/19/19/19/19/19 x 0 0";
    let perfect = run(&["replay", "--json", "--position", position, "--moves", "L10"]).object();
    // No stone of the five G10-L10 can be captured at once.
    assert_eq!(perfect["outcome"].to_string(), r#"{"reason":"five","winner":"x"}"#);
    let position = "19/19/19/19/19/19/19/8o10/8x10/6xxxx9/19/19/19/19/19/19/19/19/19 x 0 0";
    let pending = run(&["replay", "--json", "--position", position, "--moves", "L10"]).object();
    assert_eq!((pending["pending_five"].as_bool(), pending["to_move"].as_str()), (Some(true), Some("o")));
    let broken = run(&["replay", "--json", "--position", position, "--moves", "L10 J9"]).object();
    assert_eq!((broken["pending_five"].as_bool(), broken["captured"]["o"].as_u64()), (Some(false), Some(2)));
    let foul = run(&["replay", "--json", "--rules", "renju", "--moves", "h8 a1 h9 c1 g7 e1 f7 g1 h7"]).object();
    assert_eq!(foul["outcome"].to_string(), r#"{"reason":"foul","winner":"o"}"#);
    assert_eq!(foul["plies"].as_u64(), Some(9));
}

#[test]
fn one_bad_game_does_not_stop_the_others() {
    let input = b"K10 L9 M13\nK10 K12\n# no game\n\nK10 L9 foo M13\nposition 19 x\nK10 \xFF\nK10 K10\n10,3 9,9";
    let ended = ninuki(&["replay", "--json"], input);
    let games = ended.objects();
    assert_eq!((ended.code, games.len()), (1, 7));
    let errors: Vec<_> = games.iter().map(|game| (game["plies"].as_u64(), game["error"].clone())).collect();
    assert_eq!(errors[0].1, Value::Null);
    let expected = [
        (1, 2, Some("K12"), "next to the centre"),
        (2, 3, Some("foo"), "A1-T19"),
        (0, 0, None, "19"),
        (0, 0, None, "UTF-8"),
        (1, 2, Some("K10"), "occupied"),
        (0, 1, Some("L16"), "centre"),
    ];
    for ((plies, error), (played, ply, mv, reason)) in errors[1..].iter().zip(expected) {
        assert_eq!((*plies, error["ply"].as_u64(), error["move"].as_str()), (Some(played), Some(ply), mv), "{error}");
        assert!(error["reason"].as_str().is_some_and(|text| text.contains(reason)), "{error}");
    }
    assert!(ended.err.contains("games") && ended.err.contains("unreadable"), "{}", ended.err);

    let ended = ninuki(&["replay"], input);
    let lines: Vec<_> = ended.err.lines().collect();
    assert_eq!((ended.code, lines.len()), (1, 6), "{}", ended.err);
    assert_eq!(lines[0], "error: stdin:2: ply 2: K12: the second move must be next to the centre");
    assert!(lines[3].starts_with("error: stdin:7: the line is not UTF-8"), "{}", lines[3]);
    let counts: Vec<_> = ended.out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(counts, ["games 7", "illegal moves 4", "unreadable 2", "unfinished 1"]);
}

#[test]
fn a_pass_is_a_move_where_a_stuck_side_passes() {
    let game = b"position ooo/oooo/1o1oo/oooo/1oo x 0 0 moves pass";
    let replay = |flag| ninuki(&["replay", "--json", "--rules", "ndengrod", "--size", "3", "--flag", flag], game);
    let drawn = replay("stuck=draw").object();
    assert_eq!((&drawn["outcome"]["reason"], &drawn["error"]["move"]), (&"no legal move".into(), &"pass".into()));
    let passed = replay("stuck=pass").object();
    assert_eq!((passed["moves"][0]["move"].as_str(), passed["to_move"].as_str()), (Some("pass"), Some("o")));
    assert!(passed["outcome"].is_null() && passed["error"].is_null(), "{passed}");
}

#[test]
fn a_move_after_the_end_is_an_error() {
    let ended = ninuki(&["replay", "--json"], format!("{BOARD_196} A1").as_bytes());
    let game = ended.object();
    assert_eq!((ended.code, game["plies"].as_u64(), game["error"]["ply"].as_u64()), (1, Some(29), Some(30)));
    assert_eq!(game["outcome"]["reason"], "captures");
}

#[test]
fn usage_errors_say_what_is_allowed_and_exit_with_2() {
    let odd = TempFile::new(".doc", b"");
    let absent = format!("{}.txt", odd.name());
    for (args, part) in [
        (&["replay", "--rules", "go"][..], "ninuki-hannover"),
        (&["replay", "--rules", "pente", "--size", "14"], "13, 15"),
        (&["replay", "--size", "x"], "--size"),
        (&["replay", "--flag", "colour=red"], "third-free"),
        (&["replay", "--flag", "third-free"], "NAME=VALUE"),
        (&["replay", "--flag", "third-free=maybe"], "false|true"),
        (&["replay", "--rules", "renju", "--flag", "fifth=five"], "renju"),
        (&["replay", "--position", "19/19 x"], "2 rows"),
        (&["board", "--position", "19/19 x"], "2 rows"),
        (&["replay", "--rules", "ndengrod", "--length", "2"], "3 to 9"),
        (&["replay", odd.name()], ".sgf .psq .rec .pos .pgn .lib .txt"),
        (&["replay", &absent], "No such file"),
        (&["replay", "--no-such-option"], "--no-such-option"),
        (&["perft"], "--depth"),
        (&["rules", "go"], "ndengrod"),
        (&["rules", "--size", "19"], "NAME"),
        (&["board", "--out", "board.jpg"], ".svg .png .gif"),
        (&["no-such-command"], "no-such-command"),
        (&[], "Usage"),
    ] {
        let ended = run(args);
        assert_eq!((ended.code, ended.out.as_str()), (2, ""), "{args:?}");
        let first = ended.err.lines().next().unwrap_or_default();
        assert!(args.is_empty() || first.starts_with("error: "), "{args:?}: {}", ended.err);
        assert!(ended.err.contains(part), "{args:?}: {}", ended.err);
    }
}

#[test]
fn files_that_cannot_be_read_do_not_stop_the_others() {
    let good = TempFile::new(".txt", b"K10\r\nK10 L9");
    let ended = run(&["replay", "--json", "no-such-file.txt", good.name()]);
    assert_eq!((ended.code, ended.objects().len()), (2, 2));
    assert!(ended.err.starts_with("error: no-such-file.txt: "), "{}", ended.err);
    let ended = run(&["replay", good.name(), good.name()]);
    assert!(ended.code == 0 && ended.out.starts_with("games") && ended.out.contains(" 4\n"), "{}", ended.out);
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
                assert!(text.chars().count() < 200 && !text.contains(char::is_control), "{line:?}");
            }
        }
    }
    assert_eq!(ninuki(&["replay"], many.as_bytes()).err, "error: stdin:1: ply 3: K10: the point is occupied\n");
}

#[test]
fn sgf_files_are_read_game_by_game() {
    let text = b"(;FF[4]GM[4]RU[pente]SZ[19]RE[B+R]PB[A];B[jj];W[K11](;B[gg])(;B[ff]))\n\
                 (;FF[4]GM[4]RU[pente];B[jj];W[k\n\
                 (;FF[4]GM[4]RU[renju]SZ[15]AB[hh]AW[ii]PL[B];B[jj])\n";
    let file = TempFile::new(".SGF", text);
    let ended = run(&["replay", "--json", file.name()]);
    let games = ended.objects();
    assert_eq!((ended.code, games.len()), (1, 3));
    assert_eq!(games[0]["outcome"].to_string(), r#"{"reason":"resigned","winner":"x"}"#);
    assert_eq!((games[0]["to_move"].clone(), games[0]["plies"].as_u64()), (Value::Null, Some(3)));
    assert_eq!((games[1]["error"]["ply"].as_u64(), games[1]["error"]["move"].clone()), (Some(0), Value::Null));
    assert_eq!((games[2]["game"].as_str(), games[2]["size"].as_u64()), (Some("renju"), Some(15)));
    assert_eq!(games[2]["moves"][0]["move"], "j6");
    let ended = run(&["replay", file.name()]);
    assert!(ended.err.starts_with(&format!("error: {}:2: ", file.name())), "{}", ended.err);
}

#[test]
fn position_texts_replay_to_themselves() {
    let board = run(&["board", "--moves", BOARD_196, "--ply", "28"]);
    let text = board.out.lines().find_map(|line| line.strip_prefix("position ")).expect("a position");
    assert!(text.ends_with(" x 8 6"), "{text}");
    let again = run(&["board", "--position", text]);
    assert_eq!(again.out.lines().last(), Some(format!("position {text}").as_str()));
    let won = ninuki(&["replay", "--json"], format!("position {text} moves K10\nposition {text} K10").as_bytes());
    for game in won.objects() {
        assert_eq!(game["captured"].to_string(), r#"{"o":6,"x":10}"#);
        assert_eq!(game["outcome"]["winner"], "x");
    }
    // A position that the options give is where games start that have none, and a game by itself.
    assert_eq!(ninuki(&["replay", "--json", "--position", text], b"K10").object()["captured"]["x"], 10);
    assert_eq!(run(&["replay", "--json", "--position", text]).object()["captured"]["x"], 8);
    let odd = ninuki(&["replay"], text.replace(" x 8 6", " x 7 6").replacen("", "position ", 1).as_bytes());
    assert!(odd.code == 1 && odd.err.contains("7 stones cannot have been captured"), "{}", odd.err);
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let file = TempFile::new(".txt", format!("{BOARD_196}\n").repeat(2000).as_bytes());
    let mut child = start(&["replay", "--json", file.name()]);
    let mut first = [0; 8];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("some output");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn perft_counts() {
    for (args, count) in [
        (&["--depth", "0"][..], "1"),
        (&["--depth", "1"], "1"),
        (&["--depth", "2"], "8"),
        // 8 neighbours of the centre, then 361 points less the central 25.
        (&["--depth", "3"], "2688"),
        // 24 second moves leave 336 third ones, the other 336 take one of those: 24 * 336 + 336 * 335.
        (&["--rules", "pente", "--depth", "3"], "120624"),
        (&["--rules", "freestyle", "--size", "5", "--depth", "3"], "13800"),
        (&["--rules", "ndengrod", "--size", "3", "--depth", "2"], "342"),
        (&["--moves", BOARD_196, "--depth", "1"], "0"),
    ] {
        let ended = run(&[&["perft"], args].concat());
        assert_eq!((ended.code, ended.out.trim_end(), ended.err.as_str()), (0, count, ""), "{args:?}");
    }
    let divided = run(&["perft", "--depth", "2", "--divide", "--moves", "K10"]);
    let lines: Vec<_> = divided.out.lines().collect();
    assert_eq!(lines.first(), Some(&"J9 336"));
    assert_eq!((lines.len(), lines.last()), (9, Some(&"total 2688")));
    let object = run(&["perft", "--depth", "2", "--divide", "--moves", "K10", "--json"]);
    assert!(object.out.starts_with(r#"{"depth":2,"nodes":2688,"time_ms":"#), "{}", object.out);
    assert!(object.out.contains(r#""divide":{"J9":336,"K9":336,"L9":336,"J10""#), "{}", object.out);
    let wrong = run(&["perft", "--depth", "1", "--moves", "K10 A1"]);
    assert_eq!((wrong.code, wrong.out.as_str()), (1, ""));
    assert_eq!(wrong.err, "error: --moves: ply 2: A1: the second move must be next to the centre\n");
}

#[test]
fn the_board_is_drawn_as_text() {
    let ended = run(&["board", "--rules", "renju", "--size", "7", "--moves", "d4 a1 d5 g1 c3 a7 b3"]);
    let expected = "    a b c d e f g
 7  o . . . . . .  7
 6  . . . . . . .  6
 5  . . . x . . .  5
 4  . . . x . . .  4
 3  .(x)x . . . .  3
 2  . . . . . . .  2
 1  o . . . . . o  1
    a b c d e f g

renju, size 7, 7 moves
o to move
captured by x 0, by o 0
last move b3
position o6/7/3x3/3x3/1xx4/7/o5o o 0 0
";
    assert_eq!((ended.code, ended.out.as_str()), (0, expected));
    let forbidden = run(&["board", "--rules", "renju", "--moves", "h8 a1 h9 c1 g7 e1 f7 g1"]);
    assert!(forbidden.out.lines().any(|line| line == " 7  . . . . . x x * . . . . . . .  7"), "{}", forbidden.out);

    let hex = run(&["board", "--rules", "ndengrod", "--size", "3", "--moves", "b2 d4"]);
    let expected = "
       1 2 3
    a . . . 4
   b . x . . 5
  c . . . . .
   d . .(o).
    e . . .
"
    .trim_start_matches('\n');
    assert!(hex.out.starts_with(expected), "{}", hex.out);

    let file = TempFile::new(".txt", format!("K10\n{BOARD_196}\n").as_bytes());
    let from_file = run(&["board", file.name()]);
    assert_eq!(from_file.out, run(&["board", "--moves", BOARD_196]).out);
    assert!(from_file.out.contains("\nlast move K10, captured M12 L11\n"), "{}", from_file.out);
    assert!(from_file.out.contains("\nx wins: captures\n"), "{}", from_file.out);
    assert_eq!(run(&["board", file.name(), "--ply", "12", "--json"]).object()["plies"], 12);
    assert_eq!(run(&["board", file.name(), "--ply", "30"]).code, 1);
    let wrong = run(&["board", "--moves", "K10 K10"]);
    assert_eq!((wrong.code, wrong.err.as_str()), (1, "error: --moves: ply 2: K10: the point is occupied\n"));
    assert!(wrong.out.contains(".(x)."), "{}", wrong.out);
}

#[test]
fn rules_tell_every_game_from_its_mechanisms() {
    let list = run(&["rules"]);
    let names: Vec<_> = list.out.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!((names.len(), names[0], names[11]), (12, "ninuki", "ndengrod"));
    let objects = run(&["rules", "--json"]).objects();
    assert_eq!(objects.iter().map(|object| object["name"].as_str().expect("a name")).collect::<Vec<_>>(), names);
    for name in names {
        let told = run(&["rules", name]).out;
        for subject in ["game", "source", "board", "line", "captures", "opening"] {
            assert!(told.lines().any(|line| line.starts_with(subject)), "{name}: {subject}: {told}");
        }
    }
    let changed = run(&["rules", "ninuki", "--flag", "double-four=false"]).out;
    assert!(changed.contains("double threes and double fours are forbidden to both"), "{changed}");
    assert!(changed.contains("double-four=false (true|false)"), "{changed}");
    assert_eq!(run(&["rules", "keryo", "--json"]).object()["captures"]["target"], 15);
    assert_eq!(run(&["rules", "pente", "--json"]).object()["flags"].to_string(), r#"{"third-free":"false"}"#);
}

/// The folder of game records: `NINUKI_DATA`, or `shared/data` beside or in the workspace.
fn data() -> Option<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let beside = ["../shared/data", "shared/data"].map(|folder| workspace.join(folder));
    let asked = env::var_os("NINUKI_DATA").map(PathBuf::from);
    asked.into_iter().chain(beside).find(|folder| folder.join("pente_games.tsv.gz").is_file())
}

#[test]
fn thousands_of_pente_games_end_as_recorded() {
    let Some(folder) = data() else {
        eprintln!("skipped: no folder with pente_games.tsv.gz, NINUKI_DATA may name one");
        return;
    };
    let packed = fs::File::open(folder.join("pente_games.tsv.gz")).expect("readable");
    let mut table = String::new();
    flate2::read::GzDecoder::new(packed).read_to_string(&mut table).expect("a table");
    let rows: Vec<Vec<&str>> =
        table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect();
    let text: String = rows.iter().map(|row| row[8].to_owned() + "\n").collect();
    let file = TempFile::new(".txt", text.as_bytes());

    let ended = run(&["replay", "--rules", "pente", "--flag", "third-free=true", "--json", file.name()]);
    let games = ended.objects();
    assert_eq!((ended.code, games.len(), rows.len()), (1, 9668, 9668));
    let (mut finished, mut unfinished) = (0, 0);
    for (row, game) in rows.iter().zip(&games) {
        let (number, result, end) = (row[0], row[5], row[6]);
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

    // A certificate with another first move fails, with the step and the reply.
    let text = fs::read_to_string(&file.0).expect("the certificate");
    let forged = TempFile::new(".txt", text.replace("play J7", "play J8").as_bytes());
    let refused = run(&["verify", forged.name()]);
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("nothing wins at once") && refused.err.lines().count() == 1, "{}", refused.err);
    let cut = TempFile::new(".txt", &text.as_bytes()[..text.len() / 2]);
    assert_eq!(run(&["verify", cut.name()]).code, 1);
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
    let decided = run(&["solve", "--rules", "freestyle", "--moves", "h8 a1 i8 a2 j8 a3 k8 a4 l8"]);
    assert_eq!(decided.code, 1);
    assert!(decided.err.starts_with("error: the game is over"), "{}", decided.err);
    assert_eq!(run(&["solve", "--moves", "K10 K10"]).code, 1);
    assert_eq!(run(&["solve", "--position", "nonsense"]).code, 2);
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
    let mut bytes = fs::read(&file.0).expect("a table");
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

#[test]
fn boards_and_positions_that_there_are_not_are_refused_in_one_line() {
    for (size, length, says) in [
        ("2", "3", "not played on size 2, allowed is 3, 4, 5, 6, 7, 8, 9"),
        ("10", "5", "not played on size 10"),
        ("3", "2", "lines of 2 are not possible in ndengrod here, allowed is 3 to 5"),
        ("3", "6", "lines of 6 are not possible in ndengrod here, allowed is 3 to 5"),
    ] {
        let refused = solve_hexagon(size, length, &[]);
        assert_eq!((refused.code, refused.err.lines().count()), (2, 1), "{}", refused.err);
        assert!(refused.err.contains(says), "{}", refused.err);
    }
    // The stone at a1 has no liberty.
    let stifled = solve_hexagon("3", "4", &["--position", "ox1/xx2/5/4/3 x"]);
    assert_eq!((stifled.code, stifled.err.lines().count()), (2, 1), "{}", stifled.err);
    assert!(stifled.err.contains("the group of a1 has no liberty"), "{}", stifled.err);
    for more in [
        ["--moves", "c3", "--by", "proofs"],
        ["--moves", "c3", "--threads", "2"],
        ["--position", "3/4/5/4/3 x", "--table", "x"],
        ["--by", "proofs", "--threads", "0"],
        ["--by", "proofs", "--first", "c3 f1"],
        ["--moves", "c3", "--first", "c3"],
    ] {
        let refused = solve_hexagon("3", "4", &more);
        assert_eq!((refused.code, refused.err.lines().count()), (2, 1), "{}", refused.err);
    }
    assert_eq!(run(&["solve", "--rules", "ndengrod", "--by", "table"]).code, 2);
    assert_eq!(solve_hexagon("4", "5", &["--by", "table"]).code, 2);
    assert_eq!(solve_hexagon("4", "5", &["--by", "retrograde"]).code, 2);
}
