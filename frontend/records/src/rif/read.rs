//! Games of RenjuNet's database, read one by one.

use std::collections::hash_map::Entry as Slot;
use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead};

use engine::notation::{half_width, parse_move, shorten, words};
use engine::{Color, Game, Grid, Lettering, Move, Shape};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::about::about;
use super::row::{self, GAME, Row, Source, TEXT};
use super::xml::{Counted, XmlError, resolved};
use crate::capacity::Form;
use crate::started::{started, usual};
use crate::tree::{ROOT, Tree};
use crate::word::Word;
use crate::{Choice, Claim, Damage, Entry, How, Meter, Unreadable, WordError, Written};

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

/// Tables to which games refer: rows by the name of their element and their number.
#[derive(Default)]
struct Tables {
    rows: HashMap<&'static str, HashMap<String, Row>>,
    /// Tables and numbers of rows that were given again with other fields; the first one counts.
    twice: HashSet<(&'static str, String)>,
    /// The row whose text is read, and the index of its table.
    open: Option<(usize, Row)>,
}

/// A game as it stands in the file.
struct Sheet {
    line: usize,
    attributes: Row,
    moves: Option<Text>,
    info: String,
    /// The first element that has no place in a game.
    damage: Option<Damage>,
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
    ///
    /// # Errors
    /// The beginning cannot be read.
    pub(super) fn new(source: Box<dyn BufRead>, start: &Choice, form: Form) -> io::Result<Self> {
        Ok(Self {
            reader: Reader::from_reader(Counted::new(source)?),
            form,
            start: start.clone(),
            usual: usual(start),
            tables: Tables::default(),
            any: false,
            over: false,
        })
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
                Event::Start(tag) if tag.name().as_ref() == GAME => {
                    let attributes = Row::of(&tag)?;
                    sheet = Some(Sheet { line, attributes, moves: None, info: String::new(), damage: None });
                }
                Event::Start(tag) => match &mut sheet {
                    Some(sheet) => within = sheet.open(tag.name().as_ref(), line),
                    None => self.tables.take(&tag)?,
                },
                Event::Empty(tag) => match &mut sheet {
                    Some(sheet) => drop(sheet.open(tag.name().as_ref(), line)),
                    None => self.tables.take_empty(&tag)?,
                },
                Event::Text(text) => self.say(&mut sheet, within, &text),
                Event::CData(text) => self.say(&mut sheet, within, &text),
                Event::GeneralRef(entity) => self.say(&mut sheet, within, &resolved(&entity)),
                Event::End(tag) if tag.name().as_ref() == GAME => return Ok(sheet),
                Event::End(_) if sheet.is_some() => within = Within::Nothing,
                Event::End(tag) => self.tables.close(tag.name().as_ref()),
                Event::Eof if sheet.is_some() => return Err(XmlError::CutOff),
                Event::Eof => return Ok(None),
                _ => {}
            }
        }
    }

    /// Adds text to the element that is read.
    fn say(&mut self, sheet: &mut Option<Sheet>, within: Within, text: &str) {
        match (sheet, within) {
            (None, _) => self.tables.say(text),
            (Some(Sheet { moves: Some(moves), .. }), Within::Moves) => moves.text += text,
            (Some(sheet), Within::Info) => sheet.info += text,
            _ => {}
        }
    }

    fn entry(&self, sheet: &Sheet) -> Result<Entry, Unreadable> {
        let Sheet { line, .. } = *sheet;
        let attributes = &sheet.attributes;
        let rule = attributes.get("rule").and_then(|id| self.tables.find("rule", id));
        let (game, setup) = started(self.form, &self.start, Some(row::rules(rule)), self.form.sides(), line)?;
        let unreadable = |reason: String| Unreadable { line, game, reason };
        let moves = sheet.moves.as_ref().ok_or_else(|| unreadable("the game has no <move>".to_owned()))?;
        let (moves, ended) = moves.written(game.grid());
        let mut entry = Entry::new(Some(line), game, setup, moves);
        let said = attributes.get("bresult");
        entry.result = said.and_then(result).map(|claim| explained(claim, sheet.info.trim(), ended));
        if entry.result.is_none() {
            entry.result = ended.and_then(|word| word.claim(side_to_move(&entry)));
            entry.result_text = said.unwrap_or_default().to_owned();
        }
        entry.about = about(attributes, |kind, id| self.tables.find(kind, id));
        entry.damage.extend(sheet.damage.clone());
        if entry.moves.iter().all(|written| written.mv.is_ok()) {
            self.annotate(sheet, &mut entry);
        }
        Ok(entry)
    }

    /// Takes the comment, and keeps the attributes and the rows of the game.
    fn annotate(&self, sheet: &Sheet, entry: &mut Entry) {
        let mut attributes = sheet.attributes.clone();
        for known in ["bresult", "round"] {
            attributes.remove(known);
        }
        let mut tree = Tree::line(entry.played());
        let note = tree.note_mut(ROOT);
        note.say(sheet.info.trim());
        let source = Source::new(&attributes, |kind, id| self.tables.find(kind, id));
        source.keep(note);
        entry.damage.extend(source.names().filter(|name| self.tables.twice.contains(name)).map(|(kind, id)| {
            let reason = format!("the {kind} {} is given twice with other fields, the first one counts", shorten(&id));
            Damage { line: Some(sheet.line), reason }
        }));
        entry.tree = Some(tree).filter(|tree| !tree.is_line());
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
    /// The row of a table with this number.
    fn find(&self, kind: &str, id: &str) -> Option<&Row> {
        self.rows.get(kind)?.get(id)
    }

    /// Takes the start of an element that stands outside of games.
    fn take(&mut self, tag: &BytesStart<'_>) -> Result<(), XmlError> {
        if let Some(table) = row::table(tag.name().as_ref()) {
            self.open = Some((table, Row::of(tag)?));
        }
        Ok(())
    }

    /// Takes an element without content.
    fn take_empty(&mut self, tag: &BytesStart<'_>) -> Result<(), XmlError> {
        if row::table(tag.name().as_ref()).is_some() {
            self.take(tag)?;
            self.close(tag.name().as_ref());
        }
        Ok(())
    }

    /// Adds text to the row that is open.
    fn say(&mut self, text: &str) {
        if let Some((_, row)) = &mut self.open {
            row.say(text);
        }
    }

    /// Takes the end of an element.
    fn close(&mut self, kind: &str) {
        if let Some((table, row)) = self.open.take_if(|(_, row)| row.kind() == kind) {
            let id = row.raw("id").unwrap_or_default().to_owned();
            let kind = row::TABLES[table].1;
            match self.rows.entry(kind).or_default().entry(id) {
                Slot::Vacant(slot) => drop(slot.insert(row)),
                Slot::Occupied(slot) if *slot.get() == row => {}
                Slot::Occupied(slot) => drop(self.twice.insert((kind, slot.key().clone()))),
            }
        }
    }
}

