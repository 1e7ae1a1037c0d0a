//! SGF as it is written: the game in the root, one node per move, variations in parentheses.

use std::io::{self, Write};

use engine::{Color, Grid, Move, Point, SetUp, Shape};

use crate::tree::{Note, Quality, ROOT, Tree};
use crate::verdict::PROPERTY;
use crate::{Claim, Entry, How};

/// Nodes on a line.
const NODES: usize = 8;

/// The property, of our own, with the rules of a game of one's own. Other programs pass over it.
pub(super) const RULES: &str = "RULES";

/// Writes a game. Points are `aa` from the top left; on hexagons, which SGF does not know, they have their names.
///
/// # Errors
/// The output cannot be written.
pub fn write(entry: &Entry, out: &mut impl Write) -> io::Result<()> {
    let (game, about, tree) = (entry.game, &entry.about, entry.whole());
    let grid = game.grid();
    let size = match (grid.shape(), grid.width() == grid.height()) {
        (Shape::Rectangle, false) => format!("{}:{}", grid.width(), grid.height()),
        _ => grid.size().to_string(),
    };
    write!(out, "(;FF[4]GM[4]CA[UTF-8]AP[Ninuki:{}]SZ[{size}]RU[{}]", env!("CARGO_PKG_VERSION"), game.rules().name)?;
    if let Some(rules) = variants::line(game.rules()) {
        write!(out, "{RULES}[{}]", escaped(&rules))?;
    }
    let [black, white] = &about.players;
    let result = entry.result.map(result).unwrap_or_default();
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

/// `B+5`, `W+Captures`, `B+T`, `W+F`, `B+R`, `B+`, `Draw`.
pub(super) fn result(claim: Claim) -> String {
    let Some(winner) = claim.winner else { return "Draw".to_owned() };
    let how = match claim.how {
        How::Unsaid => "",
        How::Five => "5",
        How::Captures => "Captures",
        How::Resigned => "R",
        How::Time => "T",
        How::Forfeit => "F",
    };
    format!("{}+{how}", symbol(winner))
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
    fn stones(&self, setup: &SetUp, out: &mut impl Write) -> io::Result<()> {
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
    fn moves(&self, to_move: Color, out: &mut impl Write) -> io::Result<()> {
        let tree = self.tree;
        let (mut to_move, mut nodes) = (to_move, 0);
        let mut walk = tree.first(ROOT);
        while let Some(node) = walk {
            if !tree.is_alone(node) {
                write!(out, "(")?;
            }
            let Some(mv) = tree.mv(node) else { break };
            write!(out, ";{}[{}]", symbol(to_move), self.mv(mv))?;
            self.note(node, out)?;
            nodes += 1;
            if nodes % NODES == 0 {
                writeln!(out)?;
            }
            to_move = after(to_move, mv);
            if let Some(child) = tree.first(node) {
                walk = Some(child);
                continue;
            }
            let mut closing = vec![node];
            walk = tree.after(node, |left| closing.push(left));
            for left in closing {
                to_move = tree.mv(left).map_or(to_move, |mv| after(to_move, mv));
                if !tree.is_alone(left) {
                    write!(out, ")")?;
                }
            }
        }
        Ok(())
    }

    /// Writes what is said at a node.
    fn note(&self, node: usize, out: &mut impl Write) -> io::Result<()> {
        let verdict = self.tree.verdict(node).map(|verdict| verdict.to_string());
        let Some(note) = self.tree.note(node) else {
            return verdict.map_or(Ok(()), |verdict| write!(out, "{PROPERTY}[{verdict}]"));
        };
        let Note { comment, quality, marked, labels, foreign } = note;
        if let Some((name, value)) = quality.map(Quality::sgf) {
            write!(out, "{name}[{value}]")?;
        }
        let mut marks = Vec::new();
        match self.tree.mv(node) {
            Some(Move::Place(point)) if *marked => marks.push(self.point(point)),
            _ if *marked => write!(out, "HO[1]")?,
            _ => {}
        }
        let labels = labels.iter().map(|(at, text)| format!("{}:{}", self.point(*at), escaped(text))).collect();
        // What is foreign of a property comes after what is not.
        let mut lists = foreign.clone();
        for (name, values) in [("MA", marks), ("LB", labels), (PROPERTY, verdict.into_iter().collect())] {
            let list = lists.entry(name.to_owned()).or_default();
            list.splice(..0, values);
        }
        for (name, values) in lists.iter().filter(|(_, values)| !values.is_empty()) {
            write!(out, "{name}")?;
            values.iter().try_for_each(|value| write!(out, "[{value}]"))?;
        }
        if !comment.is_empty() {
            write!(out, "C[{}]", escaped(comment))?;
        }
        Ok(())
    }

    fn mv(&self, mv: Move) -> String {
        match mv {
            Move::Place(point) => self.point(point),
            Move::Pass => String::new(),
            Move::Swap => "swap".to_owned(),
        }
    }

    fn point(&self, point: Point) -> String {
        let (x, y) = self.grid.xy(point);
        match self.grid.shape() {
            Shape::Rectangle => [x, y].map(|index| char::from(b'a' + index as u8)).iter().collect(),
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
