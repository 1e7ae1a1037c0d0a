//! A position as a picture: stones, marks, captured stones, captions.

use std::collections::BTreeMap;

use engine::notation::move_text;
use engine::rules::Capture;
use engine::{Color, Grid, Move, Point, Shape as Outline};

use super::font;
use super::plan::{MARGIN, Plan};
use super::scene::{Anchor, Place, Rgb, Scene, Shape};
use crate::board;
use crate::replayed::Replayed;

/// The radius of the stones.
const STONE: f64 = 0.46;

/// The radius of the stones that stand for captured ones.
const SMALL: f64 = 0.24;

/// The height of the capitals below the board, and the distance of lines.
const CAPTION: f64 = 0.33;
const LINE: f64 = 0.78;

/// From the edge to what is written below the board.
const INDENT: f64 = 0.35;

/// From there to what follows a stone or a colour.
const TAB: f64 = 0.85;

/// The radius of the stones at the beginning of a line.
const SIGN: f64 = 0.3;

/// Part of the cell of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// All of it.
    Whole,
    /// What is left of the point.
    Left,
    /// What is right of the point.
    Right,
}

/// A coloured cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The point.
    pub point: Point,
    /// How much of its cell is coloured.
    pub part: Part,
    /// The colour.
    pub fill: Rgb,
    /// What is written on it.
    pub label: String,
    /// A spot of another colour below that.
    pub spot: Option<Rgb>,
    /// Whether it is framed.
    pub framed: bool,
}

/// An explanation below the board: a colour, if it explains one, and words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// The colour.
    pub fill: Option<Rgb>,
    /// What it means.
    pub text: String,
}

/// What is drawn besides the position.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Decorations {
    /// The first move whose stone shows its number, counted from 1; `None` for no numbers.
    pub numbers: Option<usize>,
    /// Coloured cells.
    pub marks: Vec<Mark>,
    /// What the marks mean.
    pub legend: Vec<Key>,
}

/// The position with its decorations.
#[must_use]
pub fn diagram(game: &mut Replayed, decorations: &Decorations) -> Scene {
    let forbidden = if game.outcome().is_none() { board::forbidden(game.record.as_mut()) } else { Vec::new() };
    let plan = Plan::new(game.record.game().grid());
    let (width, height) = plan.size();
    let mut diagram = Diagram { game, plan, scene: Scene::new(width, height) };
    plan.draw(&mut diagram.scene);
    decorations.marks.iter().for_each(|mark| diagram.mark(mark));
    diagram.stones(decorations);
    for point in forbidden {
        diagram.cross(point);
    }
    diagram.scene.height += 0.1;
    diagram.trays();
    diagram.legend(&decorations.legend);
    diagram.captions();
    diagram.scene.height += 0.15;
    diagram.scene
}

/// A picture in the making. What stands below the board is added at its bottom, line by line.
struct Diagram<'g> {
    game: &'g Replayed,
    plan: Plan<'g>,
    scene: Scene,
}

