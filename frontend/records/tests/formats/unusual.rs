//! Files that say something twice, lines that end with CR alone, characters of full width.

use engine::notation::move_text;
use ninuki_records::tree::Quality;
use ninuki_records::{Format, Kind};

use crate::{ALL, one, options, read};

fn sgf(text: &str) -> Result<(ninuki_records::Entry, Vec<String>), String> {
    let entry = read(Format::SGF, text.as_bytes(), &options(None, None)).remove(0)?;
    let damage = entry.damage.iter().map(|damage| format!("{}: {}", damage.line.unwrap_or(0), damage.reason));
    let damage = damage.collect();
    Ok((entry, damage))
}

#[test]
fn a_second_value_for_the_game_is_an_error_with_its_place() {
    for (text, error) in [
        ("(;SZ[15]RU[renju]\nSZ[19];B[hh])", "2: column 1: SZ[19] is a second value, the game has SZ[15]"),
        ("(;SZ[15][19]RU[renju];B[hh])", "1: column 3: SZ[19] is a second value, the game has SZ[15]"),
        (
            "(;SZ[15]RU[renju]RU[freestyle];B[hh])",
            "1: column 18: RU[freestyle] is a second value, the game has RU[renju]",
        ),
        ("(;SZ[15]RU[renju]RE[B+R]RE[W+R];B[hh])", "1: column 25: RE[W+R] is a second value, the game has RE[B+R]"),
        ("(;SZ[15]RU[renju]PB[a]\n PB[b];B[hh])", "2: column 2: PB[b] is a second value, the game has PB[a]"),
        // Before the first move there is no other node that could keep it.
        ("(;SZ[15]RU[renju]PB[a];PB[b];B[hh])", "1: column 24: PB[b] is a second value, the game has PB[a]"),
        ("(;SZ[15]RU[renju];B[hh];W[hi]SZ[19])", "1: column 30: SZ[19] is a second value, the game has SZ[15]"),
        (
            "(;GM[4]SZ[15]RU[renju];B[hh];W[hi](;B[aa])(;B[ab]RU[pente]))",
            "1: column 50: RU[pente] is a second value, the game has RU[renju]",
        ),
        ("(;SZ[15]SZ[15]RU[renju]PB[a]PB[ a ];B[hh])", ""),
    ] {
        let (_, damage) = sgf(text).expect(text);
        assert_eq!(damage.join("; "), error, "{text}");
    }
    for (text, error) in [
        ("(;SZ[15]RU[renju]PL[B]PL[W];B[hh])", "1: column 23: PL names both sides"),
        ("(;SZ[15]RU[renju]PL[B][W];B[hh])", "1: column 18: PL names both sides"),
    ] {
        assert_eq!(sgf(text).err().as_deref(), Some(error), "{text}");
    }
    let (entry, _) = sgf("(;SZ[15]RU[renju];B[hh];AB[aa]PL[B]PL[W];B[hi])").expect("a game");
    let error = entry.moves[1].mv.as_ref().expect_err("two sides").to_string();
    assert_eq!(error, "column 36: PL names both sides");
}

#[test]
fn what_nodes_say_of_the_game_is_kept_in_them() {
    for text in ["(;PB[a];B[hh](;W[hi]PB[b])(;W[ii]RE[W+R]C[x]C[y]))", "(;B[hh]C[one][two];W[hi]TE[1]DO[]BM[2])"] {
        let text = text.replacen("(;", "(;SZ[15]RU[renju]", 1);
        let (entry, damage) = sgf(&text).expect("a game");
        assert_eq!(damage, [""; 0]);
        let written = String::from_utf8(Format::SGF.write(&[entry])).expect("UTF-8").replace('\n', "");
        for part in ["PB[b]", "RE[W+R]", "C[x", "y]", "one", "two]", "TE[1]", "DO[]", "BM[2]"] {
            assert_eq!(written.contains(part), text.contains(part), "{part}: {written}");
        }
        let (again, _) = sgf(&written).expect("a game");
        assert_eq!(String::from_utf8(Format::SGF.write(&[again])).expect("UTF-8").replace('\n', ""), written);
    }
}

