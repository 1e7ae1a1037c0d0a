//! Disks that fail, limits of the system, and programs that are killed: the old file is there or the new one.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::run::{Ended, Folder, NINUKI, command, run};

/// A position in which the side to move makes five.
const FOUR: &str = "h8 a1 i8 a3 j8 a5 k8 a7";

const OLD: &str = "old\n";

/// A command that writes files, and one of these files.
struct Writes {
    args: Vec<String>,
    file: &'static str,
}

fn writes(args: &str, file: &'static str) -> Writes {
    Writes { args: args.split(' ').map(|word| word.replace('_', " ")).collect(), file }
}

/// All commands that write files, but tournaments that are played.
fn all() -> Vec<Writes> {
    let moves = FOUR.replace(' ', "_");
    let of_position = |args: &str, file| writes(&format!("{args} --rules freestyle --moves {moves}"), file);
    vec![
        writes("convert --rules freestyle games.txt out.sgf", "out.sgf"),
        writes("convert --rules freestyle games.txt out.txt", "out.txt"),
        writes("convert --rules renju games.txt out.lib", "out.lib"),
        writes("convert --rules renju games.txt out.db", "out.db"),
        of_position("board --out board.svg", "board.svg"),
        of_position("board --width 100 --out board.png", "board.png"),
        of_position("board --width 100 --out board.gif", "board.gif"),
        of_position("board --out each.svg --each", "each-008.svg"),
        of_position("solve --proof proof.txt", "proof.txt"),
        of_position("prove --proof proof.ncert", "proof.ncert"),
        writes("verify win.txt --write again.ncert", "again.ncert"),
        writes("book export --rules renju --to book.sgf", "book.sgf"),
        writes("library export --library games.library out.pgn", "out.pgn"),
        writes("solve --rules ndengrod --size 3 --length 3 --by proofs --table values.table", "values.table"),
        of_position("sweep --nodes 100 --sgf swept.sgf", "swept.sgf"),
        of_position("sweep --nodes 100 --graph graph.png", "graph.png"),
        writes("play --rules freestyle --side both --save game.sgf --overwrite", "game.sgf"),
        writes("openings --count 1 --nodes 1000 --games 0 --out openings.txt", "openings.txt"),
        writes("man --out man", "man/ninuki.1"),
        writes("tournament report games.jsonl --csv table.csv", "table.csv"),
        writes("tournament report games.jsonl --html page.html", "page.html"),
        writes("tournament report games.jsonl --pgn games.pgn", "games.pgn"),
        writes("tournament report games.jsonl --sgf games.sgf", "games.sgf"),
        writes("tournament report games.jsonl --psq psq", "psq/000002.psq"),
    ]
}

/// A tournament of two games.
const TOURNAMENT: [&str; 9] = [
    "tournament",
    "--rules",
    "freestyle",
    "--games",
    "2",
    "--engine",
    "name=one cmd=self nodes=10",
    "--engine",
    "name=two cmd=self nodes=20",
];

/// A folder with what the commands read.
fn prepared() -> Folder {
    let folder = Folder::new();
    folder.write("games.txt", format!("{FOUR}\n"));
    let solved = folder.run(&["solve", "--rules", "freestyle", "--moves", FOUR, "--proof", "win.txt"]);
    assert_eq!(solved.code, 0, "{}", solved.err);
    let import = ["library", "import", "--rules", "freestyle", "--library", "games.library", "games.txt"];
    let imported = folder.run(&import);
    assert_eq!(imported.code, 0, "{}", imported.err);
    let played = folder.run(&[&TOURNAMENT[..], &["--journal", "games.jsonl"]].concat());
    assert_eq!(played.code, 0, "{}", played.err);
    for name in ["man", "psq"] {
        fs::create_dir(folder.path(name)).expect("a folder");
    }
    folder
}

/// Runs a command under a fault of the disk.
fn run_with(folder: &Folder, args: &[&str], fault: &str) -> Ended {
    let mut command = command(NINUKI, args);
    command.current_dir(folder.folder()).env("NINUKI_FAULT", fault).output().expect("the program runs").into()
}

/// All temporary files in a folder and in those below it.
fn litter(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(litter(&path));
        } else if path.extension().is_some_and(|ending| ending == "part") {
            found.push(path.display().to_string());
        }
    }
    found
}

/// Checks that a command failed as one whose output cannot be written.
fn assert_failed(ended: &Ended, what: &str) {
    assert_eq!(ended.code, 1, "{what}: {}", ended.err);
    let error = ended.err.lines().last().unwrap_or_default();
    assert!(error.starts_with("error: ") && error.contains("cannot be written: "), "{what}: {}", ended.err);
    assert_eq!(ended.err.matches("error: ").count(), 1, "{what}: {}", ended.err);
}

