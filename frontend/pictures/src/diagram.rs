//! A position as a picture: the board with its stones and marks, and the lines below it.

use std::collections::BTreeMap;

use engine::{Color, Move, Point};

use crate::below::Below;
use crate::decisive::decisive;
use crate::font;
use crate::plan::{MARGIN, Plan};
use crate::scene::{Anchor, Place, Rgb, Scene, Shape};
use records::Replayed;

/// The radius of the stones.
const STONE: f64 = 0.46;

/// The radius of the rims of decisive stones.
const RIM: f64 = 0.58;

/// Part of the cell of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// All of it.
    Whole,
    /// The left half of the cell.
    Left,
    /// The right half of the cell.
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
    /// The text on it.
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
    /// Its meaning, in words.
    pub text: String,
}

/// Additions to the position: numbers, marks, a legend.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Decorations {
    /// The first move whose stone shows its number, counted from 1; `None` for no numbers.
    pub numbers: Option<usize>,
    /// Coloured cells.
    pub marks: Vec<Mark>,
    /// The meanings of the marks.
    pub legend: Vec<Key>,
}

/// Draws the position with its decorations.
#[must_use]
pub fn diagram(game: &mut Replayed, decorations: &Decorations) -> Scene {
    let forbidden = if game.outcome().is_none() { records::forbidden(game.record.as_mut()) } else { Vec::new() };
    let plan = Plan::new(game.record.game().grid());
    let (width, height) = plan.size();
    let mut diagram = Diagram { game, plan, scene: Scene::new(width, height) };
    plan.draw(&mut diagram.scene);
    decorations.marks.iter().for_each(|mark| diagram.mark(mark));
    diagram.stones(decorations);
    for point in forbidden {
        diagram.cross(point);
    }
    let mut below = Below::new(diagram.game, diagram.scene);
    below.trays();
    below.legend(&decorations.legend);
    below.captions();
    below.finish()
}

/// A board in the making.
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
            self.scene.add(Shape::circle("decisive", self.plan.point(point), RIM).filled(Rgb::GREEN));
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
                self.scene.add(Shape::text("number", &text, place, Anchor::Middle, height, paint(!color)));
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
}

/// A stone; its class is its colour.
pub(crate) fn stone(color: Color, place: Place, radius: f64) -> Shape {
    let class = match color {
        Color::Black => "black",
        Color::White => "white",
    };
    Shape::circle(class, place, radius).filled(paint(color)).stroked(Rgb::BLACK, 0.05 * radius / STONE)
}

/// The paint of the stones of a colour.
const fn paint(color: Color) -> Rgb {
    match color {
        Color::Black => Rgb::BLACK,
        Color::White => Rgb::WHITE,
    }
}

/// The height of the capitals at which a text is at most `widest` wide, `most` if it is short.
fn fitting(text: &str, most: f64, widest: f64) -> f64 {
    let width = font::width(text, most);
    if width > widest { most * widest / width } else { most }
}

/// The point of the newest placement, if its stone still stands.
fn last_stone(game: &Replayed) -> Option<Point> {
    game.last_point().filter(|&point| game.record.stone(point).is_some())
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

/// Stones on the outermost points fit into the picture.
const _: () = assert!(MARGIN > RIM);