#[test]
fn values_of_marks_and_qualities_stay_as_they_are_written() {
    let nodes = "HO[1] HO[2] HO[] HO[2]MA[hh] TE[2]HO[2] BM[] BM[2] TE[3] TE[1][2] DO[1] DO[] IT[2] TE[1]BM[] MA[hh] GB[2] DM[2]";
    for node in nodes.split(' ') {
        let text = format!("(;SZ[15]RU[renju];B[hh]{node};W[hi])");
        let (entry, damage) = sgf(&text).expect("a game");
        assert_eq!(damage, [""; 0]);
        let written = String::from_utf8(Format::SGF.write(&[entry])).expect("UTF-8").replace('\n', "");
        let of = |text: &str| {
            let node = text.split(';').find(|node| node.starts_with("B[hh]")).expect("the node").to_owned();
            let mut parts: Vec<String> = node["B[hh]".len()..].split_inclusive(']').map(str::to_owned).collect();
            parts.sort();
            parts
        };
        assert_eq!(of(&written), of(&text), "{written}");
    }
    // At the root and at passes a mark has no point.
    for text in ["(;SZ[15]RU[renju]HO[1];B[hh])", "(;SZ[15]RU[renju]HO[2];B[hh])", "(;SZ[15]RU[renju];B[hh];W[]HO[2])"]
    {
        let (entry, _) = sgf(text).expect("a game");
        let written = String::from_utf8(Format::SGF.write(&[entry])).expect("UTF-8");
        let spot = &text[text.find("HO").expect("a spot")..][..5];
        assert!(written.contains(spot) && written.matches("HO").count() == 1, "{written}");
    }
}

#[test]
fn marks_and_qualities_that_are_taken_away_leave_no_property() {
    let (mut entry, _) = sgf("(;SZ[15]RU[renju];B[hh]HO[2]TE[3]C[text])").expect("a game");
    let note = entry.tree.as_mut().expect("a tree").note_mut(1);
    assert!(note.marked && note.quality == Some(Quality::Good));
    (note.marked, note.quality) = (false, None);
    let written = String::from_utf8(Format::SGF.write(&[entry])).expect("UTF-8");
    assert!(written.contains(";B[hh]C[text]"), "{written}");
}

#[test]
fn blank_values_say_nothing_and_colours_are_exchanged_in_nodes_too() {
    let (entry, damage) = sgf("(;SZ[15]RU[renju]PB[]RE[ ]PB[b];B[hh]PB[c]RE[W+R])").expect("a game");
    assert_eq!((damage, &*entry.about.players[0], &*entry.result_text), (vec![], "b", "W+R"));
    let written = String::from_utf8(Format::SGF.write(&[entry])).expect("UTF-8");
    assert!(written.contains("PB[b]RE[W+R]") && written.contains(";B[hh]PB[c]"), "{written}");
    let (entry, _) = sgf("(;SZ[15]RU[freestyle]PB[b];W[hh];B[hi]PB[c]RE[W+R]RE[?]RE[B+T])").expect("a game");
    let written = String::from_utf8(Format::SGF.write(&[entry])).expect("UTF-8");
    assert!(written.contains("PW[b]") && written.contains("PW[c]RE[?][W+T]"), "{written}");
}

