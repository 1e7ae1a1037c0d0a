//! `ninuki convert`, seen from outside.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs};

/// A folder of its own; gone at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("ninuki-formats-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.0.join(name), bytes).expect("written");
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).expect("text")
    }

    /// The exit status, what went to standard output, and to standard error.
    fn run(&self, args: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ninuki"))
            .args(args)
            .current_dir(&self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        // Whoever reads no input closes the pipe.
        let _ = stdin.write_all(input);
        drop(stdin);
        let ended = child.wait_with_output().expect("the program ends");
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        (ended.status.code(), text(ended.stdout), text(ended.stderr))
    }

    fn convert(&self, args: &[&str]) -> (Option<i32>, String, String) {
        self.run(&[&["convert"], args].concat(), b"")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const DONE: (Option<i32>, String, String) = (Some(0), String::new(), String::new());

#[test]
fn one_game_goes_round_through_all_formats() {
    let folder = Folder::new();
    let line = "h8 h9 i10 i7 j10\n";
    folder.write("0.txt", line.as_bytes());
    let endings = ["sgf", "psq", "rec", "pos", "pgn", "lib", "txt", "lib", "sgf", "pgn", "psq", "pos", "rec", "txt"];
    let mut from = "0.txt".to_owned();
    for (number, ending) in endings.iter().enumerate() {
        let to = format!("{}.{ending}", number + 1);
        assert_eq!(folder.convert(&[&from, &to, "--rules", "renju"]), DONE, "{from} {to}");
        let (status, _, errors) = folder.run(&["replay", "--rules", "renju", &to], b"");
        assert_eq!((status, errors.as_str()), (Some(0), ""), "{to}");
        from = to;
    }
    assert_eq!(folder.text(&from), line);
}

#[test]
fn streams_need_no_endings() {
    let folder = Folder::new();
    let text = b"K10 L9 G10\nK10 M10\n";
    let (status, sgf, errors) = folder.run(&["convert", "--rules", "pente", "-", "-", "--to", "sgf"], text);
    assert_eq!((status, errors.as_str(), sgf.matches("RU[pente]").count()), (Some(0), "", 2));
    let (status, back, _) = folder.run(&["convert", "-", "-", "--from", "sgf"], sgf.as_bytes());
    assert_eq!((status, back.as_bytes()), (Some(0), &text[..]));
    let (_, offset, _) = folder.run(&["convert", "--rules", "pente", "-", "-", "--to", "offset"], text);
    assert_eq!(offset, "0,0, 1,1, -3,0\n0,0, 2,0\n");
    let args = ["convert", "--rules", "pente", "-", "out.pgn", "--from", "offset"];
    assert_eq!(folder.run(&args, offset.as_bytes()), DONE);
    assert!(folder.text("out.pgn").contains("1. K10 L9 2. G10\n"));
}

#[test]
fn what_a_target_cannot_hold_is_refused_and_leaves_it_alone() {
    let folder = Folder::new();
    folder.write("tree.sgf", b"(;RU[renju];B[hh](;W[hg])(;W[ig]))");
    folder.write("said.sgf", b"\n(;RU[renju];B[hh]C[good])");
    folder.write("two.txt", b"h8\nh8 i9\n");
    folder.write("hex.txt", b"d3\n");
    folder.write("swap.txt", b"c3 swap\n");
    folder.write("setup.txt", b"position 15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 o\n");
    folder.write("wide.txt", b"K10\n");
    folder.write("none.txt", b"# nothing\n");
    folder.write("bad.txt", b"h8 i9\nh8 h8\n");
    folder.write("comments.sgf", "(;RU[renju];B[hh]C[棋])".as_bytes());
    for (args, part) in [
        (&["tree.sgf", "out.txt"][..], "tree.sgf:1: txt has no variations"),
        (&["tree.sgf", "out.psq"], "--main-line"),
        (&["said.sgf", "out.rec"], "said.sgf:2: rec has no comments"),
        (&["two.txt", "out.psq", "--rules", "renju"], "psq holds one game only, this file has 2"),
        (&["two.txt", "out.lib", "--rules", "renju"], "lib holds one game only"),
        (&["hex.txt", "out.psq", "--rules", "ndengrod"], "hex.txt:1: psq has rectangular boards only"),
        (&["setup.txt", "out.pos", "--rules", "renju"], "pos has no set-up positions"),
        (&["wide.txt", "out.lib", "--rules", "pente"], "15x15"),
        (&["none.txt", "out.sgf"], "none.txt: no game is in this file"),
        (&["bad.txt", "out.sgf", "--rules", "renju"], "bad.txt:2: ply 2: h8: the point is occupied"),
        (&["comments.sgf", "out.lib"], "'棋'"),
    ] {
        let target = args[1];
        folder.write(target, b"what was there");
        let (status, out, errors) = folder.convert(args);
        assert_eq!((status, out.as_str(), errors.lines().count()), (Some(1), "", 1), "{args:?} {errors}");
        assert!(errors.starts_with("error: ") && errors.contains(part), "{args:?} {errors}");
        assert_eq!(folder.text(target), "what was there");
        fs::remove_file(folder.0.join(target)).expect("removed");
        assert_eq!(folder.convert(args).0, Some(1));
        assert!(!folder.0.join(target).exists() && !folder.0.join(format!("{target}.part")).exists(), "{args:?}");
    }
    for (args, part) in [
        (&["two.txt", "out.doc"][..], ".sgf .psq"),
        (&["absent.txt", "out.sgf"], "No such file"),
        (&["two.txt", "absent/out.sgf", "--rules", "renju"], "No such file"),
        (&["two.txt", "out.sgf", "--rules", "go"], "ndengrod"),
        (&["two.txt"], "<OUT>"),
    ] {
        let (status, _, errors) = folder.convert(args);
        assert!(status == Some(2) && errors.contains(part), "{args:?} {errors}");
    }
}

#[test]
fn the_main_line_alone() {
    let folder = Folder::new();
    folder.write("tree.sgf", b"(;RU[renju];B[hh]C[good](;W[hg];B[ii])(;W[ig]))");
    assert_eq!(folder.convert(&["tree.sgf", "main.txt", "--main-line"]), DONE);
    assert_eq!(folder.text("main.txt"), "h8 h9 i7\n");
    assert_eq!(folder.convert(&["tree.sgf", "main.sgf", "--main-line"]), DONE);
    assert!(folder.text("main.sgf").ends_with("\n;B[hh]C[good];W[hg];B[ii])\n"), "{}", folder.text("main.sgf"));
}

#[test]
fn foreign_properties_are_kept_in_sgf_and_left_out_elsewhere() {
    let folder = Folder::new();
    folder.write("game.sgf", b"(;RU[renju]TM[600];B[hh]BL[594](;W[hg]TR[aa])(;W[ig]TR[bb]))");
    assert_eq!(folder.convert(&["game.sgf", "copy.sgf"]), DONE);
    let copy = folder.text("copy.sgf");
    assert!(copy.ends_with("RU[renju]TM[600]\n;B[hh]BL[594](;W[hg]TR[aa])(;W[ig]TR[bb]))\n"), "{copy}");
    assert_eq!(folder.convert(&["game.sgf", "main.sgf", "--main-line"]), DONE);
    assert!(folder.text("main.sgf").ends_with("TM[600]\n;B[hh]BL[594];W[hg]TR[aa])\n"));
    assert_eq!(folder.convert(&["game.sgf", "main.psq", "--main-line"]), DONE);
    assert_eq!(folder.text("main.psq"), "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,0\n0\n");
    assert_eq!(folder.convert(&["main.sgf", "plain.txt"]), DONE);
}

#[test]
fn errors_are_told_and_the_rest_is_written_on_demand() {
    let folder = Folder::new();
    folder.write(
        "games.sgf",
        b"(;RU[renju];B[hh];W[hg])\n(;RU[renju];B[hh];W[hh])\n(;RU[renju];B[hh](;W[ii])(;W[hh])(;W[aa]))\n",
    );
    let (status, _, errors) = folder.convert(&["games.sgf", "out.sgf"]);
    let lines: Vec<_> = errors.lines().collect();
    assert_eq!(
        lines,
        [
            "error: games.sgf:2: ply 2: h8: the point is occupied",
            "error: games.sgf:3: ply 2: h8: the point is occupied",
        ]
    );
    assert!(status == Some(1) && !folder.0.join("out.sgf").exists());
    let (status, _, _) = folder.convert(&["games.sgf", "out.sgf", "--keep-going"]);
    let text = folder.text("out.sgf");
    assert_eq!((status, text.matches("FF[4]").count()), (Some(1), 3));
    assert!(text.contains(";B[hh])\n") && text.ends_with(";B[hh](;W[ii])(;W[aa]))\n"), "{text}");
    folder.write("branch.sgf", b"(;RU[renju];B[hh](;W[hg](;B[hh])(;B[ii]))(;W[ig]))");
    assert_eq!(folder.convert(&["branch.sgf", "branch.txt", "--keep-going", "--main-line"]).0, Some(1));
    assert_eq!(folder.text("branch.txt"), "h8 h9\n", "no variation takes the place of the error");
    assert_eq!(folder.convert(&["branch.sgf", "cut.sgf", "--keep-going"]).0, Some(1));
    assert!(folder.text("cut.sgf").ends_with("\n;B[hh](;W[hg])(;W[ig]))\n"), "{}", folder.text("cut.sgf"));
    folder.write("many.txt", "K10 K10\n".repeat(1000).as_bytes());
    let (_, _, errors) = folder.convert(&["many.txt", "out.sgf"]);
    assert_eq!((errors.lines().count(), errors.lines().last()), (21, Some("error: many.txt: 980 more errors")));
}

#[test]
fn libraries_keep_their_trees() {
    let folder = Folder::new();
    let tree = "(;RU[renju];B[hh]C[first\nsecond](;W[hg]MA[hg];B[if]LB[jj:A][kk:B](;W[jj])(;W[aa]C[pass by]))(;W[ig]))";
    folder.write("tree.sgf", tree.as_bytes());
    assert_eq!(folder.convert(&["tree.sgf", "tree.lib"]), DONE);
    assert_eq!(folder.convert(&["tree.lib", "again.sgf"]), DONE);
    let again = folder.text("again.sgf");
    let moves = again.split_once('\n').expect("a root").1;
    assert_eq!(moves.trim_end(), &tree[tree.find(";B").expect("a move")..]);
    assert_eq!(folder.convert(&["again.sgf", "again.lib"]), DONE);
    assert_eq!(folder.read("again.lib"), folder.read("tree.lib"));
}

#[test]
fn a_link_stays_and_a_pipe_is_written() {
    let folder = Folder::new();
    folder.write("a.txt", b"K10\n");
    folder.write("real.sgf", b"old");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("real.sgf", folder.0.join("link.sgf")).expect("a link");
        assert_eq!(folder.convert(&["a.txt", "link.sgf"]), DONE);
        assert!(folder.text("real.sgf").contains("B[jj]"));
        assert!(fs::symlink_metadata(folder.0.join("link.sgf")).is_ok_and(|found| found.is_symlink()));
        let (status, out, _) = folder.convert(&["a.txt", "/dev/stdout", "--to", "txt"]);
        assert_eq!((status, out.as_str()), (Some(0), "K10\n"));
    }
}
