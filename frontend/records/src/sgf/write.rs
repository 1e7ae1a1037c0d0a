//! SGF as it is written: the game in the root, one node per move, variations in parentheses.

use std::io::{self, Write};

use engine::{Color, Grid, Move, Point, SetUp, Shape};

use super::result;
use crate::tree::{Note, Quality, ROOT, Tree};
use crate::verdict::PROPERTY;
use crate::{Change, Encoding, Entry};

/// Nodes on a line.
const NODES: usize = 8;

/// The name of this program in `AP`, before its version.
const PROGRAM: &str = "Ninuki:";

/// Whether `AP` names some version of this program.
pub(super) fn is_own(author: &str) -> bool {
    let version = author.strip_prefix(PROGRAM);
    version.is_some_and(|version| version.chars().all(|char| char.is_ascii_digit() || char == '.'))
}

/// The property that names the program which wrote a game.
const AUTHOR: &str = "AP";

/// The property with the rules of a custom game. Other programs ignore it.
pub(super) const RULES: &str = "RULES";

/// The property that marks a node, and its value for one that is marked here.
pub(super) const SPOT: &str = "HO";
pub(super) const MARKED: &str = "1";

/// Writes a game. Points are `aa` from the top left; on hexagons, which SGF does not know, they have their names.
///
/// # Errors
/// The output cannot be written.
pub fn write(entry: &Entry, out: &mut dyn Write) -> io::Result<()> {
    write_in(entry, Encoding::UTF_8, out)
}

/// Writes a game as a text that is going to be in a character set.
///
/// # Errors
/// The output cannot be written.
pub(super) fn write_in(entry: &Entry, encoding: Encoding, out: &mut dyn Write) -> io::Result<()> {
    let (game, about, tree) = (entry.game, &entry.about, entry.whole());
    let grid = game.grid();
    let size = match (grid.shape(), grid.width() == grid.height()) {
        (Shape::Rectangle, false) => format!("{}:{}", grid.width(), grid.height()),
        _ => grid.size().to_string(),
    };
    write!(out, "(;FF[4]GM[4]CA[{encoding}]")?;
    // Another program that wrote the game stays its author.
    match tree.note(ROOT).and_then(|note| note.foreign.get(AUTHOR)) {
        Some(authors) => {
            write!(out, "{AUTHOR}")?;
            authors.iter().try_for_each(|author| write!(out, "[{author}]"))?;
        }
        None => write!(out, "{AUTHOR}[{PROGRAM}{}]", env!("CARGO_PKG_VERSION"))?,
    }
    write!(out, "SZ[{size}]RU[{}]", game.rules().name)?;
    if let Some(rules) = variants::line(game.rules()) {
        write!(out, "{RULES}[{}]", escaped(&rules))?;
    }
    let [black, white] = &about.players;
    let result = result::written(entry);
    for (key, value) in [
        ("PB", black),
        ("PW", white),
        ("EV", &about.event),
        ("PC", &about.place),
        ("DT", &about.date),
        ("RO", &about.round),
        ("ON", &about.opening),
        ("RE", &result),
    ] {
        if !value.is_empty() {
            write!(out, "{key}[{}]", escaped(value))?;
        }
    }
    let writer = Writer { grid, tree: &tree };
    writer.note(ROOT, out)?;
    writeln!(out)?;
    if let Some(setup) = &entry.setup {
        writer.stones(setup, out)?;
    }
    writer.moves(entry.setup.as_ref().map_or(Color::Black, |setup| setup.to_move), out)?;
    writeln!(out, ")")
}

const fn symbol(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

struct Writer<'t> {
    grid: &'t Grid,
    tree: &'t Tree,
}

