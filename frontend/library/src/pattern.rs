//! Patterns: parts of a board with stones, empty points and points that may be anything.

use std::fmt;

use engine::{Color, Game, Grid, Move, Shape};

use crate::board::Board;
use crate::walk::Walk;

/// A part of a board: rows from the top, separated by `/`, with `x`, `o`, `.` for an empty point and `?` for any. On a hexagon the
/// rows are those of its bounding box. It is looked for everywhere and turned in all ways.
///
/// # Examples
/// ```
/// use ninuki_library::Pattern;
///
/// let pattern: Pattern = "xoo./?x??".parse()?;
/// assert_eq!((pattern.stones(), pattern.to_string()), (4, "xoo./?x??".to_owned()));
/// assert!("....".parse::<Pattern>().is_err());
/// # Ok::<(), ninuki_library::PatternError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// Rows, columns and contents of the points that are not any.
    cells: Vec<(i32, i32, Option<Color>)>,
    text: String,
}

/// A text that is no pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PatternError {
    /// A character, and its place, from 1.
    Char(char, usize),
    /// Nothing but empty points.
    NoStone,
    /// More than 22 rows, or a row of more than 22 points.
    Large,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Char(char, at) => {
                write!(f, "character {at} of a pattern cannot be {char:?}, allowed are x, o, . (empty), ? (any) and /")
            }
            Self::NoStone => f.write_str("a pattern has a stone"),
            Self::Large => f.write_str("a pattern has at most 22 rows of 22 points"),
        }
    }
}

impl std::error::Error for PatternError {}

impl std::str::FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let (mut cells, mut row, mut column) = (Vec::new(), 0, 0);
        for (at, char) in (1..).zip(text.trim().chars()) {
            match char {
                '/' => (row, column) = (row + 1, -1),
                'x' | 'X' => cells.push((row, column, Some(Color::Black))),
                'o' | 'O' => cells.push((row, column, Some(Color::White))),
                '.' => cells.push((row, column, None)),
                '?' => {}
                _ => return Err(PatternError::Char(char, at)),
            }
            column += 1;
            if row >= 22 || column > 22 {
                return Err(PatternError::Large);
            }
        }
        let has_stone = cells.iter().any(|(.., content)| content.is_some());
        if has_stone { Ok(Self { cells, text: text.trim().to_owned() }) } else { Err(PatternError::NoStone) }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl Pattern {
    /// The number of stones.
    #[must_use]
    pub fn stones(&self) -> usize {
        self.cells.iter().filter(|(.., content)| content.is_some()).count()
    }
}

/// A pattern in all images on one board.
pub(crate) struct Matcher {
    /// For each image its points, as rows, columns and contents.
    images: Vec<Vec<(i32, i32, Option<Color>)>>,
    grid: &'static Grid,
}

impl Matcher {
    /// The images of a pattern, with `exchanged` also those with exchanged colours.
    pub(crate) fn new(pattern: &Pattern, game: &'static Game, exchanged: bool) -> Self {
        let grid = game.grid();
        let count = if grid.shape() == Shape::Hexagon { 12 } else { 8 };
        let mut images: Vec<Vec<_>> = Vec::new();
        for symmetry in 0..count {
            for swapped in [false, true].into_iter().take(1 + usize::from(exchanged)) {
                let cell = |&(row, column, content): &(i32, i32, Option<Color>)| {
                    let (row, column) = turned(grid.shape(), symmetry, row, column);
                    (row, column, if swapped { content.map(|color| !color) } else { content })
                };
                let mut image: Vec<_> = pattern.cells.iter().map(cell).collect();
                // Images that differ by a shift alone are one.
                let (row, column) = image.iter().map(|&(row, column, _)| (row, column)).min().unwrap_or_default();
                image.iter_mut().for_each(|cell| *cell = (cell.0 - row, cell.1 - column, cell.2));
                image.sort_unstable();
                if !images.contains(&image) {
                    images.push(image);
                }
            }
        }
        Self { images, grid }
    }

    /// The number of moves after which the pattern first stands on the board; `None` if it never does.
    pub(crate) fn first(&self, board: &Board, mut walk: Walk<'_>, moves: &[Move]) -> Option<usize> {
        if board.grid().points().any(|at| self.stands(&walk, self.grid.xy(at))) {
            return Some(0);
        }
        for (ply, &mv) in (1..).zip(moves) {
            let before = walk.record.captured(Color::Black) + walk.record.captured(Color::White);
            walk.play(mv).ok()?;
            let after = walk.record.captured(Color::Black) + walk.record.captured(Color::White);
            let Move::Place(point) = mv else { continue };
            // Captures empty points anywhere.
            let found = match before == after {
                true => self.stands(&walk, self.grid.xy(point)),
                false => board.grid().points().any(|at| self.stands(&walk, self.grid.xy(at))),
            };
            if found {
                return Some(ply);
            }
        }
        None
    }

