//! Characters as strokes, so that text looks the same everywhere and needs no font.
//!
//! A character is a line of path data: `M` moves, `L` draws a straight line, `Q` a quadratic curve. Capitals stand between 0
//! and 6 (downwards), small letters begin at 2, tails end at 8.

/// The height of the capitals, in the unit of the path data.
pub(crate) const CAPITALS: f64 = 6.0;

/// The width of the strokes.
pub(crate) const STROKE: f64 = 0.9;

/// The gap between two characters, from the middle of a stroke to the middle of the next.
const GAP: f64 = 1.75;

/// The glyph of characters that the font lacks.
const UNKNOWN: Glyph = Glyph { width: 3.0, path: "M0 0L3 0L3 6L0 6L0 0" };

/// How a character is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Glyph {
    /// From the leftmost to the rightmost stroke.
    pub(crate) width: f64,
    /// The strokes, as path data.
    pub(crate) path: &'static str,
}

/// A step of the pen: the start of a stroke, or a line to the next point.
#[cfg(feature = "raster")]
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Step {
    /// The pen is lifted and set down again.
    Move([f32; 2]),
    /// A straight line.
    Line([f32; 2]),
    /// A quadratic curve: its control point, its end.
    Curve([f32; 2], [f32; 2]),
}

#[cfg(feature = "raster")]
impl Glyph {
    /// The strokes, step by step.
    pub(crate) fn steps(self) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut rest = self.path;
        while let Some(command) = rest.chars().next() {
            rest = &rest[1..];
            let (numbers, after) = rest.split_at(rest.find(char::is_alphabetic).unwrap_or(rest.len()));
            rest = after;
            let numbers: Vec<f32> = numbers.split(' ').map(|number| number.parse().expect("a number")).collect();
            steps.push(match (command, &numbers[..]) {
                ('M', &[x, y]) => Step::Move([x, y]),
                ('L', &[x, y]) => Step::Line([x, y]),
                ('Q', &[x, y, to_x, to_y]) => Step::Curve([x, y], [to_x, to_y]),
                _ => unreachable!("{}: there is no such step", self.path),
            });
        }
        steps
    }
}

/// The characters of a text, each with its distance from the beginning, in the unit of the path data.
pub(crate) fn glyphs(text: &str) -> impl Iterator<Item = (f64, char, Glyph)> + '_ {
    text.chars().scan(0.0, |next, char| {
        let glyph = glyph(char);
        let at = *next;
        *next += glyph.width + GAP;
        Some((at, char, glyph))
    })
}

/// The width of a text with capitals of this height.
pub(crate) fn width(text: &str, height: f64) -> f64 {
    let end = glyphs(text).last().map_or(0.0, |(at, _, glyph)| at + glyph.width);
    end * height / CAPITALS
}

/// The width of the strokes of a text with capitals of this height.
pub(crate) const fn stroke(height: f64) -> f64 {
    STROKE * height / CAPITALS
}

