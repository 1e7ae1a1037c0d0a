//! SGF, FF\[4\]: what the properties of a game mean.
//!
//! `GM[4]` (Gomoku and Renju) and pente.org's `GM[100+n]`; `RU` may name one of our games. `GM[1]` is Go, which is refused,
//! unless `RU` or the options name one of ours, as some programs write them. A game of one's own
//! has its whole rules in the property `RULES` of our own, a text as [`variants::line`] makes it, and its name in `RU`,
//! where other programs look for one. A name that nobody knows is an error, unless the rules are given. Points are `aa` from the top left, or in the board's own notation (`K10`, `h8`, `d3`). Set-up stones come before the moves.
//! Captures follow from the rules. Comments, marks, labels and quality of moves are understood, names, dates and places;
//! other properties are kept as they are written.
//!
//! # Examples
//! ```
//! use ninuki_records::{Choice, Format};
//!
//! let text = b"(;FF[4]GM[4]SZ[15]RU[renju]PB[a]PW[b];B[hh];W[ig]C[indirect];B[jh])".to_vec();
//! let entry = Format::Sgf.read(text, &Choice::default())?.next().expect("one game").expect("readable");
//! assert_eq!((entry.game.rules().name, entry.moves[1].text.as_str()), ("renju", "i9"));
//! let written = String::from_utf8(Format::Sgf.write(&[entry])).expect("SGF is text");
//! assert!(written.contains("C[indirect]"));
//! # Ok::<(), ninuki_records::Error>(())
//! ```

mod foreign;
mod syntax;
mod write;

#[cfg(test)]
mod tests;

use engine::notation::{parse_move, shorten};
use engine::{Color, Game, Grid, Move, Point, Rules, SetUp, Shape};

pub use self::write::write;

use self::syntax::{Node, Property, Sheet, Sheets};
use crate::Choice;
use crate::entry::in_column;
use crate::format::{named, usual};
use crate::tree::{Quality, ROOT, Tree};
use crate::verdict::PROPERTY;
use crate::{About, Claim, Damage, Entry, How, Unreadable, Written};

/// The games of a file, damaged ones as errors.
pub(super) struct Games {
    sheets: Sheets,
    start: Choice,
    usual: &'static Game,
    any: bool,
}

impl Games {
    /// The games of `text`. Those without set-up stones start from the position of `start`.
    pub(super) fn new(text: Vec<u8>, start: &Choice) -> Self {
        Self { sheets: Sheets::new(text), start: start.clone(), usual: usual(start), any: false }
    }
}

impl Iterator for Games {
    type Item = Result<Entry, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        let any = std::mem::replace(&mut self.any, true);
        match self.sheets.next() {
            Some(sheet) => Some(entry(&sheet, &self.start, self.usual)),
            None if any => None,
            None => {
                let reason = "no SGF game is in this file, one begins with \"(;\"".to_owned();
                Some(Err(Unreadable { line: 1, game: self.usual, reason }))
            }
        }
    }
}

/// What a game means; one that names no game known is reported as one of `usual`.
fn entry(sheet: &Sheet<'_>, start: &Choice, usual: &'static Game) -> Result<Entry, Unreadable> {
    let line = sheet.line;
    let (main, variations) = sheet.nodes.split_at(sheet.main);
    if let Some(other) = other_game(main, start) {
        let reason = format!("this is a game of {other} (GM), which is not played here; of another, --rules names it");
        return Err(Unreadable { line, game: usual, reason });
    }
    let game = game(main, start).map_err(|reason| Unreadable { line, game: usual, reason })?;
    let mut board = Board::new(game.grid());
    // What follows from a node that cannot be read is left out.
    let mut places = Vec::new();
    for node in main {
        for property in &node.properties {
            board.take(property).map_err(|reason| {
                let reason = in_column(property.column, &reason);
                Unreadable { line: property.line, game, reason }
            })?;
        }
        places.push(board.is_readable().then_some(board.node));
    }
    for node in variations {
        places.push(places[node.parent].and_then(|parent| board.variation(parent, node)));
    }
    let readable = board.is_readable();
    let Board { stones, to_move, mut moves, mut tree, .. } = board;
    if readable {
        // Where the main line ends with a node without a move, the tree goes on with the variation beside that.
        moves.extend(tree.written(game, moves.len()));
    }
    let mut entry = Entry::new(Some(line), game, None, moves);
    entry.about = about(main);
    entry.result = value(main, "RE").and_then(|text| claim(&text));
    entry.damage.extend(sheet.damage.clone().map(|(line, reason)| Damage { line: Some(line), reason }));
    let first = entry.moves.first().and_then(|written| written.by);
    entry.setup = if stones.is_empty() {
        // The first player is our Black, whatever the record says.
        if first.or(to_move) == Some(Color::White) {
            entry.moves.iter_mut().for_each(|written| written.by = written.by.map(|color| !color));
            tree.exchange_colors();
            foreign::exchange_colors(&mut tree);
            entry.result = entry.result.map(Claim::exchanged);
            entry.about.players.reverse();
        }
        start.setup(game).map_err(|failure| Unreadable { line, game, reason: failure.to_string() })?
    } else {
        let to_move = to_move.or(first).unwrap_or(Color::Black);
        Some(SetUp { stones, walls: Vec::new(), to_move, captured: [0; 2] })
    };
    entry.tree = Some(tree).filter(|tree| !tree.is_line());
    Ok(entry)
}

