//! What the acceptance test of every judge asks: to see a win in one, and a forbidden point.

use crate::talk::talk;

/// The answer to a list of moves such as `h8h9i8`, in the same notation: `a1` is `0,0`.
fn answer(rule: u32, moves: &str) -> String {
    let named = moves.split_inclusive(|char: char| char.is_ascii_digit()).collect::<Vec<_>>();
    // Two digits of one number are split; a piece without a letter belongs to the one before.
    let mut cells: Vec<String> = Vec::new();
    for piece in named {
        match cells.last_mut() {
            Some(last) if piece.bytes().all(|byte| byte.is_ascii_digit()) => *last += piece,
            _ => cells.push(piece.to_owned()),
        }
    }
    let stones = cells.iter().enumerate().map(|(i, cell)| {
        let (column, row) = (cell.as_bytes()[0] - b'a', cell[1..].parse::<usize>().expect("a number") - 1);
        format!("{column},{row},{}\n", 1 + (cells.len() - i) % 2)
    });
    let board: String = stones.collect();
    let replies = talk(format!("START 15\nINFO rule {rule}\nINFO timeout_turn 900\nBOARD\n{board}DONE\n"));
    let (x, y) = replies[1].split_once(',').expect("a move");
    let column = char::from(b'a' + x.parse::<u8>().expect("a number"));
    format!("{column}{}", y.parse::<usize>().expect("a number") + 1)
}

#[test]
fn a_win_in_one_is_seen() {
    for rule in [0, 1, 4, 8, 9] {
        let found = answer(rule, "h8h9i8i9j8j9k8k9");
        assert!(["g8", "l8"].contains(&found.as_str()), "rule {rule}: {found}");
    }
    let found = answer(1, "h8h9i8h10g8h11j13h12g14h14i15");
    assert!(["f8", "j8"].contains(&found.as_str()), "{found}");
    let found = answer(8, "h8f8g8f9i8f7j8l8");
    assert!(["f5", "f6", "f10", "f11"].contains(&found.as_str()), "{found}");
}

#[test]
fn a_forbidden_point_is_not_played() {
    assert_ne!(answer(4, "h8h9i7i9h10i6i11i12"), "g9");
}
