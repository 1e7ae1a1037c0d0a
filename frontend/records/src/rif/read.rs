//! Games of RenjuNet's database, read one by one.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, BufRead, Read};

use engine::notation::{parse_move, words};
use engine::{Color, Game, Grid, Lettering, Move, Rules, Shape};
use quick_xml::Reader;
use quick_xml::escape::EscapeError;
use quick_xml::events::attributes::AttrError;
use quick_xml::events::{BytesRef, BytesStart, Event};

use crate::capacity::Form;
use crate::started::{started, usual};
use crate::tree::{ROOT, Tree};
use crate::word::Word;
use crate::{About, Choice, Claim, Entry, Exceeded, How, Meter, Unreadable, WordError, Written};

/// The games of a file, damaged ones as errors. Malformed XML ends the file.
pub(super) struct Games {
    reader: Reader<Counted>,
    form: Form,
    start: Choice,
    usual: &'static Game,
    tables: Tables,
    any: bool,
    over: bool,
}

/// Tables to which games refer by number: names of rules, openings and players, names and days of tournaments.
#[derive(Default)]
struct Tables {
    rules: HashMap<String, String>,
    openings: HashMap<String, String>,
    players: HashMap<String, String>,
    tournaments: HashMap<String, [String; 2]>,
}

/// A game as it stands in the file.
#[derive(Default)]
struct Sheet {
    line: usize,
    attributes: HashMap<String, String>,
    moves: Option<Text>,
    info: String,
}

/// The text of an element, and the line on which it begins.
#[derive(Default)]
struct Text {
    line: usize,
    text: String,
}

/// The element whose text is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Nothing,
    Moves,
    Info,
}

impl Games {
    /// The games of a file on the boards of `form`.
    pub(super) fn new(source: Box<dyn BufRead>, start: &Choice, form: Form) -> Self {
        let reader = Reader::from_reader(Counted { source, line: 1, column: 1 });
        Self {
            reader,
            form,
            start: start.clone(),
            usual: usual(start),
            tables: Tables::default(),
            any: false,
            over: false,
        }
    }

    /// Reads up to the end of the next game.
    fn game(&mut self) -> Result<Option<Sheet>, XmlError> {
        let (mut buffer, mut sheet, mut within) = (Vec::new(), None::<Sheet>, Within::Nothing);
        let mut meter = Meter::new(&self.start.budget);
        loop {
            meter.take(buffer.len()).map_err(XmlError::Limit)?;
            buffer.clear();
            let event = self.reader.read_event_into(&mut buffer).map_err(XmlError::Event)?;
            let line = self.reader.get_ref().line;
            match event {
                Event::Start(tag) if tag.name().as_ref() == "game" => {
                    sheet = Some(Sheet { line, attributes: attributes(&tag)?, ..Sheet::default() });
                }
                Event::Start(tag) | Event::Empty(tag) if sheet.is_none() => self.tables.take(&tag)?,
                Event::Start(tag) => {
                    within = match tag.name().as_ref() {
                        "move" => Within::Moves,
                        "info" => Within::Info,
                        _ => Within::Nothing,
                    };
                    if let (Within::Moves, Some(sheet)) = (within, &mut sheet) {
                        sheet.moves = Some(Text { line, text: String::new() });
                    }
                }
                Event::Text(text) => say(&mut sheet, within, &text),
                Event::CData(text) => say(&mut sheet, within, &text),
                Event::GeneralRef(entity) => say(&mut sheet, within, &resolved(&entity)),
                Event::End(tag) if tag.name().as_ref() == "game" => return Ok(sheet),
                Event::End(_) => within = Within::Nothing,
                Event::Eof if sheet.is_some() => return Err(XmlError::CutOff),
                Event::Eof => return Ok(None),
                _ => {}
            }
        }
    }

