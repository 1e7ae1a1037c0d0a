use engine::{Color, Rules};
use search::Score;

use super::expected::{Pair, best_scale, expected, loss, mean_loss};
use super::features::features;
use super::games::{Played, read};
use super::{losses, parts};

/// A journal of two games that count and one that a fault ended.
const JOURNAL: &str = r#"{"game":"renju","board":"15x15","length":5,"engines":[{"name":"ninuki-new"},{"name":"c"}]}
{"game":0,"players":["c","ninuki-new"],"winner":1,"moves":["h8","h9","i8"],"book":1}
{"game":1,"players":["ninuki-new","c"],"winner":null,"moves":["h8","h9"],"book":0}
{"game":2,"players":["ninuki-new","c"],"winner":1,"fault":[0,"crash"],"moves":["h8"],"book":0}
"#;

fn write(text: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.jsonl");
    std::fs::write(&path, text).expect("written");
    (folder, path)
}

fn read_text(text: &str) -> Vec<Played> {
    let (_folder, path) = write(text);
    read(&[path]).expect("games")
}

#[test]
fn journals_and_their_lines_are_the_same_games() {
    let games = read_text(JOURNAL);
    assert_eq!(games.len(), 2, "no fault");
    assert_eq!((games[0].ours, games[0].winner, games[0].opening), (Color::White, Some(Color::White), 1));
    assert_eq!((games[1].ours, games[1].winner, games[1].result(Color::Black)), (Color::Black, None, 0.5));
    let lines: Vec<String> = games.iter().map(Played::line).collect();
    let again = read_text(&lines.join("\n"));
    assert_eq!(again.iter().map(Played::line).collect::<Vec<_>>(), lines);
    assert!(again[0].ours == Color::White && again[0].winner == Some(Color::White));
}

#[test]
fn damaged_lines_are_named() {
    let why = |text: &str| {
        let (_folder, path) = write(text);
        read(&[path]).map(|games| games.len()).expect_err("damaged").to_string()
    };
    assert!(why("{}").ends_with("games.jsonl:1: no rules"));
    assert!(why(&JOURNAL.replace("h9\"]", "z99\"]")).contains("games.jsonl:3: z99: "));
    assert!(why(&JOURNAL.replace("ninuki-new\"},", "d\"},")).ends_with("games.jsonl:1: not one engine named ninuki"));
}

#[test]
fn scales_fit_results() {
    let pairs: Vec<Pair> = [(400, 0.731), (-400, 0.269), (100, 0.562)]
        .map(|(value, result)| Pair { value: Score::estimate(value), result })
        .to_vec();
    let scale = best_scale(&pairs);
    assert!((scale - 0.5).abs() < 0.02, "{scale}");
    assert!(mean_loss(&pairs, scale) < mean_loss(&pairs, 1.0));
    assert_eq!(
        [Score::win_in(3), Score::loss_in(4), Score::DRAW].map(|score| expected(score, 1.0)),
        [0.99, 0.01, 0.5].map(|probability: f64| probability.clamp(1.0 - 0.99, 0.99))
    );
    assert_eq!([Score::win_in(3), Score::DRAW].map(|score| expected(score, 1.0)), [0.99, 0.5]);
    assert!(loss(Pair { value: Score::win_in(3), result: 0.0 }, 1.0) > 4.6);
}

#[test]
fn lines_and_threats_are_counted() {
    let game = engine::Game::new(Rules::FREESTYLE, Some(5), None).expect("a game");
    let setup = game.parse_position("xx3/5/5/5/4o x").expect("a position");
    let record = engine::record(game, Some(&setup)).expect("a record");
    let board = features(record.as_ref());
    assert_eq!((board.empty, board.useless), (22, 0));
    // Five rows, five columns and two diagonals. White has a row, a column and a diagonal of Black; Black has a row, two columns and
    // that diagonal.
    let [black, white] = board.sides;
    assert_eq!((black.stones, black.open, white.stones, white.open), (2, [9, 1, 0], 1, [8, 0, 0]));
    assert!((board.dead - 1.0 / 12.0).abs() < 1e-9, "the diagonal");
    assert_eq!((black.fours, black.threes, black.doubles, black.crossings), (0, 0, 0, 0));
}

