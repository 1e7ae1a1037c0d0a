//! DB as it is read: records by their boards, each board a tree.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Read;

use lz4_flex::frame::FrameDecoder;

use super::error::{DbError, RecordError};
use super::grower::Grower;
use super::layout::{CHARSET, LZ4, PASS, RULES, Record};
use crate::capacity::Form;
use crate::started::{started, usual};
use crate::{Budget, Choice, Damage, Entry, Unreadable};

/// Larger databases are not read: 1 GiB.
const LARGEST: usize = 1 << 30;

/// A frame larger than [`SMALL`] expands to at most this many times its size.
const RATIO: usize = 64;

/// A frame that expands to no more than this may have any size.
const SMALL: usize = 16 << 20;

/// The games of a file: one for each board and number of rules in it.
pub(super) fn read(bytes: &[u8], start: &Choice, form: Form) -> Vec<Result<Entry, Unreadable>> {
    let unreadable = |reason: String| Unreadable { line: 1, game: usual(start), reason };
    let plain = match unpacked(bytes, &start.budget) {
        Ok(plain) => plain,
        Err(error) => return vec![Err(unreadable(error.to_string()))],
    };
    let mut reader = Reader { bytes: &plain, at: 0, utf8: false };
    let (groups, damage) = match reader.records(&start.budget) {
        Ok(found) => found,
        Err(error) => return vec![Err(unreadable(error.to_string()))],
    };
    if groups.is_empty() && damage.is_none() {
        return vec![Err(unreadable("no position is in this database".to_owned()))];
    }
    let mut games: Vec<_> =
        groups.into_iter().map(|(head, places)| entry(form, head, places, &mut reader, start)).collect();
    if let Some(reason) = damage.map(|error| error.to_string()) {
        match games.last_mut() {
            Some(Ok(last)) => last.damage.push(Damage { line: None, reason }),
            Some(Err(_)) => {}
            None => games.push(Err(unreadable(reason))),
        }
    }
    games
}

/// The records, expanded piece by piece: a frame that expands to more than it may is not read to its end.
fn unpacked<'b>(bytes: &'b [u8], budget: &Budget) -> Result<Cow<'b, [u8]>, DbError> {
    if !bytes.starts_with(&LZ4) {
        return Ok(Cow::Borrowed(bytes));
    }
    let most = LARGEST.min(SMALL.max(bytes.len().saturating_mul(RATIO)));
    let mut frame = FrameDecoder::new(bytes);
    let (mut plain, mut piece) = (Vec::new(), vec![0; 1 << 16]);
    loop {
        let count = frame.read(&mut piece).map_err(|_| DbError::Frame)?;
        if count == 0 {
            return Ok(Cow::Owned(plain));
        }
        budget.check().and_then(|()| budget.reserve(count as u64)).map_err(DbError::Limit)?;
        if plain.len() + count > most {
            return Err(DbError::Expansion { from: bytes.len(), most: most >> 20 });
        }
        plain.extend_from_slice(&piece[..count]);
    }
}

/// Number of the rules, width and height.
type Head = [u8; 3];

/// Where the records of each board begin.
type Groups = BTreeMap<Head, Vec<u32>>;

struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
    /// Whether the file says that its texts are UTF-8.
    utf8: bool,
}

impl<'b> Reader<'b> {
    /// All records, by their rules and boards, and where they stop making sense.
    fn records(&mut self, budget: &Budget) -> Result<(Groups, Option<DbError>), DbError> {
        let count = self.take(4).ok_or(DbError::Foreign)?;
        let count = u32::from_le_bytes(count.try_into().expect("four bytes"));
        let mut groups = Groups::new();
        for number in 1..=count {
            let at = self.at;
            budget.check().and_then(|()| budget.reserve(size_of::<u32>() as u64)).map_err(DbError::Limit)?;
            match self.record() {
                Ok(Some((head, _))) => groups.entry(head).or_default().push(at as u32),
                Ok(None) => {}
                Err(error) => {
                    let damage = DbError::Record { at, number, count, error };
                    return if groups.is_empty() { Err(damage) } else { Ok((groups, Some(damage))) };
                }
            }
        }
        let more = (self.at < self.bytes.len()).then_some(DbError::More { at: self.at, count });
        Ok((groups, more))
    }