fn glyph(char: char) -> Glyph {
    let (width, path) = match char {
        ' ' => (0.4, ""),
        '0' => (3.6, "M0 1.9Q0 0 1.8 0Q3.6 0 3.6 1.9L3.6 4.1Q3.6 6 1.8 6Q0 6 0 4.1L0 1.9"),
        '1' => (1.6, "M0 1.3L1.6 0L1.6 6"),
        '2' => (3.6, "M0.1 1.6Q0.2 0 1.8 0Q3.5 0 3.5 1.7Q3.5 2.8 2.2 4L0 6L3.6 6"),
        '3' => (3.6, "M0.1 1Q0.6 0 1.8 0Q3.3 0 3.3 1.4Q3.3 2.8 1.5 2.8Q3.6 2.8 3.6 4.4Q3.6 6 1.8 6Q0.4 6 0 4.9"),
        '4' => (3.7, "M2.7 6L2.7 0L0 4.3L3.7 4.3"),
        '5' => (3.6, "M3.3 0L0.6 0L0.3 2.6Q1 2.2 1.8 2.2Q3.6 2.2 3.6 4.1Q3.6 6 1.7 6Q0.5 6 0 5.1"),
        '6' => (3.6, "M3.2 0.4Q2.7 0 2 0Q0 0 0 3.4L0 4.1Q0 6 1.8 6Q3.6 6 3.6 4.2Q3.6 2.4 1.8 2.4Q0 2.4 0 4.1"),
        '7' => (3.6, "M0 0L3.6 0L1.3 6"),
        '8' => (
            3.6,
            "M1.8 2.8Q0.3 2.8 0.3 1.4Q0.3 0 1.8 0Q3.3 0 3.3 1.4Q3.3 2.8 1.8 2.8Q0 2.8 0 4.4Q0 6 1.8 6Q3.6 6 3.6 4.4Q3.6 2.8 1.8 2.8",
        ),
        '9' => (3.6, "M0.4 5.6Q0.9 6 1.6 6Q3.6 6 3.6 2.6L3.6 1.9Q3.6 0 1.8 0Q0 0 0 1.8Q0 3.6 1.8 3.6Q3.6 3.6 3.6 1.9"),
        'A' => (4.2, "M0 6L2.1 0L4.2 6M0.8 4L3.4 4"),
        'B' => (3.8, "M2 2.8L0 2.8L0 0L2 0Q3.5 0 3.5 1.4Q3.5 2.8 2 2.8Q3.8 2.8 3.8 4.4Q3.8 6 2 6L0 6L0 2.8"),
        'C' => (4.0, "M4 1.2Q3.4 0 2.2 0Q0 0 0 3Q0 6 2.2 6Q3.4 6 4 4.8"),
        'D' => (4.0, "M0 0L1.7 0Q4 0 4 3Q4 6 1.7 6L0 6L0 0"),
        'E' => (3.4, "M3.4 0L0 0L0 6L3.4 6M0 2.9L2.9 2.9"),
        'F' => (3.3, "M3.3 0L0 0L0 6M0 2.9L2.8 2.9"),
        'G' => (4.0, "M4 1.2Q3.4 0 2.2 0Q0 0 0 3Q0 6 2.2 6Q4 6 4 4L4 3.2L2.4 3.2"),
        'H' => (4.0, "M0 0L0 6M4 0L4 6M0 2.9L4 2.9"),
        'I' => (0.0, "M0 0L0 6"),
        'J' => (2.6, "M2.6 0L2.6 4.2Q2.6 6 1.2 6Q0 6 0 4.7"),
        'K' => (3.9, "M0 0L0 6M3.7 0L0 3.6M1.3 2.4L3.9 6"),
        'L' => (3.2, "M0 0L0 6L3.2 6"),
        'M' => (4.6, "M0 6L0 0L2.3 4L4.6 0L4.6 6"),
        'N' => (4.0, "M0 6L0 0L4 6L4 0"),
        'O' => (4.4, "M0 3Q0 0 2.2 0Q4.4 0 4.4 3Q4.4 6 2.2 6Q0 6 0 3"),
        'P' => (3.7, "M0 6L0 0L2 0Q3.7 0 3.7 1.7Q3.7 3.4 2 3.4L0 3.4"),
        'Q' => (4.4, "M0 3Q0 0 2.2 0Q4.4 0 4.4 3Q4.4 6 2.2 6Q0 6 0 3M2.8 4.4L4.4 6.4"),
        'R' => (3.8, "M0 6L0 0L2 0Q3.7 0 3.7 1.7Q3.7 3.4 2 3.4L0 3.4M1.8 3.4L3.8 6"),
        'S' => (3.7, "M3.5 1Q3 0 1.8 0Q0.2 0 0.2 1.5Q0.2 2.7 1.8 2.9Q3.7 3.2 3.7 4.5Q3.7 6 1.8 6Q0.5 6 0 4.9"),
        'T' => (4.0, "M0 0L4 0M2 0L2 6"),
        'U' => (4.0, "M0 0L0 4Q0 6 2 6Q4 6 4 4L4 0"),
        'V' => (4.2, "M0 0L2.1 6L4.2 0"),
        'W' => (5.6, "M0 0L1.4 6L2.8 1.2L4.2 6L5.6 0"),
        'X' => (3.8, "M0 0L3.8 6M3.8 0L0 6"),
        'Y' => (4.0, "M0 0L2 3L4 0M2 3L2 6"),
        'Z' => (3.8, "M0 0L3.7 0L0 6L3.8 6"),
        'a' => (3.0, "M3 2L3 6M3 4Q3 2 1.5 2Q0 2 0 4Q0 6 1.5 6Q3 6 3 4"),
        'b' => (3.0, "M0 0L0 6M0 4Q0 2 1.5 2Q3 2 3 4Q3 6 1.5 6Q0 6 0 4"),
        'c' => (2.8, "M2.8 2.8Q2.4 2 1.5 2Q0 2 0 4Q0 6 1.5 6Q2.4 6 2.8 5.2"),
        'd' => (3.0, "M3 0L3 6M3 4Q3 2 1.5 2Q0 2 0 4Q0 6 1.5 6Q3 6 3 4"),
        'e' => (3.0, "M0 3.9L3 3.9Q3 2 1.5 2Q0 2 0 4Q0 6 1.6 6Q2.5 6 2.9 5.3"),
        'f' => (2.1, "M2.2 0Q0.8 -0.2 0.8 1.4L0.8 6M0 2.2L2 2.2"),
        'g' => (3.0, "M3 2L3 6.4Q3 8 1.5 8Q0.6 8 0.2 7.4M3 4Q3 2 1.5 2Q0 2 0 4Q0 6 1.5 6Q3 6 3 4"),
        'h' => (2.9, "M0 0L0 6M0 3.9Q0 2 1.5 2Q2.9 2 2.9 3.8L2.9 6"),
        'i' => (0.0, "M0 2.1L0 6M0 0.3L0 0.4"),
        'j' => (0.9, "M0.9 2.1L0.9 6.8Q0.9 8 -0.2 8M0.9 0.3L0.9 0.4"),
        'k' => (2.9, "M0 0L0 6M2.7 2.1L0 4.6M1 3.7L2.9 6"),
        'l' => (0.8, "M0 0L0 5Q0 6 0.9 6"),
        'm' => (4.8, "M0 2L0 6M0 3.8Q0 2 1.2 2Q2.4 2 2.4 3.8L2.4 6M2.4 3.8Q2.4 2 3.6 2Q4.8 2 4.8 3.8L4.8 6"),
        'n' => (2.9, "M0 2L0 6M0 3.9Q0 2 1.5 2Q2.9 2 2.9 3.8L2.9 6"),
        'o' => (3.0, "M0 4Q0 2 1.5 2Q3 2 3 4Q3 6 1.5 6Q0 6 0 4"),
        'p' => (3.0, "M0 2L0 8M0 4Q0 2 1.5 2Q3 2 3 4Q3 6 1.5 6Q0 6 0 4"),
        'q' => (3.0, "M3 2L3 8M3 4Q3 2 1.5 2Q0 2 0 4Q0 6 1.5 6Q3 6 3 4"),
        'r' => (1.8, "M0 2L0 6M0 3.9Q0 2 1.8 2.1"),
        's' => (2.6, "M2.5 2.7Q2.1 2 1.3 2Q0.1 2 0.1 3Q0.1 3.8 1.3 4Q2.6 4.2 2.6 5Q2.6 6 1.3 6Q0.3 6 0 5.2"),
        't' => (2.0, "M0.8 0.7L0.8 4.8Q0.8 6 2 6M0 2.2L2 2.2"),
        'u' => (2.9, "M0 2.1L0 4.2Q0 6 1.4 6Q2.9 6 2.9 4.1M2.9 2.1L2.9 6"),
        'v' => (3.0, "M0 2.1L1.5 6L3 2.1"),
        'w' => (4.4, "M0 2.1L1.1 6L2.2 2.6L3.3 6L4.4 2.1"),
        'x' => (2.8, "M0 2.1L2.8 6M2.8 2.1L0 6"),
        'y' => (3.0, "M0 2.1L1.5 6M3 2.1L1.3 6.9Q0.9 8 -0.1 7.9"),
        'z' => (2.8, "M0 2.1L2.7 2.1L0 6L2.8 6"),
        '.' => (0.0, "M0 5.9L0 6"),
        ',' => (0.4, "M0.4 5.9L0 7"),
        ':' => (0.0, "M0 2.7L0 2.8M0 5.9L0 6"),
        ';' => (0.4, "M0.4 2.7L0.4 2.8M0.4 5.9L0 7"),
        '-' => (2.0, "M0 3.7L2 3.7"),
        '+' => (3.0, "M0 3.7L3 3.7M1.5 2.2L1.5 5.2"),
        '/' => (2.6, "M0 6.6L2.6 -0.4"),
        '(' => (1.2, "M1.2 -0.5Q0 1 0 3.2Q0 5.4 1.2 7"),
        ')' => (1.2, "M0 -0.5Q1.2 1 1.2 3.2Q1.2 5.4 0 7"),
        '%' => (
            5.0,
            "M0 1.3Q0 0 1 0Q2 0 2 1.3Q2 2.6 1 2.6Q0 2.6 0 1.3M3 4.7Q3 3.4 4 3.4Q5 3.4 5 4.7Q5 6 4 6Q3 6 3 4.7M4.3 0L0.7 6",
        ),
        _ => return UNKNOWN,
    };
    Glyph { width, path }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_strokes_are_within_their_widths() {
        for char in ' '..='~' {
            let glyph = glyph(char);
            for step in glyph.steps() {
                let (Step::Move([x, y]) | Step::Line([x, y]) | Step::Curve(_, [x, y])) = step;
                let (x, y) = (f64::from(x), f64::from(y));
                assert!((-0.3..=glyph.width + 0.3).contains(&x) && (-1.0..=8.0).contains(&y), "{char}: {x} {y}");
            }
            assert_eq!(glyph == UNKNOWN, !char.is_ascii_alphanumeric() && !" .,:;-+/()%".contains(char), "{char}");
        }
    }

    #[test]
    fn a_text_is_as_wide_as_its_characters_and_gaps() {
        assert_eq!(width("", 6.0), 0.0);
        assert_eq!(width("0", 6.0), 3.6);
        assert_eq!(width("00", 3.0), (3.6 + GAP + 3.6) / 2.0);
    }
}