#[test]
fn a_node_sets_up_a_point_in_one_way() {
    let point = |first, other| format!("a15 is given twice in one node, by {first} and by {other}");
    for (set_up, first, other) in
        [("AB[aa]AW[aa]", "AB", "AW"), ("AW[bb][aa]\nAE[aa:cc]", "AW", "AE"), ("AE[aa:oo]AB[aa]", "AE", "AB")]
    {
        let before = sgf(&format!("(;SZ[15]RU[renju]{set_up};B[hh])")).expect_err(set_up);
        assert!(before.ends_with(&point(first, other)), "{before}");
        let (entry, _) = sgf(&format!("(;SZ[15]RU[renju];B[hh];{set_up};W[hi])")).expect("a game");
        let between = entry.moves[1].mv.as_ref().expect_err(set_up).to_string();
        assert!(entry.moves.len() == 2 && between.ends_with(&point(first, other)), "{between}");
        let (entry, _) = sgf(&format!("(;SZ[15]RU[renju];B[hh](;W[hi])(;{set_up};W[ii]))")).expect("a game");
        let (_, missed) = entry.tree.expect("a variation").checked(entry.game, None);
        assert!(missed.len() == 1 && missed[0].reason.ends_with(&point(first, other)), "{missed:?}");
    }
    // Later nodes change a point; the same value again changes nothing.
    for (text, stones) in [
        ("(;SZ[15]RU[renju]AB[aa][aa:ba]AB[aa];B[hh])", "AB[aa][ba]PL[B];B[hh])"),
        ("(;SZ[15]RU[renju]AB[aa];AW[aa];B[hh])", "AW[aa]PL[B];B[hh])"),
        ("(;SZ[15]RU[renju]AB[aa:bb];AE[ba]AW[ab:bb];B[hh])", "AB[aa]AW[ab][bb]PL[B];B[hh])"),
        ("(;SZ[15]RU[renju];B[hh];AB[aa][aa]PL[W];AW[aa]PL[W];W[hi])", ";B[hh];AB[aa]PL[W];AW[aa]PL[W];W[hi])"),
    ] {
        let (entry, damage) = sgf(text).expect(text);
        let written = String::from_utf8(Format::SGF.write(&[entry])).expect("UTF-8").replace('\n', "");
        assert!(damage.is_empty() && written.ends_with(stones), "{damage:?} {written}");
    }
}

#[test]
fn a_second_label_of_a_point_is_kept() {
    let text = "(;SZ[15]RU[renju];B[hh]LB[aa:x][bb:z][aa:y][bb:z];W[hi])";
    let (entry, _) = sgf(text).expect("a game");
    let written = String::from_utf8(Format::SGF.write(&[entry])).expect("UTF-8");
    assert!(written.contains(";B[hh]LB[aa:x][bb:z][aa:y];W[hi]"), "{written}");
}

#[test]
fn second_values_of_databases_and_leagues_are_told() {
    let rif = |tables: &str, game: &str| {
        let text = format!("<database>{tables}<games><game id='1' white='1' {game}</game></games></database>");
        let entry = one(Format::RIF, text.as_bytes(), &options(None, None));
        (entry.about.players[1].clone(), entry.damage.iter().map(|damage| damage.reason.clone()).collect::<Vec<_>>())
    };
    let moves = "><move>h8 i9</move>";
    let twice = "<player id='1' name='Ann'/><player id='1' name='Bob'/>";
    let same =
        "<player id='1' name='Ann'/><player id='1' name='Ann'/><player id='2' name='C'/><player id='2' name='D'/>";
    for (tables, game, reason) in [
        (twice, moves.to_owned(), "the player 1 is given twice with other fields, the first one counts"),
        (same, moves.to_owned(), ""),
        (same, format!("{moves}<move>a1 a2</move>"), "a second <move> follows the first, which counts"),
        (same, format!("{moves}<board size='9'/>"), "<board> is no part of a game, which has <move> and <info>"),
    ] {
        let (player, damage) = rif(tables, &game);
        assert_eq!((&*player, &*damage.join("; ")), ("Ann", reason), "{game}");
    }
    let psq = |leagues: &str| {
        let text = format!("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,0\na\nb\n-1\n{leagues}");
        let entry = one(Format::PSQ, text.as_bytes(), &options(None, None));
        let damage = entry.damage.first().map(|damage| (damage.line.unwrap_or(0), damage.reason.clone()));
        (entry.game.rules().name, damage)
    };
    let reason = "\"0,Renju_1\" names other rules than \"1,Freestyle15_1\", which count".to_owned();
    assert_eq!(psq("1,Freestyle15_1\n0,Renju_1\n"), ("freestyle", Some((8, reason))));
    assert_eq!(psq("1,Freestyle15_1\n0,Freestyle20_1\n"), ("freestyle", None));
}

