//! Compressed certificates: the same steps as the text, in a few bytes each.
//!
//! ```text
//! 8E 6E 63 65 72 74 01 0A          "ncert", version 1
//! a zlib stream (RFC 1950):
//!   the lines of the text from `game` to `steps N`, an empty line
//!   N steps of integers: 7 bits a byte, lowest first, the highest bit set in all bytes but the last
//! ```
//!
//! Points are numbered row by row from the top left. A step `win` is 2·n, then its n points. A step `play` is
//! 2·n+1 with n replies, the point played, the points of the replies in ascending order, then the references: those of the
//! replies from the last to the first, and that of `*`. The reference of step I to step J is 0 if J is the newest step
//! on the stack, which is then taken off; otherwise I-J. After each step its number is put on the stack.

use std::fmt;
use std::io::{self, BufReader, Read, Write};

use engine::{Bitboard, Game, Point, PointSet};
use flate2::Compression;
use flate2::bufread::ZlibDecoder;
use flate2::write::ZlibEncoder;

use super::certificate::{Certificate, VERSION as TEXT_VERSION};
use super::heading::{FormatError, Reader, heading};
use super::strategy::{Step, StepId, Strategy};
use crate::varint;

/// The first bytes, before the version and a line break.
const MAGIC: &[u8] = b"\x8encert";

const VERSION: u8 = 1;

/// The most bytes of the heading.
const HEADING: usize = 1 << 16;

/// The memory of the steps of a certificate, in bytes, by default.
const MEMORY: usize = 4 << 30;

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
}

impl fmt::Display for PackedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(version) => write!(f, "this is version {version}, version {VERSION} is understood"),
            Self::Heading(error) => write!(f, "heading: {error}"),
            Self::Damaged(step) => write!(f, "step {step}: the data end here or are damaged"),
            Self::Step(step, reason) => write!(f, "step {step}: {reason}"),
            Self::TooLarge(step) => write!(f, "step {step}: the steps take more memory than allowed"),
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
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, b'\n']);
        let mut to = ZlibEncoder::new(bytes, Compression::best());
        // A vector takes everything.
        let _ = self.write(&mut to);
        to.finish().unwrap_or_default()
    }

    fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let steps = self.strategy.steps();
        write!(to, "{}position {}\nsteps {}\n\n", heading(self.game), self.position, steps.len())?;
        let numbers = Numbers::of(self.game);
        let mut stack = Vec::new();
        for (id, step) in steps.iter().enumerate() {
            match step {
                Step::Win(points) => {
                    put(to, 2 * points.len())?;
                    points.iter().try_for_each(|&point| put(to, numbers.number(point)))?;
                }
                Step::Attack { at, replies, otherwise } => {
                    put(to, 2 * replies.len() + 1)?;
                    put(to, numbers.number(*at))?;
                    replies.iter().try_for_each(|&(reply, _)| put(to, numbers.number(reply)))?;
                    for &next in replies.iter().map(|(_, next)| next).rev().chain([otherwise]) {
                        let newest = stack.last() == Some(&next);
                        put(to, if newest { 0 } else { id - next as usize })?;
                        if newest {
                            stack.pop();
                        }
                    }
                }
            }
            stack.push(id as StepId);
        }
        Ok(())
    }

    /// Reads a compressed certificate.
    ///
    /// # Errors
    /// The bytes are damaged, or the steps take more than 4 GiB of memory.
    pub fn unpack(bytes: &[u8]) -> Result<Self, PackedError> {
        Self::unpack_within(bytes, MEMORY)
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
        let heading = heading_text(&mut stream(bytes)?)?;
        Ok(format!("certificate {TEXT_VERSION}\n{}\n", heading.trim_end()))
    }

    /// Reads a compressed certificate whose steps take at most `memory` bytes.
    ///
    /// # Errors
    /// The bytes are damaged, or the memory is not enough.
    pub fn unpack_within(bytes: &[u8], memory: usize) -> Result<Self, PackedError> {
        let mut from = stream(bytes)?;
        let text = heading_text(&mut from)?;
        let mut lines = Reader::new(text.lines().enumerate());
        let game = lines.game().map_err(PackedError::Heading)?;
        let position = lines.field("position").map_err(PackedError::Heading)?.to_owned();
        let setup = game.parse_position(&position).map_err(|error| PackedError::Heading(lines.error(error)))?;
        let count = lines.count("steps").map_err(PackedError::Heading)?;
        if count == 0 || count > StepId::MAX as usize {
            return Err(PackedError::Step(0, "from 1 to 4294967295 steps are allowed"));
        }
        let mut steps = Steps { from, numbers: Numbers::of(game), stack: Vec::new(), id: 0, memory };
        let mut strategy = Strategy::default();
        for id in 0..count {
            steps.id = id;
            let step = steps.next()?;
            strategy.add(step);
        }
        // The end of the stream holds the checksum.
        match steps.from.read(&mut [0]) {
            Ok(0) => Ok(Self { game, setup, position, strategy }),
            Ok(_) => Err(PackedError::Step(count, "more data follow the last step")),
            Err(_) => Err(PackedError::Damaged(count)),
        }
    }
}

