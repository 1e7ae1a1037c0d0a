//! Records as people bring them: who played, who won, which game it is.

use crate::run::{Ended, Folder};

const PLAYOK: &str = "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2021.11.07\"]\n[Round \"-\"]\n[Black \"Ann\"]\n[White \"Bob\"]\n\
    [Result \"0-1\"]\n[Time \"07:53:48\"]\n[TimeControl \"600\"]\n[GameType \"61,15\"]\n[BlackElo \"1608\"]\n\
    [WhiteElo \"2451\"]\n\n1. h8 i9 2. j8 black 3. i7 i8 4. g8 j9 5. j7 k10 6. l11 i10 7. h11 j10 8. l10\n\
    h7 9. g6 i11 10. l8 h10 11. g10 j12 12. j11 k13 13. g9 l14 0-1\n";

impl Folder {
    fn quiet_sgf(&self, args: &[&str]) -> String {
        let Ended { code, out, err } = self.run(&[&["convert"], args, &["-", "--to", "sgf"]].concat());
        assert_eq!((code, err.as_str()), (0, ""), "{args:?}");
        out
    }
}

#[test]
fn names_and_results_belong_to_the_stones() {
    let folder = Folder::new();
    folder.write("game.pgn", PLAYOK.as_bytes());
    let sgf = folder.quiet_sgf(&["game.pgn"]);
    for part in ["RU[standard]PB[Bob]PW[Ann]", "RE[B+5]", "BR[2451]", "WR[1608]", "TM[600]", "ON[swap2: black]"] {
        assert!(sgf.contains(part), "{part}: {sgf}");
    }
    let Ended { out, .. } = folder.run(&["convert", "game.pgn", "-", "--to", "pgn"]);
    for part in
        ["[Player 1 Name \"Bob\"]\n", "[Player 2 Name \"Ann\"]\n", "[Result \"1-0\"]\n", "[Time \"07:53:48\"]\n"]
    {
        assert!(out.contains(part), "{part}: {out}");
    }
    let swept = folder.run(&["sweep", "game.pgn", "--json", "--nodes", "1", "--threads", "1"]);
    let swept = swept.object();
    assert_eq!((&swept["x"], &swept["o"]), (&"Bob".into(), &"Ann".into()), "{swept}");
    assert_eq!(swept["outcome"]["winner"], "x");
    folder.write("wide.pgn", PLAYOK.replace("61,15", "61,19").replace("h8", "s19").as_bytes());
    let wide = folder.run(&["replay", "--json", "wide.pgn"]).object();
    assert_eq!((&wide["size"], &wide["moves"][0]["move"]), (&19.into(), &"s19".into()));
}

#[test]
fn games_that_are_not_named_are_not_guessed() {
    let folder = Folder::new();
    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n7,7,0\nRAPFI25.zip\nJAX25.zip\n-1\n";
    for (end, rules) in [("", "freestyle"), ("0,Freestyle15_1\n", "freestyle"), ("0,Renju_1\n", "renju")] {
        folder.write("game.psq", format!("{psq}{end}").as_bytes());
        assert!(folder.quiet_sgf(&["game.psq"]).contains(&format!("RU[{rules}]PB[RAPFI25.zip]")), "{end}");
    }
    folder.write("game.pgn", b"1. K10 L9 2. G10 L11\n");
    let Ended { code, out, err } = folder.run(&["convert", "game.pgn", "-"]);
    assert_eq!((code, out.as_str(), err.lines().count()), (1, "", 1));
    assert!(err.starts_with("error: game.pgn:1: no game is named here, --rules names it: ninuki, "), "{err}");
    assert_eq!(folder.run(&["convert", "game.pgn", "-", "--rules", "pente"]).out, "K10 L9 G10 L11\n");
}

#[test]
fn pgn_keeps_what_is_said() {
    let folder = Folder::new();
    let text = "[Game \"Keryo-Pente\"]\n[Site \"pente.org\"]\n[Date \"01/13/2004\"]\n[Time \"22:10:55\"]\n[TimeControl \"20/0\"]\n\
                [Rated \"Y\"]\n[Round \"1\"]\n[Section \"2\"]\n[Player 1 Name \"a\"]\n[Player 2 Name \"b\"]\n\
                [Player 1 Rating \"1700\"]\n[Player 2 Rating \"1800\"]\n[Player 1 Type \"human\"]\n\
                [Player 2 Type \"computer\"]\n[Result \"0-1\"]\n\n1. K10 L9 2. G10 L11 0-1\n\n";
    folder.write("game.pgn", text.as_bytes());
    assert_eq!(folder.run(&["convert", "game.pgn", "-", "--to", "pgn"]).out, text);
    folder.write("marks.pgn", b"[Game \"Pente\"]\n[Result \"*\"]\n\n1. K10! L9 $1 (1... L10 {wide}) 2. G10?? *\n");
    let sgf = folder.quiet_sgf(&["marks.pgn"]);
    assert!(sgf.ends_with(";B[jj]TE[1](;W[kk]TE[1];B[gj]BM[2])(;W[kj]C[wide]))\n"), "{sgf}");
}

#[test]
fn lists_of_moves() {
    let folder = Folder::new();
    for (text, more, moves) in [
        ("1. h8 i9 2. i7 g9\n", &[][..], "h8 i9 i7 g9"),
        ("h8_i9_i7_g9\n", &[], "h8 i9 i7 g9"),
        ("15 L7 L8 M8 L9 N10 # opening-25320 B=0.57\n", &["--columns", "go"], "k7 k8 l8 k9 m10"),
    ] {
        folder.write("list.txt", text.as_bytes());
        let args = [&["convert", "list.txt", "-", "--rules", "renju"], more].concat();
        let Ended { code, out, err } = folder.run(&args);
        assert_eq!((code, out.trim_end(), err.as_str()), (0, moves, ""), "{text}");
    }
    folder.write("stones.txt", b"G12H12G11H10I11I10F10E9J10J9G9G8I9J8K9K8L9M8F8F7H8G7I6I7\n");
    assert_eq!(folder.run(&["replay", "--rules", "renju", "stones.txt"]).code, 1);
    let stones = folder.run(&["replay", "--rules", "renju", "--stones", "--json", "stones.txt"]);
    assert_eq!((stones.code, stones.object()["plies"].clone()), (0, 0.into()), "{}", stones.err);
    let told = folder.run(&["replay", "--rules", "renju", "--moves", "h8 resign", "--json"]).object();
    assert_eq!((&told["outcome"]["winner"], &told["outcome"]["reason"]), (&"x".into(), &"resigned".into()));
    let refused = folder.run(&["replay", "--columns", "chess"]);
    assert!(refused.code == 2 && refused.err.contains("the columns are game or go"), "{}", refused.err);
}
