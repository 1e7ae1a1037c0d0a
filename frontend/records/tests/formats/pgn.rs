//! PGN as others write it.

use engine::Color;
use ninuki_records::tree::{Quality, ROOT};
use ninuki_records::{Entry, Format, How};

use crate::{one, options, outline, read, short};

fn pgn(text: &str) -> Entry {
    one(Format::PGN, text.as_bytes(), &options(None, None))
}

fn written(entry: &Entry) -> String {
    String::from_utf8(Format::PGN.write(std::slice::from_ref(entry))).expect("text")
}

/// The same after a trip through SGF.
fn through_sgf(entry: &Entry) -> String {
    written(&one(Format::SGF, &Format::SGF.write(std::slice::from_ref(entry)), &options(None, None)))
}

#[test]
fn all_tags_are_kept_in_their_order() {
    let text = "[Game \"Keryo-Pente\"]\n[Site \"pente.org\"]\n[Date \"01/13/2004\"]\n[Time \"22:10:55\"]\n[TimeControl \"20/0\"]\n\
                [Rated \"Y\"]\n[Round \"1\"]\n[Section \"2\"]\n[Player 1 Name \"a\"]\n[Player 2 Name \"b \\\"c\\\" \\\\\"]\n\
                [Player 1 Rating \"1700\"]\n[Player 2 Rating \"1800\"]\n[Player 1 Type \"human\"]\n[A:B \"x]:\\\\\"]\n\
                [Empty \"\"]\n[Result \"0-1\"]\n\n1. K10 L9 2. G10 L11 0-1\n\n";
    let entry = pgn(text);
    assert_eq!(written(&entry), text);
    assert_eq!(through_sgf(&entry), text);
    let sgf = String::from_utf8(Format::SGF.write(&[entry])).expect("text");
    assert!(sgf.contains("BR[1700]") && sgf.contains("WR[1800]") && sgf.contains("[Rated:Y]"), "{sgf}");
}

#[test]
fn tags_that_are_as_usual_leave_nothing_behind() {
    let text = "[Game \"Pente\"]\n[Date \"11/20/2026\"]\n[Player 1 Name \"a\"]\n[Player 2 Name \"b\"]\n[Result \"1-0\"]\n\n1. K10 1-0\n\n";
    let entry = pgn(text);
    assert_eq!((entry.tree.is_none(), written(&entry).as_str()), (true, text));
    let other = text.replace("Pente", "Speed Pente").replace("11/20/2026", "in May").replace("1-0\"", "unclear\"");
    let other = other.replace(" 1-0", "");
    assert_eq!(written(&pgn(&other)), other, "what is not understood stays as it is");
    assert_eq!(through_sgf(&pgn(&other)), other);
    let sgf = one(Format::SGF, b"(;RU[pente]SZ[13]TM[600]BR[1d]WT[x];B[gg])", &options(None, None));
    let tags = "[Game \"Pente\"]\n[Size \"13x13\"]\n[TimeControl \"600\"]\n[Player 1 Rating \"1d\"]\n[Player 2 Team \"x\"]\n[Result \"*\"]";
    assert_eq!(written(&sgf), format!("{tags}\n\n1. G7\n\n"));
}

#[test]
fn variations_comments_and_marks() {
    let text = "[Game \"Pente\"]\n[Result \"*\"]\n% not {read\n\n{before}1. K10! $7 {one} ; two }\n L9?! (1... L10 {alt}\n\
                (1... L11 $4) 2. M10) (1... {early} L12 *) 2. G10?? {end} *\n";
    let entry = pgn(text);
    let tree = entry.whole();
    let lines: Vec<_> = outline(entry.game, &tree).iter().map(|line| line.replace(" false []", "")).collect();
    assert_eq!(
        lines,
        [
            "0 start \"before\"",
            "1 K10 \"one\\ntwo }\"",
            "2 L9 \"\"",
            "3 G10 \"end\"",
            "2 L10 \"alt\"",
            "3 M10 \"\"",
            "2 L11 \"\"",
            "2 L12 \"early\"",
        ]
    );
    let quality = |node| tree.note(node).and_then(|note| note.quality);
    assert_eq!([quality(1), quality(2)], [Some(Quality::Good), Some(Quality::Doubtful)]);
    let again = written(&entry);
    assert_eq!(
        again,
        "[Game \"Pente\"]\n[Result \"*\"]\n\n{before} 1. K10 $1 $7 ; one\n; two }\n\
         1... L9 $6 (1... L10 {alt} 2. M10) (1... L11 $4) (1... L12 {early}) 2. G10 $4\n{end}\n\n"
    );
    assert_eq!(written(&pgn(&again)), again);
    assert_eq!(through_sgf(&entry), again);
}

