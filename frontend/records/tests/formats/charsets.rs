//! Character sets: named by `CA`, named by the options, or guessed with a remark.

use ninuki_records::{CapacityError, Choice, Encoding, Format};

use crate::{comment, one, options, read, remarks};

fn set(name: &str) -> Encoding {
    name.parse().expect(name)
}

/// A game with a comment, in the character set that `CA` names.
fn sgf(name: &str, comment: &str) -> Vec<u8> {
    let text = format!("(;GM[4]FF[4]CA[{name}]SZ[15]RU[renju]PB[{comment}];B[hh]C[{comment}]LB[ii:{comment}])");
    set(name).encode(&text).expect(name)
}

#[test]
fn the_bytes_are_decoded_before_anything_is_parsed() {
    // The second bytes of these are `\`, `]`, `[` or `|` in their sets.
    for (name, text) in [
        ("GB2312", "花月"),
        ("GBK", "誠乗俓"),
        ("GB18030", "花月 😀"),
        ("Shift_JIS", "表ソ十能"),
        ("Big5", "功蓋許"),
        ("EUC-KR", "오목"),
        ("EUC-JP", "連珠"),
        ("windows-1251", "Рэндзю"),
        ("ISO-8859-2", "Gomoku, že"),
        ("UTF-8", "連珠"),
    ] {
        let entry = one(Format::SGF, &sgf(name, text), &options(None, None));
        assert_eq!((comment(&entry), &entry.about.players[0]), (text.to_owned(), &text.to_owned()), "{name}");
        assert_eq!((remarks(&entry), &entry.damage[..]), (vec![], &[][..]), "{name}");
        assert_eq!(entry.encoding, Some(set(name)).filter(|&it| it != Encoding::UTF_8));
        let written = Format::SGF.write(std::slice::from_ref(&entry));
        let written = String::from_utf8(written).expect("UTF-8");
        assert!(written.contains("CA[UTF-8]") && written.contains(&format!("C[{text}]")), "{written}");
        // And back in the set that it came in.
        Format::SGF.check_in(&entry, Some(set(name))).expect("held");
        let back = Format::SGF.write_in(std::slice::from_ref(&entry), Some(set(name)));
        let again = one(Format::SGF, &back, &options(None, None));
        assert_eq!((comment(&again), again.encoding), (text.to_owned(), entry.encoding), "{name}");
    }
}

#[test]
fn a_name_after_a_byte_that_looks_like_a_bracket_is_found() {
    let text = "(;GM[4]FF[4]PB[表]CA[Shift_JIS]SZ[15]RU[renju];B[hh]C[能])";
    let entry = one(Format::SGF, &set("Shift_JIS").encode(text).expect("Japanese"), &options(None, None));
    assert_eq!((&*entry.about.players[0], &*comment(&entry)), ("表", "能"));
}

#[test]
fn games_of_a_file_have_their_own_sets() {
    let mut file = sgf("Shift_JIS", "表");
    file.push(b'\n');
    file.extend(sgf("GBK", "花月"));
    file.push(b'\n');
    file.extend(sgf("UTF-8", "é"));
    file.extend(b"(;GM[4]SZ[15]RU[renju];B[hh]C[plain])");
    let games = read(Format::SGF, &file, &options(None, None));
    let comments: Vec<_> = games.iter().map(|game| comment(game.as_ref().expect("readable"))).collect();
    assert_eq!(comments, ["表", "花月", "é", "plain"]);
    let lines: Vec<_> = games.iter().map(|game| game.as_ref().expect("readable").line).collect();
    assert_eq!(lines, [Some(1), Some(2), Some(3), Some(3)]);
    assert!(games.iter().all(|game| game.as_ref().expect("readable").remarks.is_empty()));
}