impl Diagram<'_> {
    /// A coloured cell and what is on it.
    fn mark(&mut self, mark: &Mark) {
        let (x, y) = self.plan.point(mark.point);
        let cell = self.plan.cell((x, y), 0.94);
        let (corners, middle, widest) = match mark.part {
            Part::Whole => (cell, x, 0.66),
            Part::Left => (cell[..4].to_vec(), x - 0.23, 0.36),
            Part::Right => ([&cell[3..], &cell[..1]].concat(), x + 0.23, 0.36),
        };
        let mut area = Shape::area("mark", corners).filled(mark.fill);
        if mark.framed {
            area = area.stroked(Rgb::BLACK, 0.08);
        } else if mark.part != Part::Whole {
            area = area.stroked(Rgb::WOOD, 0.04);
        }
        self.scene.add(area);
        let height = fitting(&mark.label, 0.32, widest);
        let raised = if mark.spot.is_some() { 0.1 } else { 0.0 };
        if !mark.label.is_empty() {
            let place = (middle, y - raised);
            self.scene.add(Shape::text("label", &mark.label, place, Anchor::Middle, height, mark.fill.ink()));
        }
        if let Some(fill) = mark.spot {
            let centre = (middle, y + if mark.label.is_empty() { 0.0 } else { 0.25 });
            self.scene.add(Shape::circle("spot", centre, 0.1).filled(fill).stroked(Rgb::BLACK, 0.03));
        }
    }

    /// Stones and walls, the winning or pending line, numbers, the last move and what it captured.
    fn stones(&mut self, decorations: &Decorations) {
        let (record, grid) = (self.game.record.as_ref(), self.game.record.game().grid());
        for point in decisive(self.game) {
            self.scene.add(Shape::circle("decisive", self.plan.point(point), STONE + 0.1).filled(Rgb::GREEN));
        }
        let plies = plies(self.game);
        let last = self.game.moves.last();
        let newest = last_stone(self.game);
        for point in grid.points() {
            let place = self.plan.point(point);
            let Some(color) = record.stone(point) else {
                if !record.is_empty(point) {
                    self.scene.add(Shape::area("wall", self.plan.cell(place, 0.88)).filled(Rgb::GREY));
                }
                continue;
            };
            self.scene.add(stone(color, place, STONE));
            let ply = plies.get(&point).filter(|&&ply| decorations.numbers.is_some_and(|first| ply >= first));
            let is_last = newest == Some(point);
            if let Some(ply) = ply {
                let text = ply.to_string();
                // All numbers with as many digits have one height.
                let height = fitting(&"0".repeat(text.len()), 0.38, 0.64);
                let ink = if is_last { last_ink(color) } else { paint(!color) };
                self.scene.add(Shape::text("number", &text, place, Anchor::Middle, height, ink));
            }
            if is_last && ply.is_some() {
                self.scene.add(Shape::circle("last", place, STONE - 0.03).stroked(Rgb::VERMILION, 0.09));
            } else if is_last {
                self.scene.add(Shape::circle("last", place, 0.17).filled(Rgb::VERMILION));
            }
        }
        let marked = |point: &Point| decorations.marks.iter().any(|mark| mark.point == *point);
        for &point in last.iter().flat_map(|(_, captured)| captured).filter(|point| !marked(point)) {
            self.scene.add(Shape::circle("taken", self.plan.point(point), 0.17).stroked(Rgb::VERMILION, 0.06));
        }
    }

    /// A point that is forbidden to the side to move.
    fn cross(&mut self, point: Point) {
        let (x, y) = self.plan.point(point);
        let reach = 0.2;
        for side in [reach, -reach] {
            let corners = vec![(x - reach, y - side), (x + reach, y + side)];
            self.scene.add(Shape::line("forbidden", corners).stroked(Rgb::VERMILION, 0.11));
        }
    }

    /// What each side has captured: the number, what wins, and the stones.
    fn trays(&mut self) {
        let target = match self.game.record.game().rules().capture {
            Capture::None => return,
            Capture::Flank { target, .. } => target.map(usize::from),
            Capture::Surround { .. } => None,
        };
        for color in Color::ALL {
            let captured = usize::from(self.game.record.captured(color));
            let y = self.line();
            self.scene.add(stone(color, (INDENT + SIGN, y), SIGN));
            let count =
                target.map_or_else(|| format!("captured {captured}"), |most| format!("captured {captured} of {most}"));
            let after = self.words("tray", &count, INDENT + TAB, y);
            let widest = font::width("captured 00 of 00", CAPTION) + INDENT + TAB;
            let first = if target.is_some() { after.max(widest) } else { after } + 0.5;
            let places = captured.max(target.unwrap_or(0));
            let step =
                ((self.scene.width - INDENT - first - SMALL) / (places.max(2) - 1) as f64).min(2.0 * SMALL + 0.06);
            for place in 0..places {
                let at = (first + step * place as f64, y);
                self.scene.add(match place < captured {
                    true => Shape { class: "captured", ..stone(!color, at, SMALL) },
                    false => Shape::circle("missing", at, SMALL).stroked(Rgb::GREY.towards(Rgb::PAPER, 0.5), 0.03),
                });
            }
        }
    }

    /// What the marks mean, as many keys in a line as there is room for.
    fn legend(&mut self, keys: &[Key]) {
        let (mut x, mut y) = (f64::INFINITY, 0.0);
        for key in keys {
            let Some(fill) = key.fill else {
                self.paragraph("key", &key.text, INDENT);
                x = f64::INFINITY;
                continue;
            };
            if x + TAB + font::width(&key.text, CAPTION) > self.scene.width - INDENT {
                (x, y) = (INDENT, self.line());
            }
            let area = Shape::rectangle("key", (x, y - SIGN), (x + 2.0 * SIGN, y + SIGN));
            self.scene.add(area.filled(fill).stroked(Rgb::GREY, 0.02));
            x = self.words("key", &key.text, x + TAB, y) + 2.0 * SIGN;
        }
    }

    /// How the game stands, and which game it is.
    fn captions(&mut self) {
        let game = self.game;
        let (record, rules) = (game.record.as_ref(), game.record.game().rules());
        let grid = record.game().grid();
        let (color, mut state) = match (game.outcome(), game.to_move()) {
            (Some(outcome), _) => match outcome.winner {
                Some(winner) => (Some(winner), format!("{} wins: {}", name(winner), outcome.reason)),
                None => (None, format!("draw: {}", outcome.reason)),
            },
            (None, to_move) => {
                let color = to_move.unwrap_or(Color::Black);
                (Some(color), format!("{} to move", name(color)))
            }
        };
        if game.pending_five() {
            state += &format!(", a five of {} stands and can be broken now", name(!record.to_move()));
        }
        if record.swap_offered() && game.outcome().is_none() {
            state += ", swap is offered";
        }
        let mut about = format!("{}, size {}, {} moves", rules.name, size(grid), game.moves.len());
        if let Some((mv, captured)) = game.moves.last() {
            about += &format!(", last move {}", move_text(grid, *mv));
            if !captured.is_empty() {
                let names: Vec<_> = captured.iter().map(|&point| grid.name(point)).collect();
                about += &format!(", captured {}", names.join(" "));
            }
        }
        let y = self.scene.height + LINE / 2.0;
        if let Some(color) = color {
            self.scene.add(stone(color, (INDENT + SIGN, y), SIGN));
        }
        self.paragraph("state", &state, if color.is_some() { INDENT + TAB } else { INDENT });
        self.paragraph("about", &about, INDENT);
        self.scene.title = format!("{about}: {state}");
    }

    /// Makes room for another line at the bottom of the picture; the middle of that line.
    fn line(&mut self) -> f64 {
        self.scene.height += LINE;
        self.scene.height - LINE / 2.0
    }

    /// Writes words and returns where they end.
    fn words(&mut self, class: &'static str, text: &str, x: f64, y: f64) -> f64 {
        self.scene.add(Shape::text(class, text, (x, y), Anchor::Left, CAPTION, Rgb::BLACK));
        x + font::width(text, CAPTION)
    }

    /// Writes a text in as many lines as it needs, beginning at `x`.
    fn paragraph(&mut self, class: &'static str, text: &str, x: f64) {
        let widest = self.scene.width - x - INDENT;
        let mut line = String::new();
        for word in text.split(' ') {
            if !line.is_empty() && font::width(&format!("{line} {word}"), CAPTION) > widest {
                let y = self.line();
                self.words(class, &line, x, y);
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += word;
        }
        let y = self.line();
        self.words(class, &line, x, y);
    }
}