impl Writer<'_> {
    fn stones(&self, setup: &SetUp, out: &mut dyn Write) -> io::Result<()> {
        for (key, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let mut points = setup.stones.iter().filter(|&&(_, found)| found == color).peekable();
            if points.peek().is_some() {
                write!(out, "{key}")?;
            }
            points.try_for_each(|&(at, _)| write!(out, "[{}]", self.point(at)))?;
        }
        writeln!(out, "PL[{}]", symbol(setup.to_move))
    }

    /// Writes all moves; `to_move` has the first.
    fn moves(&self, to_move: Color, out: &mut dyn Write) -> io::Result<()> {
        let tree = self.tree;
        // The sides to move before the nodes that lead to the next one.
        let (mut to_move, mut before, mut nodes) = (to_move, Vec::new(), 0);
        let mut walk = tree.first(ROOT);
        while let Some(node) = walk {
            if !tree.is_alone(node) {
                out.write_all(b"(")?;
            }
            before.push(to_move);
            if let Some(mv) = tree.mv(node) {
                self.mv(mv, to_move, out)?;
                to_move = after(to_move, mv);
            } else if let Some(change) = tree.change(node) {
                self.change(change, out)?;
                to_move = change.to_move.unwrap_or(to_move);
            }
            self.note(node, out)?;
            nodes += 1;
            if nodes % NODES == 0 {
                out.write_all(b"\n")?;
            }
            if let Some(child) = tree.first(node) {
                walk = Some(child);
                continue;
            }
            let mut closing = vec![node];
            walk = tree.after(node, |left| closing.push(left));
            for left in closing {
                to_move = before.pop().unwrap_or(to_move);
                if !tree.is_alone(left) {
                    write!(out, ")")?;
                }
            }
        }
        Ok(())
    }

    /// Writes a set-up in the middle of a game.
    fn change(&self, change: &Change, out: &mut dyn Write) -> io::Result<()> {
        write!(out, ";")?;
        let newest = change.newest();
        for (key, color) in [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)] {
            let mut stones = newest.iter().filter(|(_, stone)| *stone == color).peekable();
            if stones.peek().is_some() {
                write!(out, "{key}")?;
            }
            stones.try_for_each(|&(point, _)| write!(out, "[{}]", self.point(point)))?;
        }
        change.to_move.map_or(Ok(()), |color| write!(out, "PL[{}]", symbol(color)))
    }

    /// Writes the annotations of a node.
    fn note(&self, node: usize, out: &mut dyn Write) -> io::Result<()> {
        let verdict = self.tree.verdict(node).map(|verdict| verdict.to_string());
        let Some(note) = self.tree.note(node) else {
            return verdict.map_or(Ok(()), |verdict| write!(out, "{PROPERTY}[{verdict}]"));
        };
        let Note { comment, quality, marked, labels, foreign } = note;
        // Kept values say the same in other words.
        let is_said = |quality: &Quality| {
            let values = foreign.get(quality.sgf().0).into_iter().flatten();
            values.map(|raw| Quality::of_sgf(quality.sgf().0, raw)).any(|said| said == Some(*quality))
        };
        if let Some((name, value)) = quality.filter(|quality| !is_said(quality)).map(Quality::sgf) {
            write!(out, "{name}[{value}]")?;
        }
        let mut marks = Vec::new();
        match self.tree.mv(node) {
            _ if foreign.contains_key(SPOT) => {}
            Some(Move::Place(point)) if *marked => marks.push(self.point(point)),
            _ if *marked => write!(out, "{SPOT}[{MARKED}]")?,
            _ => {}
        }
        let labels = labels.iter().map(|(at, text)| format!("{}:{}", self.point(*at), escaped(text))).collect();
        // Foreign values of a property follow those with a meaning here.
        let mut lists = foreign.clone();
        for (name, values) in [("MA", marks), ("LB", labels), (PROPERTY, verdict.into_iter().collect())] {
            let list = lists.entry(name.to_owned()).or_default();
            list.splice(..0, values);
        }
        // A mark or a quality that was taken away leaves no property.
        let is_left = |name: &str| match name {
            AUTHOR => node != ROOT,
            SPOT => *marked,
            name => quality.is_some() || Quality::of_sgf(name, "").is_none(),
        };
        for (name, values) in lists.iter().filter(|(name, values)| !values.is_empty() && is_left(name)) {
            write!(out, "{name}")?;
            values.iter().try_for_each(|value| write!(out, "[{value}]"))?;
        }
        if !comment.is_empty() {
            write!(out, "C[{}]", escaped(comment))?;
        }
        Ok(())
    }

    /// Writes a move of the side `to_move`.
    fn mv(&self, mv: Move, to_move: Color, out: &mut dyn Write) -> io::Result<()> {
        let color = symbol(to_move);
        match mv {
            Move::Place(point) if self.grid.shape() == Shape::Rectangle => {
                // Formatting takes longer than all else for a move.
                let [x, y] = self.letters(point);
                out.write_all(&[b';', color as u8, b'[', x, y, b']'])
            }
            Move::Place(point) => write!(out, ";{color}[{}]", self.grid.name(point)),
            Move::Pass => write!(out, ";{color}[]"),
            Move::Swap => write!(out, ";{color}[swap]"),
        }
    }

    /// Column and row of a point, as letters.
    fn letters(&self, point: Point) -> [u8; 2] {
        let (x, y) = self.grid.xy(point);
        [x, y].map(|index| b'a' + index as u8)
    }

    fn point(&self, point: Point) -> String {
        match self.grid.shape() {
            Shape::Rectangle => self.letters(point).map(char::from).iter().collect(),
            Shape::Hexagon => self.grid.name(point),
        }
    }
}

/// The colour to move after a move: a swap exchanges the players, not the colours.
fn after(to_move: Color, mv: Move) -> Color {
    if mv == Move::Swap { to_move } else { !to_move }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
