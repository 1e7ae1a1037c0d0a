//! Lists of moves as people and programs write them, and files that name no game.

use ninuki_records::{Choice, Entry, Format};

use crate::{one, options, read, short};

fn renju(text: &str) -> Entry {
    one(Format::TXT, text.as_bytes(), &options(Some("renju"), None))
}

#[test]
fn one_game_in_many_ways() {
    let expected = "renju 15x15 h8 i9 i7 g9";
    for text in [
        "1. h8 i9 2. i7 g9",
        "1. h8 2. i9 3. i7 4. g9",
        "1.h8 1...i9 2.i7 g9",
        "h8_i9_i7_g9",
        "h8-i9-i7-g9",
        "h8, i9, i7, g9",
        "H8I9I7G9",
        "H8 I9 I7 G9 # a comment",
        "15 h8 i9 i7 g9",
        "B h8 W i9 B i7 W g9",
        "play black h8 play white i9 play black i7 play white g9",
        "moves h8 i9 i7 g9 *",
    ] {
        assert_eq!(short(renju(text)), expected, "{text}");
        let choice = options(Some("renju"), None);
        assert_eq!(short(choice.entry(text.trim_start_matches("moves ")).expect("a list")), expected, "{text}");
    }
}

#[test]
fn go_has_no_column_i() {
    let choice = Choice { go_columns: true, ..options(Some("renju"), None) };
    let entry = one(Format::TXT, b"15 L7 L8 M8 L9 N10 # opening-25320 B=0.57\n", &choice);
    assert_eq!(short(entry), "renju 15x15 k7 k8 l8 k9 m10");
    assert!(short(one(Format::TXT, b"h8 i9\n", &choice)).contains("! 1: ply 2: i9: column 4: \"i9\" is no point"));
    let pente = Choice { go_columns: true, ..options(Some("pente"), None) };
    assert_eq!(short(one(Format::TXT, b"K10 L9", &pente)), "pente 19x19 K10 L9");
    let gtp = b"boardsize 15\nkomi 0\nclear_board\nplay B H8\nplay w J9\nclear_board\n\nplay B A1\ngenmove w\n= B2\n";
    let found = read(Format::TXT, gtp, &options(Some("freestyle"), Some(15)));
    let found: Vec<_> = found.into_iter().map(|entry| short(entry.expect("readable"))).collect();
    assert_eq!(found, ["freestyle 15x15 h8 i9", "freestyle 15x15 a1 b2"]);
}

#[test]
fn sizes_that_lists_name() {
    let pente = options(Some("pente"), None);
    assert_eq!(short(one(Format::TXT, b"13 G7 F6", &pente)), "pente 13x13 G7 F6");
    let wrong = read(Format::TXT, b"13 G7", &options(Some("pente"), Some(19))).remove(0).expect_err("two sizes");
    assert!(wrong.contains("13x13 points, the game has 19x19"), "{wrong}");
}

#[test]
fn stones_without_an_order() {
    let choice = Choice { stones: true, ..options(Some("renju"), None) };
    let text = b"G12H12G11H10I11I10F10E9J10J9G9G8I9J8K9K8L9M8F8F7H8G7I6I7";
    assert!(
        short(one(Format::TXT, text, &options(Some("renju"), None))).contains(" ! 1: ply "),
        "in turn they are no game"
    );
    let entry = one(Format::TXT, text, &choice);
    let setup = entry.setup.as_ref().expect("a set-up");
    assert_eq!((setup.stones.len(), setup.to_move, entry.moves.len()), (24, engine::Color::Black, 0));
    let entry = one(Format::TXT, b"B h8 B i8 W j8", &choice);
    assert_eq!(entry.setup.map(|setup| (setup.stones.len(), setup.to_move)), Some((3, engine::Color::White)));
    for (text, message) in [
        (&b"h8 h8"[..], "two stones stand on this point"),
        (b"h8 pass", "\"pass\" is no stone"),
        (b"h8 z9", "\"z9\" is no point"),
        (b"position 15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x h8", "exclude each other"),
    ] {
        let refused = read(Format::TXT, text, &choice).remove(0).expect_err("refused");
        assert!(refused.contains(message), "{refused}");
    }
}