#[test]
fn without_a_name_a_guess_is_told() {
    let text = "(;GM[4]SZ[15]RU[renju];B[hh]C[Партия по рэндзю, чемпионат Москвы])";
    let bytes = set("windows-1251").encode(text).expect("Russian");
    let entry = one(Format::SGF, &bytes, &options(None, None));
    assert_eq!(comment(&entry), "Партия по рэндзю, чемпионат Москвы");
    let message = "1: the character set is not named and was guessed to be windows-1251; --encoding names it";
    assert_eq!(remarks(&entry), [message]);
    assert!(remarks(&one(Format::SGF, text.as_bytes(), &options(None, None))).is_empty(), "UTF-8 is no guess");
    let asked = Choice { encoding: Some(set("windows-1251")), ..options(None, None) };
    let entry = one(Format::SGF, &bytes, &asked);
    assert_eq!((&*comment(&entry), remarks(&entry)), ("Партия по рэндзю, чемпионат Москвы", vec![]));
    let converted = text.replace("SZ", "CA[GBK]SZ");
    let entry = one(Format::SGF, converted.as_bytes(), &options(None, None));
    let message = "1: CA names GBK, but the text is UTF-8 and was read as that; --encoding names it";
    assert_eq!((&*comment(&entry), remarks(&entry)), ("Партия по рэндзю, чемпионат Москвы", vec![message.to_owned()]));
    let marked = "\u{FEFF}".to_owned() + &text.replace("SZ", "CA[latin1]SZ");
    assert!(comment(&one(Format::SGF, marked.as_bytes(), &options(None, None))).starts_with("Партия"));
}

#[test]
fn a_name_that_no_set_has_and_bytes_that_are_no_characters() {
    let unknown = b"(;GM[4]CA[klingon]SZ[15]RU[renju];B[hh]C[\xE4])";
    let reason = "1: CA[klingon] is no character set known here; --encoding names another";
    assert_eq!(read(Format::SGF, unknown, &options(None, None))[0].as_ref().err().map(String::as_str), Some(reason));
    let plain = b"(;GM[4]CA[klingon]SZ[15]RU[renju];B[hh]C[ASCII])";
    assert_eq!(comment(&one(Format::SGF, plain, &options(None, None))), "ASCII");
    let seven = b"(;GM[4]CA[UTF-7]SZ[15]RU[renju];B[hh]C[+grFnCA-])";
    let reason = "1: CA[UTF-7] is no character set known here; --encoding names another";
    assert_eq!(read(Format::SGF, seven, &options(None, None))[0].as_ref().err().map(String::as_str), Some(reason));
    let wrong = b"(;GM[4]CA[UTF-8]SZ[15]RU[renju]\n;B[hh]C[\xE4 \xFF])";
    let entry = one(Format::SGF, wrong, &options(None, None));
    let damage: Vec<_> = entry.damage.iter().map(|damage| (damage.line, damage.reason.as_str())).collect();
    let reason = "some bytes are no characters of UTF-8; --encoding names another character set";
    assert_eq!(damage, [(Some(2), reason)]);
}

#[test]
fn texts_of_renlib_in_any_set() {
    // A root with a move, and a comment.
    let lib = |text: &[u8]| {
        let mut bytes = b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0\x78\x48".to_vec();
        bytes.extend(text);
        bytes.push(0);
        bytes.resize(bytes.len().next_multiple_of(2), 0);
        bytes
    };
    let bytes = lib(b"\xBB\xA8\xD4\xC2");
    let asked = Choice { encoding: Some(set("gbk")), ..options(None, None) };
    let entry = one(Format::LIB, &bytes, &asked);
    assert_eq!((&*comment(&entry), remarks(&entry)), ("花月", vec![]));
    assert_eq!(Format::LIB.write(std::slice::from_ref(&entry)), bytes, "in the set that it came in");
    let entry = one(Format::LIB, &bytes, &options(None, None));
    assert!(remarks(&entry)[0].starts_with("the character set is not named and was guessed to be "));
    let utf8 = lib("連珠".as_bytes());
    let entry = one(Format::LIB, &utf8, &options(None, None));
    assert_eq!((&*comment(&entry), remarks(&entry)), ("連珠", vec![]));
    assert_eq!(Format::LIB.write(std::slice::from_ref(&entry)), utf8);
    let german = set("iso-8859-15");
    assert_eq!(Format::LIB.check_in(&entry, Some(german)), Err(CapacityError::Character("lib", '連', german)));
    let wide = set("utf-16le");
    assert_eq!(Format::LIB.check_in(&entry, Some(wide)), Err(CapacityError::Encoding("lib", wide)));
    assert_eq!(remarks(&one(Format::LIB, &lib(b"ASCII"), &options(None, None))), [""; 0]);
    let asked = Choice { encoding: Some(Encoding::UTF_8), ..options(None, None) };
    let broken = one(Format::LIB, &bytes, &asked);
    assert!(broken.damage[0].reason.starts_with("byte 24: this text is none of UTF-8"), "{:?}", broken.damage);
}