/// Games in which the other program is right from the start, and this one after ten plies.
fn with_looks() -> String {
    let look = |ply: usize| {
        let sign = if ply.is_multiple_of(2) { -1 } else { 1 };
        let ours = if ply < 10 { 40 } else { 400 * sign };
        format!(r#"{{"ply":{ply},"static":"0","ninuki":"{ours}","rapfi":"{}"}}"#, 400 * sign)
    };
    let looks: Vec<String> = (4..16).map(look).collect();
    let moves = "h8 a1 j8 a3 l8 a5 h10 a7 j10 a9 l10 a11 h12 a13 j12 c1 l12";
    let line = |winner: &str| {
        format!(
            r#"{{"rules":"freestyle","size":15,"black":"ninuki","winner":{winner},"moves":"{moves}","looks":[{}]}}"#,
            looks.join(",")
        )
    };
    [line(r#""rapfi""#), line(r#""rapfi""#), line("null")].join("\n")
}

#[test]
fn tables_name_who_was_right() {
    let (_folder, path) = write(&with_looks());
    let path = path.to_str().expect("a path");
    let mut out = Vec::new();
    losses::print(&parsed(&["losses", path]), &mut out).expect("printed");
    let text = String::from_utf8(out).expect("text");
    let row = text.lines().find(|line| line.starts_with("all        up to 40")).expect("a row");
    let numbers: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(numbers[4..6], ["3", "36"], "{row}");
    let number = |index: usize| numbers[index].trim_end_matches(',').parse::<f64>().expect("a number");
    assert!(number(6) > number(8) && number(8) > number(10), "static, search, other: {row}");
    assert!(number(12) > 0.0, "the other program is better: {row}");
    let mut out = Vec::new();
    parts::print(&parsed(&["parts", "--least", "10", path]), &mut out).expect("printed");
    let text = String::from_utf8(out).expect("text");
    assert!(text.contains("\nfreestyle 0 17 | 4-9: "), "{text}");
    assert!(
        text.ends_with("3 games, the values part in 3, there the other program is nearer to the result in 2\n"),
        "{text}"
    );
}

/// The options of a command.
fn parsed<T: clap::Args>(arguments: &[&str]) -> T {
    let command = T::augment_args(clap::Command::new("long_games"));
    let matches = command.try_get_matches_from(arguments).expect("options");
    T::from_arg_matches(&matches).expect("options")
}

#[cfg(unix)]
#[test]
fn looks_ask_the_other_program() {
    use std::os::unix::fs::PermissionsExt;

    use super::look;

    let (folder, path) = write(JOURNAL);
    let program = folder.path().join("program.sh");
    // The value is that of the last depth; the side to move is the one whose stones are numbered 1.
    let script = "#!/bin/sh\nown=0\nwhile read -r line; do case $line in\n*,*,1) own=$((own + 1));;\n\
        DONE) echo 'MESSAGE Depth 1-1 | Eval 5 | x'; echo \"MESSAGE Depth 2-2 | Eval -$own | x\"; echo 0,0; own=0;;\n\
        END) exit;;\nesac; done\n";
    std::fs::write(&program, script).expect("written");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("a program");
    let mut out = Vec::new();
    let [program, path] = [&program, &path].map(|path| path.to_str().expect("a path"));
    let options = ["look", "--program", program, "--nodes", "50", "--from", "1", "--step", "1", path];
    look::look(&parsed(&options), &mut out).expect("looks");
    let games = read_text(&String::from_utf8(out).expect("text"));
    let theirs: Vec<_> = games[0].looks.iter().map(|look| (look.ply, look.theirs)).collect();
    assert_eq!(theirs, [(1, Score::DRAW), (2, Score::estimate(-1))]);
    assert!(games[0].looks.iter().all(|look| look.static_eval.is_some()));
    assert_eq!(games[1].looks.len(), 1);
}
