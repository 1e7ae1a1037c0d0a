//! SGF as a language: trees of nodes of properties.
//!
//! The main line of a tree is its first child at every branch, and so everything before the first `)`.

use std::borrow::Cow;

use engine::notation::shorten;

use super::charset::{Decoding, Texts};
use crate::column::{Columns, in_column};
use crate::decode::decoded;
use crate::{Budget, Encoding, Meter};

/// A property of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Property<'t> {
    /// Its name, in capitals.
    pub(super) name: Cow<'t, str>,
    /// The line on which it begins, counted from 1.
    pub(super) line: usize,
    /// And the column.
    pub(super) column: usize,
    /// All values with their brackets, which may have blanks between them.
    values: &'t [u8],
}

impl<'t> Property<'t> {
    /// The bytes of its values.
    pub(super) const fn length(&self) -> usize {
        self.values.len()
    }

    /// The bytes between the brackets, value by value.
    fn pieces(&self) -> impl Iterator<Item = &'t [u8]> + use<'t> {
        let (values, mut at) = (self.values, 0);
        std::iter::from_fn(move || {
            let start = at + values[at..].iter().position(|&byte| byte == b'[')? + 1;
            let end = value_end(values, start)?;
            at = end + 1;
            Some(&values[start..end])
        })
    }

    /// The values as they are written between the brackets.
    pub(super) fn raw(&self) -> std::vec::IntoIter<String> {
        // A list: an iterator would be compiled anew for each use.
        self.pieces().map(decoded).collect::<Vec<_>>().into_iter()
    }

    /// The values, escapes resolved: `\]` is a bracket, and an escaped line end is none.
    pub(super) fn values(&self) -> std::vec::IntoIter<String> {
        self.pieces().map(plain).collect::<Vec<_>>().into_iter()
    }
}

/// A value with its escapes resolved.
fn plain(value: &[u8]) -> String {
    let mut plain = Vec::with_capacity(value.len());
    let mut rest = value.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        match (byte, rest.peek()) {
            (b'\\', Some(b'\r' | b'\n')) => {
                let first = rest.next();
                rest.next_if(|&byte| first == Some(b'\r') && byte == b'\n');
            }
            (b'\\', Some(_)) => plain.extend(rest.next()),
            _ => plain.push(byte),
        }
    }
    decoded(&plain)
}

/// A node of a tree.
#[derive(Debug)]
pub(super) struct Node<'t> {
    /// The node before, by its place in the list; the first node is its own.
    pub(super) parent: usize,
    pub(super) properties: Vec<Property<'t>>,
}

/// About how many bytes a node, a property or a parenthesis takes.
const PART: usize = 128;

/// A game as it is written.
#[derive(Debug)]
pub(super) struct Sheet<'t> {
    /// The line on which it begins.
    pub(super) line: usize,
    /// Its nodes, each before those that follow it.
    pub(super) nodes: Vec<Node<'t>>,
    /// How many of them, from the front, are the main line.
    pub(super) main: usize,
    /// The line of the damage at which it ends, and what it is.
    pub(super) damage: Option<(usize, String)>,
    /// Remarks about its character set.
    pub(super) decoding: Decoding,
    /// The memory of the nodes.
    meter: Meter,
}

/// Looking for the end of a game that has none may lead through the rest of the file, once per game. Reading stops
/// when damaged games have cost this many bytes and 16 times the file.
const DAMAGE_BUDGET: usize = 16 << 20;

/// The games of a file, one after another. After a damaged game, reading resumes where the next one seems to begin.
pub(super) struct Sheets {
    texts: Texts,
    line_ends: Vec<usize>,
    columns: Columns,
    at: usize,
    wasted: usize,
    budget: Budget,
}

impl Sheets {
    /// The games of a file, all in the character set `asked` if there is one.
    pub(super) fn new(bytes: Vec<u8>, asked: Option<Encoding>, budget: &Budget) -> Self {
        let texts = Texts::new(bytes, asked);
        let budget = budget.clone();
        let line_ends = texts.text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at).collect();
        Self { texts, line_ends, columns: Columns::default(), at: 0, wasted: 0, budget }
    }

    /// The next game; `None` at the end of the file.
    pub(super) fn next(&mut self) -> Option<Sheet<'_>> {
        let text = self.texts.text.as_bytes();
        let mut scanner = Scanner { text, at: self.at, line_ends: &self.line_ends, columns: &self.columns };
        let start = scanner.next_start(self.at)?;
        scanner.at = start;
        let line = scanner.line_of(start);
        let (decoding, meter) = (Decoding::default(), Meter::new(&self.budget));
        let mut sheet = Sheet { line, nodes: Vec::new(), main: 0, damage: None, decoding, meter };
        self.at = match scanner.tree(&mut sheet) {
            Ok(()) => scanner.at,
            Err((at, mut reason)) => {
                self.wasted += scanner.at - start;
                let resume = match self.wasted > DAMAGE_BUDGET + 16 * text.len() {
                    true => {
                        reason += "; so many are damaged that the rest of the file is not read";
                        text.len()
                    }
                    false => scanner.resume(start),
                };
                sheet.damage = Some((scanner.line_of(at), in_column(scanner.column_of(at), &reason)));
                resume
            }
        };
        sheet.decoding = self.texts.decoding(&(start..self.at), line);
        Some(sheet)
    }
}

struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
    line_ends: &'t [usize],
    columns: &'t Columns,
}

/// An offset and what is wrong there.
type Damage = (usize, String);

impl<'t> Scanner<'t> {
    /// The line of an offset, counted from 1.
    fn line_of(&self, at: usize) -> usize {
        self.line_ends.partition_point(|&end| end < at) + 1
    }

