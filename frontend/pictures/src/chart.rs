//! The win rate as a picture.

use crate::scene::{Anchor, Place, Rgb, Scene, Shape};
use records::tree::Quality;

/// The width and height of the picture.
const SIZE: Place = (24.0, 11.0);
/// The upper left and the lower right corner of the graph.
const AREA: [Place; 2] = [(1.6, 1.5), (23.2, 9.0)];
/// The height of the capitals.
const CAPTION: f64 = 0.34;
/// The radius of the spots at marked moves.
const SPOT: f64 = 0.16;
/// From the middle of a spot to its words.
const TAB: f64 = 0.45;

/// Colours of spots and their meanings.
const SPOTS: [(Rgb, &str); 4] =
    [(Rgb::VERMILION, "blunder"), (Rgb::ORANGE, "mistake"), (Rgb::YELLOW, "inaccuracy"), (Rgb::PURPLE, "missed win")];

/// How likely Black wins in the course of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart<'a> {
    /// Which game it is.
    pub about: &'a str,
    /// Who has Black and White.
    pub players: [&'a str; 2],
    /// Win rates of Black, 0 to 1, at the start and after each move.
    pub rates: &'a [f64],
    /// The quality of each move, and whether it misses a win.
    pub moves: &'a [(Option<Quality>, bool)],
}

/// Draws the win rate as a curve, with a spot on every marked move.
#[must_use]
pub fn chart(game: &Chart<'_>) -> Scene {
    let mut scene = Scene::new(SIZE.0, SIZE.1);
    let Chart { about, players: [black, white], rates, moves } = game;
    scene.title = format!("{about}: win rate of {black} against {white}");
    let title = format!("{about}: win rate of Black");
    scene.add(Shape::text("title", &title, (AREA[0].0, 0.75), Anchor::Left, 1.2 * CAPTION, Rgb::BLACK));
    let positions = rates.len();
    let place = |ply: usize| {
        let share = ply as f64 / (positions.max(2) - 1) as f64;
        (AREA[0].0 + share * (AREA[1].0 - AREA[0].0), height(rates[ply]))
    };
    let curve: Vec<Place> = (0..positions).map(place).collect();
    scene.add(Shape::rectangle("sheet", AREA[0], AREA[1]).filled(Rgb::WHITE));
    if let (Some(first), Some(last)) = (curve.first(), curve.last()) {
        let mut below = curve.clone();
        below.extend([(last.0, AREA[1].1), (first.0, AREA[1].1)]);
        scene.add(Shape::area("black", below).filled(Rgb::GREY.towards(Rgb::WHITE, 0.55)));
    }
    grid(&mut scene, positions);
    scene.add(Shape::line("rate", curve.clone()).stroked(Rgb::BLUE, 0.09));
    for (ply, &(quality, missed)) in moves.iter().enumerate() {
        let (x, y) = curve[ply + 1];
        if let Some(fill) = spot(quality) {
            scene.add(Shape::circle("marked", (x, y), SPOT).filled(fill).stroked(Rgb::BLACK, 0.03));
        }
        if missed {
            scene.add(Shape::circle("missed", (x, y), 1.6 * SPOT).stroked(SPOTS[3].0, 0.07));
        }
    }
    legend(&mut scene);
    scene
}

/// Where a rate lies.
fn height(rate: f64) -> f64 {
    AREA[1].1 - rate * (AREA[1].1 - AREA[0].1)
}

/// The colour of the spot of a move.
fn spot(quality: Option<Quality>) -> Option<Rgb> {
    match quality? {
        Quality::VeryBad => Some(SPOTS[0].0),
        Quality::Bad => Some(SPOTS[1].0),
        Quality::Doubtful => Some(SPOTS[2].0),
        Quality::Interesting | Quality::Good | Quality::VeryGood => None,
    }
}

/// Lines at every quarter, and the numbers of moves.
fn grid(scene: &mut Scene, positions: usize) {
    let [left, right] = AREA.map(|corner| corner.0);
    for percent in [0, 25, 50, 75, 100] {
        let y = height(f64::from(percent) / 100.0);
        let width = if percent == 50 { 0.05 } else { 0.02 };
        scene.add(Shape::line("grid", vec![(left, y), (right, y)]).stroked(Rgb::GREY, width));
        let text = format!("{percent} %");
        scene.add(Shape::text("percent", &text, (left - 0.25, y), Anchor::Right, 0.8 * CAPTION, Rgb::BLACK));
    }
    let last = positions.saturating_sub(1);
    // About a dozen numbers, and round ones.
    let step = [1, 2, 5, 10, 20, 50, 100, 200].into_iter().find(|step| last / step <= 12).unwrap_or(500);
    for ply in (0..=last).step_by(step) {
        let x = left + ply as f64 / last.max(1) as f64 * (right - left);
        scene.add(Shape::line("tick", vec![(x, AREA[1].1), (x, AREA[1].1 + 0.15)]).stroked(Rgb::GREY, 0.03));
        let place = (x, AREA[1].1 + 0.5);
        scene.add(Shape::text("ply", &ply.to_string(), place, Anchor::Middle, 0.8 * CAPTION, Rgb::BLACK));
    }
}

/// Draws the meanings of the spots.
fn legend(scene: &mut Scene) {
    let y = SIZE.1 - 0.7;
    for (index, (fill, words)) in SPOTS.into_iter().enumerate() {
        let x = AREA[0].0 + SPOT + 4.2 * index as f64;
        scene.add(match index {
            3 => Shape::circle("key", (x, y), 1.6 * SPOT).stroked(fill, 0.07),
            _ => Shape::circle("key", (x, y), SPOT).filled(fill).stroked(Rgb::BLACK, 0.03),
        });
        scene.add(Shape::text("key", words, (x + TAB, y), Anchor::Left, CAPTION, Rgb::BLACK));
    }
}
