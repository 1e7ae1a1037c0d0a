//! Files as others write them, byte by byte.

use engine::{Color, Rules};
use ninuki_records::tree::ROOT;
use ninuki_records::{About, Claim, Entry, Format, How, Tree, txt};

use crate::{game, one, options, outline, read, short};

/// A game of renju: h8 h9 i10 on 15x15 points.
fn renju() -> Entry {
    let game = game(Rules::RENJU, None);
    let mut entry = Entry::new(None, game, None, txt::moves(game.grid(), "h8 h9 i10".split(' '), None));
    entry.about =
        About { players: ["Ann", "Bob"].map(str::to_owned), date: "2026-11-20".to_owned(), ..About::default() };
    entry.result = Some(Claim { winner: Some(Color::Black), how: How::Resigned });
    entry
}

fn written(format: Format, entry: &Entry) -> Vec<u8> {
    format.check(entry).expect("held");
    format.write(std::slice::from_ref(entry))
}

#[test]
fn every_format_as_it_is_laid_down() {
    let entry = renju();
    let text = |format| String::from_utf8(written(format, &entry)).expect("text");
    assert_eq!(text(Format::TXT), "h8 h9 i10\n");
    assert_eq!(text(Format::OFFSET), "0,0, 0,-1, 1,-2\n");
    assert_eq!(text(Format::PSQ), "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,0\n9,6,0\nAnn\nBob\n-2\n");
    assert_eq!(text(Format::REC), "Ann\nBob\n7,7,0\n7,6,0\n8,5,0\n-2\n15x15\n");
    assert_eq!(written(Format::POS, &entry), [3, 7 + 15 * 7, 7 + 15 * 6, 8 + 15 * 5]);
    assert_eq!(
        text(Format::SGF),
        concat!(
            "(;FF[4]GM[4]CA[UTF-8]AP[Ninuki:",
            env!("CARGO_PKG_VERSION"),
            "]SZ[15]RU[renju]PB[Ann]PW[Bob]DT[2026-11-20]RE[B+R]\n;B[hh];W[hg];B[if])\n"
        )
    );
    let lib = b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0\x78\0\x68\0\x59\x40";
    assert_eq!(written(Format::LIB, &entry), lib);
    assert_eq!(
        text(Format::PGN),
        "[Game \"renju\"]\n[Size \"15x15\"]\n[Date \"11/20/2026\"]\n[Player 1 Name \"Ann\"]\n[Player 2 Name \"Bob\"]\n\
         [Result \"1-0\"]\n\n1. H8 H9 2. J10 1-0\n\n"
    );
}

#[test]
fn piskvork() {
    let text = b"Piskvorky 20x20, 0:11, 1\r\n10,11,1200\r\n11,11\r\n1,20,0\r\nfirst.exe\r\nsecond.exe\r\n15\r\n";
    let entry = one(Format::PSQ, text, &options(Some("freestyle"), None));
    assert_eq!(entry.about.players, ["second.exe", "first.exe"], "the second player began");
    assert_eq!(entry.moves.iter().map(|written| written.ms).collect::<Vec<_>>(), [Some(1200), None, Some(0)]);
    assert_eq!(short(entry), "freestyle 20x20 j10 k10 a1, x time");
    let bare = one(Format::PSQ, b"Piskvorky 15x15, 11:11, 0\n8,8\n9,9", &options(Some("renju"), None));
    assert_eq!(short(bare), "renju 15x15 h8 i7");
}

#[test]
fn gomotur() {
    let text = b"homo-1\npbrain-x.exe\n10,10,0\n11,9,350\n0\n";
    let entry = one(Format::REC, text, &options(Some("freestyle"), None));
    assert_eq!(entry.about.players, ["homo-1", "pbrain-x.exe"]);
    assert_eq!(written(Format::REC, &entry), text);
    assert_eq!(short(entry), "freestyle 20x20 k10 l11");
    let pente = one(Format::REC, b"a\nb\n9,9,0\n0\n", &options(Some("pente"), None));
    assert_eq!(short(pente), "pente 19x19 K10", "pente is not played on 20x20 points");
}

