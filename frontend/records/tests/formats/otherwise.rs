//! Set-ups in the middle of a game, words instead of moves, unread results, games by number.

use ninuki_records::tree::ROOT;
use ninuki_records::{Entry, Format, Replayed};

use crate::{one, options, outline, read, short};

fn sgf(text: &str) -> Entry {
    one(Format::SGF, text.as_bytes(), &options(None, None))
}

fn again(entry: &Entry) -> String {
    String::from_utf8(Format::SGF.write(std::slice::from_ref(entry))).expect("UTF-8")
}

fn remarks(entry: &Entry) -> Vec<String> {
    let remarks = Replayed::new(Ok(entry.clone())).remarks;
    remarks.iter().map(ToString::to_string).collect()
}

#[test]
fn stones_are_set_up_in_the_middle_of_a_game() {
    let text = "(;GM[4]FF[4]SZ[15]RU[renju]AB[hh][ii]AW[jj]PL[W];W[]C[pass];AE[ii]PL[B];B[kk])";
    let entry = sgf(text);
    assert_eq!(short(entry.clone()), "renju 15x15 pass k5");
    let game = Replayed::new(Ok(entry.clone()));
    assert_eq!(game.record.position_text(), "15/15/15/15/15/15/15/7x7/15/9o5/10x4/15/15/15/15 o 0 0");
    let written = again(&entry);
    assert!(written.ends_with("AB[hh][ii]AW[jj]PL[W]\n;W[]C[pass];AE[ii]PL[B];B[kk])\n"), "{written}");
    assert_eq!(again(&sgf(&written)), written);
    let text = Format::TXT.check(&entry).expect_err("no place for it").to_string();
    assert_eq!(text, "txt has no stones that are set up in the middle of a game, this one has some");
}

#[test]
fn set_ups_in_variations_are_taken_back() {
    let text =
        "(;GM[4]RU[freestyle]SZ[15];B[hh](;W[hg];AB[aa][bb]AW[cc]PL[W]C[so];W[dd])(;W[ii](;AE[hh];B[hh])(;B[jj])))";
    let entry = sgf(text);
    let tree = entry.whole();
    assert_eq!(tree.checked(entry.game, None).1, [], "nothing is refused");
    assert_eq!(short(entry.clone()), "freestyle 15x15 h8 h9 d12");
    let written = again(&entry);
    assert_eq!(outline(entry.game, &sgf(&written).whole()), outline(entry.game, &tree));
    let written = written.replace('\n', "");
    assert!(written.contains("(;W[hg];AB[aa][bb]AW[cc]PL[W]C[so];W[dd])"), "{written}");
    assert!(written.contains("(;AE[hh]PL[B];B[hh])(;B[jj])"), "{written}");
    let refused = sgf("(;GM[4]RU[freestyle]SZ[15];B[hh](;W[hg])(;AB[aa];W[aa]))");
    let refused = refused.whole().checked(refused.game, None).1;
    assert_eq!(refused[0].to_string(), "1: ply 2: a15: the point is occupied");
}

/// Problems in one file: the set-up of one branch is no start for the others.
#[test]
fn branches_that_begin_with_stones() {
    let entry = sgf("(;GM[4]RU[freestyle]SZ[15](;AB[aa]AW[bb]PL[B];B[cc])(;AB[oo]AW[nn]PL[W];W[mm]))");
    assert_eq!(entry.setup, None);
    assert_eq!(short(entry.clone()), "freestyle 15x15 c13");
    let position = Replayed::new(Ok(entry.clone())).record.position_text();
    assert_eq!(position, "x14/1o13/2x12/15/15/15/15/15/15/15/15/15/15/15/15 o 0 0");
    assert_eq!(entry.whole().checked(entry.game, None).1, []);
    assert_eq!(again(&sgf(&again(&entry))), again(&entry));
}

#[test]
fn games_of_gomoku_quest_begin_with_properties_of_its_own() {
    let text = "(;GM[4]FF[4]SZ[15]RU[freestyle]RE[B+]\nPB[Ann]PW[Bob]\n;QPR[hh,hg,jf];QSLW[ig];B[gg];W[ii])";
    let entry = sgf(text);
    assert_eq!(short(entry.clone()), "freestyle 15x15 h8 h9 j10 i9 g9 i7");
    assert_eq!(entry.about.opening, "swap: white");
    assert!(again(&entry).contains(";B[hh];W[hg];B[jf];W[ig];B[gg];W[ii]"));
    let black = sgf("(;GM[4]SZ[15]RU[freestyle];QPR[hh,hg,jf];QSLB[];W[gg])");
    assert_eq!(
        (short(black.clone()), &*black.about.opening),
        ("freestyle 15x15 h8 h9 j10 g9".to_owned(), "swap: black")
    );
    let unknown = sgf("(;GM[4]SZ[15]RU[freestyle];B[hh];QXX[hg,jf];W[gg])");
    let reason = "freestyle 15x15 h8 ! 1: ply 2: QXX: column 34: QXX names points of a node without a move and is not known \
                  here: stones that it places would be missing";
    assert_eq!(short(unknown), reason);
    for harmless in [
        "(;GM[4]SZ[15]RU[renju]XX[hg];B[hh]YY[hg];TR[aa];W[hg]ZZ[aa:bb])",
        "(;GM[4]SZ[15]RU[renju];B[hh];QQ[12];W[hg])",
    ] {
        assert_eq!(short(sgf(harmless)), "renju 15x15 h8 h9", "{harmless}");
    }
}

