//! The border to the host, with a host in the same process: what Miri can look at.

use super::*;

/// Writes the input of the next call, as the host does.
fn give(text: &str) {
    let to = room(text.len());
    // SAFETY: `room` has returned the begin of this number of bytes.
    unsafe { to.copy_from_nonoverlapping(text.as_ptr(), text.len()) };
}

/// The output of a call, or its error.
fn taken(is_right: bool) -> Result<String, String> {
    // SAFETY: the output lives until the next call.
    let bytes = unsafe { std::slice::from_raw_parts(output_text(), output_length()) };
    let text = String::from_utf8(bytes.to_vec()).expect("text");
    if is_right { Ok(text) } else { Err(text) }
}

fn started(lines: &str) -> Result<usize, String> {
    give(lines);
    taken(start()).map(|number| number.parse().expect("a number"))
}

fn played(game: usize, mv: &str) -> Result<String, String> {
    give(mv);
    taken(play(game))
}

#[test]
fn a_game_is_played_and_taken_back() {
    let game = started("freestyle\n9").expect("a game");
    assert_eq!(taken(board(game)), Ok("freestyle 9 9 5".to_owned()));
    for (mv, name) in
        [("e5", "e5"), ("0,0", "a9"), ("f5", "f5"), ("b9", "b9"), ("G5", "g5"), ("c9", "c9"), ("h5", "h5")]
    {
        assert_eq!(played(game, mv), Ok(name.to_owned()));
    }
    assert_eq!(played(game, "e5"), Err("e5: the point is occupied".to_owned()));
    assert_eq!(taken(state(game)), Ok("o 0 0 0 0 -".to_owned()));
    let other = taken(copy(game)).expect("a copy").parse().expect("a number");
    assert_eq!(played(game, "a1"), Ok("a1".to_owned()));
    assert_eq!(played(game, "i5"), Ok("i5".to_owned()));
    assert_eq!(taken(state(game)), Ok("- 0 0 0 0 x five".to_owned()));
    assert_eq!(taken(legal(game)), Ok(String::new()));
    assert_eq!(played(game, "a2"), Err("a2: the game is over".to_owned()));
    assert_eq!(taken(undo(game)), Ok("i5".to_owned()));
    assert_eq!(taken(moves(other)), Ok("e5 a9 f5 b9 g5 c9 h5".to_owned()));
    assert_eq!(taken(stones(other, 0)), Ok("e5 f5 g5 h5".to_owned()));
    assert_eq!(taken(stones(other, 2)), Ok(String::new()));
    release(game);
    assert_eq!(taken(moves(game)), Err("the game was freed".to_owned()));
    release(game);
    assert_eq!(started("renju"), Ok(game), "its number is used again");
    assert_ne!(started("renju"), Ok(game));
}

#[test]
fn wrong_lines_are_refused() {
    for (lines, error) in [
        ("chess", "unknown game \"chess\""),
        ("pente\n99", "pente is not played on size 99"),
        ("pente\n-1", "-1 is no number of points"),
        ("pente\n13x15", "pente is not played on size 13x15"),
        ("ndengrod\n\n1", "lines of 1 are not possible"),
        ("pente\n\n\n5/5", "the position has 2 rows"),
        ("pente\n\n\n\nnothing=no", "unknown flag \"nothing\""),
        ("pente\n\n\n\nfifth=no", "flag fifth changes nothing"),
    ] {
        let found = started(lines).expect_err(lines);
        assert!(found.starts_with(error), "{lines}: {found}");
    }
    let game = started("").expect("the first game");
    for text in ["", "z99", "\u{1f600}", "swap", "pass", "A1"] {
        assert!(played(game, text).is_err(), "{text}");
    }
    assert_eq!(taken(moves(game)), Ok(String::new()));
}