#[test]
fn a_second_result_of_a_list_is_an_error() {
    let renju = options(Some("renju"), None);
    for (text, winner) in
        [("h8 i9 1-0 1-0", true), ("h8 i9 resign 0-1", true), ("h8 i9 1-0 0-1", false), ("h8 0-1 resign i9", false)]
    {
        let entry = one(Format::TXT, text.as_bytes(), &renju);
        assert_eq!(entry.moves.iter().all(|written| written.mv.is_ok()) && entry.result.is_some(), winner, "{text}");
    }
    let entry = one(Format::TXT, b"h8 i9 1-0 0-1\n", &renju);
    let error = entry.moves[2].mv.as_ref().expect_err("two results").to_string();
    assert_eq!(error, "column 11: another result follows the first");
}

#[test]
fn a_lone_carriage_return_ends_a_line_in_every_text_format() {
    let start = options(Some("freestyle"), Some(15));
    let entries: Vec<_> = ["h8 i9 j10 k11", "a1 b2 c3"].map(|moves| start.entry(moves).expect("a game")).into();
    let mut tried = 0;
    for &format in ALL.iter().filter(|format| format.is_written() && format.profile().kind == Kind::Text) {
        let entries = if format.is_single() { &entries[..1] } else { &entries };
        let bytes = format.write(entries);
        let old: Vec<u8> = bytes.iter().map(|&byte| if byte == b'\n' { b'\r' } else { byte }).collect();
        let moves = |bytes: &[u8]| {
            let games = read(format, bytes, &start).into_iter().map(|game| game.expect("readable"));
            games.map(|game| (game.line, game.played().collect::<Vec<_>>())).collect::<Vec<_>>()
        };
        let expected = moves(&bytes);
        assert_eq!(expected.iter().map(|(_, moves)| moves.len()).max(), Some(4), "{format}");
        let found = moves(&old);
        if format == Format::RIF {
            // Lines of XML are counted by LF.
            assert!(found.iter().map(|(_, moves)| moves).eq(expected.iter().map(|(_, moves)| moves)), "{format}");
        } else {
            assert_eq!(found, expected, "{format}");
        }
        tried += 1;
    }
    assert!(tried >= 6, "{tried} formats");
    let comment = one(Format::SGF, b"(;SZ[15]RU[renju];B[hh]C[one\rtwo])", &options(None, None));
    assert_eq!(crate::comment(&comment), "one\ntwo");
}

#[test]
fn moves_of_full_width_are_those_of_ascii() {
    let start = |rules| options(Some(rules), Some(15));
    for (format, text) in [
        (Format::TXT, "ｈ８　ｉ９　ｊ１０"),
        (Format::TXT, "Ｈ８ｉ９j10"),
        (Format::TXT, "１．ｈ８ ｉ９ ２．ｊ１０"),
        (Format::TXT, "７，７ ８，６ ９，５"),
        (Format::SGF, "(;SZ[15]RU[freestyle];B[ｈｈ];W[ｉ９];B[Ｊ10])"),
        (Format::PGN, "[Game \"Freestyle\"]\n\n１．Ｈ８ ｊ９ ２． ｋ１０ *\n"),
        (Format::PSQ, "Piskvorky 15x15, 11:11, 0\n８,８,0\n９,７,0\n１０,６,0\n"),
        (Format::OFFSET, "０,０ １，-1 2,-2".replace(' ', ",").leak()),
        (Format::POS, "ｈ８ｉ９ｊ１０"),
        (Format::RIF, "<database><games><game id='2'><move>ｈ８ ｉ９ ｊ１０</move></game></games></database>"),
    ] {
        let options = if format == Format::RIF { start("renju") } else { start("freestyle") };
        let entry = one(format, text.as_bytes(), &options);
        let moves: Vec<_> = entry
            .moves
            .iter()
            .map(|written| match &written.mv {
                Ok(mv) => move_text(entry.game.grid(), *mv),
                Err(error) => error.to_string(),
            })
            .collect();
        assert_eq!(moves, ["h8", "i9", "j10"], "{format}: {text}");
    }
    // A name is no move.
    let psq = one(
        Format::PSQ,
        "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,0\nＡｎｎ\nＢｏｂ\n-1\n".as_bytes(),
        &start("freestyle"),
    );
    assert_eq!(psq.about.players, ["Ａｎｎ", "Ｂｏｂ"]);
}
