//! `ninuki convert`, seen from outside.

use std::fs;

use crate::run::{Ended, Folder};

impl Folder {
    fn convert(&self, args: &[&str]) -> Ended {
        self.run(&[&["convert"], args].concat())
    }
}

fn done() -> Ended {
    Ended { code: 0, out: String::new(), err: String::new() }
}

#[test]
fn one_game_goes_round_through_all_formats() {
    let folder = Folder::new();
    let line = "h8 h9 i10 i7 j10\n";
    folder.write("0.txt", line.as_bytes());
    let endings = ["sgf", "psq", "rec", "pos", "pgn", "lib", "txt", "lib", "sgf", "pgn", "psq", "pos", "rec", "txt"];
    let mut from = "0.txt".to_owned();
    for (number, ending) in endings.iter().enumerate() {
        let to = format!("{}.{ending}", number + 1);
        assert_eq!(folder.convert(&[&from, &to, "--rules", "renju"]), done(), "{from} {to}");
        let Ended { code: status, err: errors, .. } = folder.run(&["replay", "--rules", "renju", &to]);
        assert_eq!((status, errors.as_str()), (0, ""), "{to}");
        from = to;
    }
    assert_eq!(folder.text(&from), line);
}

#[test]
fn streams_need_no_endings() {
    let folder = Folder::new();
    let text = b"K10 L9 G10\nK10 M10\n";
    let Ended { code: status, out: sgf, err: errors, .. } =
        folder.run_on(text, &["convert", "--rules", "pente", "-", "-", "--to", "sgf"]);
    assert_eq!((status, errors.as_str(), sgf.matches("RU[pente]").count()), (0, "", 2));
    let Ended { code: status, out: back, .. } = folder.run_on(sgf.as_bytes(), &["convert", "-", "-", "--from", "sgf"]);
    assert_eq!((status, back.as_bytes()), (0, &text[..]));
    let Ended { out: offset, .. } = folder.run_on(text, &["convert", "--rules", "pente", "-", "-", "--to", "offset"]);
    assert_eq!(offset, "0,0, 1,1, -3,0\n0,0, 2,0\n");
    let args = ["convert", "--rules", "pente", "-", "out.pgn", "--from", "offset"];
    assert_eq!(folder.run_on(offset.as_bytes(), &args), done());
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
    for args in [
        &["tree.sgf", "out.txt"][..],
        &["tree.sgf", "out.psq"],
        &["said.sgf", "out.rec"],
        &["two.txt", "out.psq", "--rules", "renju"],
        &["two.txt", "out.lib", "--rules", "renju"],
        &["hex.txt", "out.psq", "--rules", "ndengrod"],
        &["setup.txt", "out.pos", "--rules", "renju"],
        &["wide.txt", "out.lib", "--rules", "pente"],
        &["none.txt", "out.sgf"],
        &["bad.txt", "out.sgf", "--rules", "renju"],
        &["comments.sgf", "out.lib"],
    ] {
        let target = args[1];
        folder.write(target, b"what was there");
        let Ended { code: status, out, err: errors, .. } = folder.convert(args);
        assert_eq!((status, out.as_str(), errors.lines().count()), (1, "", 1), "{args:?} {errors}");
        assert!(errors.starts_with("error: "), "{args:?} {errors}");
        assert_eq!(folder.text(target), "what was there");
        fs::remove_file(folder.folder().join(target)).expect("removed");
        assert_eq!(folder.convert(args).code, 1);
        assert!(
            !folder.folder().join(target).exists() && !folder.folder().join(format!("{target}.part")).exists(),
            "{args:?}"
        );
    }
}

#[test]
fn the_main_line_alone() {
    let folder = Folder::new();
    folder.write("tree.sgf", b"(;RU[renju];B[hh]C[good](;W[hg];B[ii])(;W[ig]))");
    assert_eq!(folder.convert(&["tree.sgf", "main.txt", "--main-line"]), done());
    assert_eq!(folder.text("main.txt"), "h8 h9 i7\n");
    assert_eq!(folder.convert(&["tree.sgf", "main.sgf", "--main-line"]), done());
    assert!(folder.text("main.sgf").ends_with("\n;B[hh]C[good];W[hg];B[ii])\n"), "{}", folder.text("main.sgf"));
}

#[test]
fn the_main_line_keeps_the_comment_on_the_start_where_one_is_held() {
    let folder = Folder::new();
    folder.write("tree.sgf", b"(;RU[renju]C[A good game]LB[hh:a];B[hh]C[good](;W[hg];B[ii])(;W[ig]))");
    assert_eq!(folder.convert(&["tree.sgf", "main.rif", "--main-line"]), done());
    let rif = folder.text("main.rif");
    assert!(rif.contains("<move>h8 h9 i7</move><info>A good game</info>"), "{rif}");
}

