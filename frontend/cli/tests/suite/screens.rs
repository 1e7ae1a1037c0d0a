//! The contents of a terminal. Progress takes at most two lines, no wider than the terminal, and is cleared at the end.

use std::process::Command;

use crate::run::{Folder, NINUKI};
use crate::terminal::Terminal;

/// The widths of terminals.
const COLUMNS: [u16; 3] = [40, 80, 200];

/// Runs something at each width, and checks that `word` was shown with nothing but one more line, and that neither is left.
fn shows_progress(word: &str, code: i32, args: &[&str]) {
    for columns in COLUMNS {
        let folder = Folder::new();
        let mut terminal = Terminal::start(24, columns, Command::new(NINUKI).args(args).current_dir(folder.folder()));
        let ended = terminal.end();
        let history = terminal.history();
        assert_eq!(ended, code, "{columns}: {:?}", history.last());
        let with: Vec<&Vec<String>> = history.iter().filter(|rows| rows.iter().any(|row| row.contains(word))).collect();
        assert!(!with.is_empty(), "{columns}: \"{word}\" was never shown: {history:?}");
        for rows in with {
            let first = rows.iter().position(|row| row.contains(word)).expect("the word");
            assert!(rows.len() - first <= 2, "{columns}: more than two lines:\n{}", rows.join("\n"));
            let again = rows.iter().filter(|row| row.contains(word)).count();
            assert_eq!(again, 1, "{columns}: a line was left behind:\n{}", rows.join("\n"));
        }
        let last = history.last().expect("a screen").join("\n");
        assert!(!last.contains(word), "{columns}: it is not gone:\n{last}");
    }
}

#[test]
fn a_review_shows_how_far_it_is() {
    shows_progress(
        " positions",
        0,
        &["sweep", "--rules", "freestyle", "--nodes", "500", "--json", "--moves", "h8 h9 i8 i9"],
    );
}

#[test]
fn a_count_shows_how_far_it_is() {
    shows_progress("first moves", 0, &["perft", "--depth", "2"]);
}

#[test]
fn heat_maps_show_how_far_they_are() {
    let args = ["board", "--rules", "ndengrod", "--size", "4", "--heat", "winrate", "--nodes", "100", "--out", "x.svg"];
    shows_progress("moves searched", 0, &args);
}

#[test]
fn openings_show_how_far_they_are() {
    let args = ["openings", "--rules", "freestyle", "--count", "2", "--nodes", "1000", "--games", "0"];
    shows_progress("of 2 openings", 0, &args);
}

#[test]
fn a_solver_shows_that_it_works() {
    // A win that takes a million positions.
    let scattered = "15/15/15/2x1x5o1o2/15/3x7o3/15/15/2x9o2/15/4x1x3o4/15/15/15/15 x";
    shows_progress("looking for", 1, &["solve", "--rules", "caro", "--position", scattered, "--time", "300"]);
    let values = ["solve", "--rules", "ndengrod", "--size", "4", "--length", "5", "--by", "proofs", "--time", "1200"];
    shows_progress("first moves known", 1, &values);
}

#[cfg(target_os = "linux")]
#[test]
fn a_sequential_test_shows_how_far_it_is() {
    let (one, other) = ("cmd=self name=one nodes=60", "cmd=self name=a-rather-long-name nodes=20");
    let args = [
        "tournament",
        "--rules",
        "freestyle",
        "--engine",
        one,
        "--engine",
        other,
        "--games",
        "4",
        "--max-moves",
        "8",
        "--sprt",
        "elo0=0 elo1=50",
        "--journal",
        "games.jsonl",
    ];
    shows_progress("LLR 0.", 1, &args);
}

