//! Compressed certificates: the same steps as the text, in some three and a half bytes each.
//!
//! ```text
//! 8E 6E 63 65 72 74 02 0A          "ncert", version 2
//! the lines of the text from `game` to `steps N`, an empty line
//! N steps of numbers, coded by their likelihoods (coder.rs)
//! CRC-32 of all bytes before, the lowest byte first
//! ```
//!
//! Points are numbered row by row from the top left. Replies are written as their distance from the point played. Most
//! references go to the newest step that none has gone to, or to the step that the same placement and reply led to before.
//! The book specifies every number and its context (certificates.md).

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{Bitboard, Game, Point, PointSet};

use super::certificate::{Certificate, VERSION as TEXT_VERSION};
use super::coder::{Bits, Numbers, Reader as Bytes, Writer};
use super::heading::{FormatError, Reader, heading};
use super::strategy::{Step, StepId, Strategy};

/// The first bytes, before the version and a line break.
const MAGIC: &[u8] = b"\x8encert";

const VERSION: u8 = 2;

/// The most bytes of the heading.
const HEADING: usize = 1 << 16;

/// The memory of the steps of a certificate, in bytes, by default.
const MEMORY: usize = 4 << 30;

/// The most steps of a certificate: references are numbers below 2^31 - 1.
const MOST_STEPS: usize = (1 << 31) - 2;

/// An error in a compressed certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PackedError {
    /// The version, which is not read.
    Version(u8),
    /// A line of the heading, from `game` on.
    Heading(FormatError),
    /// The bytes end or are damaged, at this step.
    Damaged(usize),
    /// A step that is none.
    Step(usize, &'static str),
    /// The steps take more memory than allowed.
    TooLarge(usize),
    /// Reading was stopped before this step.
    Stopped(usize),
}

impl fmt::Display for PackedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(version) => write!(f, "this is version {version}, version {VERSION} is understood"),
            Self::Heading(error) => write!(f, "heading: {error}"),
            Self::Damaged(step) => write!(f, "step {step}: the data end here or are damaged"),
            Self::Step(step, reason) => write!(f, "step {step}: {reason}"),
            Self::TooLarge(step) => write!(f, "step {step}: the steps take more memory than allowed"),
            Self::Stopped(step) => write!(f, "reading was stopped before step {step}"),
        }
    }
}

impl std::error::Error for PackedError {}

impl Certificate {
    /// Whether these bytes begin as a compressed certificate.
    #[must_use]
    pub fn is_packed(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// The compressed certificate, as [`unpack`](Self::unpack) reads it.
    ///
    /// # Examples
    /// ```
    /// use ninuki_search::proof::Certificate;
    ///
    /// let text = "certificate 1\ngame freestyle\nsize 6\nlength 5\nposition xxxx2/6/6/6/6/6 x 0 0\nsteps 1\n0 win e6\n";
    /// let certificate: Certificate = text.parse()?;
    /// let unpacked = Certificate::unpack(&certificate.pack())?;
    /// assert_eq!(unpacked.to_string(), text);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pack(&self) -> Vec<u8> {
        let steps = self.strategy.steps();
        let heading = format!("{}position {}\nsteps {}\n\n", heading(self.game), self.position, steps.len());
        let bytes = [MAGIC, &[VERSION, b'\n'], heading.as_bytes()].concat();
        let mut to = Steps::new(self.game, Writer::after(bytes), usize::MAX);
        steps.iter().for_each(|step| to.write(step));
        let mut bytes = to.numbers.bits.finish();
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a compressed certificate.
    ///
    /// # Errors
    /// The bytes are damaged, or the steps take more than 4 GiB of memory.
    pub fn unpack(bytes: &[u8]) -> Result<Self, PackedError> {
        Self::unpack_within(bytes, MEMORY, &AtomicBool::new(false))
    }

    /// The lines of the text of a compressed certificate up to its number of steps, which are not read.
    ///
    /// # Errors
    /// The bytes are damaged, or the lines are too many.
    ///
    /// # Examples
    /// ```
    /// use ninuki_search::proof::Certificate;
    ///
    /// let text = "certificate 1\ngame freestyle\nsize 6\nlength 5\nposition xxxx2/6/6/6/6/6 x 0 0\nsteps 1\n0 win e6\n";
    /// let certificate: Certificate = text.parse()?;
    /// assert!(text.starts_with(&Certificate::packed_heading(&certificate.pack())?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn packed_heading(bytes: &[u8]) -> Result<String, PackedError> {
        Ok(format!("certificate {TEXT_VERSION}\n{}\n", parts(bytes)?.0))
    }