#[test]
fn colours_and_ends() {
    let entry = renju("W h8 B i9");
    assert_eq!((short(entry.clone()), entry.remarks.len()), ("renju 15x15 h8 i9".to_owned(), 1));
    assert_eq!(entry.remarks[0].to_string(), "1: White begins: the colours are exchanged");
    let entry = renju("B h8 B i9");
    assert_eq!(entry.played().count(), 3);
    assert_eq!(entry.remarks[0].to_string(), "1: two moves of Black in a row, a pass is between them");
    assert_eq!(short(renju("h8 i9 resign")), "renju 15x15 h8 i9, o resigned");
    assert_eq!(short(renju("h8 i9 i7 w timeout")), "renju 15x15 h8 i9 i7, x time");
    assert!(short(renju("h8 resign i9")).contains("column 11: a move follows the result"));
    assert!(short(renju("h8 17 i9")).contains("! 1: ply 2: 17: column 4: \"17\" is no point"));
}

#[test]
fn no_record_is_guessed_to_have_captures() {
    let none = options(None, None);
    let psq = |end: &str| format!("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n7,7,0\na.zip\nb.zip\n-1\n{end}");
    for (end, rules) in [
        ("", "freestyle"),
        ("0,Freestyle15_1\n", "freestyle"),
        ("0,Fastgame\n", "freestyle"),
        ("0,Standard_1\n", "standard"),
        ("0,Renju_1\n", "renju"),
        ("3,Caro2\n", "caro"),
    ] {
        let entry = one(Format::PSQ, psq(end).as_bytes(), &none);
        assert_eq!(short(entry.clone()), format!("{rules} 15x15 h8 i7 g9"), "{end}");
        assert_eq!(Format::PSQ.write(&[entry]), psq(end).into_bytes(), "all of it is kept");
    }
    let bare =
        |end: &str| short(one(Format::PSQ, format!("Piskvorky 15x15, 11:11, 0\n8,8,0\n{end}").as_bytes(), &none));
    assert_eq!(bare("0,Renju_1\n"), "renju 15x15 h8", "a league without the code of a result");
    assert_eq!(bare("0,Ann\n"), "freestyle 15x15 h8", "a name");
    let unknown = read(Format::PSQ, psq("0,Connect6\n").as_bytes(), &none).remove(0).expect_err("unknown");
    assert!(unknown.starts_with("8: \"Connect6\" is no game known here"), "{unknown}");
    assert_eq!(short(one(Format::REC, b"a\nb\n10,10,0\n11,9,350\n0\n", &none)), "freestyle 20x20 k10 l11");
    assert_eq!(short(one(Format::OFFSET, b"0,0, 1,1\n", &none)), "freestyle 15x15 h8 i7");
    for (format, bytes) in
        [(Format::POS, &b"h8i9"[..]), (Format::POS, &[1, 112]), (Format::PGN, b"[Result \"*\"]\n\nK10")]
    {
        let refused = read(format, bytes, &none).remove(0).expect_err("several are possible");
        assert!(refused.starts_with("1: no game is named here, --rules names it: ninuki"), "{format}: {refused}");
        assert!(refused.len() < 250, "{}", refused.len());
    }
    assert!(none.check_named(Format::TXT).is_err() && none.check_named(Format::PSQ).is_ok());
    assert!(options(Some("renju"), None).check_named(Format::TXT).is_ok());
}

#[test]
fn piskvork_keeps_its_head() {
    let text = "Piskvorky 20x20, 0:11, 1\n10,10,1200\n11,11,0\nfirst.exe\nsecond.exe\n-3\n";
    let entry = one(Format::PSQ, text.as_bytes(), &options(None, None));
    assert_eq!(entry.about.players, ["second.exe", "first.exe"], "the second player began");
    assert_eq!(Format::PSQ.write(std::slice::from_ref(&entry)), text.as_bytes());
    let sgf = one(Format::SGF, &Format::SGF.write(&[entry]), &options(None, None));
    assert_eq!(String::from_utf8_lossy(&Format::PSQ.write(&[sgf])), text.replace("1200", "0"), "SGF has no such times");
}
