//! Files of other programs: PlayOK, RenjuNet, Gomocup's lines after the end, journals; and files of other games.

use engine::Color;
use ninuki_records::{Choice, Format};

use crate::{one, options, read, short};

#[test]
fn playok() {
    let text = "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2024.03.09\"]\n[Round \"-\"]\n[Black \"ann\"]\n[White \"bob\"]\n\
                [Result \"1-0\"]\n[Time \"11:24:48\"]\n[BlackElo \"1423\"]\n\n\
                1. h8 i9 2. j7 -- 3. k9 i7 4. white -- 5. i8 o15 1-0\n";
    let entry = one(Format::PGN, text.as_bytes(), &options(None, None));
    assert_eq!(entry.about.players, ["bob", "ann"], "the first seat takes White");
    assert_eq!((entry.about.date.as_str(), entry.about.opening.as_str()), ("2024-03-09", "swap2: -- white"));
    assert_eq!(entry.result.and_then(|claim| claim.winner), Some(Color::White), "1-0 is a win of the first seat");
    assert_eq!(short(entry.clone()), "standard 15x15 h8 i9 j7 k9 i7 i8 o15");
    let pgn = Format::PGN.write(std::slice::from_ref(&entry));
    assert_eq!(
        String::from_utf8_lossy(&pgn),
        "[Game \"Gomoku\"]\n[Size \"15x15\"]\n[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"03/09/2024\"]\n\
         [Round \"-\"]\n[Opening \"swap2: -- white\"]\n[Player 1 Name \"bob\"]\n[Player 2 Name \"ann\"]\n\
         [Player 2 Rating \"1423\"]\n[Result \"0-1\"]\n[Time \"11:24:48\"]\n\n1. H8 J9 2. K7 L9 3. J7 J8 4. P15 0-1\n\n"
    );
    for format in [Format::PGN, Format::SGF] {
        let found = one(format, &format.write(std::slice::from_ref(&entry)), &options(None, None));
        assert_eq!(found.about, entry.about, "{format:?}");
        assert!(found.played().eq(entry.played()), "{format:?}");
        assert_eq!(Format::PGN.write(&[found]), pgn, "{format:?}");
    }
    let renju = one(Format::PGN, text.as_bytes(), &options(Some("renju"), None));
    assert!(short(renju).starts_with("renju 15x15 h8 i9"));
    let wrong = one(Format::PGN, text.replace("o15", "p15").as_bytes(), &options(None, None));
    assert!(short(wrong).contains("! 11: ply 7: p15: column 46: \"p15\" is no point"), "the words are no plies");
}

#[test]
fn playok_says_the_size_and_the_seat() {
    let text = "[Site \"PlayOK\"]\n[Black \"Ann\"]\n[White \"Bob\"]\n[Result \"0-1\"]\n[GameType \"61,19\"]\n\n\
                1. s19 i9 2. j8 black 3. i7 i8 0-1\n";
    let entry = one(Format::PGN, text.as_bytes(), &options(None, None));
    assert_eq!(entry.about.players, ["Bob", "Ann"], "the second seat takes Black");
    assert_eq!(entry.result.and_then(|claim| claim.winner), Some(Color::Black));
    assert_eq!(short(entry), "standard 19x19 s19 i9 j8 i7 i8");
    let white = text.replace("black 3.", "white 3. --");
    let entry = one(Format::PGN, white.as_bytes(), &options(None, None));
    assert_eq!((entry.about.players[0].as_str(), entry.about.opening.as_str()), ("Ann", "swap2: white"));
    for (kind, message) in [
        ("61,x", "[GameType \"61,x\"] has no size of a board"),
        ("28", "[GameType \"28\"] is no game known here, 61 is"),
        ("61,30", "not played on size 30"),
    ] {
        let refused = read(Format::PGN, text.replace("61,19", kind).as_bytes(), &options(None, None)).remove(0);
        assert!(refused.as_ref().is_err_and(|why| why.contains(message)), "{refused:?}");
    }
    let other = read(Format::PGN, text.replace("61,19", "28,19").as_bytes(), &options(Some("renju"), None)).remove(0);
    assert!(short(other.expect("rules are given")).starts_with("renju 19x19 s19"));
    let unknown = text.replace("PlayOK", "elsewhere").replace("[GameType \"61,19\"]\n", "");
    let refused = read(Format::PGN, unknown.as_bytes(), &options(None, None)).remove(0).expect_err("no game");
    assert!(refused.contains("no game is named here, --rules names it: ") && refused.contains(", renju,"), "{refused}");
}

#[test]
fn rules_after_the_end_of_piskvork() {
    let text = b"Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,10\na.zip\nb.zip\n0\n4,Renju\n";
    let entry = one(Format::PSQ, text, &options(None, Some(15)));
    assert_eq!((entry.about.players[1].as_str(), short(entry.clone()).as_str()), ("b.zip", "renju 15x15 h8 i7"));
    let asked = one(Format::PSQ, text, &options(Some("caro"), None));
    assert_eq!(short(asked), "caro 15x15 h8 i7", "what is asked for holds");
    let kaggle = b"Piskvorky 20x20, 11:11, 0\r\n8,8,0\r\n-1\r\n1,Freestyle\r\n";
    assert_eq!(short(one(Format::PSQ, kaggle, &options(None, None))), "freestyle 20x20 h13");
    let name = b"Piskvorky 15x15, 11:11, 0\n8,8,0\nann\n7,bob\n";
    assert_eq!(
        one(Format::PSQ, name, &options(Some("renju"), None)).about.players[1],
        "7,bob",
        "a name is no line of rules"
    );
    let more = b"Piskvorky 15x15, 11:11, 0\n8,8,0\na\nb\n0\nmore\n";
    assert!(short(one(Format::PSQ, more, &options(Some("renju"), None))).contains("follows the end"));
}