    /// Reads a compressed certificate whose steps take at most `memory` bytes, until `stop` is set: a few bytes can hold millions
    /// of steps.
    ///
    /// # Errors
    /// The bytes are damaged, the memory is not enough, or reading was stopped.
    pub fn unpack_within(bytes: &[u8], memory: usize, stop: &AtomicBool) -> Result<Self, PackedError> {
        let (text, code) = parts(bytes)?;
        let mut lines = Reader::new(text.lines().enumerate());
        let game = lines.game().map_err(PackedError::Heading)?;
        let position = lines.field("position").map_err(PackedError::Heading)?.to_owned();
        let setup = game.parse_position(&position).map_err(|error| PackedError::Heading(lines.error(error)))?;
        let count = lines.count("steps").map_err(PackedError::Heading)?;
        if count == 0 || count > MOST_STEPS {
            return Err(PackedError::Step(0, "from 1 to 2147483646 steps are allowed"));
        }
        let mut from = Steps::new(game, Bytes::new(code), memory);
        let mut strategy = Strategy::default();
        for id in 0..count {
            if stop.load(Relaxed) {
                return Err(PackedError::Stopped(id));
            }
            strategy.add(from.read()?);
        }
        if from.numbers.bits.is_at_end() {
            Ok(Self { game, setup, position, strategy })
        } else {
            Err(PackedError::Step(count, "more data follow the last step"))
        }
    }
}

/// The lines of the heading, and the code of the steps.
fn parts(bytes: &[u8]) -> Result<(&str, &[u8]), PackedError> {
    let damaged = PackedError::Damaged(0);
    match bytes.strip_prefix(MAGIC) {
        Some([VERSION, b'\n', ..]) => (),
        Some([version, b'\n', ..]) => return Err(PackedError::Version(*version)),
        _ => return Err(damaged),
    }
    let Some((all, checksum)) = bytes.split_last_chunk() else { return Err(damaged) };
    let rest = all.get(MAGIC.len() + 2..).unwrap_or_default();
    if u32::from_le_bytes(*checksum) != crc32fast::hash(all) {
        return Err(damaged);
    }
    let end = rest.windows(2).take(HEADING).position(|two| two == b"\n\n");
    let end = end.ok_or(PackedError::Step(0, "the heading does not end within 65536 bytes"))?;
    let text = str::from_utf8(&rest[..end]).map_err(|_| PackedError::Step(0, "the heading is no text"))?;
    Ok((text, &rest[end + 2..]))
}

/// Points, row by row.
struct Points {
    points: Vec<Point>,
    numbers: Vec<u16>,
    /// The bits of a number.
    width: u32,
}

impl Points {
    fn of(game: &Game) -> Self {
        let mut points: Vec<Point> = game.grid().points().collect();
        points.sort_by_key(|&point| {
            let (x, y) = game.grid().xy(point);
            (y, x)
        });
        let mut numbers = vec![0; 512];
        (0..).zip(&points).for_each(|(number, point)| numbers[point.index()] = number);
        let width = usize::BITS - (points.len() - 1).leading_zeros();
        Self { points, numbers, width }
    }

    fn number(&self, point: Point) -> usize {
        self.numbers[point.index()].into()
    }
}

/// Contexts of numbers: these in the highest four bits, details below.
mod context {
    pub(super) const KIND: u64 = 1 << 28;
    pub(super) const WIN: u64 = 2 << 28;
    pub(super) const PLACED: u64 = 3 << 28;
    pub(super) const REPLY: u64 = 4 << 28;
    pub(super) const WAY: u64 = 5 << 28;
    pub(super) const POINT: u64 = 6 << 28;
    pub(super) const RANK: u64 = 7 << 28;
    pub(super) const BACK: u64 = 8 << 28;
}

/// How the step of a reference is found.
mod way {
    /// The newest step that no reference has taken off the stack.
    pub(super) const NEWEST: usize = 0;
    /// The step of the reference before, of the same step.
    pub(super) const SAME: usize = 1;
    /// The step that the same placement, replies and reply led to before.
    pub(super) const AGAIN: usize = 2;
    /// A step with a certain placement, by the number of those that were used later.
    pub(super) const LISTED: usize = 3;
    /// A distance.
    pub(super) const BACK: usize = 4;
}