/// The names, dates and places of a game.
fn about(main: &[Node<'_>]) -> About {
    let text = |name| value(main, name).unwrap_or_default();
    About {
        players: ["PB", "PW"].map(text),
        date: text("DT"),
        event: text("EV"),
        round: text("RO"),
        place: text("PC"),
        opening: text("ON"),
    }
}

/// The first value of the first property with this name, without blanks around it.
fn value(main: &[Node<'_>], name: &str) -> Option<String> {
    let property = main.iter().flat_map(|node| &node.properties).find(|property| property.name == name)?;
    Some(property.values().next()?.trim().to_owned())
}

/// The game that a record's `RU`, `GM` and `SZ` name, as far as the options leave it to them.
fn game(main: &[Node<'_>], options: &Choice) -> Result<&'static Game, String> {
    if let Some(text) = value(main, write::RULES) {
        options.budget.text(&text).map_err(|limit| limit.to_string())?;
    }
    let rules = if options.names_rules() { None } else { rules(main)? };
    let sides = match value(main, "SZ") {
        Some(text) if options.size.is_none() => Some(sides(&text)?),
        _ => None,
    };
    options.game_of(rules, sides).map_err(|error| error.to_string())
}

/// The rules that a record gives, names, or means by a number; `None` if it says nothing of them.
fn rules(main: &[Node<'_>]) -> Result<Option<Rules>, String> {
    if let Some(text) = value(main, write::RULES) {
        return variants::parse(&text).map(Some).map_err(|error| format!("{}: {error}", write::RULES));
    }
    let name = value(main, "RU").filter(|name| !name.is_empty());
    if let Some(rules) = name.as_deref().and_then(|name| Rules::named(name).ok()) {
        return Ok(Some(rules));
    }
    let unknown = |property: &str, value: &str| {
        let meant = named(value).err().unwrap_or_default();
        format!("{property}[{}] is no game known here{meant}, the rules can be given beside the file", shorten(value))
    };
    match (value(main, "GM").as_deref(), name) {
        (None | Some("4"), None) => Ok(None),
        (None | Some("1" | "4"), Some(name)) => Err(unknown("RU", &name)),
        (Some(number), _) => {
            let known = number.parse().ok().and_then(|number: u32| Rules::pente_org(number.checked_sub(100)?));
            known.map(Some).ok_or_else(|| unknown("GM", number))
        }
    }
}

/// The games that SGF numbers, as far as people may take them for ours.
const OTHER_GAMES: [(&str, &str); 9] = [
    ("1", "Go"),
    ("2", "Othello"),
    ("3", "chess"),
    ("5", "Nine Men's Morris"),
    ("6", "backgammon"),
    ("7", "Chinese chess"),
    ("8", "shogi"),
    ("9", "Lines of Action"),
    ("11", "Hex"),
];

/// What only games of Go have: komi and handicap.
const OF_GO: [&str; 2] = ["KM", "HA"];

/// The name of the game if it is none of ours: `GM` says so, and neither `RU` nor the options name another. (Some write our
/// games with Go's number, but not with a komi.)
fn other_game(main: &[Node<'_>], options: &Choice) -> Option<&'static str> {
    let number = value(main, "GM")?;
    let (_, name) = OTHER_GAMES.into_iter().find(|(known, _)| *known == number)?;
    let is_go = number == "1" && OF_GO.iter().any(|property| value(main, property).is_some());
    let named = options.names_rules()
        || value(main, write::RULES).is_some()
        || value(main, "RU").is_some_and(|name| Rules::named(&name).is_ok());
    (is_go || !named).then_some(name)
}

/// Width and height, from `19` or `15:15`.
fn sides(text: &str) -> Result<(usize, usize), String> {
    let (width, height) = text.split_once(':').unwrap_or((text, text));
    let side = |text: &str| text.trim().parse::<usize>().ok();
    side(width).zip(side(height)).ok_or_else(|| format!("SZ[{}] is no board size, as 19 or 15:15", shorten(text)))
}

/// A result; `None` from a text that is none, as `?` and `Void` are.
fn claim(text: &str) -> Option<Claim> {
    let text = text.to_ascii_lowercase();
    if matches!(text.as_str(), "draw" | "0" | "agreed" | "jigo") {
        return Some(Claim { winner: None, how: How::Unsaid });
    }
    let (winner, how) = text.split_once('+')?;
    let winner = match winner {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return None,
    };
    let how = match how {
        "r" | "resign" => How::Resigned,
        "t" | "time" => How::Time,
        "f" | "forfeit" => How::Forfeit,
        "5" | "five" => How::Five,
        "captures" => How::Captures,
        _ => How::Unsaid,
    };
    Some(Claim { winner: Some(winner), how })
}

/// What has been read of a game.
struct Board<'g> {
    grid: &'g Grid,
    stones: Vec<(Point, Color)>,
    to_move: Option<Color>,
    /// The main line, up to and with the first move that is none.
    moves: Vec<Written>,
    tree: Tree,
    /// The node of the tree that was reached.
    node: usize,
}

impl<'g> Board<'g> {
    fn new(grid: &'g Grid) -> Self {
        Self { grid, stones: Vec::new(), to_move: None, moves: Vec::new(), tree: Tree::new(), node: ROOT }
    }

    /// Whether the main line could be read so far.
    fn is_readable(&self) -> bool {
        self.moves.last().is_none_or(|written| written.mv.is_ok())
    }

    /// Takes a property of the main line.
    fn take(&mut self, property: &Property<'_>) -> Result<(), String> {
        match property.name.as_str() {
            "B" => self.moves(property, Color::Black),
            "W" => self.moves(property, Color::White),
            "AB" => self.place(property, Some(Color::Black))?,
            "AW" => self.place(property, Some(Color::White))?,
            "AE" => self.place(property, None)?,
            "PL" if self.moves.is_empty() => {
                let side = property.values().next().unwrap_or_default();
                self.to_move = Some(match side.trim() {
                    "B" | "b" | "1" | "black" => Color::Black,
                    "W" | "w" | "2" | "white" => Color::White,
                    other => return Err(format!("PL[{}] is no side, allowed are B and W", shorten(other))),
                });
            }
            _ if self.is_readable() => self.note(property),
            _ => {}
        }
        Ok(())
    }

    fn moves(&mut self, property: &Property<'_>, color: Color) {
        for text in property.values() {
            // What follows a move that cannot be read is never played.
            if self.is_readable() {
                let text = text.trim();
                let mv = self.move_of(text).map_err(|reason| in_column(property.column, &reason));
                if let Ok(mv) = mv {
                    self.node = self.tree.add(self.node, mv, Some(color), Some(property.line));
                }
                let written = Written::new(self.grid, text, mv, Some(property.line));
                self.moves.push(Written { by: Some(color), ..written });
            }
        }
    }

    /// Takes a node of a variation that follows `parent`, and returns its place in the tree; `None` if it cannot be
    /// read.
    fn variation(&mut self, parent: usize, node: &Node<'_>) -> Option<usize> {
        self.node = parent;
        for property in &node.properties {
            let color = match property.name.as_str() {
                "B" => Color::Black,
                "W" => Color::White,
                "AB" | "AW" | "AE" => {
                    let reason = format!("{} in a variation is not supported", property.name);
                    self.tree.miss(property.line, in_column(property.column, &reason));
                    return None;
                }
                _ => {
                    self.note(property);
                    continue;
                }
            };
            for text in property.values() {
                match self.move_of(text.trim()) {
                    Ok(mv) => self.node = self.tree.add(self.node, mv, Some(color), Some(property.line)),
                    Err(reason) => {
                        let reason = format!("in a variation, {reason}");
                        self.tree.miss(property.line, in_column(property.column, &reason));
                        return None;
                    }
                }
            }
        }
        Some(self.node)
    }

    /// Takes what is said about the position that was reached.
    fn note(&mut self, property: &Property<'_>) {
        match property.name.as_str() {
            "C" => {
                let text = property.values().next().unwrap_or_default();
                if !text.is_empty() {
                    self.tree.note_mut(self.node).say(&text);
                }
            }
            name @ ("BM" | "DO" | "IT" | "TE") => {
                // A value that is none counts as the usual one.
                let double = property.values().next().is_some_and(|value| value.trim() == "2");
                let all = Quality::ALL.into_iter().filter(|quality| quality.sgf().0 == name);
                let quality = all.min_by_key(|quality| (quality.sgf().1 == "2") != double);
                self.tree.note_mut(self.node).quality = quality;
            }
            "HO" => self.tree.note_mut(self.node).marked = true,
            "MA" => self.each(property, Self::mark),
            "LB" => self.each(property, Self::label),
            name if foreign::OWN.contains(&name) => {}
            PROPERTY => self.each(property, Self::verdict),
            _ => self.each(property, |_, _| false),
        }
    }

    /// Takes a property value by value; one that `take` does not understand is kept as it is written.
    fn each(&mut self, property: &Property<'_>, take: fn(&mut Self, &str) -> bool) {
        for (text, raw) in property.values().zip(property.raw()) {
            if !take(self, &text) {
                self.tree.note_mut(self.node).keep(&property.name, raw);
            }
        }
    }

    /// Takes what a database says, if that is what it is.
    fn verdict(&mut self, text: &str) -> bool {
        let verdict = text.parse().ok().filter(|_| self.tree.verdict(self.node).is_none());
        if verdict.is_some() {
            self.tree.set_verdict(self.node, verdict);
        }
        verdict.is_some()
    }

    /// Marks the last move, if its point is named.
    fn mark(&mut self, point: &str) -> bool {
        let mv = self.point(point.trim()).ok().map(Move::Place);
        let last = mv.is_some() && mv == self.tree.mv(self.node);
        if last {
            self.tree.note_mut(self.node).marked = true;
        }
        last
    }

    /// Puts a text on a point, `aa:text`.
    fn label(&mut self, text: &str) -> bool {
        let Some((point, label)) = text.split_once(':') else { return false };
        let Ok(point) = self.point(point.trim()) else { return false };
        self.tree.note_mut(self.node).label(point, label);
        true
    }

    /// A move: a point, empty or `tt` for a pass where that is no point, `pass` or `swap`.
    fn move_of(&self, text: &str) -> Result<Move, String> {
        let small = self.grid.width().max(self.grid.height()) <= 19;
        if text.is_empty() || (text == "tt" && small && self.grid.shape() == Shape::Rectangle) {
            return Ok(Move::Pass);
        }
        match self.letters(text) {
            Some(point) => Ok(Move::Place(point)),
            None => parse_move(self.grid, text).map_err(|error| error.to_string()),
        }
    }

    /// A point as two letters: column from the left, row from the top.
    fn letters(&self, text: &str) -> Option<Point> {
        let [x @ b'a'..=b'z', y @ b'a'..=b'z'] = *text.as_bytes() else { return None };
        let letters = self.grid.shape() == Shape::Rectangle;
        letters.then(|| self.grid.point(usize::from(x - b'a'), usize::from(y - b'a'))).flatten()
    }

    fn point(&self, text: &str) -> Result<Point, String> {
        let found = self.letters(text).or_else(|| self.grid.parse(text));
        found.ok_or_else(|| format!("\"{}\" is no point of this board ({})", shorten(text), self.grid.range()))
    }

    /// Sets stones up, or takes them away; a value is a point or a rectangle of points, `aa:cc`.
    fn place(&mut self, property: &Property<'_>, color: Option<Color>) -> Result<(), String> {
        if !self.moves.is_empty() {
            return Err(format!("{} after a move is not supported, stones are set up before", property.name));
        }
        for text in property.values() {
            let (from, to) = text.split_once(':').unwrap_or((&text, &text));
            let (from, to) = (self.grid.xy(self.point(from.trim())?), self.grid.xy(self.point(to.trim())?));
            for (x, y) in (from.1..=to.1).flat_map(|y| (from.0..=to.0).map(move |x| (x, y))) {
                let Some(point) = self.grid.point(x, y) else { continue };
                match color {
                    Some(color) => self.stones.push((point, color)),
                    None => self.stones.retain(|&(stone, _)| stone != point),
                }
            }
            if self.stones.len() > self.grid.points().count() {
                return Err("more stones are set up than the board has points".to_owned());
            }
        }
        Ok(())
    }
}
