//! Damaged files: nothing panics, and each error is one line.

use engine::Rules;
use ninuki_records::Choice;
use ninuki_records::Replayed;
use ninuki_records::{Entry, Format};
use rand::rngs::StdRng;
use rand::{Rng, RngExt};

use crate::games::{branching, dice, played, with_foreign};
use crate::{ALL, game, one, options, read, short};

/// Reads a file as replay and convert do, and checks that each error is one short line.
pub(crate) fn survive(format: Format, bytes: &[u8], start: &Choice) {
    for found in read(format, bytes, start) {
        match found {
            Err(why) => fits(&why),
            Ok(mut entry) => {
                entry.damage.iter().for_each(|damage| fits(&damage.reason));
                if let Some(tree) = entry.tree.take() {
                    let (legal, refused) = tree.checked(entry.game, entry.setup.as_ref());
                    refused.iter().for_each(|refused| fits(&refused.to_string()));
                    entry.tree = Some(legal);
                }
                entry.damage.clear();
                let replayed = Replayed::new(Ok(Entry { tree: None, ..entry.clone() }));
                if let Some(error) = &replayed.error {
                    fits(&error.to_string());
                }
                entry.moves.truncate(replayed.moves.len());
                for &target in ALL {
                    match target.check(&entry) {
                        Ok(()) if target == Format::SGF => is_stable(&entry),
                        Ok(()) => drop(target.write(std::slice::from_ref(&entry))),
                        Err(why) => fits(&why.to_string()),
                    }
                }
            }
        }
    }
}

/// SGF that was written stays as it is when it is read and written again.
fn is_stable(entry: &Entry) {
    let grid = entry.game.grid();
    let square = grid.width() == grid.height();
    let bytes = Format::SGF.write(std::slice::from_ref(entry));
    let again = one(Format::SGF, &bytes, &options(Some(entry.game.rules().name), square.then_some(grid.size())));
    let [bytes, again] = [bytes, Format::SGF.write(&[again])].map(|bytes| String::from_utf8(bytes).expect("text"));
    assert_eq!(again, bytes);
}

pub(crate) fn fits(text: &str) {
    assert!(!text.is_empty() && text.chars().count() < 250 && !text.contains(char::is_control), "{text:?}");
}

/// Valid files of every format, with the rules to read them.
fn files(dice: &mut StdRng) -> Vec<(Format, Vec<u8>, &'static str)> {
    let mut files = Vec::new();
    for (rules, size) in [(Rules::RENJU, 15), (Rules::PENTE, 19), (Rules::NINUKI_JAPAN, 15), (Rules::FREESTYLE, 20)] {
        let game = game(rules.clone(), Some(size));
        let plain = played(game, 30, dice);
        let tree = branching(game, dice);
        let foreign = with_foreign(tree.clone(), dice);
        files.push((Format::SGF, Format::SGF.write(&[foreign]), rules.name));
        for &format in ALL {
            for entry in [&plain, &tree] {
                if format.check(entry).is_ok() {
                    files.push((format, format.write(std::slice::from_ref(entry)), rules.name));
                }
            }
        }
    }
    files
}

/// Changes a file here and there.
pub(crate) fn mutated(bytes: &[u8], other: &[u8], dice: &mut StdRng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..dice.random_range(1..5) {
        let at = dice.random_range(0..=bytes.len());
        let to = dice.random_range(at..=bytes.len()).min(at + 40);
        match dice.random_range(0..7) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..to)),
            2 => bytes.insert(at, dice.random()),
            3 => bytes.splice(at..at, other.iter().copied().skip(at % (other.len() + 1)).take(60)).for_each(drop),
            4 => {
                let part = bytes[at..to].to_vec();
                bytes.splice(at..at, part).for_each(drop);
            }
            5 => bytes.insert(at, *b"()[];{}\\,-0x\n\r\0\x08\xFF".get(dice.random_range(0..17_usize)).expect("one")),
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << dice.random_range(0..8);
                }
            }
        }
    }
    bytes
}

#[test]
fn mutated_files_are_survived() {
    let dice = &mut dice(6);
    for _ in 0..8 {
        let files = files(dice);
        for (index, (format, bytes, rules)) in files.iter().enumerate() {
            for round in 0..40 {
                let other = &files[(index + round) % files.len()].1;
                survive(*format, &mutated(bytes, other, dice), &options(Some(rules), None));
            }
        }
    }
}