/// The most steps that are listed for a point.
const LISTED: usize = 1024;

/// The most replies that tell steps apart.
const TOLD: usize = 7;

/// The number that stands for no point.
const NONE: u16 = u16::MAX;

/// The reference before, of the same step.
#[derive(Clone, Copy, Default)]
struct Before {
    way: usize,
    step: Option<StepId>,
}

/// The steps of a certificate, one after the other. Writing and reading are the same calls: a writer returns the number that
/// is given, a reader ignores it.
struct Steps<B> {
    numbers: Numbers<B>,
    points: Points,
    /// The kinds of the two steps before.
    kinds: [u64; 2],
    /// Steps that no reference has taken off.
    stack: Vec<StepId>,
    /// The point of the placement of each step.
    placed: Vec<u16>,
    /// The steps of each such point, the last used one last.
    listed: Vec<Vec<StepId>>,
    /// Where the same placement, replies and reply led to last.
    last: HashMap<Box<[u16]>, StepId>,
    /// The memory left, in bytes.
    memory: usize,
}

impl Steps<Writer> {
    fn write(&mut self, step: &Step) {
        // Our own steps can be coded.
        let coded = self.step(Some(step));
        debug_assert_eq!(coded.as_ref(), Ok(step));
    }
}

impl Steps<Bytes<'_>> {
    fn read(&mut self) -> Result<Step, PackedError> {
        let id = self.placed.len();
        let step = self.step(None)?;
        if self.numbers.bits.is_short() {
            return Err(PackedError::Damaged(id));
        }
        if self.numbers.memory() > self.memory {
            return Err(PackedError::TooLarge(id));
        }
        Ok(step)
    }
}

impl<B: Bits> Steps<B> {
    fn new(game: &Game, bits: B, memory: usize) -> Self {
        let points = Points::of(game);
        let listed = vec![Vec::new(); points.points.len()];
        let (stack, placed, last) = (Vec::new(), Vec::new(), HashMap::new());
        Self { numbers: Numbers::new(bits), points, kinds: [0; 2], stack, placed, listed, last, memory }
    }

    fn step(&mut self, given: Option<&Step>) -> Result<Step, PackedError> {
        let kind = given.map_or(0, |step| match step {
            Step::Win(points) => 2 * points.len(),
            Step::Attack { replies, .. } => 2 * replies.len() + 1,
        });
        let context = context::KIND | self.kinds[0] << 4 | self.kinds[1];
        let kind = self.numbers.number(context, self.points.width + 2, kind);
        self.kinds = [self.kinds[1], kind.min(15) as u64];
        let count = kind / 2;
        if count > self.points.points.len() {
            return Err(self.wrong("more points than the board has"));
        }
        self.pay(size_of::<Step>() + size_of::<StepId>() + count * size_of::<(Point, StepId)>())?;
        let (step, placed) = if kind.is_multiple_of(2) { self.win(count, given)? } else { self.attack(count, given)? };
        let id = self.placed.len() as StepId;
        let listed = &mut self.listed[usize::from(placed)];
        if listed.len() == LISTED {
            listed.remove(0);
        }
        listed.push(id);
        self.placed.push(placed);
        self.stack.push(id);
        Ok(step)
    }

    /// A step `win`, and the first of its points.
    fn win(&mut self, count: usize, given: Option<&Step>) -> Result<(Step, u16), PackedError> {
        let given: &[Point] = if let Some(Step::Win(points)) = given { points } else { &[] };
        let (mut points, mut named) = (Vec::with_capacity(count), Bitboard::EMPTY);
        for index in 0..count {
            let number = given.get(index).map_or(0, |&point| self.points.number(point));
            let number = self.numbers.number(context::WIN, self.points.width, number);
            let point = self.point(number)?;
            if named.contains(point) {
                return Err(self.wrong("a point is given twice"));
            }
            named.insert(point);
            points.push(point);
        }
        let first = points.first().map_or(0, |&point| self.points.number(point));
        Ok((Step::Win(points), first as u16))
    }