/// A stone; its class is its colour.
fn stone(color: Color, place: Place, radius: f64) -> Shape {
    let class = match color {
        Color::Black => "black",
        Color::White => "white",
    };
    Shape::circle(class, place, radius).filled(paint(color)).stroked(Rgb::BLACK, 0.05 * radius / STONE)
}

/// What the stones of a colour are painted with.
const fn paint(color: Color) -> Rgb {
    match color {
        Color::Black => Rgb::BLACK,
        Color::White => Rgb::WHITE,
    }
}

/// The number of the last move on a stone.
fn last_ink(color: Color) -> Rgb {
    Rgb::VERMILION.towards(paint(!color), 0.15)
}

/// A colour in words.
pub(super) fn name(color: Color) -> String {
    let name = match color {
        Color::Black => "Black",
        Color::White => "White",
    };
    format!("{name} ({})", color.symbol())
}

/// The side of a board, both if they differ.
fn size(grid: &Grid) -> String {
    match grid.shape() {
        Outline::Rectangle if grid.width() != grid.height() => format!("{}x{}", grid.width(), grid.height()),
        _ => grid.size().to_string(),
    }
}

/// The height of the capitals at which a text is at most `widest` wide, `most` if it is short.
fn fitting(text: &str, most: f64, widest: f64) -> f64 {
    let width = font::width(text, most);
    if width > widest { most * widest / width } else { most }
}

