//! Records as other programs write them, seen from outside.

use serde_json::Value;

use crate::run::{Ended, Folder};

impl Folder {
    /// Converts a file to SGF; returns the messages, and the SGF without its line ends.
    fn to_sgf(&self, args: &[&str]) -> (String, String) {
        let Ended { code, out, err } = self.run(&[&["convert"], args, &["-", "--to", "sgf"]].concat());
        assert_eq!(code, 0, "{args:?}: {err}");
        (err, out.replace('\n', ""))
    }

    fn replay(&self, args: &[&str]) -> Ended {
        self.run(&[&["replay", "--json"], args].concat())
    }
}

/// The records that the command line, the service, Python and the board read alike.
fn records() -> Vec<Value> {
    let cases: Value = serde_json::from_str(include_str!("../../../../tests/cases/cases.json")).expect("an object");
    cases["records"].as_array().expect("a list").clone()
}

#[test]
fn every_case_has_its_value() {
    let folder = Folder::new();
    for case in records() {
        let text = |key: &str| case[key].as_str().unwrap_or_default();
        let file = text("file");
        folder.write(file, text("bytes").chars().map(|char| char as u8).collect::<Vec<u8>>());
        let options = case["options"].as_object().into_iter().flatten().flat_map(|(name, value)| {
            let value = value.as_str().map(str::to_owned);
            [Some(format!("--{name}")), value].into_iter().flatten()
        });
        let options: Vec<String> = options.collect();
        let args: Vec<&str> = options.iter().map(String::as_str).chain([file]).collect();
        let ended = folder.replay(&args);
        assert_eq!(ended.code, 0, "{}: {}", case["name"], ended.err);
        let game = ended.object();
        for key in ["game", "size", "plies"] {
            assert_eq!(game[key], case[key], "{}: {game}", case["name"]);
        }
        if let Some(outcome) = case["outcome"].as_array() {
            let found = [&game["outcome"]["winner"], &game["outcome"]["reason"]];
            assert!(found.into_iter().eq(outcome), "{}: {}", case["name"], game["outcome"]);
        }
        let (told, sgf) = folder.to_sgf(&args);
        assert!(told.contains(text("told")) && told.is_empty() == text("told").is_empty(), "{}: {told}", case["name"]);
        for part in case["sgf"].as_array().expect("a list") {
            assert!(sgf.contains(part.as_str().expect("text")), "{}: {part} in {sgf}", case["name"]);
        }
    }
}

#[test]
fn many_warnings_are_counted() {
    let folder = Folder::new();
    let apart = "acegikmo".chars().flat_map(|x| "adgj".chars().map(move |y| format!(";B[{x}{y}]")));
    let stones: String = apart.collect();
    folder.write("black.sgf", format!("(;GM[4]FF[4]SZ[15]RU[freestyle]{stones})").as_bytes());
    let Ended { err, .. } = folder.run(&["replay", "black.sgf"]);
    let warnings: Vec<_> = err.lines().filter(|line| line.starts_with("warning: ")).collect();
    assert_eq!(warnings.len(), 21, "{err}");
    assert!(warnings[20].ends_with(" more warnings"), "{err}");
}

#[test]
fn characters_are_those_that_the_file_names() {
    let folder = Folder::new();
    folder.write("gb.sgf", b"(;GM[4]FF[4]CA[GB2312]SZ[15]RU[renju];B[hh]C[\xBB\xA8\xD4\xC2]LB[ii:\xD6\xB1])");
    let (told, sgf) = folder.to_sgf(&["gb.sgf"]);
    assert_eq!(told, "");
    assert!(sgf.contains("CA[UTF-8]") && sgf.ends_with(";B[hh]LB[ii:直]C[花月])"), "{sgf}");
    folder.write("sjis.sgf", b"(;GM[4]FF[4]CA[Shift_JIS]SZ[15]RU[renju]PB[\x92\x86\x91\xBA];B[hh]C[\x83\\\x83]])");
    let (told, sgf) = folder.to_sgf(&["sjis.sgf"]);
    assert_eq!(told, "");
    assert!(sgf.contains("PB[中村]") && sgf.ends_with(";B[hh]C[ソゾ])"), "{sgf}");
    folder.write(
        "guess.sgf",
        b"(;GM[4]SZ[15]RU[renju];B[hh]C[\xCF\xE0\xF0\xF2\xE8\xFF \xEF\xEE \xF0\xFD\xED\xE4\xE7\xFE])",
    );
    let (told, sgf) = folder.to_sgf(&["guess.sgf"]);
    let guess = "warning: guess.sgf:1: the character set is not named and was guessed to be windows-1251; --encoding names it\n";
    assert_eq!(told, guess);
    assert!(sgf.contains("C[Партия по рэндзю]"), "{sgf}");
    assert_eq!(folder.to_sgf(&["guess.sgf", "--encoding", "cp1251"]), (String::new(), sgf));
    let wrong = folder.run(&["replay", "guess.sgf", "--encoding", "klingon"]);
    assert_eq!(wrong.code, 2);
    assert!(
        wrong.err.contains("\"klingon\" is no character set, known are those of the Encoding Standard"),
        "{}",
        wrong.err
    );
}