    fn entry(&self, sheet: &Sheet) -> Result<Entry, Unreadable> {
        let Sheet { line, .. } = *sheet;
        let rule = sheet.of("rule").and_then(|id| self.tables.rules.get(id)).map_or("", String::as_str);
        let plain = ["gomoku", "swap"].iter().any(|word| rule.to_ascii_lowercase().contains(word));
        let rules = if plain { Rules::STANDARD } else { Rules::RENJU };
        let (game, setup) = started(self.form, &self.start, Some(rules), self.form.sides(), line)?;
        let unreadable = |reason: String| Unreadable { line, game, reason };
        let moves = sheet.moves.as_ref().ok_or_else(|| unreadable("the game has no <move>".to_owned()))?;
        let (moves, ended) = moves.written(game.grid());
        let mut entry = Entry::new(Some(line), game, setup, moves);
        entry.result = sheet.of("bresult").and_then(result).map(|claim| explained(claim, sheet.info.trim(), ended));
        entry.about = self.about(sheet, rule);
        let info = sheet.info.trim();
        if !info.is_empty() && entry.moves.iter().all(|written| written.mv.is_ok()) {
            let mut tree = Tree::line(entry.played());
            tree.note_mut(ROOT).say(info);
            entry.tree = Some(tree);
        }
        Ok(entry)
    }

    fn about(&self, sheet: &Sheet, rule: &str) -> About {
        let Tables { openings, players, tournaments, .. } = &self.tables;
        let known = |table: &HashMap<String, String>, key| sheet.of(key).and_then(|id| table.get(id)).cloned();
        let [event, date] = sheet.of("tournament").and_then(|id| tournaments.get(id)).cloned().unwrap_or_default();
        let chosen = [
            known(openings, "opening"),
            sheet.of("alt").map(|moves| format!("fifth moves {moves}")),
            sheet.of("swap").map(|swap| format!("swap {swap}")),
        ];
        let chosen: Vec<String> = chosen.into_iter().flatten().collect();
        let opening = if chosen.is_empty() { rule.to_owned() } else { format!("{rule}: {}", chosen.join(", ")) };
        About {
            players: ["black", "white"].map(|key| known(players, key).unwrap_or_default()),
            date,
            event,
            round: sheet.of("round").unwrap_or_default().to_owned(),
            place: String::new(),
            opening,
        }
    }
}

impl Iterator for Games {
    type Item = Result<Entry, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let game = self.usual;
        match self.game() {
            Ok(Some(sheet)) => {
                self.any = true;
                Some(self.entry(&sheet))
            }
            Ok(None) => {
                self.over = true;
                let reason = "no game is in this file, RenjuNet's have <game> elements".to_owned();
                (!self.any).then_some(Err(Unreadable { line: 1, game, reason }))
            }
            Err(why) => {
                self.over = true;
                let Counted { line, column, .. } = *self.reader.get_ref();
                let why: String = why.to_string().chars().take(120).flat_map(char::escape_debug).collect();
                Some(Err(Unreadable { line, game, reason: format!("column {column}: this is no XML: {why}") }))
            }
        }
    }
}

impl Tables {
    /// Takes an element that stands outside of games.
    fn take(&mut self, tag: &BytesStart<'_>) -> Result<(), XmlError> {
        let name = tag.name();
        let table = match name.as_ref() {
            "rule" => &mut self.rules,
            "opening" => &mut self.openings,
            "player" => &mut self.players,
            "tournament" => {
                let mut found = attributes(tag)?;
                let mut value = |key: &str| found.remove(key).unwrap_or_default();
                let (id, name, start, year) = (value("id"), value("name"), value("start"), value("year"));
                self.tournaments.insert(id, [name, if start.is_empty() { year } else { start }]);
                return Ok(());
            }
            _ => return Ok(()),
        };
        let found = attributes(tag)?;
        let parts = ["abbr", "name", "surname"].iter().filter_map(|key| found.get(*key));
        let text = parts.filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" ");
        table.insert(found.get("id").cloned().unwrap_or_default(), text);
        Ok(())
    }
}

