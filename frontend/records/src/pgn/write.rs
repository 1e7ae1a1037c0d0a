//! PGN as it is written.

use std::io::{self, Write};

use engine::notation::move_text;
use engine::{Color, Grid, Lettering};

use super::movetext::QUALITIES;
use super::remark;
use super::sheet::{is_iso, rules};
use super::tags::{self, ORDER, PROPERTIES, TAGS};
use super::writer::{NAG, SIDE};
use crate::tree::{Note, ROOT, Tree};
use crate::{Claim, Entry};

/// Lines are not longer, in bytes, comments aside.
const WIDTH: usize = 80;

/// Writes a game as pente.org does.
///
/// # Errors
/// The output cannot be written.
pub(crate) fn write(entry: &Entry, out: &mut dyn Write) -> io::Result<()> {
    let tree = entry.whole();
    let silent = Note::default();
    let list = listed(entry, tree.note(ROOT).unwrap_or(&silent));
    tags(list.iter().map(|(name, value)| (&**name, &**value)), out)?;
    let grid = entry.game.grid();
    let names = Grid::rectangle(grid.width(), grid.height(), Lettering::WithoutI);
    let mut moves = Moves { tree: &tree, names, out: Wrapped::new(out, 0), numbered: false };
    moves.note(ROOT)?;
    moves.all()?;
    match result(entry.result, Color::Black) {
        "*" => {}
        result => moves.out.word(result)?,
    }
    writeln!(out, "\n")
}

/// The tags of a game with their values, in the order of the record that it is from.
fn listed(entry: &Entry, note: &Note) -> Vec<(String, String)> {
    let value = |name: &str| value(entry, note, name);
    let kept = note.foreign.get(TAGS).map(Vec::as_slice).unwrap_or_default();
    let mut list: Vec<(String, String)> = Vec::new();
    for raw in kept {
        let (name, stored) = tags::split(raw);
        let current = value(&name);
        let said = match (&*name, stored) {
            (other, stored) if !ORDER.contains(&other) => Some(stored.unwrap_or_default()),
            ("Game", Some(stored)) if rules(&stored).is_ok_and(|rules| rules == *entry.game.rules()) => Some(stored),
            ("Size", _) => Some(size(entry.game.grid())),
            ("Result", Some(stored)) if entry.result.is_none() => Some(stored),
            (_, stored) => current.or(stored),
        };
        list.extend(said.map(|said| (name, said)));
    }
    for (index, &name) in ORDER.iter().enumerate() {
        if list.iter().any(|(known, _)| known == name) {
            continue;
        }
        if let Some(value) = value(name) {
            // After the nearest of those that usually stand before it.
            let before = ORDER[..index].iter().rev().find_map(|name| list.iter().position(|(known, _)| known == name));
            list.insert(before.map_or(0, |at| at + 1), (name.to_owned(), value));
        }
    }
    list
}

/// The value of a tag that has a place in the record; `None` if that says nothing.
fn value(entry: &Entry, note: &Note, name: &str) -> Option<String> {
    let (game, about) = (entry.game, &entry.about);
    let text = match name {
        "Game" => game.rules().pente_org_name().unwrap_or(game.rules().name).to_owned(),
        "Size" if (game.grid().width(), game.grid().height()) == (SIDE, SIDE) => String::new(),
        "Size" => size(game.grid()),
        "Site" => about.place.clone(),
        "Event" => about.event.clone(),
        "Round" => about.round.clone(),
        "Opening" => about.opening.clone(),
        "Date" => date(&about.date),
        "Player 1 Name" => about.players[0].clone(),
        "Player 2 Name" => about.players[1].clone(),
        "Result" => result(entry.result, Color::Black).to_owned(),
        _ => {
            let (_, property) = PROPERTIES.into_iter().find(|(tag, _)| *tag == name)?;
            tags::property(note, property)?
        }
    };
    Some(text).filter(|text| !text.is_empty())
}

fn size(grid: &Grid) -> String {
    format!("{}x{}", grid.width(), grid.height())
}

/// `08/06/2006` from `2006-08-06`, other texts as they are.
fn date(date: &str) -> String {
    match date.split('-').collect::<Vec<_>>()[..] {
        [year, month, day] if is_iso(date) => format!("{month}/{day}/{year}"),
        _ => date.to_owned(),
    }
}

pub(super) fn result(claim: Option<Claim>, first: Color) -> &'static str {
    match claim.map(|claim| claim.winner) {
        Some(Some(winner)) if winner == first => "1-0",
        Some(Some(_)) => "0-1",
        Some(None) => "1/2-1/2",
        None => "*",
    }
}

/// Writes tags, and an empty line.
pub(super) fn tags<'t>(tags: impl Iterator<Item = (&'t str, &'t str)>, out: &mut dyn Write) -> io::Result<()> {
    for (name, value) in tags {
        let value: String = value.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
        writeln!(out, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
    }
    writeln!(out)
}

/// A pending part of the movetext.
enum Task {
    /// A node and its descendants, the number of plies before it, and whether its siblings follow as variations.
    Node(usize, usize, bool),
    Open,
    Close,
}