#[test]
fn positions_in_both_forms() {
    let start = options(Some("renju"), None);
    assert_eq!(short(one(Format::POS, &[2, 112, 0], &start)), "renju 15x15 h8 a15");
    assert_eq!(short(one(Format::POS, b"h8a15i10\r\n", &start)), "renju 15x15 h8 a15 i10");
    let blank = short(one(Format::POS, b"\x09abcdefghi", &start));
    assert!(blank.ends_with("h9 i9 j9 k9 l9 m9 n9 o9 a8"), "nine moves, no text: {blank}");
    let pente = one(Format::POS, b"j10i9", &options(Some("pente"), None));
    assert_eq!(short(pente.clone()), "pente 19x19 K10 J9", "columns are lettered with i");
    assert_eq!(written(Format::POS, &pente), b"j10i9\n");
    assert!(short(one(Format::POS, b"h8q1", &start)).contains("! 1: ply 2: q1: this is no point of 15x15"));
}

#[test]
fn pente_org() {
    let text = "[Game \"Keryo-Pente\"]\n[Site \"Pente.org\"]\n[Event \"Tournament\"]\n[Round \"1\"]\n[Section \"1\"]\n\
                [Date \"08/06/2006\"]\n[Time \"12:00:00\"]\n[TimeControl \"20/5\"]\n[Rated \"Y\"]\n\
                [Player 1 Name \"ann\"]\n[Player 2 Name \"bob\"]\n[Result \"0-1\"]\n\n1. K10 L9 2. G10 \n3. K9\n\n\
                [Game \"Speed Pente\"]\n[Result \"1/2-1/2\"]\n\n1.K10 2... L9 1/2-1/2\n";
    let games = read(Format::PGN, text.as_bytes(), &options(None, None));
    let [first, second] = games.try_into().map(|games: [_; 2]| games.map(|game| game.expect("readable"))).expect("two");
    assert_eq!(first.about.players, ["ann", "bob"]);
    assert_eq!((first.about.date.as_str(), first.about.place.as_str()), ("2006-08-06", "Pente.org"));
    assert_eq!(first.result.and_then(|claim| claim.winner), Some(Color::White));
    let again = String::from_utf8(written(Format::PGN, &first)).expect("text");
    assert_eq!(
        again,
        "[Game \"Keryo-Pente\"]\n[Site \"Pente.org\"]\n[Event \"Tournament\"]\n[Round \"1\"]\n[Section \"1\"]\n\
         [Date \"08/06/2006\"]\n[Time \"12:00:00\"]\n[TimeControl \"20/5\"]\n[Rated \"Y\"]\n[Player 1 Name \"ann\"]\n[Player 2 Name \"bob\"]\n[Result \"0-1\"]\n\n1. K10 L9 2. G10 K9 0-1\n\n"
    );
    assert_eq!(
        short(first),
        "keryo 19x19 K10 L9 G10 ! 14: ply 4: K9: the point is occupied"
            .replace(" ! 14: ply 4: K9: the point is occupied", " K9")
    );
    assert_eq!(short(second), "pente 19x19 K10 L9, - agreed");
    let gomoku = one(Format::PGN, b"[Game \"Gomoku\"]\n\n1. K10 J9\n", &options(None, None));
    assert_eq!(short(gomoku), "standard 19x19 j10 i9", "columns are lettered without I");
}