#[test]
fn every_prefix_and_noise_are_survived() {
    let dice = &mut dice(7);
    for (format, bytes, rules) in files(dice) {
        for end in 0..bytes.len().min(600) {
            survive(format, &bytes[..end], &options(Some(rules), None));
        }
        let mut noise = vec![0; 2_000];
        dice.fill_bytes(&mut noise);
        survive(format, &noise, &options(None, None));
    }
}

#[test]
fn depth_and_width_cost_no_stack() {
    let (deep, wide) = ("(;B[aa]C[x]".repeat(100_000) + &")".repeat(100_000), 60_000);
    survive(Format::SGF, deep.as_bytes(), &options(Some("freestyle"), None));
    let brothers = format!("(;C[x]{})", "(;B[hh];W[ii])".repeat(wide));
    survive(Format::SGF, brothers.as_bytes(), &options(Some("freestyle"), None));
    let head = b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0";
    for node in [[0x78, 0x00], [0x78, 0x80], [0x78, 0xC0], [0x79, 0x40]] {
        survive(Format::LIB, &[&head[..], &node.repeat(200_000)].concat(), &options(Some("renju"), None));
    }
    let words = "K10 ".repeat(100_000);
    survive(Format::PGN, format!("[Game \"Pente\"]\n\n{words}").as_bytes(), &options(None, None));
}

