//! Graphs in SVG, in the colours of the page.

use std::fmt::Write as _;

use maud::{Markup, html};

/// Width and height of a graph, in SVG units.
const SIZE: (f64, f64) = (480.0, 230.0);

/// Margins: left, top, right, bottom.
const ROOM: [f64; 4] = [58.0, 12.0, 16.0, 44.0];

/// Largest number of drawn points of a line.
const MOST_POINTS: usize = 300;

/// A graph of values over games or moves.
#[derive(Default)]
pub(super) struct Chart<'c> {
    /// Title.
    pub(super) title: &'c str,
    /// Text alternative.
    pub(super) summary: String,
    /// Label of the horizontal axis.
    pub(super) across: &'c str,
    pub(super) lines: Vec<Line<'c>>,
    /// Horizontal lines with their names.
    pub(super) levels: Vec<(f64, &'c str)>,
    /// Range that the vertical axis must cover.
    pub(super) reach: Option<(f64, f64)>,
}

/// A line of a graph.
pub(super) struct Line<'c> {
    pub(super) name: &'c str,
    pub(super) points: Vec<At>,
}

/// A value with its interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct At {
    pub(super) x: f64,
    pub(super) y: f64,
    /// Half the width of the interval; infinite if it is unbounded, 0 without one.
    pub(super) margin: f64,
}

impl Chart<'_> {
    /// Returns the graph with its title; nothing if no line has two points.
    pub(super) fn draw(&self) -> Markup {
        if self.lines.iter().all(|line| line.points.len() < 2) {
            return html! {};
        }
        let (x, y) = self.ranges();
        let [left, top, right, bottom] = ROOM;
        let (width, height) = SIZE;
        let at_x = |value: f64| left + (width - left - right) * (value - x.0) / (x.1 - x.0);
        let at_y = |value: f64| height - bottom - (height - top - bottom) * (value.clamp(y.0, y.1) - y.0) / (y.1 - y.0);
        html! {
            figure {
                figcaption { (self.title) }
                svg viewBox=(format!("0 0 {width} {height}")) role="img" aria-label=(format!("{}: {}", self.title, self.summary)) {
                    @for mark in marks(y) {
                        path.grid d=(format!("M{left} {:.1}H{}", at_y(mark), width - right)) {}
                        text.end x=(left - 7.0) y=(format!("{:.1}", at_y(mark) + 4.5)) { (number(mark)) }
                    }
                    @for mark in marks(x).into_iter().filter(|mark| mark.fract() == 0.0) {
                        path.grid d=(format!("M{:.1} {}v5", at_x(mark), height - bottom)) {}
                        text.middle x=(format!("{:.1}", at_x(mark))) y=(height - bottom + 20.0) { (number(mark)) }
                    }
                    text.middle x=((left + width - right) / 2.0) y=(height - 4.0) { (self.across) }
                    @for &(value, name) in &self.levels {
                        path.level d=(format!("M{left} {:.1}H{}", at_y(value), width - right)) {}
                        text.end x=(width - right - 4.0) y=(format!("{:.1}", at_y(value) - 5.0)) { (name) }
                    }
                    @for (index, line) in self.lines.iter().enumerate() {
                        @let points = thinned(&line.points);
                        @if points.iter().any(|at| at.margin > 0.0) {
                            path class=(format!("band c{}", index % 6)) d=(band(&points, at_x, at_y)) {}
                        }
                        path class=(format!("line c{}", index % 6)) d=(path(points.iter().map(|at| (at_x(at.x), at_y(at.y))))) {}
                    }
                }
                @if self.lines.len() > 1 {
                    ul.legend {
                        @for (index, line) in self.lines.iter().enumerate() {
                            li { span class=(format!("key c{}", index % 6)) {} (line.name) }
                        }
                    }
                }
            }
        }
    }

    /// Returns the ranges of the horizontal and the vertical axis.
    fn ranges(&self) -> ((f64, f64), (f64, f64)) {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let ends = |values: &mut dyn Iterator<Item = f64>| {
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
        };
        let across = ends(&mut points().map(|at| at.x));
        // The first values vary widely and would compress the rest.
        let settled = across.0 + 0.1 * (across.1 - across.0);
        let settled_values = points().filter(|at| at.x >= settled).flat_map(|at| {
            let margin = if at.margin.is_finite() { at.margin } else { 0.0 };
            [at.y - margin, at.y + margin]
        });
        let reach = self.reach.map_or([None; 2], |(low, high)| [Some(low), Some(high)]);
        let levels = self.levels.iter().map(|&(value, _)| value);
        let (low, high) = ends(&mut settled_values.chain(reach.into_iter().flatten()).chain(levels));
        let room = (0.06 * (high - low)).max(1e-6);
        let low = if reach[0] == Some(low) { low } else { low - room };
        let high = if reach[1] == Some(high) { high } else { high + room };
        ((across.0, if across.1 > across.0 { across.1 } else { across.0 + 1.0 }), (low, high))
    }
}

/// Returns a selection of the points that includes the last.
fn thinned(points: &[At]) -> Vec<At> {
    let step = points.len().div_ceil(MOST_POINTS).max(1);
    let last = points.len().saturating_sub(1);
    points.iter().enumerate().filter(|(index, _)| index % step == 0 || *index == last).map(|(_, &at)| at).collect()
}

fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut text = String::new();
    for (index, (x, y)) in points.enumerate() {
        let _ = write!(text, "{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' });
    }
    text
}

/// Returns the area between upper and lower ends.
fn band(points: &[At], at_x: impl Fn(f64) -> f64, at_y: impl Fn(f64) -> f64) -> String {
    let upper = points.iter().map(|at| (at_x(at.x), at_y(at.y + at.margin)));
    let lower = points.iter().rev().map(|at| (at_x(at.x), at_y(at.y - at.margin)));
    path(upper.chain(lower)) + "Z"
}

/// Returns round values in a range.
pub(super) fn marks((low, high): (f64, f64)) -> Vec<f64> {
    let power = 10_f64.powf(((high - low) / 5.0).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    let step = steps.into_iter().find(|step| (high - low) / step <= 6.0).unwrap_or(10.0 * power);
    let first = (low / step).ceil() as i64;
    (first..).map(|mark| mark as f64 * step).take_while(|&mark| mark <= high + 1e-9 * step).collect()
}

/// Returns a value rounded to thousandths, as text.
fn number(value: f64) -> String {
    let rounded = (value * 1000.0).round() / 1000.0;
    if rounded == 0.0 { "0".to_owned() } else { rounded.to_string().replace('-', "−") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_few() {
        assert_eq!(marks((0.0, 36.0)), [0.0, 10.0, 20.0, 30.0]);
        assert_eq!(marks((-2.9, 3.1)), [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0]);
        for high in [0.004, 0.9, 7.0, 120.0, 99_999.0] {
            assert!((2..=7).contains(&marks((0.0, high)).len()), "{high}: {:?}", marks((0.0, high)));
        }
    }

    #[test]
    fn names_are_escaped_and_long_lines_thinned() {
        let at = |x: u32| At { x: f64::from(x), y: f64::from(x % 7), margin: f64::INFINITY };
        let line = || Line { name: "<b>&\"", points: (0..10_000).map(at).collect() };
        let chart = Chart { title: "t", lines: vec![line(), line()], ..Chart::default() };
        let drawn = chart.draw().into_string();
        assert!(drawn.contains("&lt;b&gt;&amp;") && !drawn.contains("<b>"), "{drawn}");
        assert!(drawn.len() < 40_000 && !drawn.contains("inf") && !drawn.contains("NaN"), "{}", drawn.len());
    }
}