#[test]
fn libraries_have_the_characters_that_are_asked_for() {
    let folder = Folder::new();
    let lib = b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0xH\xBB\xA8\xD4\xC2\0\0";
    folder.write("gbk.lib", lib);
    let (told, sgf) = folder.to_sgf(&["gbk.lib", "--encoding", "gbk"]);
    assert!(told.is_empty() && sgf.ends_with(";B[hh]C[花月])"), "{told}{sgf}");
    let (told, _) = folder.to_sgf(&["gbk.lib"]);
    assert!(told.starts_with("warning: gbk.lib: the character set is not named and was guessed to be "), "{told}");
    folder.write("moon.sgf", sgf);
    let refused = folder.run(&["convert", "moon.sgf", "moon.lib"]);
    let reason = "error: moon.sgf:1: '花' is no character of windows-1252, in which this lib is to be written; a text has it; \
                  --to-encoding names another\n";
    assert_eq!((refused.code, refused.err.as_str()), (1, reason));
    assert_eq!(folder.run(&["convert", "moon.sgf", "moon.lib", "--to-encoding", "gb2312"]).code, 0);
    assert_eq!(folder.read("moon.lib"), lib);
    assert_eq!(folder.run(&["convert", "moon.sgf", "again.sgf", "--to-encoding", "big5"]).code, 0);
    assert!(folder.read("again.sgf").windows(8).any(|bytes| bytes == b"CA[Big5]"));
    assert!(folder.to_sgf(&["again.sgf"]).1.contains("C[花月]"));
}

#[test]
fn stones_that_come_otherwise_are_there() {
    let folder = Folder::new();
    folder
        .write("quest.sgf", "(;GM[4]FF[4]SZ[15]GN[quest]RE[B+]\nPB[Ann]PW[Bob]\n;QPR[hh,hg,jf];QSLW[ig];B[gg];W[ii])");
    let ended = folder.replay(&["--rules", "freestyle", "quest.sgf"]);
    assert_eq!((ended.code, ended.object()["plies"].as_u64()), (0, Some(6)), "{}", ended.err);
    folder.write(
        "middle.sgf",
        "(;GM[4]FF[4]SZ[15]AB[hh][ii]AW[jj]PL[W];W[]C[pass];AE[ii]PL[B];B[kk])(;GM[4]SZ[15];B[gg])",
    );
    let ended = folder.replay(&["--rules", "renju", "middle.sgf"]);
    let plies: Vec<_> = ended.objects().iter().map(|game| game["plies"].as_u64()).collect();
    assert_eq!((ended.code, plies), (0, vec![Some(2), Some(1)]), "{}", ended.err);
    let (told, sgf) = folder.to_sgf(&["--rules", "renju", "middle.sgf"]);
    assert!(told.is_empty() && sgf.contains("AB[hh][ii]AW[jj]PL[W];W[]C[pass];AE[ii]PL[B];B[kk]"), "{told}{sgf}");
    let board = folder.run(&["board", "--rules", "renju", "middle.sgf", "--game", "1"]);
    board.says(&["renju, size 15, 2 moves", "White (o) to move"]);
    let refused = folder.run(&["convert", "--rules", "renju", "middle.sgf", "-"]);
    let reason = "error: middle.sgf:1: txt has no stones that are set up in the middle of a game, this one has some\n";
    assert_eq!((refused.code, refused.err.as_str()), (1, reason));
    let review = folder.run(&["sweep", "--rules", "renju", "--nodes", "10", "middle.sgf"]);
    assert_eq!(review.code, 1);
    assert!(review.err.contains("after 1 moves stones are set up or a side passes"), "{}", review.err);
    folder.write("other.sgf", "(;GM[4]FF[4]SZ[15]RU[renju];B[hh];QXX[ig])");
    let ended = folder.replay(&["other.sgf"]);
    assert_eq!(ended.code, 1);
    assert!(ended.object()["error"]["reason"].as_str().is_some_and(|reason| reason.contains("QXX names points")));
}