#[test]
fn an_unknown_name_is_told_and_never_passed_over() {
    let ascii = b"(;GM[4]FF[4]CA[klingon]SZ[15]RU[renju];B[hh]C[plain])";
    let entry = one(Format::SGF, ascii, &options(None, None));
    let message = "1: CA[klingon] is no character set known here; the game is ASCII and read as that";
    assert_eq!((remarks(&entry), comment(&entry)), (vec![message.to_owned()], "plain".to_owned()));
    let text = "(;GM[4]FF[4]CA[klingon]SZ[15]RU[renju];B[hh]C[é])";
    let refused = read(Format::SGF, text.as_bytes(), &options(None, None)).remove(0).expect_err("unknown");
    assert!(refused.starts_with("1: CA[klingon] is no character set known here"), "{refused}");
    let empty = one(Format::SGF, text.replace("klingon", "").as_bytes(), &options(None, None));
    assert_eq!((remarks(&empty), comment(&empty)), (vec![], "é".to_owned()));
}

#[test]
fn text_that_is_not_utf16_is_read_although_it_says_so() {
    for (name, known) in [("UTF-16", "UTF-16LE"), ("utf-16be", "UTF-16BE")] {
        for (text, message) in [
            ("plain", format!("1: CA names {known}, but the text is ASCII and was read as that")),
            ("é 連珠", format!("1: CA names {known}, but the text is UTF-8 and was read as that; --encoding names it")),
        ] {
            let file = format!("(;GM[4]FF[4]CA[{name}]SZ[15]RU[renju];B[hh]C[{text}])");
            let entry = one(Format::SGF, file.as_bytes(), &options(None, None));
            assert_eq!((comment(&entry), remarks(&entry)), (text.to_owned(), vec![message]));
        }
        let text = "F\u{FC}nf in einer Reihe, h\u{F6}chstens";
        let file = format!("(;GM[4]FF[4]CA[{name}]SZ[15]RU[renju];B[hh]C[{text}])");
        let entry = one(Format::SGF, &set("latin1").encode(&file).expect("latin1"), &options(None, None));
        let message = format!(
            "1: CA names {known}, but the text is not in it and was guessed to be windows-1252; --encoding names it"
        );
        assert_eq!((comment(&entry), remarks(&entry)), (text.to_owned(), vec![message]));
    }
}

#[test]
fn utf16_needs_no_byte_order_mark() {
    let start = options(Some("renju"), None);
    for name in ["UTF-16LE", "UTF-16BE"] {
        for (format, text) in [
            (Format::SGF, "(;GM[4]FF[4]CA[UTF-16]SZ[15]RU[renju]PB[連珠];B[hh];W[ig]C[花月])"),
            (Format::SGF, "\r\n(;GM[4]FF[4]SZ[15]RU[renju]PB[連珠];B[hh];W[ig])"),
            (Format::PGN, "[Game \"Renju\"]\r\n[Black \"連珠\"]\r\n\r\n1. h8 i9 *\r\n"),
            (Format::TXT, "h8 i9\r\n# 連珠\r\n"),
            (Format::PSQ, "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,0\n連珠\n花月\n0\n"),
            (Format::REC, "Ann\n連珠\n7,7,0\n8,6,0\n0\n15x15\n"),
            #[cfg(feature = "databases")]
            (
                Format::RIF,
                "<?xml version='1.0'?><database><games><game id='2'><move>h8 i9</move><info>連珠</info></game></games></database>",
            ),
        ] {
            let bytes = set(name).encode(text).expect("all characters");
            let entry = one(format, &bytes, &start);
            let moves: Vec<_> = entry.moves.iter().map(|written| written.text(entry.game.grid())).collect();
            assert_eq!(
                (moves, &entry.damage[..]),
                (vec!["h8".to_owned(), "i9".to_owned()], &[][..]),
                "{format} {name}"
            );
            let names = &entry.about.players;
            assert!(
                ![Format::SGF, Format::PGN, Format::PSQ].contains(&format) || names[0] == "連珠",
                "{format}: {names:?}"
            );
        }
    }
}