#[test]
fn foreign_properties_are_kept_in_sgf_and_left_out_elsewhere() {
    let folder = Folder::new();
    folder.write("game.sgf", b"(;RU[renju]TM[600];B[hh]BL[594](;W[hg]TR[aa])(;W[ig]TR[bb]))");
    assert_eq!(folder.convert(&["game.sgf", "copy.sgf"]), done());
    let copy = folder.text("copy.sgf");
    assert!(copy.ends_with("RU[renju]TM[600]\n;B[hh]BL[594](;W[hg]TR[aa])(;W[ig]TR[bb]))\n"), "{copy}");
    assert_eq!(folder.convert(&["game.sgf", "main.sgf", "--main-line"]), done());
    assert!(folder.text("main.sgf").ends_with("TM[600]\n;B[hh]BL[594];W[hg]TR[aa])\n"));
    assert_eq!(folder.convert(&["game.sgf", "main.psq", "--main-line"]), done());
    assert_eq!(folder.text("main.psq"), "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,0\n0\n");
    assert_eq!(folder.convert(&["main.sgf", "plain.txt"]), done());
}

#[test]
fn errors_are_told_and_the_rest_is_written_on_demand() {
    let folder = Folder::new();
    folder.write(
        "games.sgf",
        b"(;RU[renju];B[hh];W[hg])\n(;RU[renju];B[hh];W[hh])\n(;RU[renju];B[hh](;W[ii])(;W[hh])(;W[aa]))\n",
    );
    let Ended { code: status, err: errors, .. } = folder.convert(&["games.sgf", "out.sgf"]);
    let lines: Vec<_> = errors.lines().collect();
    assert_eq!(
        lines,
        [
            "error: games.sgf:2: ply 2: h8: the point is occupied",
            "error: games.sgf:3: ply 2: h8: the point is occupied",
        ]
    );
    assert!(status == 1 && !folder.folder().join("out.sgf").exists());
    let Ended { code: status, .. } = folder.convert(&["games.sgf", "out.sgf", "--keep-going"]);
    let text = folder.text("out.sgf");
    assert_eq!((status, text.matches("FF[4]").count()), (1, 3));
    assert!(text.contains(";B[hh])\n") && text.ends_with(";B[hh](;W[ii])(;W[aa]))\n"), "{text}");
    folder.write("branch.sgf", b"(;RU[renju];B[hh](;W[hg](;B[hh])(;B[ii]))(;W[ig]))");
    assert_eq!(folder.convert(&["branch.sgf", "branch.txt", "--keep-going", "--main-line"]).code, 1);
    assert_eq!(folder.text("branch.txt"), "h8 h9\n", "no variation takes the place of the error");
    assert_eq!(folder.convert(&["branch.sgf", "cut.sgf", "--keep-going"]).code, 1);
    assert!(folder.text("cut.sgf").ends_with("\n;B[hh](;W[hg])(;W[ig]))\n"), "{}", folder.text("cut.sgf"));
    folder.write("many.txt", "K10 K10\n".repeat(1000).as_bytes());
    let Ended { err: errors, .. } = folder.convert(&["many.txt", "out.sgf"]);
    assert_eq!((errors.lines().count(), errors.lines().last()), (21, Some("error: many.txt: 980 more errors")));
}

#[test]
fn libraries_keep_their_trees() {
    let folder = Folder::new();
    let tree = "(;RU[renju];B[hh]C[first\nsecond](;W[hg]MA[hg];B[if]LB[jj:A][kk:B](;W[jj])(;W[aa]C[pass by]))(;W[ig]))";
    folder.write("tree.sgf", tree.as_bytes());
    assert_eq!(folder.convert(&["tree.sgf", "tree.lib"]), done());
    assert_eq!(folder.convert(&["tree.lib", "again.sgf"]), done());
    let again = folder.text("again.sgf");
    let moves = again.split_once('\n').expect("a root").1;
    assert_eq!(moves.trim_end(), &tree[tree.find(";B").expect("a move")..]);
    assert_eq!(folder.convert(&["again.sgf", "again.lib"]), done());
    assert_eq!(folder.read("again.lib"), folder.read("tree.lib"));
}

#[test]
fn a_link_stays_and_a_pipe_is_written() {
    let folder = Folder::new();
    folder.write("a.txt", b"K10\n");
    folder.write("real.sgf", b"old");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("real.sgf", folder.folder().join("link.sgf")).expect("a link");
        assert_eq!(folder.convert(&["a.txt", "link.sgf"]), done());
        assert!(folder.text("real.sgf").contains("B[jj]"));
        assert!(fs::symlink_metadata(folder.folder().join("link.sgf")).is_ok_and(|found| found.is_symlink()));
        let Ended { code: status, out, .. } = folder.convert(&["a.txt", "/dev/stdout", "--to", "txt"]);
        assert_eq!((status, out.as_str()), (0, "K10\n"));
    }
}