#[test]
fn what_could_be_read_is_kept() {
    let renju = options(Some("renju"), None);
    for (format, text, expected) in [
        (
            Format::SGF,
            "(;RU[renju];B[hh];W[hg]",
            "renju 15x15 h8 h9 ! 1: column 1: the game that begins here is cut off: its closing ')' is missing",
        ),
        (
            Format::PSQ,
            "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,x,0\n8,9,0\n0\n",
            "renju 15x15 h8 ! 3: ply 2: 9,x,0: the line is no stone, it is written x,y,ms",
        ),
        (
            Format::PSQ,
            "Piskvorky 15x15, 11:11, 0\n8,8,0\n16,1,0\n",
            "renju 15x15 h8 ! 3: ply 2: 16,1,0: column 1: the board has 15x15 points, counted from 1",
        ),
        (
            Format::PSQ,
            "Piskvorky 15x15, 11:11, 0\n8,8,0\n  9, 16,0\n",
            "renju 15x15 h8 ! 3: ply 2: 9, 16,0: column 6: the board has 15x15 points, counted from 1",
        ),
        (
            Format::PSQ,
            "Piskvorky 15x15, 11:11, 0\n8,8,70\n11,1",
            "renju 15x15 h8 ! 3: the record is cut off within its last stone",
        ),
        (
            Format::PSQ,
            "Piskvorky 15x15, 11:11, 0\n8,8,0\na\nb\nc\n0\n",
            "renju 15x15 h8 ! 5: \"c\" is no stone and follows the end of the record",
        ),
        (
            Format::PSQ,
            "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0\n",
            "renju 15x15 h8 ! 3: ply 2: h8: the point is occupied",
        ),
        (
            Format::REC,
            "a\nb\n7,7,0\n15,1,0\n0\n15x15\n",
            "renju 15x15 h8 ! 4: ply 2: 15,1,0: column 1: the board has 15x15 points, counted from 0",
        ),
        (Format::POS, "\x03\x70\x61", "renju 15x15 h8 h9 ! the file has 2 moves, its first byte says 3"),
        (
            Format::PGN,
            "[Game \"Pente\"]\n\n1. K10 L9 2. Z1 A1\n",
            "renju 19x19 j10 k9 ! 3: ply 3: Z1: column 14: \"Z1\" is no point of this board (A1-T19), swap or pass",
        ),
    ] {
        assert_eq!(short(one(format, text.as_bytes(), &renju)), expected);
    }
    let lib =
        |nodes: &[u8]| [&b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0"[..], nodes].concat();
    for (nodes, expected) in [
        (
            &b"\x78\0\x68\x80\x59\x40"[..],
            "renju 15x15 h8 h9 i10 ! byte 28: the tree is cut off, 1 more branches were to come",
        ),
        (b"\x78\x00\x10\x00", "renju 15x15 h8 ! byte 24: 0x10 is no point of 15x15"),
        (b"\x78\x00\x68", "renju 15x15 h8 ! byte 25: the file is cut off within a node"),
        (b"\x78\x08abc", "renju 15x15 ! byte 24: the text that begins here has no end"),
        (b"\x78\x40\x68\x40", "renju 15x15 h8 ! byte 24: the tree is complete, but more follows"),
    ] {
        assert_eq!(short(one(Format::LIB, &lib(nodes), &renju)), expected);
    }
}

#[test]
fn damaged_variations_do_not_concern_the_main_line() {
    let text = b"(;RU[renju];B[hh]\n(;W[hg];B[aa])\n(;W[zz];B[ab])\n(;W[ii]AB[aa])(;W[hh];B[ii]))";
    let entry = one(Format::SGF, text, &options(None, None));
    let (legal, refused) = entry.whole().checked(entry.game, None);
    let refused: Vec<_> = refused.iter().map(ToString::to_string).collect();
    assert_eq!(
        refused,
        [
            "3: column 3: in a variation, \"zz\" is no point of this board (a1-o15), swap or pass",
            "4: ply 2: h8: the point is occupied",
        ]
    );
    assert_eq!(legal.moves().count(), 4, "stones are set up in the third");
    assert_eq!(short(entry), "renju 15x15 h8 h9 a15");
}

#[test]
fn files_that_are_something_else_are_unreadable() {
    let start = options(None, None);
    for (format, text, part) in [
        (Format::PSQ, "", "1: \"\" is no head of a PSQ file"),
        (Format::PSQ, "Piskvorky 15x15, 11:11\n8,8,0\n", "no head of a PSQ file"),
        (Format::PSQ, "Piskvorky 30x30, 0:0, 0\n8,8,0\n", "not played on size 30"),
        (Format::REC, "a\nb\n", "no stone is in this file"),
        (Format::POS, "", "the file is empty"),
        (Format::PGN, "", "no game is in this file"),
        (Format::PGN, "1. K10", "no game is named here, --rules names it: ninuki, "),
        (Format::PGN, "[Game \"Connect6\"]\n\n1. K10\n", "Connect6"),
        (Format::LIB, "RenLib", "no file of RenLib"),
        (Format::LIB, "\u{ff}", "no file of RenLib"),
        (Format::SGF, "x", "no SGF game"),
    ] {
        let found = read(format, text.as_bytes(), &start);
        assert!(found.len() == 1 && found[0].as_ref().is_err_and(|why| why.contains(part)), "{format:?} {found:?}");
    }
    let newer = b"\xFFRenLib\xFF\x03\x05\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0";
    assert!(read(Format::LIB, newer, &start)[0].as_ref().is_err_and(|why| why.contains("version 3.5")));
    let wide =
        read(Format::LIB, &newer.map(|byte| if byte == 5 { 4 } else { byte }), &options(Some("pente"), Some(19)));
    assert!(wide[0].as_ref().is_err_and(|why| why.contains("lib has boards of 15x15 points only, this one has 19x19")));
}

#[test]
fn what_is_wrong_is_said_with_line_and_column() {
    for (format, text, line, message) in [
        (Format::TXT, "# a\n\th8 i9  z9 j7\n", 2, "column 9: "),
        (Format::TXT, "h8i9z9", 1, "column 5: "),
        (Format::TXT, "ä\u{1}", 1, "column 2: the line has the control character"),
        (Format::SGF, "(;GM[4]SZ[15]\n;B[hh]\n ;W[zz])", 3, "column 3: "),
        (Format::SGF, "(;GM[4]SZ[15]\n;B[hh]C[no end)", 1, "column 1: "),
        (Format::PGN, "[Site \"PlayOK\"]\n\n1. h8 i9\n2. z9\n", 4, "column 4: "),
        (Format::RIF, "<a>\n <b></c>", 2, "column "),
    ] {
        let said = match read(format, text.as_bytes(), &options(Some("renju"), None)).pop().expect("a game") {
            Err(why) => why,
            Ok(entry) => match entry.moves.last().map(|last| (last.line, last.mv.clone())) {
                Some((line, Err(reason))) => format!("{}: {reason}", line.expect("a line")),
                _ => format!("{}: {}", entry.damage[0].line.expect("a line"), entry.damage[0].reason),
            },
        };
        assert!(said.starts_with(&format!("{line}: {message}")), "{format} {text:?}: {said}");
    }
}