#[test]
fn whatever_fails_the_old_file_or_the_new_one_is_there() {
    let folder = prepared();
    for Writes { args, file } in all() {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let done = folder.run(&args);
        assert_eq!(done.code, 0, "{args:?}: {}", done.err);
        let new = folder.read(file);
        let mut failed = 0;
        for number in 1.. {
            folder.write(file, OLD);
            let ended = run_with(&folder, &args, &format!("{number}:28"));
            let what = format!("{args:?}, operation {number}");
            let found = folder.read(file);
            // Dates and times differ, lengths do not.
            assert!(found == OLD.as_bytes() || found.len() == new.len(), "{what}: a half of a file");
            assert_eq!(litter(folder.folder()), Vec::<String>::new(), "{what}");
            if ended.code == 0 {
                assert_ne!(found, OLD.as_bytes(), "{what}");
                break;
            }
            assert_failed(&ended, &what);
            assert!(ended.err.contains("no space left on device"), "{what}: {}", ended.err);
            failed += 1;
        }
        // It is made, written, synced, named, renamed, and the folder is synced.
        assert!(failed >= 6, "{args:?} has {failed} operations");
        folder.write(file, OLD);
        let short = run_with(&folder, &args, "short");
        assert_eq!((short.code, folder.read(file).len()), (0, new.len()), "{args:?}: {}", short.err);
    }
}

#[test]
fn a_journal_that_cannot_be_written_ends_the_match() {
    let folder = Folder::new();
    let args = [&TOURNAMENT[..], &["--journal", "games.jsonl", "--json"]].concat();
    for number in 1.. {
        let ended = run_with(&folder, &args, &format!("{number}:5"));
        if ended.code == 0 {
            assert!(number > 6, "the first line and two games are written and synced");
            break;
        }
        let error = ended.err.lines().last().unwrap_or_default();
        assert!(error.starts_with("error: games.jsonl: "), "operation {number}: {}", ended.err);
        assert!(error.ends_with("input/output error"), "operation {number}: {}", ended.err);
        let text = folder.text("games.jsonl");
        let games = text.lines().count().saturating_sub(1);
        assert!(text.is_empty() || text.ends_with('\n'), "operation {number}");
        // The report has as many games as the journal.
        if ended.code == 1 {
            assert_eq!(ended.object()["games"], games, "operation {number}: {}", ended.out);
        } else {
            assert_eq!((ended.code, games), (2, 0), "operation {number}: it does not begin");
        }
        fs::remove_file(folder.path("games.jsonl")).expect("removed");
    }
    assert_eq!(folder.text("games.jsonl").lines().count(), 3);
}

/// A command line that runs the program within limits of the system.
fn limited(folder: &Folder, limit: &str, args: &[&str]) -> Ended {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("trap '' XFSZ; ulimit {limit} && exec \"$@\""), "sh", NINUKI]).args(args);
    command.current_dir(folder.folder()).stdin(Stdio::null()).output().expect("sh runs").into()
}

#[test]
fn files_that_may_not_grow_are_not_there_by_half() {
    let folder = Folder::new();
    folder.write("games.txt", format!("{FOUR}\n").repeat(30));
    let convert = ["convert", "--rules", "freestyle", "games.txt", "out.sgf"];
    assert_eq!(folder.run(&convert).code, 0);
    let new = folder.read("out.sgf");
    assert!(new.len() > 2048);
    for blocks in 0.. {
        folder.write("out.sgf", OLD);
        let ended = limited(&folder, &format!("-f {blocks}"), &convert);
        if ended.code == 0 {
            assert_eq!(folder.read("out.sgf"), new);
            break;
        }
        assert_failed(&ended, &format!("{blocks} blocks"));
        assert_eq!(ended.err, "error: out.sgf: the file cannot be written: file too large\n");
        assert_eq!((folder.text("out.sgf"), folder.files().len()), (OLD.to_owned(), 2));
    }
    // A journal ends with its last whole line.
    let args = [&TOURNAMENT[..], &["--games", "40", "--journal", "games.jsonl"]].concat();
    let args: Vec<&str> = [&args[..3], &args[5..]].concat();
    let ended = limited(&folder, "-f 16", &args);
    assert_eq!(ended.code, 1, "{}", ended.err);
    assert!(
        ended.err.ends_with("error: games.jsonl: the journal cannot be written: file too large\n"),
        "{}",
        ended.err
    );
    let text = folder.text("games.jsonl");
    assert!(text.ends_with('\n') && text.lines().count() > 2, "{text}");
    let report = folder.run(&["tournament", "report", "games.jsonl", "--json"]);
    assert_eq!(report.object()["games"], text.lines().count() - 1, "{}", report.err);
}