impl Sheet {
    /// Takes the start of an element. The first `<move>` counts.
    fn open(&mut self, name: &str, line: usize) -> Within {
        let reason = match name {
            "move" if self.moves.is_none() => {
                self.moves = Some(Text { line, text: String::new() });
                return Within::Moves;
            }
            TEXT => return Within::Info,
            "move" => "a second <move> follows the first, which counts".to_owned(),
            other => format!("<{}> is no part of a game, which has <move> and <info>", shorten(other)),
        };
        self.damage.get_or_insert(Damage { line: Some(line), reason });
        Within::Nothing
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
            for word in words(&half_width(line)) {
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

/// The colour to move after the moves of a game.
fn side_to_move(entry: &Entry) -> Color {
    let first = entry.setup.as_ref().map_or(Color::Black, |setup| setup.to_move);
    let placed = entry.played().filter(|mv| *mv != Move::Swap).count();
    if placed.is_multiple_of(2) { first } else { !first }
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
pub(super) fn explained(claim: Claim, info: &str, ended: Option<Word>) -> Claim {
    let word = ended.or_else(|| Word::of(info));
    let how = claim.winner.zip(word).and_then(|(winner, word)| word.claim(!winner)).map_or(claim.how, |said| said.how);
    Claim { how, ..claim }
}