    /// The column of an offset, counted from 1.
    fn column_of(&self, at: usize) -> usize {
        let before = self.line_ends[..self.line_of(at) - 1].last().map_or(0, |end| end + 1);
        self.columns.of(self.text, before, at)
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Whether a tree begins at `at`: `(`, then, after blanks, `;`.
    fn is_start(&self, at: usize) -> bool {
        let after = |rest: &'t [u8]| rest.trim_ascii_start().first() == Some(&b';');
        matches!(self.text.get(at..), Some([b'(', rest @ ..]) if after(rest))
    }

    fn next_start(&self, from: usize) -> Option<usize> {
        (from..self.text.len()).find(|&at| self.is_start(at))
    }

    /// Where the next game seems to begin after a damaged one: at a tree on a new line, which must have the
    /// properties of a root if the damaged one has them.
    fn resume(&self, damaged: usize) -> usize {
        let strict = self.is_root(damaged);
        let after = self.line_ends.partition_point(|&end| end < damaged);
        for &end in &self.line_ends[after..] {
            let line = &self.text[end + 1..];
            let blanks = line.iter().take_while(|&&byte| byte == b' ' || byte == b'\t').count();
            let at = end + 1 + blanks;
            if self.is_start(at) && (!strict || self.is_root(at)) {
                return at;
            }
        }
        self.text.len()
    }

    /// Whether the first node of the tree at `at` has properties that belong to the root of a game only.
    fn is_root(&self, at: usize) -> bool {
        let near = &self.text[at..self.text.len().min(at + 1024)];
        let columns = Columns::default();
        let mut scanner = Scanner { text: near, at: 1, line_ends: &[], columns: &columns };
        scanner.skip_blanks();
        scanner.at += 1;
        loop {
            scanner.skip_blanks();
            match scanner.property() {
                Ok(Some(property)) if matches!(&*property.name, "GM" | "FF" | "SZ" | "AP" | "CA") => {
                    return true;
                }
                Ok(Some(_)) => {}
                Ok(None) | Err(_) => return false,
            }
        }
    }

    /// Reads the tree at the scanner's place to its end, or to the damage.
    fn tree(&mut self, sheet: &mut Sheet<'t>) -> Result<(), Damage> {
        let start = self.at;
        let cut_off = |why: &str| (start, format!("the game that begins here is cut off: {why}"));
        // The nodes from which the open trees continue.
        let (mut open, mut node, mut main) = (Vec::new(), 0, true);
        loop {
            self.skip_blanks();
            sheet.meter.take(PART).map_err(|limit| (start, limit.to_string()))?;
            match self.peek() {
                None => return Err(cut_off("its closing ')' is missing")),
                Some(b'(') if !open.is_empty() && self.is_start(self.at) && self.is_root(self.at) => {
                    return Err(cut_off("another begins before its closing ')'"));
                }
                Some(b'(') => {
                    open.push(node);
                    self.at += 1;
                }
                Some(b')') => {
                    node = open.pop().unwrap_or_default();
                    main = false;
                    self.at += 1;
                    if open.is_empty() {
                        return Ok(());
                    }
                }
                Some(b';') => {
                    let parent = std::mem::replace(&mut node, sheet.nodes.len());
                    sheet.nodes.push(Node { parent, properties: Vec::new() });
                    sheet.main += usize::from(main);
                    self.at += 1;
                }
                Some(other) => {
                    let at = self.at;
                    let property = self.property().map_err(|why| (start, cut_off(why).1))?;
                    let strange = || format!("'{}' is no part of a game", shorten(&char::from(other).to_string()));
                    let property = property.ok_or_else(|| (at, strange()))?;
                    if property.is_move() && property.values.contains(&b'(') {
                        return Err(cut_off("another begins within one of its moves"));
                    }
                    if let Some(node) = sheet.nodes.get_mut(node) {
                        node.properties.push(property);
                    }
                }
            }
        }
    }

    /// Reads a property; `None` if none is here. Small letters in its name, as older versions of SGF have them,
    /// do not count.
    fn property(&mut self) -> Result<Option<Property<'t>>, &'static str> {
        let start = self.at;
        let (line, column) = (self.line_of(start), self.column_of(start));
        while self.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            self.at += 1;
        }
        let letters = &self.text[start..self.at];
        let name = match std::str::from_utf8(letters) {
            Ok(name) if letters.iter().all(u8::is_ascii_uppercase) => Cow::Borrowed(name),
            _ => letters.iter().filter(|byte| byte.is_ascii_uppercase()).map(|&byte| char::from(byte)).collect(),
        };
        self.skip_blanks();
        let first = self.at;
        let mut values: &[u8] = &[];
        while !name.is_empty() && self.peek() == Some(b'[') {
            let Some(end) = value_end(self.text, self.at + 1) else {
                self.at = self.text.len();
                return Err("a value lacks its closing ']'");
            };
            self.at = end + 1;
            values = &self.text[first..self.at];
            self.skip_blanks();
        }
        match (values.is_empty(), self.peek()) {
            (true, None) => Err("its closing ')' is missing"),
            (true, Some(_)) => {
                self.at = start;
                Ok(None)
            }
            (false, _) => Ok(Some(Property { name, line, column, values })),
        }
    }
}

/// The offset of the bracket that closes the value which begins at `at`; `None` if there is none.
fn value_end(text: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match text.get(at)? {
            b']' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

impl Property<'_> {
    fn is_move(&self) -> bool {
        matches!(&*self.name, "B" | "W")
    }
}