#[test]
fn moves_need_no_numbers_and_numbers_no_moves() {
    let expected = "pente 19x19 K10 L9 G10 L11";
    for moves in [
        "1. K10 L9 2. G10 L11",
        "1.K10 1...L9 2.G10 2... L11 *",
        "K10 L9 G10 L11",
        "1 K10 2 L9 3 G10 4 L11",
        "1. K10 L9 G10 L11",
        "1. K10 {a} (1. K11 L10) 1... L9 2. G10 $1 L11!?",
    ] {
        assert_eq!(short(pgn(&format!("[Game \"Pente\"]\n\n{moves}\n"))), expected, "{moves}");
        let bare = one(Format::PGN, moves.as_bytes(), &options(Some("pente"), None));
        assert_eq!(short(bare), expected, "tags may be missing");
    }
    let two = read(Format::PGN, b"1. K10 L9 1-0\n1. K10 *", &options(Some("pente"), None));
    assert_eq!(two.len(), 2, "a result ends a game");
    let refused = read(Format::PGN, b"1. K10 L9", &options(None, None)).remove(0).expect_err("no game");
    assert!(refused.starts_with("1: no game is named here, --rules names it: ninuki, "), "{refused}");
}

#[test]
fn how_it_ended() {
    let result = |text: &str| pgn(&format!("[Game \"Gomoku\"]\n{text}")).result.map(|claim| (claim.winner, claim.how));
    let (black, white) = (Some(Color::Black), Some(Color::White));
    assert_eq!(result("[Result \"0-1\"]\n\n1. K10 L9"), Some((white, How::Unsaid)));
    assert_eq!(result("\n1. K10 L9 0-1"), Some((white, How::Unsaid)), "without a tag");
    assert_eq!(result("[Result \"*\"]\n\n1. K10 L9 resign"), Some((white, How::Resigned)));
    assert_eq!(result("[Result \"1-0\"]\n\n1. K10 time 1-0"), Some((black, How::Time)));
    assert_eq!(result("[Result \"won\"]\n\n1. K10"), None);
    for (text, message) in [
        ("[Result \"1-0\"]\n\n1. K10 L9 0-1", "2: the tag Result says 1-0, the moves end with 0-1"),
        ("[Result \"1-0\"]\n\n1. K10 L9 resign", "2: the result is 1-0, but the moves end with a win of White"),
    ] {
        let entry = pgn(&format!("\n[Game \"Gomoku\"]\n{text}"));
        assert!(short(entry).ends_with(&format!("! {message}")), "{message}");
    }
}

#[test]
fn what_is_damaged_has_its_place() {
    for (moves, message) in [
        ("1. K10 (1. K11 L9", "3: column 8: the record is cut off: the variation that begins here has no )"),
        ("1. K10 {no end", "3: the record is cut off: the comment has no }"),
        ("1. K10 ) L9", "3: column 8: the ) ends no variation"),
        ("(1. K11) 1. K10", "3: column 1: a variation begins here, but there is no move before it"),
        ("1. K10 } L9", "3: ply 2: }: column 8: \"}\" is no point of this board (A1-T19), swap or pass"),
        ("1. K10 2.Z9!", "3: ply 2: Z9: column 10: \"Z9\" is no point of this board (A1-T19), swap or pass"),
    ] {
        let entry = pgn(&format!("[Game \"Pente\"]\n\n{moves}"));
        assert!(short(entry.clone()).ends_with(&format!("! {message}")), "{moves}: {}", short(entry));
    }
    let entry = pgn("[Game \"Gomoku\"]\n\n1. K10 (1. Z1 K11 (1... L9)) (1. L10) 1... L9");
    let (legal, refused) = entry.whole().checked(entry.game, None);
    let refused: Vec<_> = refused.iter().map(ToString::to_string).collect();
    assert_eq!(refused, ["3: in a variation, column 12: \"Z1\" is no point of this board (A1-T19), swap or pass"]);
    assert_eq!((legal.moves().count(), short(entry)), (3, "standard 19x19 j10 k9".to_owned()));
}

#[test]
fn games_without_moves_follow_each_other() {
    let game = "[Game \"Pente\"]\n[Result \"*\"]\n\n\n\n";
    let found = read(Format::PGN, format!("{game}{game}[Game \"Pente\"]\n\nK10").as_bytes(), &options(None, None));
    assert_eq!(found.len(), 3);
    let marked = pgn("[Game \"Pente\"]\n\n{[%mark][%label K10 a\\]\\c]text} 1. K10 {[%mark]}\n");
    let tree = marked.whole();
    let note = tree.note(ROOT).expect("a note");
    assert_eq!((note.comment.as_str(), note.labels[0].1.as_str(), note.marked), ("text", "a]}", true));
    assert!(tree.note(1).is_some_and(|note| note.marked && note.comment.is_empty()));
}
