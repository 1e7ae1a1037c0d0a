//! The moves, set-ups and notes of a game, node by node.

use engine::notation::{half_width, parse_move, shorten};
use engine::{Bitboard, Color, Game, Grid, Move, Point, PointSet, Shape};

use super::error::SgfError;
use super::syntax::{Node, Property};
use super::write::SPOT;
use super::{foreign, header, second_value, write};
use crate::change::keeps_passes;
use crate::column::in_column;
use crate::entry::{FOREIGN, MOVE, NOTE};
use crate::tree::{Quality, ROOT, Tree};
use crate::verdict::PROPERTY;
use crate::word::Word;
use crate::{Budget, Change, Claim, Damage, Meter, Remark, RemarkKind, Unreadable, WordError, Written};

/// The part of a game read so far.
pub(super) struct Board {
    game: &'static Game,
    grid: Grid,
    /// The stones that are set up before the first move.
    pub(super) stones: Vec<(Point, Color)>,
    pub(super) to_move: Option<Color>,
    /// The main line, up to and with the first move that is none.
    pub(super) moves: Vec<Written>,
    pub(super) tree: Tree,
    /// The node of the tree that was reached.
    node: usize,
    /// Whether that is in the main line.
    is_main: bool,
    /// The places in the tree of all nodes of the file so far.
    places: Vec<Option<usize>>,
    /// The opening rule, and what was chosen by it.
    pub(super) opening: Option<String>,
    /// The result that the last move of the main line gives.
    pub(super) ended: Option<Claim>,
    pub(super) remarks: Vec<Remark>,
    /// Properties that other nodes than the root may have, too, with their values for the game.
    headers: Vec<(&'static str, String)>,
    /// The first of them that has a second value before the first move.
    pub(super) twice: Option<Damage>,
    meter: Meter,
}

/// A set-up between moves is in the tree and in the list of changes.
const COPIES: usize = 2;

/// The three stones with which games of Gomoku Quest begin, and the choice of the second player with his first stone, if he
/// takes White.
const QUEST: [&str; 3] = ["QPR", "QSLB", "QSLW"];

impl Board {
    pub(super) fn new(game: &'static Game, budget: &Budget) -> Self {
        Self {
            game,
            grid: *game.grid(),
            stones: Vec::new(),
            to_move: None,
            moves: Vec::new(),
            tree: Tree::new(),
            node: ROOT,
            is_main: true,
            places: Vec::new(),
            opening: None,
            ended: None,
            remarks: Vec::new(),
            headers: Vec::new(),
            twice: None,
            meter: Meter::new(budget),
        }
    }

    /// Whether the main line could be read so far.
    fn is_readable(&self) -> bool {
        self.moves.last().is_none_or(|written| written.mv.is_ok())
    }

    /// Takes the nodes of the main line, the first of `all`.
    ///
    /// # Errors
    /// The position before the first move cannot be read.
    pub(super) fn main(&mut self, main: &[Node<'_>], all: &[Node<'_>]) -> Result<(), Unreadable> {
        self.headers = foreign::IN_NODES.map(|name| (name, header(main, name).unwrap_or_default())).into();
        let mut children = vec![0_usize; all.len()];
        all.iter().skip(1).for_each(|node| children[node.parent] += 1);
        let mut branched = false;
        for (index, node) in main.iter().enumerate() {
            branched |= index > 0 && children[node.parent] > 1;
            // A set-up in one of several branches is no start for the others.
            let starts = self.moves.is_empty() && !branched;
            if let Err((property, error)) = self.take(node, index == 0, starts) {
                if starts {
                    let reason = in_column(property.column, &error.to_string());
                    return Err(Unreadable { line: property.line, game: self.game, reason });
                }
                let error = WordError::SetUp(error.to_string()).in_column(property.column);
                self.moves.push(Written::new(&property.name, Err(error), Some(property.line)));
            }
            self.places.push(self.is_readable().then_some(self.node));
        }
        Ok(())
    }