#[test]
fn passes_of_records_without_captures() {
    let sgf_text = "(;GM[4]FF[4]SZ[15]RU[renju];B[hh];W[tt];B[ii];W[])";
    assert_eq!(short(sgf(sgf_text)), "renju 15x15 h8 pass i7 pass");
    assert!(again(&sgf(sgf_text)).ends_with("\n;B[hh];W[];B[ii];W[])\n"));
    let lib = b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0\x78\0\0\0\x69\x40";
    let entry = one(Format::LIB, lib, &options(None, None));
    assert_eq!(short(entry.clone()), "renju 15x15 h8 pass i9");
    assert_eq!(Format::LIB.write(&[entry]), lib);
    let pente = sgf("(;RU[pente];B[jj];W[])");
    assert!(short(pente).contains("ply 2: pass: passing is allowed only without a legal placement"));
    let branches = sgf("(;GM[4]RU[renju]SZ[15];B[hh](;W[];B[ii];W[hg])(;W[hg];B[pass];W[ii](;B[])(;B[jj])))");
    assert_eq!(branches.whole().checked(branches.game, None).1, []);
}

#[cfg(feature = "databases")]
#[test]
fn passes_in_the_database_of_renjunet() {
    let rif =
        b"<database><games><game id='2' bresult='1'><move>h8 h9 h7 h6 i9 g7 pass f8</move><info>resigned</info></game>\
                <game id='4' bresult='1'><move>h8 h9 h7 -- i9</move></game>\
                <game id='5'><move>h8 h9 i10 resign</move></game></games></database>";
    let games = read(Format::RIF, rif, &options(None, None));
    let games: Vec<_> = games.into_iter().map(|game| short(game.expect("readable"))).collect();
    assert_eq!(
        games,
        [
            "renju 15x15 h8 h9 h7 h6 i9 g7 pass f8, x resigned",
            "renju 15x15 h8 h9 h7 pass i9",
            "renju 15x15 h8 h9 i10, x resigned"
        ]
    );
}

#[test]
fn two_moves_of_one_colour_have_a_pass_between_them() {
    let entry = sgf("(;GM[4]FF[4]SZ[15]RU[freestyle];B[hh];B[hg]\n;W[aa](;W[bb])(;B[bb]))");
    assert_eq!(short(entry.clone()), "freestyle 15x15 h8 pass h9 a15 pass b14");
    assert_eq!(
        remarks(&entry),
        [
            "1: Black has two moves in a row: White passes between them",
            "2: White has two moves in a row: Black passes between them"
        ]
    );
    assert_eq!(again(&sgf(&again(&entry))), again(&entry));
    assert!(remarks(&sgf(&again(&entry))).is_empty(), "the passes are written");
}

#[test]
fn a_word_in_the_place_of_a_move_ends_the_game() {
    let text =
        "(;FF[4]EV[five.ch.1]PB[Ann]PW[Bob]SZ[15]RE[B]GC[ game #1]SO[http://example.org];B[hh];W[ii];B[hi];W[resign])";
    let entry = one(Format::SGF, text.as_bytes(), &options(Some("freestyle"), None));
    assert_eq!(short(entry.clone()), "freestyle 15x15 h8 i7 h7, x resigned");
    assert!(again(&entry).contains("EV[five.ch.1]RE[B+R]GC[ game #1]SO[http://example.org]"), "{}", again(&entry));
    assert_eq!(short(sgf("(;GM[4]RU[renju]SZ[15];B[hh];W[Time])")), "renju 15x15 h8, x time");
    let other = sgf("(;GM[4]RU[renju]SZ[15]RE[W+R];B[hh];W[resign])");
    assert_eq!(remarks(&other), ["1: RE is W+R, but the moves end with B+R"]);
    let variation = sgf("(;GM[4]RU[renju]SZ[15];B[hh](;W[ii])(;W[hg];B[resign]))");
    assert_eq!(again(&sgf(&again(&variation))), again(&variation));
    assert!(again(&variation).contains("W[hg]C[Black: resign]"));
}