    /// Whether the pattern stands so that a point of it is this one.
    fn stands(&self, walk: &Walk<'_>, (x, y): (usize, usize)) -> bool {
        let content = |row: i32, column: i32| {
            let point = self.grid.point(usize::try_from(column).ok()?, usize::try_from(row).ok()?)?;
            Some(walk.stone(point))
        };
        let here = content(y as i32, x as i32).flatten();
        self.images.iter().any(|image| {
            image.iter().filter(|(.., wanted)| *wanted == here).any(|&(row, column, _)| {
                let (top, left) = (y as i32 - row, x as i32 - column);
                image.iter().all(|&(row, column, wanted)| content(top + row, left + column) == Some(wanted))
            })
        })
    }
}

/// Where a symmetry of the plane takes a point.
fn turned(shape: Shape, symmetry: usize, row: i32, column: i32) -> (i32, i32) {
    match shape {
        Shape::Rectangle => {
            let (row, column) = if symmetry & 1 == 0 { (row, column) } else { (row, -column) };
            let (row, column) = if symmetry & 2 == 0 { (row, column) } else { (-row, column) };
            if symmetry & 4 == 0 { (row, column) } else { (column, row) }
        }
        Shape::Hexagon => {
            let cube = [row, -column, column - row];
            let [a, b] = [[0, 1], [1, 0], [1, 2], [2, 1], [2, 0], [0, 2]][symmetry / 2];
            let sign = if symmetry.is_multiple_of(2) { 1 } else { -1 };
            (sign * cube[a], -sign * cube[b])
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::Rules;

    use super::*;

    fn first(rules: Rules, size: usize, pattern: &str, exchanged: bool, moves: &str) -> Option<usize> {
        let game = Game::new(rules, Some(size), None).expect("a game");
        let board = Board::new(1, game);
        let matcher = Matcher::new(&pattern.parse().expect("a pattern"), game, exchanged);
        let walk = Walk::new(&board, None).expect("the empty board");
        matcher.first(&board, walk, &game.parse_moves(moves).expect("moves"))
    }

    #[test]
    fn patterns_are_found_turned_and_shifted() {
        let found = |pattern, exchanged, moves| first(Rules::FREESTYLE, 15, pattern, exchanged, moves);
        assert_eq!(found("xx", false, "h8 a1 h9"), Some(3));
        assert_eq!(found("xx", false, "h8 a1 i9"), None);
        assert_eq!(found("x?/?x", false, "h8 a1 i9"), Some(3));
        assert_eq!(found("xxo", false, "a1 h8 b1 c1"), Some(4));
        assert_eq!(found("oxx", false, "o15 n15 o14 o13"), Some(4));
        assert_eq!(found("oox", false, "a1 h8 b1 c1"), None);
        assert_eq!(found("oox", true, "a1 h8 b1 c1"), Some(4));
        assert_eq!(found(".x.", false, "a1 b2"), None, "the edge is no empty point");
        assert_eq!(found(".xx", false, "a1 h8 b1"), Some(3));
    }

    #[test]
    fn captures_make_patterns() {
        let moves = "K10 L10 A1 M10 N10";
        assert_eq!(first(Rules::PENTE, 19, "x..x", false, &moves.replace("A1", "K14")), Some(5));
    }

    #[test]
    fn patterns_on_hexagons_are_turned_in_twelve_ways() {
        let game = Game::new(Rules::NDENGROD, Some(5), None).expect("a game");
        let line: Pattern = "xx".parse().expect("a pattern");
        assert_eq!(Matcher::new(&line, game, false).images.len(), 3);
        assert_eq!(first(Rules::NDENGROD, 5, "xx", false, "c3 e5 d4"), Some(3));
        assert_eq!(first(Rules::NDENGROD, 5, "xx", false, "c3 e5 d3"), Some(3));
        assert_eq!(first(Rules::NDENGROD, 5, "xx", false, "c3 e5 b4"), None);
    }

    #[test]
    fn other_texts_are_refused() {
        for (text, error) in [
            ("xz", PatternError::Char('z', 2)),
            ("", PatternError::NoStone),
            ("?.?", PatternError::NoStone),
            ("xxxxxxxxxxxxxxxxxxxxxxx", PatternError::Large),
        ] {
            assert_eq!(text.parse::<Pattern>(), Err(error));
        }
    }
}