#[test]
fn an_analysis_shows_the_line_also_after_an_interrupt() {
    for (rows, lines) in [(24, "1"), (24, "9"), (40, "2")] {
        let mut terminal = Terminal::run(rows, 80, &["analyze", "--rules", "ninuki", "--multipv", lines]);
        terminal.wait_for("Ctrl-C ends it");
        let shows_line = |terminal: &Terminal, least: usize| {
            let text = terminal.text();
            let best = text.lines().find_map(|row| {
                let (_, line) = row.split_once(" %")?;
                Some(line.split_whitespace().filter(|word| word.starts_with(|char: char| char.is_uppercase())).count())
            });
            // The moves stand behind the win rate, or below it.
            let is_point = |word: &str| {
                word.starts_with(|char: char| char.is_uppercase()) && word.ends_with(|char: char| char.is_ascii_digit())
            };
            let below = |row: &str| {
                let words = row.rsplit("    ").next().unwrap_or_default().split_whitespace();
                words.clone().all(is_point) && words.count() >= least
            };
            best.is_some_and(|moves| moves >= least) || text.lines().any(below)
        };
        terminal.wait_until(|terminal| shows_line(terminal, 2));
        terminal.interrupt();
        terminal.wait_for("best move");
        assert_eq!(terminal.end(), 0);
        // The search that was cut short may know no more than the move.
        assert!(shows_line(&terminal, 1), "{rows} rows, {lines} lines:\n{}", terminal.text());
        assert!(terminal.rows()[0].starts_with("    A B C"), "the board is there:\n{}", terminal.text());
    }
}

/// The keys of a terminal.
const UP: &str = "\x1b[A";
const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";

#[test]
fn points_are_picked_with_the_arrow_keys() {
    let mut terminal = Terminal::run(24, 80, &["play", "--rules", "freestyle", "--side", "both"]);
    terminal.wait_for("Black>");
    terminal.press_for("\t", "Black: h8");
    assert_eq!(terminal.cursor(), (8, 18));
    terminal.press_for(UP, "Black: h9");
    terminal.press_for(RIGHT, "Black: i9");
    assert_eq!(terminal.cursor(), (7, 20));
    terminal.press_for("\r", "Black i9");
    // The next point is picked as well; typing leads back to the prompt.
    terminal.press_for(LEFT, "White: h9");
    terminal.press_for("moves\r", "1.i9");
    terminal.press_for("h9\r", "White h9");
    // The history has it, and the line can be edited.
    terminal.press_for(UP, "Black> h9");
    terminal.press_for(&format!("{LEFT}g"), "Black> hg9");
    terminal.press_for("\x7f", "Black> h9");
    terminal.press_for("\x7fg\r", "Black g9");
    // Half a line, too, is gone on with at the prompt.
    terminal.press_for("\t", "White: g9");
    terminal.press_for("moves\x7f\x7f", "White> mov");
    terminal.press("\x15quit\r");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_clock_that_runs_out_ends_the_game() {
    let mut terminal = Terminal::run(24, 80, &["play", "--rules", "freestyle", "--side", "both", "--tc", "2"]);
    terminal.wait_for("Black: a person, 0:0");
    terminal.press_for("\t", "Enter plays");
    terminal.wait_for("White wins: Black ran out of time");
    terminal.press_for("undo\r", "resumes without clocks");
    terminal.press_for("h8\r", "Black h8");
}

#[test]
fn openings_by_a_rule_fit_the_terminal() {
    let args = ["play", "--rules", "freestyle", "--opening-rule", "swap2", "--time", "50", "--seed", "1"];
    let mut terminal = Terminal::run(24, 80, &args);
    terminal.wait_for("Black>");
    for (point, prompt) in [("h8", "White>"), ("h9", "Black>")] {
        terminal.press_for(&format!("{point}\r"), prompt);
        assert!(terminal.rows()[0].starts_with("    a b c"), "{}", terminal.text());
    }
    terminal.press_for("z99\r", "z99: ");
    terminal.press_for("a1\r", "the engine: ");
    let text = terminal.text();
    assert!(terminal.rows()[0].starts_with("    a b c") && terminal.rows().len() <= 24, "{text}");
}