#[test]
fn a_killed_command_leaves_the_old_file_or_the_new_one() {
    let folder = Folder::new();
    folder.write("games.txt", format!("{FOUR}\n").repeat(3000));
    let convert = ["convert", "--rules", "freestyle", "games.txt", "out.sgf"];
    assert_eq!(folder.run(&convert).code, 0);
    let new = folder.read("out.sgf");
    let (mut olds, mut news) = (0, 0);
    for turn in 0..30 {
        folder.write("out.sgf", OLD);
        let mut child = command(NINUKI, &convert).current_dir(folder.folder()).spawn().expect("it starts");
        // Sooner and sooner or later and later, whatever the machine: until both were seen often.
        let millis = if olds > news { 40 * turn } else { 7 * turn % 40 };
        sleep(Duration::from_millis(millis));
        let _ = child.kill();
        let _ = child.wait();
        let found = folder.read("out.sgf");
        assert!(found == OLD.as_bytes() || found == new, "a half of {} bytes after {millis} ms", found.len());
        if found == new {
            news += 1
        } else {
            olds += 1
        }
        let files = folder.files();
        assert_eq!(files.iter().filter(|name| !name.ends_with(".part")).count(), 2, "{files:?}");
    }
    assert!(olds > 0, "it was never killed before its end");
}

#[test]
fn devices_and_pipes_are_written_through() {
    let folder = Folder::new();
    folder.write("games.txt", format!("{FOUR}\n"));
    let to = |path: &str| folder.run(&["convert", "--rules", "freestyle", "--to", "txt", "games.txt", path]);
    let full = to("/dev/full");
    assert_eq!(full.err, "error: /dev/full: the file cannot be written: no space left on device\n");
    assert_eq!(full.code, 1);
    let fifo = folder.path("fifo");
    nix::unistd::mkfifo(Path::new(&fifo), nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
    let reader = std::thread::spawn(move || fs::read_to_string(fifo).expect("a pipe"));
    assert_eq!(to("fifo").code, 0);
    assert_eq!(reader.join().expect("read"), format!("{FOUR}\n"));
    // The shell appends, and so does what is written to its file.
    folder.write("log.txt", OLD);
    let script = "exec \"$0\" convert --rules freestyle games.txt /dev/stdout --to txt >>log.txt";
    let status = Command::new("sh").args(["-c", script, NINUKI]).current_dir(folder.folder()).status();
    assert!(status.expect("sh runs").success());
    assert_eq!(folder.text("log.txt"), format!("{OLD}{FOUR}\n"));
    // Of what is printed.
    for args in [&["rules"][..], &["board"], &["completions", "bash"], &["man"], &["perft", "--depth", "1"]] {
        let mut command = command(NINUKI, args);
        command.stdout(fs::OpenOptions::new().write(true).open("/dev/full").expect("a device"));
        let ended = Ended::from(command.output().expect("the program runs"));
        assert_failed(&ended, &format!("{args:?}"));
    }
}

#[test]
fn a_file_that_is_read_only_or_has_no_folder_is_told() {
    let folder = Folder::new();
    folder.write("games.txt", format!("{FOUR}\n"));
    let ended = folder.run(&["convert", "--rules", "freestyle", "games.txt", "nowhere/out.sgf"]);
    assert_eq!(ended.err, "error: nowhere/out.sgf: the file cannot be written: no such file or directory\n");
    assert_eq!(ended.code, 2);
}

#[test]
fn memory_that_cannot_be_had_is_told() {
    let folder = Folder::new();
    let position = ["--rules", "freestyle", "--moves", FOUR];
    for args in [
        &[&["analyze", "--nodes", "100"][..], &position].concat()[..],
        &["solve", "--rules", "ndengrod", "--size", "3", "--length", "3"],
        &["gomocup"],
        &["analysis"],
        &[&["sweep", "--nodes", "100"][..], &position].concat(),
        &["play"],
        &["web", "--port", "0"],
    ] {
        let args = [args, &["--hash", "1024"]].concat();
        let ended = limited(&folder, "-v 900000", &args);
        assert_eq!(ended.code, 2, "{args:?}: {}", ended.err);
        let first = ended.err.lines().next().unwrap_or_default();
        assert!(
            first.contains("'--hash <MIB>'") && first.ends_with("memory of 1024 MiB cannot be had"),
            "{args:?}: {first}"
        );
    }
    // With a table that it may have it does what it is asked for.
    let args = [&["analyze", "--nodes", "100", "--hash", "16"][..], &position].concat();
    let ended = limited(&folder, "-v 900000", &args);
    assert_eq!(ended.code, 0, "{}", ended.err);
    assert_eq!(run(&["analyze", "--hash", "0"]).code, 2);
}
