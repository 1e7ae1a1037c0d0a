//! Databases of positions: the bytes, what becomes of positions, and the way there and back.

use std::collections::BTreeSet;

use engine::Rules;
use ninuki_records::{Entry, Format, txt};
use rand::RngExt;

use crate::games::{branching, dice};
use crate::{game, one, options, outline, read, short};

/// A record of a database.
fn record(key: &[u8], known: &[u8]) -> Vec<u8> {
    let part = |bytes: &[u8]| [&(bytes.len() as u16).to_le_bytes()[..], bytes].concat();
    [part(key), part(known)].concat()
}

fn database(records: &[Vec<u8>]) -> Vec<u8> {
    [&(records.len() as u32).to_le_bytes()[..], &records.concat()].concat()
}

fn charset() -> Vec<u8> {
    record(&[0, 0, 0], b"\0\0\0\0\0charset=\"UTF-8\"")
}

/// All records of a file, without its compression.
fn records(bytes: &[u8]) -> BTreeSet<Vec<u8>> {
    let mut plain = Vec::new();
    std::io::Read::read_to_end(&mut lz4_flex::frame::FrameDecoder::new(bytes), &mut plain).expect("a frame");
    let (mut at, mut found) = (4, BTreeSet::new());
    while at < plain.len() {
        let from = at;
        for _ in 0..2 {
            at += 2 + usize::from(u16::from_le_bytes([plain[at], plain[at + 1]]));
        }
        found.insert(plain[from..at].to_vec());
    }
    assert_eq!(found.len(), u32::from_le_bytes(plain[..4].try_into().expect("four")) as usize, "each position once");
    found
}

#[test]
fn positions_follow_each_other_whatever_way_they_are_turned() {
    // h8, then its neighbour to the left, as the first of eight images; then a third stone on another side of that.
    let bytes = database(&[
        charset(),
        record(&[2, 15, 15, 7, 7], b"\xFF\0\0\0\0the centre\x08second line"),
        record(&[2, 15, 15, 7, 7, 6, 7], b"w\x10\x27\x2B\0@BTXT@66A\n77B\x08good"),
        record(&[2, 15, 15, 7, 7, 8, 8, 7, 8], b"l\0\0\0\0"),
        record(&[2, 15, 15, 7, 7, 0xFF, 0xFF], b"d\0\0\0\0"),
    ]);
    let entry = one(Format::DB, &bytes, &options(None, None));
    let lines = outline(entry.game, &entry.whole());
    assert_eq!(entry.game.rules().name, "renju");
    assert_eq!(lines[1], "1 h8 \"the centre\\nsecond line\" false []");
    assert!(lines[2].starts_with("2 g8 \"good\" false [") && lines[2].contains("\"A\"") && lines[2].contains("\"B\""));
    assert!(lines[3].starts_with("3 "), "the third stone follows: {lines:?}");
    let refused = entry.whole().checked(entry.game, None).1;
    assert_eq!(refused.len(), 1, "the position with a pass: {refused:?}");
    let sgf = String::from_utf8(Format::SGF.write(std::slice::from_ref(&entry))).expect("text");
    assert!(sgf.contains("DB[w 10000 10 3]") && sgf.contains("DB[l 0 0 0]"), "{sgf}");
}

#[test]
fn what_is_read_is_written() {
    let known = [
        charset(),
        record(&[0, 15, 15, 6, 6, 7, 7, 6, 7], b"\xFF\x05\0\x0E\0text"),
        record(&[0, 15, 15, 6, 6, 7, 7, 5, 5, 6, 7], b""),
        record(&[1, 20, 20, 0, 0], b"!\0\0\0\0@BTXT@10x y\x08@BTXT@ is no comment"),
    ];
    let expected: BTreeSet<_> = known.iter().cloned().collect();
    let entries = read(Format::DB, &database(&known), &options(None, None));
    let entries: Vec<Entry> = entries.into_iter().map(|entry| entry.expect("readable")).collect();
    assert_eq!(entries.len(), 2, "one for each game and board");
    assert_eq!(records(&Format::DB.write(&entries)), expected);
    // By way of SGF, too.
    let sgf = read(Format::SGF, &Format::SGF.write(&entries), &options(None, None));
    let again: Vec<Entry> = sgf.into_iter().map(|entry| entry.expect("readable")).collect();
    assert_eq!(records(&Format::DB.write(&again)), expected);
}

#[test]
fn trees_there_and_back() {
    let dice = &mut dice(12);
    for round in 0..60 {
        let rules = [Rules::FREESTYLE, Rules::STANDARD, Rules::RENJU][round % 3].clone();
        let game = game(rules.clone(), Some([15, 9, 20][dice.random_range(0..3)]));
        let mut entry = branching(game, dice);
        if let Some(tree) = &mut entry.tree {
            tree.notes_mut().for_each(|note| {
                note.marked = false;
                note.labels.retain_mut(|(_, text)| !text.contains('\n'));
            });
        }
        Format::DB.check(&entry).expect("held");
        let bytes = Format::DB.write(std::slice::from_ref(&entry));
        let found = one(Format::DB, &bytes, &options(None, None));
        assert_eq!(found.game, game);
        assert_eq!(found.whole().checked(game, None).1, []);
        assert_eq!(records(&Format::DB.write(&[found])), records(&bytes), "as many positions, with the same texts");
    }
}

#[test]
fn what_databases_cannot_say_is_refused() {
    let pente = game(Rules::PENTE, None);
    let entry = Entry::new(None, pente, None, txt::moves(pente.grid(), ["K10"].into_iter(), None));
    let refused = Format::DB.check(&entry).expect_err("no number").to_string();
    assert_eq!(refused, "db numbers the rules of its games, and has no number for those of pente");
}

#[test]
fn damage_is_told_with_its_place() {
    let whole = database(&[charset(), record(&[0, 15, 15, 7, 7], b"w\0\0\0\0")]);
    for end in 0..whole.len() {
        for found in read(Format::DB, &whole[..end], &options(None, None)) {
            let message = found.map(short).unwrap_or_else(|why| why);
            assert!(message.contains("record") || message.contains("no position"), "{end}: {message}");
        }
    }
    for (key, part) in [
        (&[7, 15, 15][..], "record 1 of 1: rules 7 are not known"),
        (&[0, 15, 15, 15, 0], "the stone 15,0 is not on 15x15 points"),
        (&[0, 15, 15, 1], "half a stone"),
        (&[0, 200, 15, 1, 1], "not played on size 200x15"),
        (&[0, 15], "no rules and board"),
    ] {
        let found = read(Format::DB, &database(&[record(key, b"")]), &options(None, None)).remove(0);
        let message = found.expect_err("damaged");
        assert!(message.contains(part), "{message}");
    }
    let mut frame = Format::DB.write(&[Entry::new(None, game(Rules::RENJU, None), None, Vec::new())]);
    frame.truncate(frame.len() / 2);
    let message = read(Format::DB, &frame, &options(None, None)).remove(0).expect_err("cut off");
    assert!(message.contains("LZ4"), "{message}");
}
