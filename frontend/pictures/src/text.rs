//! Boards as text.

use std::fmt::Write as _;

use engine::{Grid, Point, Shape};
use records::{Replayed, forbidden};

/// Draws the board with coordinates: stones `x` and `o`, walls `#`, and `*` on points that are forbidden to the side to
/// move. The last move is in parentheses.
///
/// # Examples
/// ```
/// # extern crate records as ninuki_records;
/// use ninuki_records::{Choice, Replayed};
///
/// let renju = Choice { rules: Some("renju".to_owned()), ..Choice::default() };
/// let board = ninuki_pictures::text(&mut Replayed::from(renju.entry("h8 i9")?));
/// assert!(board.lines().any(|row| row.contains("(o)")), "{board}");
/// # Ok::<(), ninuki_records::ChoiceError>(())
/// ```
#[must_use]
pub fn text(game: &mut Replayed) -> String {
    let forbidden = if game.outcome().is_none() { forbidden(game.record.as_mut()) } else { Vec::new() };
    let record = game.record.as_ref();
    let symbol = |point| match record.stone(point) {
        Some(color) => color.symbol(),
        None if !record.is_empty(point) => '#',
        None if forbidden.contains(&point) => '*',
        None => '.',
    };
    draw(record.game().grid(), &symbol, game.last_point())
}

/// Draws the board with coordinates: a symbol on each point, and parentheses around the last move.
#[must_use]
pub fn draw(grid: &Grid, symbol: &dyn Fn(Point) -> char, last: Option<Point>) -> String {
    let cells = Cells { grid, symbol, last };
    match grid.shape() {
        Shape::Rectangle => cells.rectangle(),
        Shape::Hexagon => cells.hexagon(),
    }
}

/// Symbols of points, row by row.
struct Cells<'g> {
    grid: &'g Grid,
    symbol: &'g dyn Fn(Point) -> char,
    last: Option<Point>,
}

impl Cells<'_> {
    /// The points of a row, each with a gap before it and one after the last; parentheses around the last move.
    fn row(&self, y: usize) -> String {
        let mut text = String::from(" ");
        for point in self.grid.columns(y).filter_map(|x| self.grid.point(x, y)) {
            if self.last == Some(point) {
                text.pop();
                text.push('(');
            }
            text.push((self.symbol)(point));
            text.push(if self.last == Some(point) { ')' } else { ' ' });
        }
        text
    }

    fn rectangle(&self) -> String {
        let letters: String = (0..self.grid.width()).flat_map(|x| [self.grid.column_name(x), " ".to_owned()]).collect();
        let letters = letters.trim_end();
        let mut text = format!("    {letters}\n");
        for y in 0..self.grid.height() {
            let name = self.grid.row_name(y);
            let _ = writeln!(text, "{name:>2} {} {name}", self.row(y));
        }
        text + &format!("    {letters}\n")
    }

    /// The rows of a hexagon, shifted so that neighbours are neighbours; the columns run along `/` and have their
    /// numbers at their upper ends.
    fn hexagon(&self) -> String {
        let side = self.grid.size();
        let indent = |y: usize| " ".repeat(2 + (side - 1).abs_diff(y));
        let top: Vec<_> = self.grid.columns(0).map(|x| self.grid.column_name(x)).collect();
        let mut text = format!("{}   {}\n", indent(0), top.join(" "));
        for y in 0..self.grid.height() {
            // The column that ends to the upper right of this row begins below it.
            let end = self.grid.columns(y).end;
            let number = if y + 1 < side { self.grid.column_name(end) } else { String::new() };
            let line = format!("{}{}{}{number}", indent(y), self.grid.row_name(y), self.row(y));
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}
