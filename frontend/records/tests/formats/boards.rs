//! Every reader with every game on every board: the point that the text says, or one line that says what the format has.

use engine::{Lettering, Move, Rules, Shape};
use ninuki_records::Choice;
use ninuki_records::Format;

use crate::damage::{fits, mutated, survive};
use crate::games::{dice, played};
use crate::{ALL, game, one, options, read};

/// Every board of every game, rectangles among them; the side where options can ask for it.
fn boards() -> Vec<(Rules, [usize; 2], Option<usize>)> {
    let mut boards = Vec::new();
    for rules in Rules::ALL {
        boards.extend(rules.sizes.iter().map(|side| (rules.clone(), [side; 2], Some(side))));
        if rules.rectangles {
            let sides = [[5, 22], [22, 5], [15, 13], [13, 15], [20, 19], [21, 22]];
            boards.extend(sides.map(|sides| (rules.clone(), sides, None)));
        }
    }
    boards
}

/// A file of a single stone at `[x, y]`, counted from the top left; `None` if the format has no words for that: in SGF
/// `tt` is a pass on boards of at most 19x19.
fn stone(format: Format, rules: &Rules, [width, height]: [usize; 2], [x, y]: [usize; 2]) -> Option<Vec<u8>> {
    let letter = |index: usize| char::from(b'a' + index as u8);
    let without_i = |index: usize| letter(index + usize::from(index >= 8)).to_ascii_uppercase();
    let row = height.checked_sub(y).filter(|&row| row > 0);
    let by_row = |column: char| row.map(|row| format!("{column}{row}"));
    let hexagon = rules.hexagonal();
    Some(match format.name() {
        "txt" if hexagon => format!("{}{}", letter(y), x + 1).into_bytes(),
        "txt" if rules.lettering == Lettering::WithoutI => by_row(without_i(x))?.into_bytes(),
        "txt" => by_row(letter(x))?.into_bytes(),
        "sgf" if hexagon => format!("(;GM[4]SZ[{width}];B[{}{}])", letter(y), x + 1).into_bytes(),
        "sgf" if [x, y] == [19, 19] && width.max(height) <= 19 => return None,
        "sgf" => format!("(;GM[4]SZ[{width}:{height}];B[{}{}])", letter(x), letter(y)).into_bytes(),
        "psq" => format!("Piskvorky {width}x{height}, 11:11, 0\n{},{},0\n0\n", x + 1, y + 1).into_bytes(),
        "rec" => format!("a\nb\n{x},{y},0\n0\n{width}x{height}\n").into_bytes(),
        "pos" if [width, height] == [15, 15] => vec![1, u8::try_from(x + 15 * y).ok().filter(|_| x < 15)?],
        "pos" => by_row(letter(x))?.into_bytes(),
        "pgn" => {
            let head = format!("[Game \"{}\"]\n[Size \"{width}x{height}\"]\n\n1. ", rules.name);
            (head + &by_row(without_i(x))?).into_bytes()
        }
        "lib" if x < 15 && y < 15 => {
            let head = b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0";
            [&head[..], &[(16 * y + x + 1) as u8, 0x40]].concat()
        }
        // A database stores one image of each position, whichever way the board was turned.
        "lib" | "db" => return None,
        "rif" => format!("<game><move>{}</move></game>", by_row(letter(x))?).into_bytes(),
        "jsonl" => {
            let name = match rules.lettering {
                _ if hexagon => format!("{}{}", letter(y), x + 1),
                Lettering::WithoutI => by_row(without_i(x))?,
                _ => by_row(letter(x))?,
            };
            let [width, height] = if hexagon { [2 * width - 1; 2] } else { [width, height] };
            let first = format!(r#"{{"ninuki":"tournament","game":"{}","board":"{width}x{height}"}}"#, rules.name);
            format!(
                r#"{first}
{{"players":["",""],"winner":null,"moves":["{name}"]}}
"#
            )
            .into_bytes()
        }
        "offset" => {
            let from = |at: usize, sides: usize| at as i64 - (sides / 2) as i64;
            format!("{},{}", from(x, width), from(y, height)).into_bytes()
        }
        other => panic!("{other} has no sample here"),
    })
}

/// Whether a format has words for a board, by what is laid down for it.
fn holds(format: Format, rules: &Rules, sides: [usize; 2]) -> bool {
    match format.name() {
        "txt" | "sgf" | "jsonl" => true,
        "lib" | "rif" => !rules.hexagonal() && sides == [15, 15],
        _ => !rules.hexagonal(),
    }
}

#[test]
fn points_are_those_that_the_text_says() {
    for (rules, sides, size) in boards() {
        for &format in ALL {
            // Options ask for squares alone, and not every file says its board.
            let silent = [Format::TXT, Format::POS, Format::LIB, Format::RIF, Format::OFFSET].contains(&format);
            if silent && size.is_none() {
                continue;
            }
            let start = options(Some(rules.name), size);
            for (x, y) in (0..24).flat_map(|y| (0..24).map(move |x| (x, y))) {
                let Some(bytes) = stone(format, &rules, sides, [x, y]) else { continue };
                let what = format!("{format:?} {} {sides:?} {x},{y}", rules.name);
                let found = read(format, &bytes, &start);
                let [found] = &found[..] else { panic!("{what}: {} games", found.len()) };
                match found {
                    Err(why) => {
                        fits(why);
                        // An offset that misses the board spoils its line.
                        let missed = format == Format::OFFSET && (x >= sides[0] || y >= sides[1]);
                        assert!(missed || !holds(format, &rules, sides), "{what}: {why}");
                        let part = if holds(format, &rules, sides) { "not on the board of" } else { " only" };
                        assert!(why.contains(part), "{what}: {why}");
                    }
                    Ok(entry) => {
                        assert!(holds(format, &rules, sides), "{what}: read");
                        let grid = entry.game.grid();
                        let expected = grid.point(x, y).map(Move::Place);
                        assert_eq!(entry.played().next(), expected, "{what}");
                        if grid.shape() == Shape::Rectangle {
                            assert_eq!([grid.width(), grid.height()], sides, "{what}");
                        }
                        entry
                            .moves
                            .iter()
                            .filter_map(|written| written.mv.as_ref().err())
                            .for_each(|why| fits(&why.to_string()));
                    }
                }
            }
        }
    }
}

#[test]
fn rectangles_are_read_as_they_were_written() {
    let dice = &mut dice(9);
    for (rules, [width, height], size) in boards() {
        if size.is_some() {
            continue;
        }
        let game = engine::Game::with_sides(rules.clone(), width, height, None).expect("a board of the game");
        for plies in [1, 20, 300] {
            let entry = played(game, plies, dice);
            for format in [Format::SGF, Format::PSQ, Format::REC, Format::PGN] {
                let bytes = format.write(std::slice::from_ref(&entry));
                let found = one(format, &bytes, &options(Some(rules.name), None));
                assert_eq!(found.game, game, "{format:?}");
                assert!(found.played().eq(entry.played()), "{format:?} {} {width}x{height}", rules.name);
                assert_eq!(format.write(&[found]), bytes, "{format:?}");
            }
        }
    }
}

#[test]
fn files_of_one_game_are_survived_by_all_others() {
    let dice = &mut dice(10);
    let mut files = Vec::new();
    for (rules, size) in [(Rules::RENJU, 15), (Rules::PENTE, 19), (Rules::FREESTYLE, 22), (Rules::NDENGROD, 9)] {
        let entry = played(game(rules, Some(size)), 25, dice);
        let held = ALL.iter().copied().filter(|format| format.check(&entry).is_ok());
        files.extend(held.map(|format| (format, format.write(std::slice::from_ref(&entry)))));
    }
    files.extend([
        (Format::POS, b"a9".to_vec()),
        (Format::POS, b"a1v22a0z99h8".to_vec()),
        (Format::POS, b"\x02\x00\xE0".to_vec()),
        (Format::PSQ, b"Piskvorky 5x5, 0:0, 0\n5,5,0\n9,9,0\n0\n".to_vec()),
        (Format::PSQ, b"Piskvorky 99999999999x3, 0:0, 0\n1,1,0\n".to_vec()),
        (Format::REC, b"a\nb\n8,8,0\n0\n9x9\n".to_vec()),
        (Format::OFFSET, b"-1,-1, 8,8, -11,0\n".to_vec()),
        (Format::PGN, b"[FirstMove \"Black\"]\n\n{e5 swap a1 K10}\n1-0\n".to_vec()),
    ]);
    for (rules, _, size) in boards() {
        let start: Choice = options(Some(rules.name), size);
        for (index, (format, bytes)) in files.iter().enumerate() {
            survive(*format, bytes, &start);
            let other = &files[(index + 1) % files.len()].1;
            survive(*format, &mutated(bytes, other, dice), &start);
        }
    }
}

#[test]
fn hexagons_are_refused_by_what_has_none() {
    let expected = |name: &str| format!("1: {name} has rectangular boards only, ndengrod is played on a hexagon");
    for (format, bytes, name) in [
        (Format::POS, &b"a9"[..], "pos"),
        (Format::POS, b"i9", "pos"),
        (Format::PSQ, b"Piskvorky 20x20, 0:0, 0\n5,5,0\n0\n", "psq"),
        (Format::PSQ, b"Piskvorky 5x5, 0:0, 0\n5,5,0\n0\n", "psq"),
        (Format::REC, b"a\nb\n4,4,0\n0\n", "rec"),
        (Format::REC, b"a\nb\n4,4,0\n0\n5x5\n", "rec"),
        (Format::OFFSET, b"0,0", "offset"),
        (Format::PGN, b"[Game \"Pente\"]\n\n1. e5\n", "pgn"),
    ] {
        for size in [None, Some(3), Some(8), Some(9)] {
            let found = read(format, bytes, &options(Some("ndengrod"), size));
            assert_eq!(found.into_iter().next().expect("one").expect_err("no hexagon"), expected(name), "{format:?}");
        }
    }
    // A hexagon of side 8 lies in a box of 15x15.
    for (format, bytes, name) in
        [(Format::POS, &[1, 112][..], "RenLib's pos"), (Format::LIB, b"\x78\x40", "lib"), (Format::LIB, b"x", "lib")]
    {
        let why = read(format, bytes, &options(Some("ndengrod"), Some(8))).remove(0).expect_err("no hexagon");
        assert_eq!(why, format!("1: {name} has boards of 15x15 points only, ndengrod is played on a hexagon"));
    }
}

#[test]
fn other_boards_than_renlibs_are_refused() {
    for (rules, size) in [("ninuki-42", None), ("renju", Some(5)), ("renju", Some(22)), ("pente", Some(19))] {
        for (format, bytes) in [(Format::LIB, &b"\x78\x40"[..]), (Format::POS, &[1, 112])] {
            let why = read(format, bytes, &options(Some(rules), size)).remove(0).expect_err("another board");
            assert!(why.contains("has boards of 15x15 points only"), "{why}");
        }
    }
}