    /// A step `play`, and its point.
    fn attack(&mut self, count: usize, given: Option<&Step>) -> Result<(Step, u16), PackedError> {
        let given = match given {
            Some(Step::Attack { at, replies, otherwise }) => Some((self.points.number(*at), replies, *otherwise)),
            _ => None,
        };
        let (few, all) = (count.min(6) as u64, self.points.points.len());
        let at = self.numbers.number(context::PLACED | few, self.points.width, given.map_or(0, |(at, ..)| at));
        let placed = self.point(at)?;
        let (mut key, mut before) = (vec![NONE, if count == 1 { NONE } else { at as u16 }], 0);
        let mut replies: Vec<(Point, StepId)> = Vec::with_capacity(count);
        for index in 0..count {
            let away = given.map_or(0, |(_, replies, _)| (self.points.number(replies[index].0) + all - at) % all);
            let context = context::REPLY | few << 20 | (index.min(6) as u64) << 16 | before as u64;
            before = self.numbers.number(context, self.points.width, away);
            let number = (at + before) % all;
            let reply = self.point(number)?;
            if before >= all || replies.last().is_some_and(|&(last, _)| self.points.number(last) >= number) {
                return Err(self.wrong("the replies are not in ascending order"));
            }
            replies.push((reply, 0));
            if count <= TOLD {
                key.push(number as u16);
            }
        }
        let mut before = Before::default();
        for index in (0..count).rev() {
            key[0] = self.points.number(replies[index].0) as u16;
            let next = given.map(|(_, replies, _)| replies[index].1);
            replies[index].1 = self.reference(few << 1, &key, &mut before, next)?;
        }
        key[0] = NONE;
        let otherwise = self.reference(few << 1 | 1, &key, &mut before, given.map(|(.., next)| next))?;
        Ok((Step::Attack { at: placed, replies, otherwise }, at as u16))
    }

    /// A reference. `kind` holds the number of replies, at most 6, and whether it is that of `*`.
    fn reference(
        &mut self,
        kind: u64,
        key: &[u16],
        before: &mut Before,
        next: Option<StepId>,
    ) -> Result<StepId, PackedError> {
        let (newest, again) = (self.stack.last().copied(), self.last.get(key).copied());
        let (mut point, mut rank) = (0, 0);
        let way = match next {
            None => 0,
            _ if next == newest => way::NEWEST,
            _ if next == before.step => way::SAME,
            _ if next == again => way::AGAIN,
            Some(next) => {
                point = usize::from(self.placed[next as usize]);
                let listed = self.listed[point].iter().rev().position(|&step| step == next);
                rank = listed.unwrap_or(self.placed.len() - next as usize);
                if listed.is_some() { way::LISTED } else { way::BACK }
            }
        };
        let context = context::WAY | kind << 4 | (before.way as u64) << 1 | u64::from(again.is_some());
        let way = self.numbers.number(context, 3, way);
        let found = match way {
            way::NEWEST => self.stack.pop(),
            way::SAME => before.step,
            way::AGAIN => again,
            way::LISTED => {
                point = self.numbers.number(context::POINT | kind, self.points.width, point);
                rank = self.numbers.any(context::RANK, rank);
                self.listed.get_mut(point).and_then(|listed| used(listed, rank))
            }
            way::BACK => {
                rank = self.numbers.any(context::BACK, rank);
                self.placed.len().checked_sub(rank).filter(|_| rank > 0).map(|step| step as StepId)
            }
            _ => None,
        };
        let found = found.ok_or_else(|| self.wrong("a reference to no earlier step"))?;
        if again.is_none() {
            self.pay(2 * size_of::<(Box<[u16]>, StepId)>() + size_of_val(key))?;
        }
        self.last.insert(key.into(), found);
        *before = Before { way, step: Some(found) };
        Ok(found)
    }

    fn point(&self, number: usize) -> Result<Point, PackedError> {
        self.points.points.get(number).copied().ok_or_else(|| self.wrong("no point of the board"))
    }

    fn pay(&mut self, bytes: usize) -> Result<(), PackedError> {
        self.memory = self.memory.checked_sub(bytes).ok_or(PackedError::TooLarge(self.placed.len()))?;
        Ok(())
    }

    const fn wrong(&self, reason: &'static str) -> PackedError {
        PackedError::Step(self.placed.len(), reason)
    }
}

/// The step of a list with this many others after it, which becomes the last.
fn used(listed: &mut [StepId], others: usize) -> Option<StepId> {
    let at = listed.len().checked_sub(others + 1)?;
    listed[at..].rotate_left(1);
    listed.last().copied()
}