/// The moves of a tree, as they are written.
struct Moves<'t> {
    tree: &'t Tree,
    names: Grid,
    out: Wrapped<'t>,
    /// Whether the next move has its number in any case.
    numbered: bool,
}

impl Moves<'_> {
    fn all(&mut self) -> io::Result<()> {
        let mut tasks: Vec<Task> = self.tree.first(ROOT).map(|node| Task::Node(node, 0, true)).into_iter().collect();
        self.numbered = false;
        while let Some(task) = tasks.pop() {
            match task {
                Task::Open => self.out.open()?,
                Task::Close => self.out.close()?,
                Task::Node(node, plies, first) => {
                    self.mv(node, plies)?;
                    tasks.extend(self.tree.first(node).map(|child| Task::Node(child, plies + 1, true)));
                    let after = if first { self.alternatives(node) } else { Vec::new() };
                    self.numbered |= !after.is_empty();
                    for sibling in after.into_iter().rev() {
                        tasks.extend([Task::Close, Task::Node(sibling, plies, false), Task::Open]);
                    }
                    continue;
                }
            }
            self.numbered = true;
        }
        Ok(())
    }

    fn alternatives(&self, node: usize) -> Vec<usize> {
        std::iter::successors(self.tree.next(node), |&node| self.tree.next(node)).collect()
    }

    fn mv(&mut self, node: usize, plies: usize) -> io::Result<()> {
        if plies.is_multiple_of(2) {
            self.out.word(&format!("{}.", plies / 2 + 1))?;
        } else if self.numbered {
            self.out.word(&format!("{}...", plies / 2 + 1))?;
        }
        self.numbered = false;
        if let Some(mv) = self.tree.mv(node) {
            self.out.word(&move_text(&self.names, mv))?;
        }
        self.note(node)
    }

    /// Writes the note of a node.
    fn note(&mut self, node: usize) -> io::Result<()> {
        let Some(note) = self.tree.note(node) else { return Ok(()) };
        let quality = note.quality.and_then(|quality| QUALITIES.iter().position(|&known| known == quality));
        let others = note.foreign.get(NAG).into_iter().flatten().filter_map(|raw| raw.trim().parse().ok());
        for number in quality.map(|index| index + 1).into_iter().chain(others) {
            self.out.word(&format!("${number}"))?;
        }
        let commands = remark::commands(note, &self.names);
        if !commands.is_empty() {
            self.comment(&commands)?;
        }
        if !note.comment.is_empty() {
            self.comment(&note.comment)?;
        }
        Ok(())
    }

    /// Writes a comment: in braces, or, where one is in it, line by line after semicolons.
    fn comment(&mut self, text: &str) -> io::Result<()> {
        self.numbered = true;
        if text.contains('}') {
            return text.split('\n').try_for_each(|line| self.out.line(&format!("; {line}")));
        }
        let padded = text.starts_with(' ') || text.ends_with(' ');
        self.out.text(&if padded { format!("{{ {text} }}") } else { format!("{{{text}}}") })
    }
}

/// Words with blanks and line ends between them.
pub(super) struct Wrapped<'o> {
    out: &'o mut dyn Write,
    /// The bytes of this line.
    width: usize,
    /// Whether nothing is between the last word and the next.
    joined: bool,
}

impl<'o> Wrapped<'o> {
    /// Words that follow `width` bytes of a line.
    pub(super) const fn new(out: &'o mut dyn Write, width: usize) -> Self {
        Self { out, width, joined: true }
    }

    /// Writes the gap before a word of `length` bytes.
    fn gap(&mut self, length: usize) -> io::Result<()> {
        if !self.joined && self.width + 1 + length >= WIDTH {
            self.out.write_all(b"\n")?;
            self.width = 0;
        } else if !self.joined {
            self.out.write_all(b" ")?;
            self.width += 1;
        }
        self.joined = false;
        Ok(())
    }

    pub(super) fn word(&mut self, word: &str) -> io::Result<()> {
        self.gap(word.len())?;
        self.width += word.len();
        self.out.write_all(word.as_bytes())
    }

    fn open(&mut self) -> io::Result<()> {
        self.word("(")?;
        self.joined = true;
        Ok(())
    }

    fn close(&mut self) -> io::Result<()> {
        self.joined |= self.width > 0;
        self.word(")")
    }

    /// Writes a text that may have several lines.
    fn text(&mut self, text: &str) -> io::Result<()> {
        let (first, last) = (text.split('\n').next(), text.rsplit('\n').next());
        self.gap(first.map_or(0, str::len))?;
        let before = if text.contains('\n') { 0 } else { self.width };
        self.width = before + last.map_or(0, str::len);
        write!(self.out, "{text}")
    }

    /// Writes a text that goes to the end of its line.
    fn line(&mut self, text: &str) -> io::Result<()> {
        self.gap(text.len())?;
        writeln!(self.out, "{text}")?;
        (self.width, self.joined) = (0, true);
        Ok(())
    }
}
