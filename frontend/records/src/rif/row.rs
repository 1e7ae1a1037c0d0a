//! Rows of RenjuNet's tables, and the attributes of games.

use std::fmt::Write;

use engine::Rules;
use quick_xml::events::BytesStart;

use super::xml::{XmlError, attributes, escaped, is_name};
use crate::Entry;
use crate::tree::{Note, ROOT};

/// The element around the rows of each table, and that of a row. A row refers to rows of tables before its own.
pub(super) const TABLES: [(&str, &str); 7] = [
    ("countries", "country"),
    ("cities", "city"),
    ("months", "month"),
    ("rules", "rule"),
    ("openings", "opening"),
    ("players", "player"),
    ("tournaments", "tournament"),
];

/// The element of a game.
pub(super) const GAME: &str = "game";

/// The key of the text within a row.
pub(super) const TEXT: &str = "info";

/// The attribute of our own that names the rules where the name in the table does not.
pub(super) const RULES: &str = "game";

/// The property of the root, of our own, that holds the rows of a game.
const PROPERTY: &str = "RIF";

/// Longer rows are not kept, in bytes.
const LONGEST: usize = 4096;

/// The index of the table whose rows are elements of this name.
pub(super) fn table(kind: &str) -> Option<usize> {
    TABLES.iter().position(|(_, row)| *row == kind)
}

/// The table to which an attribute of a row refers.
fn referred(kind: &str, key: &str) -> Option<&'static str> {
    let index = table(if matches!(key, "black" | "white") { "player" } else { key })?;
    let before = table(kind).unwrap_or(TABLES.len());
    (index < before).then(|| TABLES[index].1)
}

/// A row: an element with attributes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Row {
    kind: String,
    fields: Vec<(String, String)>,
}

impl Row {
    /// A row without attributes.
    pub(super) fn new(kind: &str) -> Self {
        Self { kind: kind.to_owned(), fields: Vec::new() }
    }

    /// The attributes of an element.
    pub(super) fn of(tag: &BytesStart<'_>) -> Result<Self, XmlError> {
        Ok(Self { kind: tag.name().as_ref().to_owned(), fields: attributes(tag)? })
    }

    /// The name of the element.
    pub(super) fn kind(&self) -> &str {
        &self.kind
    }

    /// All attributes, the text within the element among them.
    pub(super) fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter().map(|(key, value)| (&**key, &**value))
    }

    /// An attribute as it is written.
    pub(super) fn raw(&self, key: &str) -> Option<&str> {
        self.fields().find(|(found, _)| *found == key).map(|(_, value)| value)
    }

    /// An attribute without blanks around it; `None` if it is empty.
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.raw(key).map(str::trim).filter(|value| !value.is_empty())
    }

    /// Sets an attribute, in its place if it has one.
    pub(super) fn set(&mut self, key: &str, value: &str) {
        match self.fields.iter_mut().find(|(found, _)| found == key) {
            Some((_, old)) => value.clone_into(old),
            None => self.fields.push((key.to_owned(), value.to_owned())),
        }
    }

    /// The row with another attribute, unless its value is empty.
    pub(super) fn with(mut self, key: &str, value: &str) -> Self {
        if !value.is_empty() {
            self.set(key, value);
        }
        self
    }

    /// Removes an attribute.
    pub(super) fn remove(&mut self, key: &str) -> Option<String> {
        let at = self.fields.iter().position(|(found, _)| found == key)?;
        Some(self.fields.remove(at).1)
    }

    /// Appends to the text within the element.
    pub(super) fn say(&mut self, text: &str) {
        match self.fields.iter_mut().find(|(found, _)| found == TEXT) {
            Some((_, said)) => *said += text,
            None if text.trim().is_empty() => {}
            None => self.set(TEXT, text),
        }
    }

    /// Puts attributes into the order of a list, those that it lacks at the end.
    pub(super) fn sort(&mut self, order: &[&str]) {
        self.fields.sort_by_key(|(key, _)| order.iter().position(|known| known == key).unwrap_or(order.len()));
    }

    /// The name of what the row is about: abbreviation, name and surname.
    pub(super) fn title(&self) -> String {
        let parts = ["abbr", "name", "surname"].iter().filter_map(|key| self.raw(key));
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// The tables and numbers of the rows that the attributes name.
    pub(super) fn references(&self) -> impl Iterator<Item = (&str, &'static str, &str)> {
        self.fields().filter_map(|(key, value)| Some((key, referred(&self.kind, key)?, value.trim())))
    }

    /// The row as a value of SGF. Backslashes and brackets are character references.
    fn kept(&self) -> String {
        let mut text = self.kind.clone();
        for (key, value) in self.fields().filter(|(key, _)| is_name(key)) {
            let _ = write!(text, " {key}=\"{}\"", escaped(value, |char| !matches!(char, '\\' | ']' | '[')));
        }
        text
    }

    /// The row in a value of SGF.
    fn from_kept(text: &str) -> Option<Self> {
        let kind = text.split(' ').next().filter(|kind| *kind == GAME || table(kind).is_some())?;
        let mut row = Self::of(&BytesStart::from_content(text, kind.len())).ok()?;
        row.fields.retain(|(key, _)| is_name(key));
        Some(row)
    }
}