impl Sheet {
    /// An attribute that says something.
    fn of(&self, key: &str) -> Option<&str> {
        self.attributes.get(key).map(|value| value.trim()).filter(|value| !value.is_empty())
    }
}

impl Text {
    /// The moves, up to and with the first that is none; and the word with which they end, if it is no pass.
    fn written(&self, grid: &Grid) -> (Vec<Written>, Option<Word>) {
        let names = match grid.shape() {
            Shape::Rectangle => Grid::rectangle(grid.width(), grid.height(), Lettering::WithI),
            Shape::Hexagon => *grid,
        };
        let mut moves = Vec::new();
        for (number, line) in (self.line..).zip(self.text.split('\n')) {
            for word in words(line) {
                let mv = match Word::of(word) {
                    Some(Word::Pass) => Ok(Move::Pass),
                    Some(ended) => return (moves, Some(ended)),
                    None => parse_move(&names, word).map_err(WordError::from),
                };
                let stop = mv.is_err();
                moves.push(Written::new(word, mv, Some(number)));
                if stop {
                    return (moves, None);
                }
            }
        }
        (moves, None)
    }
}

/// Adds text to the element that is read.
fn say(sheet: &mut Option<Sheet>, within: Within, text: &str) {
    let Some(sheet) = sheet else { return };
    match (within, &mut sheet.moves) {
        (Within::Moves, Some(moves)) => moves.text += text,
        (Within::Info, _) => sheet.info += text,
        _ => {}
    }
}

/// The character that an entity means; one that XML does not know stays as it is written.
fn resolved(entity: &BytesRef<'_>) -> String {
    if let Ok(Some(char)) = entity.resolve_char_ref() {
        return char.to_string();
    }
    let name: &str = entity;
    quick_xml::escape::resolve_xml_entity(name).map_or_else(|| format!("&{name};"), str::to_owned)
}

fn attributes(tag: &BytesStart<'_>) -> Result<HashMap<String, String>, XmlError> {
    let mut found = HashMap::new();
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(XmlError::Attribute)?;
        let known = |name: &str| quick_xml::escape::resolve_xml_entity(name).or(Some(""));
        let value = quick_xml::escape::unescape_with(&attribute.value, known).map_err(XmlError::Escape)?;
        found.insert(attribute.key.as_ref().to_owned(), value.into_owned());
    }
    Ok(found)
}

/// A result, seen from Black.
fn result(text: &str) -> Option<Claim> {
    let winner = match text {
        "1" => Some(Color::Black),
        "0" => Some(Color::White),
        "0.5" => None,
        _ => return None,
    };
    Some(Claim { winner, how: How::Unsaid })
}

/// A result with what the winner won by, if the moves or the comment end with a word for it.
fn explained(claim: Claim, info: &str, ended: Option<Word>) -> Claim {
    let word = ended.or_else(|| Word::of(info));
    let how = claim.winner.zip(word).and_then(|(winner, word)| word.claim(!winner)).map_or(claim.how, |said| said.how);
    Claim { how, ..claim }
}

/// An error of the XML.
#[derive(Debug)]
enum XmlError {
    Event(quick_xml::Error),
    Attribute(AttrError),
    Escape(EscapeError),
    /// The file ends within a game.
    CutOff,
    /// A limit of the action is exceeded.
    Limit(Exceeded),
}

impl fmt::Display for XmlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Event(error) => error.fmt(f),
            Self::Attribute(error) => error.fmt(f),
            Self::Escape(error) => error.fmt(f),
            Self::Limit(limit) => limit.fmt(f),
            Self::CutOff => f.write_str("the file is cut off within a game"),
        }
    }
}

/// A source that knows the line and column up to which it was read, both counted from 1.
struct Counted {
    source: Box<dyn BufRead>,
    line: usize,
    column: usize,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Counted {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.source.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        // A filled buffer is returned without another read.
        if let Ok(filled) = self.source.fill_buf() {
            for byte in filled.iter().take(amount) {
                (self.line, self.column) =
                    if *byte == b'\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
            }
        }
        self.source.consume(amount);
    }
}
