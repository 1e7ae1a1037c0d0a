//! Books as bytes.
//!
//! A file begins with `NINUKIBK` and the version, 1. The rest is a gzip stream, whose checksum covers it. Numbers are of variable
//! length (seven bits a byte, the lowest first); texts are their length and their bytes. The stream has the name of the game, its
//! rules as TOML on one line (empty for a known game), the changed flags with blanks between, width, height, and the length of
//! lines; then the tree of moves from the empty board, each node before its children:
//!
//! * the move that leads to it, but for the root: 0 a swap, 1 a pass, 2 and more the points of the board in their order;
//! * the number of its children;
//! * the number of its best moves, 0 if the node is only the way to others;
//! * if there are best moves, nodes and depth of the search, then each move with its value. Bit 0 of a value is 1 for a proved
//!   result. The other bits are hundredths of a point, or plies to a win from 1 on, or -1 minus plies to a loss, as `2n` for `n` and
//!   `-2n - 1` for negative `n`.

use std::collections::BTreeMap;
use std::io::{Read, Write};

use engine::{AnyRecord, Bitboard, Game, Move, Point, PointSet as _};
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use records::{Choice, Size};
use search::Score;

use crate::error::FormError;
use crate::{Book, BookMove, BookPosition};
use records::varint::{Reader, push};

/// The first bytes.
const MAGIC: &[u8] = b"NINUKIBK";

/// The version that is written.
const VERSION: u8 = 1;

/// The most positions of a book.
pub const MOST: usize = 1 << 17;

/// The most bytes of a stream, decompressed.
const LARGEST: u64 = 16 << 20;

/// The most bytes of a text.
const LONGEST: u64 = 1 << 16;

/// The longest game.
const PLIES: usize = 2000;

/// The most best moves of a position.
pub(crate) const WIDEST: usize = 512;

impl Book {
    /// Returns the bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        head(self.game(), &mut body);
        Trie::of(self).write(&Points::of(self.game()), &mut body);
        let mut bytes = [MAGIC, &[VERSION]].concat();
        let mut encoder = GzEncoder::new(&mut bytes, Compression::best());
        encoder.write_all(&body).and_then(|()| encoder.finish().map(drop)).expect("memory takes everything");
        bytes
    }

    /// Reads the bytes of a file. It takes at most 16 MiB for the stream and [`MOST`] positions.
    ///
    /// # Errors
    /// The bytes are no book, are damaged, or are of another version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(FormError::NoBook)?;
        let (&version, stream) = rest.split_first().ok_or(FormError::NoBook)?;
        if version != VERSION {
            return Err(FormError::Version(version));
        }
        let mut body = Vec::new();
        let mut decoder = GzDecoder::new(stream);
        (&mut decoder).take(LARGEST + 1).read_to_end(&mut body).map_err(|_| FormError::Damaged)?;
        if body.len() as u64 > LARGEST || !decoder.into_inner().is_empty() {
            return Err(FormError::Damaged);
        }
        let mut reader = Reader(&body);
        let game = game_of(&mut reader)?;
        let mut book = Self::new(game);
        read_tree(&mut book, &Points::of(game), &mut reader)?;
        if reader.0.is_empty() { Ok(book) } else { Err(FormError::Damaged) }
    }
}

fn head(game: &Game, out: &mut Vec<u8>) {
    let rules = game.rules();
    let flags = rules.changed_flags();
    let flags: Vec<String> = flags.iter().map(|(flag, value)| format!("{}={value}", flag.name)).collect();
    for text in [rules.name, &variants::line(rules).unwrap_or_default(), &flags.join(" ")] {
        push(out, text.len() as u64);
        out.extend(text.bytes());
    }
    let size = Size::of(game.grid());
    [size.width, size.height, game.length()].into_iter().for_each(|number| push(out, number as u64));
}

fn text<'b>(reader: &mut Reader<'b>) -> Option<&'b str> {
    let length = reader.next().filter(|&length| length <= LONGEST)?;
    std::str::from_utf8(reader.take(length as usize)?).ok()
}

