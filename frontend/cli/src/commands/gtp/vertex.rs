//! Points and colours as the protocol writes them.

use engine::{Color, Grid, Point};

/// The letters of columns.
const LETTERS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Returns the name of a point.
pub(super) fn name(grid: &Grid, point: Point) -> String {
    let (x, y) = grid.xy(point);
    format!("{}{}", char::from(LETTERS[x]), grid.height() - y)
}

/// Returns the point of a name in any case.
pub(super) fn point(grid: &Grid, text: &str) -> Option<Point> {
    let letter = text.bytes().next()?.to_ascii_uppercase();
    let x = LETTERS.iter().position(|&known| known == letter)?;
    let row: usize = text.get(1..)?.parse().ok()?;
    grid.point(x, grid.height().checked_sub(row)?)
}

/// Returns the colour of a word.
pub(super) fn color(text: &str) -> Option<Color> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// Returns the letter of a colour.
pub(super) const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use records::Choice;

    #[test]
    fn points_have_the_letters_of_go() {
        let choice = Choice { rules: Some("freestyle".to_owned()), ..Choice::default() };
        let game = choice.game().expect("a game");
        let grid = game.grid();
        for point in grid.points() {
            assert_eq!(super::point(grid, &name(grid, point).to_lowercase()), Some(point));
        }
        assert_eq!(super::point(grid, "J1").map(|point| grid.xy(point)), Some((8, 14)));
        for wrong in ["", "J", "I1", "J0", "J16", "Q1", "J1x", "é1"] {
            assert_eq!(super::point(grid, wrong), None, "{wrong}");
        }
    }
}