/// The rules that a row of the table of rules names: games whose name has `gomoku` or `swap` have no forbidden points.
pub(super) fn rules(row: Option<&Row>) -> Rules {
    let named = row.and_then(|row| row.get(RULES)).and_then(|name| Rules::named(name).ok());
    named.unwrap_or_else(|| {
        let name = row.map(Row::title).unwrap_or_default().to_ascii_lowercase();
        let plain = ["gomoku", "swap"].iter().any(|word| name.contains(word));
        if plain { Rules::STANDARD } else { Rules::RENJU }
    })
}

/// The attributes of a game, and all rows to which it refers.
#[derive(Debug)]
pub(super) struct Source {
    /// The attributes of the game, without result and round.
    pub(super) game: Row,
    rows: Vec<Row>,
}

impl Source {
    /// The rows that a game refers to, found by table and number.
    pub(super) fn new<'r>(game: &Row, find: impl Fn(&str, &str) -> Option<&'r Row>) -> Self {
        let mut source = Self { game: game.clone(), rows: Vec::new() };
        let mut next = 0;
        loop {
            let row = if next == 0 { Some(&source.game) } else { source.rows.get(next - 1) };
            let Some(row) = row else { return source };
            let more: Vec<_> = row.references().filter_map(|(_, kind, id)| find(kind, id)).collect();
            for row in more {
                if !source.rows.contains(row) {
                    source.rows.push(row.clone());
                }
            }
            next += 1;
        }
    }

    /// A game without attributes, and a row.
    pub(super) fn with(row: Row) -> Self {
        Self { game: Row::new(GAME), rows: vec![row] }
    }

    /// The rows that an entry keeps.
    pub(super) fn of(entry: &Entry) -> Self {
        let note = entry.tree.as_ref().and_then(|tree| tree.note(ROOT));
        let values = note.and_then(|note| note.foreign.get(PROPERTY)).into_iter().flatten();
        let (games, rows): (Vec<_>, Vec<_>) =
            values.filter_map(|value| Row::from_kept(value)).partition(|row| row.kind == GAME);
        Self { game: games.into_iter().next().unwrap_or_else(|| Row::new(GAME)), rows }
    }

    /// Keeps the rows in a note.
    pub(super) fn keep(&self, note: &mut Note) {
        for row in std::iter::once(&self.game).chain(&self.rows) {
            let text = row.kept();
            if !row.fields.is_empty() && text.len() <= LONGEST {
                note.keep(PROPERTY, text);
            }
        }
    }

    /// The tables and numbers of the rows.
    pub(super) fn names(&self) -> impl Iterator<Item = (&'static str, String)> {
        self.rows.iter().filter_map(|row| Some((TABLES[table(&row.kind)?].1, row.raw("id")?.to_owned())))
    }

    /// The row of a table with this number.
    pub(super) fn find(&self, kind: &str, id: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.kind == kind && row.get("id") == Some(id))
    }
}