/// The numbers of points, row by row.
struct Numbers {
    points: Vec<Point>,
    numbers: Vec<u16>,
}

impl Numbers {
    fn of(game: &Game) -> Self {
        let mut points: Vec<Point> = game.grid().points().collect();
        points.sort_by_key(|&point| {
            let (x, y) = game.grid().xy(point);
            (y, x)
        });
        let mut numbers = vec![0; 512];
        (0..).zip(&points).for_each(|(number, point)| numbers[point.index()] = number);
        Self { points, numbers }
    }

    fn number(&self, point: Point) -> usize {
        self.numbers[point.index()].into()
    }
}

fn put(to: &mut impl Write, number: usize) -> io::Result<()> {
    varint::write(to, number as u64)
}

/// The decompressed bytes after the version.
fn stream(bytes: &[u8]) -> Result<BufReader<ZlibDecoder<&[u8]>>, PackedError> {
    match bytes.strip_prefix(MAGIC) {
        Some([VERSION, b'\n', rest @ ..]) => Ok(BufReader::new(ZlibDecoder::new(rest))),
        Some([version, b'\n', ..]) => Err(PackedError::Version(*version)),
        _ => Err(PackedError::Damaged(0)),
    }
}

/// The lines before the first empty one.
fn heading_text(from: &mut impl Read) -> Result<String, PackedError> {
    let mut text = Vec::new();
    let mut byte = [0];
    while !text.ends_with(b"\n\n") {
        from.read_exact(&mut byte).map_err(|_| PackedError::Damaged(0))?;
        text.push(byte[0]);
        if text.len() > HEADING {
            return Err(PackedError::Step(0, "the heading has more than 65536 bytes"));
        }
    }
    String::from_utf8(text).map_err(|_| PackedError::Step(0, "the heading is no text"))
}

/// The steps of a stream.
struct Steps<R> {
    from: R,
    numbers: Numbers,
    /// Steps that no reference has taken off.
    stack: Vec<StepId>,
    id: usize,
    /// The memory left, in bytes.
    memory: usize,
}

impl<R: Read> Steps<R> {
    fn next(&mut self) -> Result<Step, PackedError> {
        let kind = self.integer()?;
        let count = kind / 2;
        if count > self.numbers.points.len() {
            return Err(self.wrong("more points than the board has"));
        }
        let size = size_of::<Step>() + size_of::<StepId>() + count * size_of::<(Point, StepId)>();
        self.memory = self.memory.checked_sub(size).ok_or(PackedError::TooLarge(self.id))?;
        let step = if kind & 1 == 0 { Step::Win(self.points(count)?) } else { self.attack(count)? };
        self.stack.push(self.id as StepId);
        Ok(step)
    }

    fn attack(&mut self, count: usize) -> Result<Step, PackedError> {
        let at = self.point()?;
        let points = self.points(count)?;
        if !points.is_sorted() {
            return Err(self.wrong("the replies are not in ascending order"));
        }
        let mut replies: Vec<(Point, StepId)> = points.into_iter().map(|point| (point, 0)).collect();
        for reply in replies.iter_mut().rev() {
            reply.1 = self.reference()?;
        }
        Ok(Step::Attack { at, replies, otherwise: self.reference()? })
    }

    fn reference(&mut self) -> Result<StepId, PackedError> {
        let back = self.integer()?;
        if back == 0 {
            return self.stack.pop().ok_or_else(|| self.wrong("no step is left on the stack"));
        }
        let next = self.id.checked_sub(back).ok_or_else(|| self.wrong("a reference to a step before the first"))?;
        Ok(next as StepId)
    }

    /// Points of which none is given twice.
    fn points(&mut self, count: usize) -> Result<Vec<Point>, PackedError> {
        let (mut points, mut given) = (Vec::with_capacity(count), Bitboard::EMPTY);
        for _ in 0..count {
            let point = self.point()?;
            if given.contains(point) {
                return Err(self.wrong("a point is given twice"));
            }
            given.insert(point);
            points.push(point);
        }
        Ok(points)
    }

    fn point(&mut self) -> Result<Point, PackedError> {
        let number = self.integer()?;
        self.numbers.points.get(number).copied().ok_or_else(|| self.wrong("no point of the board"))
    }

    fn integer(&mut self) -> Result<usize, PackedError> {
        let number = varint::read(&mut self.from).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => self.wrong("an integer is too large"),
            _ => PackedError::Damaged(self.id),
        })?;
        usize::try_from(number).map_err(|_| self.wrong("an integer is too large"))
    }

    const fn wrong(&self, reason: &'static str) -> PackedError {
        PackedError::Step(self.id, reason)
    }
}