#[test]
fn games_for_rating_programs_are_read_as_well() {
    let mut out = Vec::new();
    ninuki_records::pgn::write_rated(&renju(), &[("Termination", "resigned")], &mut out).expect("memory");
    let text = String::from_utf8(out).expect("text");
    assert!(text.contains("[White \"Bob\"]\n[Black \"Ann\"]\n[Result \"0-1\"]\n[FirstMove \"Black\"]\n"), "{text}");
    assert!(text.ends_with("\n{h8 h9 i10}\n0-1\n\n"), "{text}");
    let found = one(Format::PGN, text.as_bytes(), &options(None, None));
    assert_eq!(found.about, renju().about);
    assert_eq!(found.result.and_then(|claim| claim.winner), Some(Color::Black));
    assert_eq!(short(found), "renju 15x15 h8 h9 i10");
}

#[test]
fn libraries() {
    // h8 with a comment of two parts; h9, marked, with two branches, and a text on k11 that no move has; a pass.
    let lib = b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0\
                \x78\x08one\x08two\r\nthree\0\0\
                \x68\x90\x59\x81\0\x01A\0\x69\x40\x5A\xC0\x4B\x43\0\x01B\0\
                \0\x40";
    let start = options(None, None);
    let entry = one(Format::LIB, lib, &start);
    let game = game(Rules::RENJU, None);
    let marked = outline(game, &entry.whole());
    let short: Vec<_> = marked.iter().map(|line| line.split(" [").next().unwrap_or_default()).collect();
    assert_eq!(
        short,
        [
            "0 start \"\" false",
            "1 h8 \"one\\ntwo\\nthree\" false",
            "2 h9 \"\" true",
            "3 i10 \"\" false",
            "4 i9 \"\" false",
            "3 j10 \"\" false",
            "2 pass \"\" false",
        ]
    );
    assert!(marked[2].contains("\"A\"") && marked[2].contains("\"B\""), "{marked:?}");
    assert_eq!(written(Format::LIB, &entry), lib);
    // Older files have no head, no root, and comments in 7 bits.
    let old = one(Format::LIB, b"\x78\x20Gr|n v{\xE7\x68\x40", &start);
    assert_eq!(outline(game, &old.whole())[1..], ["1 h8 \"Grön väg\" false []", "2 h9 \"\" false []"]);
    let returns = one(Format::LIB, b"\x78\x48a\rb\0", &start);
    assert_eq!(outline(game, &returns.whole())[1], "1 h8 \"a\\nb\" false []", "lines end in many ways");
}

#[test]
fn what_libraries_cannot_say_is_refused() {
    let mut entry = renju();
    let mut tree = Tree::line(entry.played());
    tree.note_mut(ROOT).say("棋");
    entry.tree = Some(tree);
    assert!(Format::LIB.check(&entry).expect_err("refused").to_string().contains("'棋'"));
    let pente = game(Rules::PENTE, None);
    let wide = Entry::new(None, pente, None, txt::moves(pente.grid(), ["K10"].into_iter(), None));
    let refused = Format::LIB.check(&wide).expect_err("refused").to_string();
    assert_eq!(refused, "lib has boards of 15x15 points only, this one has 19x19");
}

#[test]
fn pente_org_in_sgf_and_other_code_pages() {
    let text = b"(;FF[4]GM[103]SZ[19]PB[b\xE9a]PW[ann]RE[W+R];W[K10]C[caf\xE9];B[L10])";
    let entry = one(Format::SGF, text, &options(None, None));
    assert_eq!(entry.about.players, ["ann", "béa"], "whoever moves first is x");
    assert_eq!(outline(entry.game, &entry.whole())[1], "1 K10 \"café\" false []");
    assert_eq!(short(entry), "keryo 19x19 K10 L10, x resigned");
}

#[test]
fn a_branch_without_a_move_is_none() {
    let entry = one(Format::SGF, b"(;RU[renju];B[hh](;C[why not])(;W[ig])(;W[hg]))", &options(None, None));
    assert_eq!(outline(entry.game, &entry.whole())[1], "1 h8 \"why not\" false []");
    assert_eq!(short(entry), "renju 15x15 h8 i9");
}
