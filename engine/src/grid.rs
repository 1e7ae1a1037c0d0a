//! The points of a board and their names.
//!
//! Coordinates `(x, y)` are 0-based from the top left, as in the Gomocup protocol. A hexagon of side n is
//! addressed in its bounding box of 2n−1 rows and columns: row = letter, column = number − 1.

use std::borrow::Cow;

use crate::Point;
use crate::notation::half_width;

/// The outline of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// Rows of equal length.
    Rectangle,
    /// A hexagon of equal sides; rows are lettered from the top, columns run along the `/` diagonals.
    Hexagon,
}

/// How the points of a board are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lettering {
    /// `K10`: column letters without I, rows from the bottom.
    WithoutI,
    /// `h8`: column letters with I, rows from the bottom.
    WithI,
    /// `d3`: row letters from the top, column numbers.
    RowFirst,
}

/// Which points a board has, and what they are called.
///
/// # Examples
/// ```
/// use ninuki_engine::{Grid, Lettering};
///
/// let grid = Grid::rectangle(19, 19, Lettering::WithoutI);
/// let point = grid.parse("J10").expect("a point of the board");
/// assert_eq!((grid.xy(point), grid.name(point), grid.range()), ((8, 9), "J10".to_owned(), "A1-T19".to_owned()));
/// assert_eq!((Grid::hexagon(5).points().count(), Grid::hexagon(5).area()), (61, 61));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    shape: Shape,
    lettering: Lettering,
    width: u8,
    height: u8,
}

impl Grid {
    /// A board of `width` × `height` points, each at most 22.
    ///
    /// # Panics
    /// A side is longer.
    #[must_use]
    pub const fn rectangle(width: usize, height: usize, lettering: Lettering) -> Self {
        assert!(width <= 22 && height <= 22 && (width + 1) * height <= 512);
        Self { shape: Shape::Rectangle, lettering, width: width as u8, height: height as u8 }
    }

    /// A hexagon of side `side`, 1 to 9.
    ///
    /// # Panics
    /// The side is longer.
    #[must_use]
    pub const fn hexagon(side: usize) -> Self {
        assert!(side <= 9);
        Self {
            shape: Shape::Hexagon,
            lettering: Lettering::RowFirst,
            width: 2 * side as u8 - 1,
            height: 2 * side as u8 - 1,
        }
    }