    /// Takes the nodes after the main line. Nodes after an unreadable node are dropped.
    pub(super) fn variations(&mut self, variations: &[Node<'_>]) {
        self.is_main = false;
        for node in variations {
            let Some(parent) = self.places[node.parent] else {
                self.places.push(None);
                continue;
            };
            self.node = parent;
            let taken = self.take(node, false, false);
            self.places.push(taken.is_ok().then_some(self.node));
            if let Err((property, error)) = taken {
                let reason = format!("in a variation, {error}");
                self.tree.miss(property.line, in_column(property.column, &reason));
                if matches!(error, SgfError::Limit(_)) {
                    break;
                }
            }
        }
        if self.is_readable() {
            // A main line that ends with a node without a move continues with the variation beside that node.
            let more: Vec<_> = self.tree.written(self.moves.len()).collect();
            self.moves.extend(more);
        }
    }

    /// Takes a node: set-up stones, then moves, then annotations.
    fn take<'n, 't>(&mut self, node: &'n Node<'t>, is_root: bool, starts: bool) -> Result<(), Fault<'n, 't>> {
        if !self.is_readable() && self.is_main {
            return Ok(());
        }
        for property in &node.properties {
            self.meter.take(property.memory()).map_err(|limit| (property, SgfError::Limit(limit)))?;
        }
        let moves = node.properties.iter().filter(|property| is_move(&property.name));
        let has_moves = moves.clone().next().is_some();
        self.arrange(node, starts, has_moves)?;
        for property in moves {
            self.moves(property).map_err(|reason| (property, reason))?;
            if !self.is_readable() {
                return Ok(());
            }
        }
        if !is_root
            && !has_moves
            && let Some(property) = node.properties.iter().find(|property| self.may_place(property))
        {
            return Err((property, SgfError::Places(shorten(&property.name))));
        }
        let notes = || node.properties.iter().filter(|property| !is_move(&property.name));
        notes().filter(|property| property.name == SPOT).for_each(|property| self.spot(property));
        notes().for_each(|property| self.note(property));
        Ok(())
    }

    /// Sets up the stones of a node.
    fn arrange<'n, 't>(&mut self, node: &'n Node<'t>, starts: bool, has_moves: bool) -> Result<(), Fault<'n, 't>> {
        let mut arranged = Arranged::new();
        let mut to_move = None;
        let mut line = None;
        for property in &node.properties {
            let wrong = |reason| (property, reason);
            let color = match &*property.name {
                "AB" => Some(Color::Black),
                "AW" => Some(Color::White),
                "AE" => None,
                // Beside a move it says nothing new.
                "PL" if starts || !has_moves => {
                    let side = side(property).map_err(wrong)?;
                    if to_move.is_some_and(|before| before != side) {
                        return Err(wrong(SgfError::Sides));
                    }
                    to_move = Some(side);
                    line = line.or(Some(property.line));
                    continue;
                }
                _ => continue,
            };
            line = line.or(Some(property.line));
            self.points(property, color, &mut arranged).map_err(wrong)?;
        }
        if line.is_none() {
            return Ok(());
        }
        let Arranged { stones, .. } = arranged;
        if !starts {
            let bytes = COPIES * size_of_val(&*stones);
            self.meter.take(bytes).map_err(|limit| (&node.properties[0], SgfError::Limit(limit)))?;
            self.node = self.tree.set_up(self.node, Change { stones, to_move }, line);
            return Ok(());
        }
        let mut changed = Bitboard::EMPTY;
        stones.iter().for_each(|&(point, _)| changed.insert(point));
        self.stones.retain(|&(stone, _)| !changed.contains(stone));
        self.stones.extend(stones.into_iter().filter_map(|(point, color)| Some((point, color?))));
        self.to_move = to_move.or(self.to_move);
        Ok(())
    }

    /// Plays the moves of a property.
    fn moves(&mut self, property: &Property<'_>) -> Result<(), SgfError> {
        let color = match &*property.name {
            "B" => Color::Black,
            "W" => Color::White,
            name => return self.quest(property, name),
        };
        property.values().try_for_each(|text| self.play(text.trim(), color, property))
    }

    /// Plays the first moves of Gomoku Quest: points between commas, by turns.
    fn quest(&mut self, property: &Property<'_>, name: &str) -> Result<(), SgfError> {
        match name {
            "QSLB" => self.opening = Some("swap: black".to_owned()),
            "QSLW" => self.opening = Some("swap: white".to_owned()),
            _ => {}
        }
        for values in property.values() {
            for text in values.split(',').map(str::trim).filter(|text| !text.is_empty()) {
                let color = self.tree.by(self.node).map_or(Color::Black, |color| !color);
                self.play(text, color, property)?;
            }
        }
        Ok(())
    }

    /// Plays a move, or takes the word that stands in its place.
    fn play(&mut self, text: &str, color: Color, property: &Property<'_>) -> Result<(), SgfError> {
        let line = Some(property.line);
        let word = Word::of(text);
        if let Some(claim) = word.and_then(|word| word.claim(color)) {
            match self.is_main {
                true => self.ended = Some(claim),
                false => self.tree.note_mut(self.node).say(&format!("{color}: {}", shorten(text))),
            }
            return Ok(());
        }
        let mv = match word {
            Some(_) => Ok(Move::Pass),
            None => self.move_of(text),
        };
        let mv = match mv {
            Ok(mv) => mv,
            Err(error) if !self.is_main => return Err(SgfError::Word(error)),
            Err(error) => {
                let written = Written::new(text, Err(error.in_column(property.column)), line);
                self.moves.push(Written { by: Some(color), ..written });
                return Ok(());
            }
        };
        self.take_turn(color, property);
        self.add(mv, color, line);
        Ok(())
    }

    /// Makes it the turn of a colour: by a pass of the other side, where records have passes, if that is to move.
    fn take_turn(&mut self, color: Color, property: &Property<'_>) {
        let line = Some(property.line);
        let node = self.node;
        let to_move = match self.tree.change_mut(node) {
            Some(change) => *change.to_move.get_or_insert(color),
            None => match (self.tree.mv(node), self.tree.by(node)) {
                (Some(Move::Place(_) | Move::Pass), Some(by)) => !by,
                _ => color,
            },
        };
        if to_move != color && keeps_passes(self.game) {
            let text = format!("{color} has two moves in a row: {to_move} passes between them");
            self.remarks.push(Remark { line, text, kind: RemarkKind::Pass(color) });
            self.add(Move::Pass, to_move, line);
        }
    }

    fn add(&mut self, mv: Move, color: Color, line: Option<usize>) {
        self.node = self.tree.add(self.node, mv, Some(color), line);
        if self.is_main {
            self.moves.push(Written { by: Some(color), line, ..Written::of(mv) });
        }
    }

    /// Takes an annotation of the position reached.
    fn note(&mut self, property: &Property<'_>) {
        match &*property.name {
            "C" => {
                for text in property.values().filter(|text| !text.is_empty()) {
                    self.tree.note_mut(self.node).say(&text);
                }
            }
            "BM" | "DO" | "IT" | "TE" => self.quality(property),
            SPOT => {}
            "MA" => self.each(property, Self::mark),
            "LB" => self.each(property, Self::label),
            "AB" | "AW" | "AE" => {}
            // Our own name is written anew.
            "AP" if property.values().all(|value| write::is_own(&value)) => {}
            name if foreign::OWN.contains(&name) => self.header(property),
            PROPERTY => self.each(property, Self::verdict),
            _ => self.each(property, |_, _| false),
        }
    }

    /// Takes the quality of a move. Unusual values stay as they are written, and so does a second quality.
    fn quality(&mut self, property: &Property<'_>) {
        let values: Vec<_> = property.values().collect();
        let quality = values.first().and_then(|value| Quality::of_sgf(&property.name, value));
        let Some(quality) = quality else { return };
        let first = *self.tree.note_mut(self.node).quality.get_or_insert(quality);
        if first != quality || values.iter().any(|value| value != quality.sgf().1) {
            self.each(property, |_, _| false);
        }
    }

    /// Takes a hot spot: the node is marked. Marks of stones are written otherwise, so that the property stays.
    fn spot(&mut self, property: &Property<'_>) {
        let is_stone = matches!(self.tree.mv(self.node), Some(Move::Place(_)));
        self.tree.note_mut(self.node).marked = true;
        if is_stone || property.values().any(|value| value != write::MARKED) {
            self.each(property, |_, _| false);
        }
    }

    /// Keeps a property of the game that is given in another node than that of the game, unless it says the same. Before the
    /// first move it is a second value of the game.
    fn header(&mut self, property: &Property<'_>) {
        let Some((name, first)) = self.headers.iter().find(|(name, _)| *name == property.name) else { return };
        for (text, raw) in property.values().zip(property.raw()) {
            let other = text.trim();
            if other == first {
                continue;
            }
            if self.node != ROOT {
                self.tree.note_mut(self.node).keep(&property.name, raw);
            } else if !other.is_empty() && self.twice.is_none() {
                self.twice = Some(second_value(property, name, first, other));
            }
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

    /// Takes the verdict of a database; false if the text is none, or there is one.
    fn verdict(&mut self, text: &str) -> bool {
        let verdict = text.parse().ok().filter(|_| self.tree.verdict(self.node).is_none());
        if verdict.is_some() {
            self.tree.set_verdict(self.node, verdict);
        }
        verdict.is_some()
    }

    /// Marks the last move, if its point is named and nothing else marks it.
    fn mark(&mut self, point: &str) -> bool {
        let mv = self.point(point.trim()).ok().map(Move::Place);
        let is_spot = self.tree.note(self.node).is_some_and(|note| note.foreign.contains_key(SPOT));
        let last = mv.is_some() && mv == self.tree.mv(self.node) && !is_spot;
        if last {
            self.tree.note_mut(self.node).marked = true;
        }
        last
    }

    /// Puts a text on a point, `aa:text`.
    fn label(&mut self, text: &str) -> bool {
        let Some((point, label)) = text.split_once(':') else { return false };
        let Ok(point) = self.point(point.trim()) else { return false };
        let note = self.tree.note_mut(self.node);
        match note.labels.iter().find(|(other, _)| *other == point) {
            // A point has one label; a second one stays as it is written.
            Some((_, first)) => first == label,
            None => {
                note.label(point, label);
                true
            }
        }
    }

    /// Whether a property is none of SGF and has nothing but points, so that it may place stones.
    fn may_place(&self, property: &Property<'_>) -> bool {
        let is_point = |text: &str| self.letters(text.trim()).is_some();
        let mut values = property.values().peekable();
        !foreign::is_known(&property.name)
            && values.peek().is_some()
            && values.all(|value| value.split([',', ':']).all(is_point))
    }

    /// A move: a point, empty or `tt` for a pass where that is no point, or `swap`.
    fn move_of(&self, text: &str) -> Result<Move, WordError> {
        let small = self.grid.width().max(self.grid.height()) <= 19;
        if text.is_empty() || (text == "tt" && small && self.grid.shape() == Shape::Rectangle) {
            return Ok(Move::Pass);
        }
        match self.letters(text) {
            Some(point) => Ok(Move::Place(point)),
            None => parse_move(&self.grid, text).map_err(WordError::from),
        }
    }

    /// A point as two letters: column from the left, row from the top. Capitals, which SGF needs for boards of more than 26
    /// points only, mean the same.
    fn letters(&self, text: &str) -> Option<Point> {
        let text = &*half_width(text);
        let [x @ (b'a'..=b'z' | b'A'..=b'Z'), y @ (b'a'..=b'z' | b'A'..=b'Z')] = *text.as_bytes() else {
            return None;
        };
        let index = |letter: u8| usize::from(letter.to_ascii_lowercase() - b'a');
        let letters = self.grid.shape() == Shape::Rectangle;
        letters.then(|| self.grid.point(index(x), index(y))).flatten()
    }

    fn point(&self, text: &str) -> Result<Point, SgfError> {
        let found = self.letters(text).or_else(|| self.grid.parse(text));
        found.ok_or_else(|| SgfError::Point { text: shorten(text), range: self.grid.range() })
    }

    /// Sets up the points of a property whose values are points or rectangles of points, `aa:cc`.
    fn points(
        &mut self,
        property: &Property<'_>,
        color: Option<Color>,
        arranged: &mut Arranged,
    ) -> Result<(), SgfError> {
        for text in property.values() {
            self.meter.take(0).map_err(SgfError::Limit)?;
            let (from, to) = text.split_once(':').unwrap_or((&text, &text));
            let (from, to) = (self.grid.xy(self.point(from.trim())?), self.grid.xy(self.point(to.trim())?));
            let all = (from.1..=to.1).flat_map(|y| (from.0..=to.0).map(move |x| (x, y)));
            for point in all.filter_map(|(x, y)| self.grid.point(x, y)) {
                arranged.set(point, color).map_err(|first| {
                    let point = self.grid.name(point);
                    SgfError::TwoStones { point, first: set_up(first), other: set_up(color) }
                })?;
            }
        }
        Ok(())
    }
}

/// The points that a node sets up.
struct Arranged {
    /// Each point once.
    stones: Vec<(Point, Option<Color>)>,
    /// The points of each value.
    points: [(Option<Color>, Bitboard); 3],
}

impl Arranged {
    fn new() -> Self {
        let points = [None, Some(Color::Black), Some(Color::White)];
        Self { stones: Vec::new(), points: points.map(|color| (color, Bitboard::EMPTY)) }
    }

    /// Sets up a point; the same value again changes nothing.
    ///
    /// # Errors
    /// The other value that the node gives the point.
    fn set(&mut self, point: Point, color: Option<Color>) -> Result<(), Option<Color>> {
        let Self { stones, points } = self;
        if let Some(&(before, _)) = points.iter().find(|(_, set)| set.contains(point)) {
            return if before == color { Ok(()) } else { Err(before) };
        }
        points.iter_mut().filter(|(value, _)| *value == color).for_each(|(_, set)| set.insert(point));
        stones.push((point, color));
        Ok(())
    }
}

/// The property that sets up stones of a colour, or none.
const fn set_up(color: Option<Color>) -> &'static str {
    match color {
        Some(Color::Black) => "AB",
        Some(Color::White) => "AW",
        None => "AE",
    }
}

impl Property<'_> {
    /// About how many bytes the record takes for it.
    fn memory(&self) -> usize {
        let record = match &*self.name {
            name if is_move(name) => return MOVE,
            "C" | "MA" | "LB" => NOTE,
            SPOT | "BM" | "DO" | "IT" | "TE" => NOTE + FOREIGN,
            _ => FOREIGN,
        };
        record + 2 * self.length()
    }
}

/// A property and its error.
type Fault<'n, 't> = (&'n Property<'t>, SgfError);

/// Whether a property has moves.
fn is_move(name: &str) -> bool {
    matches!(name, "B" | "W") || QUEST.contains(&name)
}

/// The side that `PL` names.
fn side(property: &Property<'_>) -> Result<Color, SgfError> {
    let mut sides = property.values().map(|side| match side.trim() {
        "B" | "b" | "1" | "black" => Ok(Color::Black),
        "W" | "w" | "2" | "white" => Ok(Color::White),
        other => Err(SgfError::Side(shorten(other))),
    });
    let first = sides.next().unwrap_or_else(|| Err(SgfError::Side(String::new())))?;
    sides.try_fold(first, |first, side| if side? == first { Ok(first) } else { Err(SgfError::Sides) })
}