/// The point of the newest placement, if its stone still stands.
fn last_stone(game: &Replayed) -> Option<Point> {
    let place = |(mv, _): &(Move, _)| if let Move::Place(point) = mv { Some(*point) } else { None };
    game.moves.iter().rev().find_map(place).filter(|&point| game.record.stone(point).is_some())
}

/// The numbers of the moves that placed the stones on the board, counted from 1.
fn plies(game: &Replayed) -> BTreeMap<Point, usize> {
    let mut plies = BTreeMap::new();
    for (index, (mv, _)) in game.moves.iter().enumerate() {
        if let Move::Place(point) = mv {
            plies.insert(*point, index + 1);
        }
    }
    plies
}

/// The stones of the lines that have won, or that will if they are not broken now.
fn decisive(game: &Replayed) -> Vec<Point> {
    let owner = match game.outcome() {
        Some(outcome) => outcome.winner,
        None => game.pending_five().then(|| !game.record.to_move()),
    };
    owner.map_or_else(Vec::new, |color| lines(game, color))
}

/// The stones of all lines of `color` that win.
fn lines(game: &Replayed, color: Color) -> Vec<Point> {
    let (record, rules) = (game.record.as_ref(), game.record.game().rules());
    let (grid, length, line) = (record.game().grid(), record.game().length(), rules.line[color.index()]);
    let directions: &[(isize, isize)] = match grid.shape() {
        Outline::Rectangle => &[(1, 0), (0, 1), (1, 1), (-1, 1)],
        Outline::Hexagon => &[(1, 0), (0, 1), (1, 1)],
    };
    let step = |point: Point, (right, down): (isize, isize)| {
        let (x, y) = grid.xy(point);
        grid.point(x.checked_add_signed(right)?, y.checked_add_signed(down)?)
    };
    let own = |point: &Point| record.stone(*point) == Some(color);
    let mut winning = Vec::new();
    for &direction in directions {
        let back = (-direction.0, -direction.1);
        for first in grid.points().filter(own) {
            let before = step(first, back);
            if before.as_ref().is_some_and(own) {
                continue;
            }
            let row: Vec<Point> =
                std::iter::successors(Some(first), |&point| step(point, direction).filter(own)).collect();
            let after = step(row[row.len() - 1], direction);
            let shut = [before, after].iter().all(|end| end.is_some_and(|end| record.stone(end) == Some(!color)));
            let wins = match row.len() {
                long if long == length => !(line.open && shut),
                long => long > length && !line.exact,
            };
            if wins {
                winning.extend(row);
            }
        }
    }
    winning.sort_unstable();
    winning.dedup();
    winning
}

/// The edge of a picture is never nearer to a point than this; the marks of a board of any size fit in.
const _: () = assert!(MARGIN > STONE + 0.1);