#[test]
fn passes_and_two_moves_in_a_row_are_kept() {
    let folder = Folder::new();
    folder.write("pass.sgf", "(;GM[4]FF[4]SZ[15]RU[renju];B[hh];W[tt];B[ii];W[])");
    folder.write("pass.lib", b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0x\0\0\0i@");
    folder.write(
        "a.rif",
        "<database><games><game id='2' bresult='1'><move>h8 h9 h7 h6 i9 g7 pass f8</move></game></games></database>",
    );
    for (file, plies) in [("pass.sgf", 4), ("pass.lib", 3), ("a.rif", 8)] {
        let ended = folder.replay(&[file]);
        assert_eq!((ended.code, ended.object()["plies"].as_u64()), (0, Some(plies)), "{file}: {}", ended.err);
    }
    folder.write("twice.sgf", "(;GM[4]FF[4]SZ[15]RU[renju];B[hh];B[ii])");
    let ended = folder.run(&["replay", "twice.sgf"]);
    let told = "warning: twice.sgf:1: Black has two moves in a row: White passes between them\n";
    assert_eq!((ended.code, ended.err.as_str()), (0, told));
    assert_eq!(folder.replay(&["twice.sgf"]).object()["remarks"][0]["line"], 1);
    let analysis = folder.run(&["analyze", "pass.sgf", "--nodes", "100", "--json"]);
    assert_eq!((analysis.code, analysis.err.as_str()), (0, ""));
}

#[test]
fn results_are_kept_and_compared_with_the_board() {
    let folder = Folder::new();
    for result in ["W", "Void", "Black wins by resignation."] {
        folder.write("re.sgf", format!("(;GM[4]FF[4]SZ[15]RU[freestyle]RE[{result}]TM[600]GC[hi];B[hh]BL[594];W[ii])"));
        let (told, sgf) = folder.to_sgf(&["re.sgf"]);
        assert!(told.is_empty() && sgf.contains(&format!("RE[{result}]GC[hi]TM[600]")), "{told}{sgf}");
    }
    folder.write("resign.sgf", "(;FF[4]EV[five.1]PB[Ann]PW[Bob]SZ[15]RE[B];B[hh];W[ii];B[hi];W[resign])");
    let outcome = folder.replay(&["--rules", "freestyle", "resign.sgf"]).object()["outcome"].clone();
    assert_eq!(outcome, serde_json::json!({"winner": "x", "reason": "resigned"}));
    let five = "B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae]";
    folder.write("five.sgf", format!("(;GM[4]SZ[15]RU[freestyle]RE[W+Time];{five})"));
    let told = "warning: five.sgf:1: the record has the result W+Time, on the board Black has won, five\n";
    assert_eq!(folder.run(&["replay", "five.sgf"]).err, told);
    assert_eq!(folder.to_sgf(&["five.sgf"]).0, told);
    let object = folder.replay(&["five.sgf"]).object();
    assert_eq!((&object["contradiction"], &object["outcome"]["winner"]), (&"W+Time".into(), &"x".into()));
    assert_eq!(folder.run(&["sweep", "--nodes", "10", "five.sgf"]).err, told);
    let swept = folder.run(&["sweep", "--nodes", "10", "--json", "five.sgf"]).object();
    assert_eq!(swept["contradiction"], "W+Time");
}

#[test]
fn games_are_those_that_their_programs_mean() {
    let folder = Folder::new();
    folder.write("zj.sgf", "(;GM[5]FF[4]AP[ZJRenju]SZ[15];B[hh];W[ig];B[ii];W[gg])");
    let ended = folder.replay(&["zj.sgf"]);
    assert_eq!((ended.code, &ended.object()["game"]), (0, &"renju".into()));
    folder.write("gm4.sgf", "\u{FEFF}(;GM[4]FF[4]CA[utf8]PW[Bob]PB[Ann]\n;B[hh];W[ig];B[gi])");
    let ended = folder.replay(&["gm4.sgf"]);
    let object = ended.object();
    assert_eq!((ended.code, &object["game"], &object["size"]), (0, &"freestyle".into(), &15.into()));
    let remark = "GM[4] is gomoku or renju, and no RU says which; read as freestyle, --rules names another";
    assert_eq!(object["remarks"], serde_json::json!([{"line": 1, "text": remark}]));
    folder.write("none.sgf", "(;FF[4]SZ[15];B[hh])");
    let ended = folder.run(&["replay", "none.sgf"]);
    assert_eq!(ended.code, 1);
    assert!(ended.err.starts_with("error: none.sgf:1: no game is named here, --rules names it: "), "{}", ended.err);
}