    /// The outline.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of columns (of a hexagon: of its bounding box).
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width as usize
    }

    /// The number of rows.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height as usize
    }

    /// The side of a hexagon, the number of rows of a rectangle: what `--size` means.
    #[must_use]
    pub const fn size(&self) -> usize {
        match self.shape {
            Shape::Rectangle => self.height(),
            Shape::Hexagon => self.height().div_ceil(2),
        }
    }

    /// The distance of vertical neighbours in a rectangle's index: its width and one guard column.
    pub(crate) const fn stride(&self) -> usize {
        self.width() + 1
    }

    /// The columns of row `y`.
    #[must_use]
    pub const fn columns(&self, y: usize) -> std::ops::Range<usize> {
        match self.shape {
            Shape::Rectangle => 0..self.width(),
            Shape::Hexagon => {
                let reach = self.size() - 1;
                let first = y.saturating_sub(reach);
                let end = y + reach + 1;
                let end = if end < self.width() { end } else { self.width() };
                first..end
            }
        }
    }

    /// The point at `(x, y)`, if it lies on the board.
    #[must_use]
    pub fn point(&self, x: usize, y: usize) -> Option<Point> {
        if y >= self.height() || !self.columns(y).contains(&x) {
            return None;
        }
        Some(Point::new(match self.shape {
            Shape::Rectangle => y * self.stride() + x,
            Shape::Hexagon => self.row_start(y) + x - self.columns(y).start,
        }))
    }

    /// The coordinates of a point of this board.
    #[must_use]
    pub fn xy(&self, point: Point) -> (usize, usize) {
        let index = point.index();
        match self.shape {
            Shape::Rectangle => (index % self.stride(), index / self.stride()),
            Shape::Hexagon => {
                let row = (0..self.height()).rev().find(|&y| self.row_start(y) <= index);
                let y = row.expect("row 0 starts at index 0");
                (index - self.row_start(y) + self.columns(y).start, y)
            }
        }
    }

    /// The index of the first point of row `y` of a hexagon, whose points are numbered without gaps.
    fn row_start(&self, y: usize) -> usize {
        (0..y).map(|row| self.columns(row).len()).sum()
    }

    /// The number of points.
    #[must_use]
    pub const fn area(&self) -> usize {
        match self.shape {
            Shape::Rectangle => self.width() * self.height(),
            Shape::Hexagon => 3 * self.size() * (self.size() - 1) + 1,
        }
    }

    /// All points, row by row from the top.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let grid = *self;
        (0..grid.height()).flat_map(move |y| {
            let columns = grid.columns(y);
            columns.filter_map(move |x| grid.point(x, y))
        })
    }

    /// All points in the order of their names: from rank 1, of a hexagon from row `a`, columns ascending.
    pub fn points_by_name(&self) -> impl Iterator<Item = Point> + use<> {
        let grid = *self;
        (0..grid.height()).flat_map(move |row| {
            let y = match grid.lettering {
                Lettering::RowFirst => row,
                Lettering::WithI | Lettering::WithoutI => grid.height() - 1 - row,
            };
            grid.columns(y).filter_map(move |x| grid.point(x, y))
        })
    }

    /// The name of column `x`: a letter, or a number on a hexagon.
    #[must_use]
    pub fn column_name(&self, x: usize) -> String {
        match self.lettering {
            Lettering::WithoutI => letter(x + usize::from(x >= 8)).to_ascii_uppercase().to_string(),
            Lettering::WithI => letter(x).to_string(),
            Lettering::RowFirst => (x + 1).to_string(),
        }
    }

    /// The name of row `y`: a number, or a letter on a hexagon.
    #[must_use]
    pub fn row_name(&self, y: usize) -> String {
        match self.lettering {
            Lettering::RowFirst => letter(y).to_string(),
            Lettering::WithI | Lettering::WithoutI => (self.height() - y).to_string(),
        }
    }

    /// The name of a point: `K10`, `h8`, `d3`.
    #[must_use]
    pub fn name(&self, point: Point) -> String {
        let mut name = String::with_capacity(3);
        self.push_name(point, &mut name);
        name
    }

    /// Appends the name of a point to a text.
    pub fn push_name(&self, point: Point, text: &mut String) {
        let (x, y) = self.xy(point);
        let (first, number) = match self.lettering {
            Lettering::RowFirst => (letter(y), x + 1),
            Lettering::WithI => (letter(x), self.height() - y),
            Lettering::WithoutI => (letter(x + usize::from(x >= 8)).to_ascii_uppercase(), self.height() - y),
        };
        text.push(first);
        if number >= 10 {
            text.push(char::from(b'0' + (number / 10) as u8));
        }
        text.push(char::from(b'0' + (number % 10) as u8));
    }

    /// Reads a point in this board's notation, in any case, or as `x,y`; `None` if it is neither, or not on the board.
    /// Characters of [full width](crate::notation::half_width) count as those of ASCII.
    #[must_use]
    pub fn parse(&self, text: &str) -> Option<Point> {
        self.parse_ascii(text).or_else(|| match half_width(text) {
            Cow::Owned(narrow) => self.parse_ascii(&narrow),
            Cow::Borrowed(_) => None,
        })
    }

    fn parse_ascii(&self, text: &str) -> Option<Point> {
        let (first, rest) = text.as_bytes().split_first()?;
        if !first.is_ascii_alphabetic() {
            let (x, y) = text.split_once(',')?;
            return self.point(decimal(x.as_bytes())?, decimal(y.as_bytes())?);
        }
        let letter = usize::from(first.to_ascii_lowercase() - b'a');
        let number = decimal(rest)?;
        match self.lettering {
            Lettering::RowFirst => self.point(number.checked_sub(1)?, letter),
            Lettering::WithI => self.point(letter, self.height().checked_sub(number)?),
            Lettering::WithoutI if letter == 8 => None,
            Lettering::WithoutI => {
                let x = letter - usize::from(letter > 8);
                self.point(x, self.height().checked_sub(number)?)
            }
        }
    }

    /// The range of point names of this board, for messages: `A1-T19`, `a1-o15`, `a1-i9`.
    #[must_use]
    pub fn range(&self) -> String {
        let (top, bottom) = (0, self.height().saturating_sub(1));
        let (first, last) = match self.lettering {
            Lettering::RowFirst => (top, bottom),
            Lettering::WithI | Lettering::WithoutI => (bottom, top),
        };
        let name = |x: usize, y: usize| self.point(x, y).map(|point| self.name(point)).unwrap_or_default();
        name(self.columns(first).start, first) + "-" + &name(self.columns(last).end.saturating_sub(1), last)
    }
}

fn letter(index: usize) -> char {
    char::from(b'a' + index as u8)
}

/// A plain decimal number: digits only, so that neither `+5` nor `` is one.
fn decimal(text: &[u8]) -> Option<usize> {
    let digit = |byte: &u8| byte.is_ascii_digit().then(|| usize::from(byte - b'0'));
    let more = |number: usize, byte| number.checked_mul(10)?.checked_add(digit(byte)?);
    if text.is_empty() { None } else { text.iter().try_fold(0, more) }
}