#[test]
fn games_that_are_none_of_ours() {
    for (text, name) in [
        ("(;FF[4]GM[1]SZ[19];B[pd];W[dp])", "this is a game of Go (GM)"),
        ("(;GM[1]KM[6.5]RU[Japanese];B[pd])", "this is a game of Go (GM)"),
        ("(;GM[3];B[e2e4])", "this is a game of chess (GM)"),
        ("(;GM[2];B[c4])", "this is a game of Othello (GM)"),
        ("(;GM[11]SZ[11];B[a1])", "this is a game of Hex (GM)"),
    ] {
        let refused = read(Format::SGF, text.as_bytes(), &options(None, None)).remove(0).expect_err(text);
        assert!(refused.contains(name), "{refused}");
    }
    let komi = read(Format::SGF, b"(;GM[1]KM[6.5];B[pd])", &options(Some("pente"), None)).remove(0);
    assert!(komi.expect_err("Go").contains("Go"), "no game of ours has a komi");
    assert_eq!(short(one(Format::SGF, b"(;GM[1]SZ[15]RU[renju];B[hh])", &options(None, None))), "renju 15x15 h8");
    assert_eq!(short(one(Format::SGF, b"(;GM[1]SZ[15];B[hh])", &options(Some("caro"), None))), "caro 15x15 h8");
    for moves in ["1. e4 e5 2. Nf3 Nc6", "1. d4 d5 2. c4 dxc4", "1.e4 c5 2.Bb5+ *", "1. e4 d5 2. exd5 Qxd5 3. O-O"] {
        let text = format!("[Event \"?\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n\n{moves}\n");
        let refused = read(Format::PGN, text.as_bytes(), &options(None, None)).remove(0).expect_err(moves);
        assert!(refused.contains("this is a game of chess"), "{refused}");
    }
    let unknown = read(Format::PGN, b"[Game \"Keryo-Pent\"]\n\n1. K10", &options(None, None)).remove(0);
    assert!(unknown.expect_err("unknown").contains("did you mean keryo-pente?"));
}

#[test]
fn journals() {
    let text = concat!(
        "{\"ninuki\":\"tournament\",\"version\":1,\"game\":\"renju\",\"board\":\"15x15\",\"length\":5,\"flags\":[]}\n",
        "{\"game\":3,\"opening\":0,\"players\":[\"a\",\"b\"],\"swapped\":true,\"winner\":0,\"reason\":\"five\",",
        "\"moves\":[\"h8\",\"i9\"],\"book\":0,\"ms\":[0.0,1.5],\"seconds\":1.0,\"ended\":0}\n",
        "{\"players\":[\"a\",\"b\"],\"winner\":7,\"moves\":[\"h8\"]}\n",
        "{\"players\":[\"a\"],\"winner\":null,\"moves\":[]}\n",
        "{\"players\":[\"a\",",
    );
    let found = read(Format::JSONL, text.as_bytes(), &options(None, None));
    let first = found[0].as_ref().expect("readable");
    assert_eq!(
        (first.about.players[0].as_str(), first.about.date.as_str()),
        ("b", "1970-01-01"),
        "they exchanged colours"
    );
    assert_eq!(first.about.round, "2.2");
    assert_eq!(first.result.and_then(|claim| claim.winner), Some(Color::White), "a has White now");
    assert_eq!((first.moves[1].ms, short(first.clone())), (Some(2), "renju 15x15 h8 i9".to_owned()));
    assert!(short(found[1].clone().expect("readable")).contains("winner: 7 is no player"));
    assert!(found[2].as_ref().expect_err("one player").starts_with("4: column "), "{found:?}");
    assert!(found[3].as_ref().expect_err("cut off").contains("the journal is cut off within this line"));
    let flags = "{\"ninuki\":\"tournament\",\"game\":\"pente\",\"board\":\"13x13\",\"flags\":[[\"third-free\",\"true\"]]}\n\
                 {\"players\":[\"a\",\"b\"],\"winner\":null,\"moves\":[\"G7\",\"F6\",\"G8\"]}\n";
    assert_eq!(short(one(Format::JSONL, flags.as_bytes(), &Choice::default())), "pente 13x13 G7 F6 G8, - agreed");
    let hexagon = "{\"ninuki\":\"tournament\",\"game\":\"ndengrod\",\"board\":\"5x5\",\"length\":4,\"flags\":[]}\n\
                   {\"players\":[\"a\",\"b\"],\"winner\":null,\"moves\":[\"c3\"]}\n";
    assert_eq!(short(one(Format::JSONL, hexagon.as_bytes(), &Choice::default())), "ndengrod 5x5 c3, - agreed");
    for wrong in ["", "{}\n", "h8 i9\n", "{\"ninuki\":\"tournament\",\"game\":\"chess\",\"board\":\"8x8\"}\n"] {
        let found = read(Format::JSONL, wrong.as_bytes(), &Choice::default());
        assert!(found.len() == 1 && found[0].is_err(), "{wrong}: {found:?}");
    }
}

#[test]
fn the_place_at_which_renlib_opens_a_file_is_kept() {
    let mut library = [0xFF; 20].to_vec();
    library[..10].copy_from_slice(b"\xFFRenLib\xFF\x03\x04");
    // The root; h8, where the file opens; a node after it.
    library.extend([0, 0, 0x78, 0x04, 0x79, 0x40]);
    let entry = one(Format::LIB, &library, &options(None, None));
    assert_eq!(Format::LIB.write(std::slice::from_ref(&entry)), library);
    let sgf = one(Format::SGF, &Format::SGF.write(&[entry]), &options(None, None));
    assert_eq!(Format::LIB.write(&[sgf]), library, "by way of SGF, too");
}