#[test]
fn results_are_written_as_they_were() {
    let with = |result: &str| sgf(&format!("(;GM[4]FF[4]SZ[15]RU[freestyle]RE[{result}];B[hh];W[ii])"));
    for result in [
        "W",
        "Void",
        "?",
        "B+Resign",
        "Black wins by resignation.",
        "White won on time",
        "Draw",
        "0",
        "unfinished \\] game",
        "B+2",
    ] {
        assert!(again(&with(result)).contains(&format!("RE[{result}]")), "{result}: {}", again(&with(result)));
    }
    for (result, claim) in [
        ("W", Some("W+")),
        ("Black", Some("B+")),
        ("white wins by resignation", Some("W+R")),
        ("Black won on time", Some("B+T")),
        ("Void", None),
        ("Black played well", None),
        ("wonderful", None),
    ] {
        assert_eq!(with(result).result.map(|claim| claim.to_string()).as_deref(), claim, "{result}");
    }
}

#[test]
fn a_result_that_is_another_one_on_the_board_is_told_with_both() {
    let five = "B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae]";
    let entry = |result: &str| sgf(&format!("(;GM[4]SZ[15]RU[freestyle]RE[{result}];{five})"));
    let message = "1: the record has the result W+Resign, on the board Black has won, five";
    assert_eq!(remarks(&entry("W+Resign")), [message]);
    assert_eq!(Replayed::new(Ok(entry("W+Resign"))).contradiction.as_deref(), Some("W+Resign"));
    for result in ["B+", "B+R", "Black", "Void", ""] {
        assert_eq!(remarks(&entry(result)), [""; 0], "{result}");
    }
    assert!(remarks(&entry("Draw"))[0].contains("the result Draw, on the board Black has won"));
}

#[test]
fn games_are_known_by_their_numbers_and_programs() {
    let guess = "1: GM[4] is gomoku or renju, and no RU says which; read as freestyle, --rules names another";
    let entry = sgf("\u{FEFF}(;GM[4]FF[4]CA[utf8]PW[Bob]PB[Ann]\n;B[hh];W[ig];B[gi])");
    assert_eq!(
        (short(entry.clone()), remarks(&entry)),
        ("freestyle 15x15 h8 i9 g7".to_owned(), vec![guess.to_owned()])
    );
    assert_eq!(short(sgf("(;GM[4]SZ[19];B[hh])")), "freestyle 19x19 h12");
    let asked = one(Format::SGF, b"(;GM[4];B[hh])", &options(Some("renju"), None));
    assert_eq!((short(asked.clone()), remarks(&asked)), ("renju 15x15 h8".to_owned(), vec![]));
    let zj = sgf("(;GM[5]FF[4]AP[ZJRenju]SZ[15];B[hh];W[ig])");
    assert_eq!((short(zj.clone()), remarks(&zj)), ("renju 15x15 h8 i9".to_owned(), vec![]));
    assert_eq!(short(sgf(&again(&zj))), "renju 15x15 h8 i9");
    let none = read(Format::SGF, b"(;SZ[15];B[hh])", &options(None, None)).remove(0).expect_err("no game");
    assert!(none.starts_with("1: no game is named here, --rules names it: ninuki, "), "{none}");
    assert!(none.contains("freestyle, standard, renju, caro") && !none.contains("ndengrod"), "{none}");
}

#[test]
fn points_in_capitals_and_notes_before_their_move() {
    assert_eq!(short(sgf("(;GM[4]RU[renju]SZ[15];B[HH];W[Ig];B[II])")), "renju 15x15 h8 i9 i7");
    let entry = sgf("(;GM[4]RU[renju]SZ[15];C[the centre]N[one]B[hh];W[ig])");
    let tree = entry.whole();
    assert_eq!(tree.note(tree.first(ROOT).expect("a move")).expect("a note").comment, "the centre");
    assert!(again(&entry).contains(";B[hh]N[one]C[the centre];W[ig]"));
}

#[test]
fn nothing_of_a_record_is_lost() {
    let text = "(;FF[4]GM[4]CA[UTF-8]AP[Other:1]SZ[15]RU[freestyle]PB[Ann]PW[Bob]EV[Cup]PC[Home]DT[2026-01-02]RO[3]RE[Void]\
                BR[1d]GC[hi]KM[0]OT[30/5]TM[600]US[x]WR[1800]WT[team]XY[any\\]thing]C[a \\] b]\n\
                ;B[hh]BL[594]N[name]C[text]TR[aa][bb:cc](;W[ii]TE[1]LB[aa:1]MA[ii][jj]WL[590];AE[hh]PL[B];B[hh]C[again];W[])\
                (;W[hg]DO[]))\n";
    assert_eq!(
        again(&sgf(text)).replace('\n', ""),
        text.replace('\n', "").replace("N[name]C[text]TR[aa][bb:cc]", "N[name]TR[aa][bb:cc]C[text]")
    );
}