    /// The record that begins at a byte and was read before.
    fn record_at(&mut self, at: u32) -> Option<Record<'b>> {
        self.at = at as usize;
        self.record().ok().flatten().map(|(_, record)| record)
    }

    /// The next record; `None` if it is empty or says something of the file.
    fn record(&mut self) -> Result<Option<(Head, Record<'b>)>, RecordError> {
        let key = self.text().ok_or(RecordError::CutOff)?;
        if key.is_empty() {
            return Ok(None);
        }
        let known = self.text().ok_or(RecordError::CutOff)?;
        let (head, stones) = key.split_first_chunk::<3>().ok_or(RecordError::Key)?;
        let [rules, width, height] = *head;
        if width == 0 && height == 0 {
            self.utf8 |= known.get(5..).is_some_and(|text| text.starts_with(CHARSET));
            return Ok(None);
        }
        if usize::from(rules) >= RULES.len() {
            return Err(RecordError::Rules(rules));
        }
        let (stones, rest) = stones.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(RecordError::HalfStone);
        }
        let record = Record { stones, known };
        let (black, last) = (record.black(), stones.len());
        let is_wrong = |(index, &[x, y]): (usize, &[u8; 2])| {
            let may_pass = index + 1 == black || index + 1 == last;
            (x >= width || y >= height) && !(may_pass && [x, y] == PASS)
        };
        match stones.iter().enumerate().find(|&stone| is_wrong(stone)) {
            Some((_, &stone)) => Err(RecordError::Stone { stone, board: [width, height] }),
            None => Ok(Some((*head, record))),
        }
    }

    fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(taken)
    }

    /// Bytes with their number before them.
    fn text(&mut self) -> Option<&'b [u8]> {
        let count = self.take(2)?;
        self.take(usize::from(u16::from_le_bytes(count.try_into().expect("two bytes"))))
    }
}

/// The positions of one game as a tree.
fn entry(
    form: Form,
    head: Head,
    mut places: Vec<u32>,
    reader: &mut Reader<'_>,
    start: &Choice,
) -> Result<Entry, Unreadable> {
    let [rules, width, height] = head;
    let rules = RULES[usize::from(rules)].clone();
    let sides = (usize::from(width), usize::from(height));
    let (game, setup) = started(form, start, Some(rules), Some(sides), 1)?;
    if (game.grid().width(), game.grid().height()) != sides {
        let reason = format!("the database is of {width}x{height} points, another board is asked for");
        return Err(Unreadable { line: 1, game, reason });
    }
    // Fewer stones first; a file that is sorted so is left as it is.
    let bytes = reader.bytes;
    let stones = |&at: &u32| bytes.get(at as usize..at as usize + 2).map(|two| (two[1], two[0]));
    places.sort_by_key(stones);
    let mut grower = Grower::new(game, places.len(), reader.utf8);
    let unreadable = |reason: String| Unreadable { line: 1, game, reason };
    for &at in &places {
        let Some(record) = reader.record_at(at) else { continue };
        let before = grower.tree.bytes();
        grower.grow(&record);
        let grown = start.budget.check().and_then(|()| start.budget.reserve(grower.tree.bytes() - before));
        grown.map_err(|limit| unreadable(limit.to_string()))?;
    }
    let tree = grower.finish();
    let moves = tree.written(0).collect();
    let mut entry = Entry::new(None, game, setup, moves);
    entry.tree = Some(tree).filter(|tree| !tree.is_line());
    Ok(entry)
}