/// Reads the game of a book.
fn game_of(reader: &mut Reader<'_>) -> Result<&'static Game, FormError> {
    let mut read = || {
        let texts = [text(reader)?, text(reader)?, text(reader)?];
        let mut number = || usize::try_from(reader.next()?).ok();
        Some((texts, Size { width: number()?, height: number()? }, number()?))
    };
    let ([name, own, flags], size, length) = read().ok_or(FormError::Damaged)?;
    let own = match own {
        "" => None,
        text => Some(variants::parse(text).map_err(|_| FormError::Game)?),
    };
    let choice = Choice {
        rules: own.is_none().then(|| name.to_owned()),
        own,
        size: Some(size),
        length: Some(length),
        flags: flags.split_whitespace().map(str::to_owned).collect(),
        ..Choice::default()
    };
    choice.game().map_err(|_| FormError::Game)
}

/// The points of a board by their numbers.
struct Points {
    points: Vec<Point>,
    numbers: BTreeMap<Point, u64>,
}

impl Points {
    fn of(game: &Game) -> Self {
        let points: Vec<Point> = game.grid().points().collect();
        let numbers = points.iter().copied().zip(2..).collect();
        Self { points, numbers }
    }

    fn code(&self, mv: Move) -> u64 {
        match mv {
            Move::Swap => 0,
            Move::Pass => 1,
            Move::Place(point) => self.numbers[&point],
        }
    }

    fn mv(&self, code: u64) -> Option<Move> {
        match code {
            0 => Some(Move::Swap),
            1 => Some(Move::Pass),
            _ => self.points.get(usize::try_from(code).ok()? - 2).copied().map(Move::Place),
        }
    }
}

/// A tree of moves: children by their moves, and the position of each node.
#[derive(Default)]
struct Trie<'b> {
    nodes: Vec<(BTreeMap<Move, usize>, Option<&'b BookPosition>)>,
}

impl<'b> Trie<'b> {
    fn of(book: &'b Book) -> Self {
        let mut trie = Self { nodes: vec![Default::default()] };
        for position in book.positions() {
            let mut node = 0;
            for &mv in &position.moves {
                let next = trie.nodes.len();
                node = *trie.nodes[node].0.entry(mv).or_insert(next);
                if node == next {
                    trie.nodes.push(Default::default());
                }
            }
            trie.nodes[node].1 = Some(position);
        }
        trie
    }

    fn write(&self, points: &Points, out: &mut Vec<u8>) {
        let mut stack = vec![(None, 0)];
        while let Some((mv, node)) = stack.pop() {
            let (children, position) = &self.nodes[node];
            mv.into_iter().for_each(|mv| push(out, points.code(mv)));
            push(out, children.len() as u64);
            let best = position.map_or(&[][..], |position| &position.best);
            push(out, best.len() as u64);
            if let Some(position) = position.filter(|_| !best.is_empty()) {
                push(out, position.nodes);
                push(out, position.depth.into());
            }
            for found in best {
                push(out, points.code(found.mv));
                push(out, packed(found.score));
            }
            stack.extend(children.iter().rev().map(|(&mv, &child)| (Some(mv), child)));
        }
    }
}

fn packed(score: Score) -> u64 {
    let (number, proved) = match (score.plies_to_win(), score.plies_to_loss()) {
        (Some(plies), _) => (i64::from(plies), 1),
        (_, Some(plies)) => (-1 - i64::from(plies), 1),
        _ => (i64::from(score.value()), 0),
    };
    let folded = if number < 0 { -2 * number - 1 } else { 2 * number };
    (folded as u64) << 1 | proved
}

fn unpacked(bits: u64) -> Option<Score> {
    let folded = i64::try_from(bits >> 1).ok().filter(|&folded| folded < 1 << 20)?;
    let number = if folded % 2 == 1 { -(folded + 1) / 2 } else { folded / 2 };
    if bits & 1 == 0 {
        let score = Score::estimate(number as i32);
        return (i64::from(score.value()) == number).then_some(score);
    }
    let plies = u32::try_from(if number > 0 { number } else { -1 - number }).ok()?;
    let score = if number > 0 { Score::win_in(plies) } else { Score::loss_in(plies) };
    (plies as usize <= PLIES - 2 && score.is_proven()).then_some(score)
}

/// Reads the tree of moves; every move is played by the rules.
fn read_tree(book: &mut Book, points: &Points, reader: &mut Reader<'_>) -> Result<(), FormError> {
    let mut record = book.game().record();
    // The number of children to come, for each node of the path.
    let mut left = vec![position(book, record.as_ref(), points, reader)?];
    while let Some(children) = left.last_mut() {
        if *children == 0 {
            left.pop();
            record.take_back();
            continue;
        }
        *children -= 1;
        let mv = reader.next().ok_or(FormError::Damaged)?;
        let mv = points.mv(mv).filter(|_| left.len() < PLIES).ok_or(FormError::Invalid)?;
        record.play(mv).map_err(|_| FormError::Invalid)?;
        left.push(position(book, record.as_ref(), points, reader)?);
    }
    Ok(())
}

/// Reads a node without its move, and returns the number of its children.
fn position(
    book: &mut Book,
    record: &dyn AnyRecord,
    points: &Points,
    reader: &mut Reader<'_>,
) -> Result<u64, FormError> {
    let mut next = || reader.next().ok_or(FormError::Damaged);
    let (children, count) = (next()?, next()?);
    if count == 0 {
        return Ok(children);
    }
    let (nodes, depth) = (next()?, next()?);
    let depth = u32::try_from(depth).map_err(|_| FormError::Invalid)?;
    if count > WIDEST as u64 || record.outcome().is_some() {
        return Err(FormError::Invalid);
    }
    let mut best = Vec::new();
    for _ in 0..count {
        let (mv, score) = (points.mv(next()?), unpacked(next()?));
        let mv = mv.filter(|&mv| is_legal(record, mv)).ok_or(FormError::Invalid)?;
        best.push(BookMove { mv, score: score.ok_or(FormError::Invalid)? });
    }
    if book.positions().len() == MOST {
        return Err(FormError::TooMany);
    }
    book.insert(record, BookPosition { moves: record.moves(), nodes, depth, best });
    Ok(children)
}

fn is_legal(record: &dyn AnyRecord, mv: Move) -> bool {
    match mv {
        Move::Place(point) => record.check(point).is_ok(),
        Move::Swap => record.swap_offered(),
        Move::Pass => record.legal_set() == Bitboard::EMPTY,
    }
}
