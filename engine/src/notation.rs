//! Positions as text, moves as text.
//!
//! A position is one line: rows from the top, separated by `/`, with `x` for Black, `o` for White, and numbers for runs of
//! empty points; the side to move; and the stones captured by Black and by White, which a reader takes for 0 if they are
//! missing. `19/19/…/9xo8/… x 4 0`. Rows of a hexagon have their own lengths. Walls are not written.
//!
//! Points are named by their board, so the text of points, moves and positions is read with a [`Game`] or a [`Grid`], and
//! written by `display`, as `std::path::Path` does.
//!
//! # Examples
//! ```
//! use ninuki_engine::{Game, Rules};
//!
//! let game = Game::new(Rules::FREESTYLE, Some(5), None)?;
//! let setup = game.parse_position("5/5/1xo2/5/5 o")?;
//! assert_eq!((setup.stones.len(), setup.display(game.grid()).to_string()), (2, "5/5/1xo2/5/5 o 0 0".to_owned()));
//! assert_eq!(game.parse_move("1,2")?.display(game.grid()).to_string(), "b3");
//! assert_eq!(game.display_moves(&game.parse_moves("C3 b3 swap")?).to_string(), "c3 b3 swap");
//! let refused = game.parse_move("z9").expect_err("another board has this point");
//! assert_eq!(refused.to_string(), "\"z9\" is no point of this board (a1-e5), swap or pass");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod errors;

use std::borrow::Cow;
use std::fmt;

pub use self::errors::{MoveError, PositionError};
pub use crate::names::{NameError, shorten};
use crate::{Color, Game, Grid, Move, Point, PointSet, Position, SetUp};

/// A point, a move, several moves or a set-up position with the board that names its points: what [`Move::display`] returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown<'g, T> {
    grid: &'g Grid,
    item: T,
}

impl<'g, T> Shown<'g, T> {
    const fn new(grid: &'g Grid, item: T) -> Self {
        Self { grid, item }
    }
}

impl Point {
    /// The name of this point of `grid`, to be formatted: `K10`, `h8`, `d3`.
    #[must_use]
    pub const fn display(self, grid: &Grid) -> Shown<'_, Self> {
        Shown::new(grid, self)
    }
}

impl Move {
    /// The text of this move on `grid`, to be formatted: a point's name, `swap` or `pass`.
    #[must_use]
    pub const fn display(self, grid: &Grid) -> Shown<'_, Self> {
        Shown::new(grid, self)
    }
}

impl SetUp {
    /// The text of this position on `grid`, to be formatted (see [`notation`](crate::notation)). It has no room for walls.
    #[must_use]
    pub const fn display<'g>(&'g self, grid: &'g Grid) -> Shown<'g, &'g Self> {
        Shown::new(grid, self)
    }
}

impl fmt::Display for Shown<'_, Point> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.grid.name(self.item))
    }
}

impl fmt::Display for Shown<'_, Move> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&move_text(self.grid, self.item))
    }
}

impl fmt::Display for Shown<'_, &[Move]> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.item.iter().map(|&mv| move_text(self.grid, mv)).collect::<Vec<_>>().join(" "))
    }
}

impl fmt::Display for Shown<'_, &SetUp> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SetUp { stones, to_move, captured, .. } = self.item;
        let stone = |point| stones.iter().find(|&&(taken, _)| taken == point).map(|&(_, color)| color);
        f.write_str(&text(self.grid, stone, *to_move, *captured))
    }
}

/// The line of text for a position.
#[must_use]
pub fn position_text<P: Position>(position: &P) -> String {
    let stones = Color::ALL.map(|color| position.stones(color));
    let stone = |point| Color::ALL.into_iter().find(|color| stones[color.index()].contains(point));
    let captured = Color::ALL.map(|color| position.captured(color));
    text(position.game().grid(), stone, position.to_move(), captured)
}

/// The line of text for a position with `stone` on its points.
fn text(grid: &Grid, stone: impl Fn(Point) -> Option<Color>, to_move: Color, [black, white]: [u16; 2]) -> String {
    let mut text = String::new();
    for y in 0..grid.height() {
        if y > 0 {
            text.push('/');
        }
        let mut run = 0;
        for point in grid.columns(y).filter_map(|x| grid.point(x, y)) {
            match stone(point) {
                None => run += 1,
                Some(color) => {
                    push_run(&mut text, &mut run);
                    text.push(color.symbol());
                }
            }
        }
        push_run(&mut text, &mut run);
    }
    text + &format!(" {} {black} {white}", to_move.symbol())
}

fn push_run(text: &mut String, run: &mut usize) {
    if *run > 0 {
        *text += &run.to_string();
    }
    *run = 0;
}

/// Reads the tokens of a position text from the front of `tokens`: rows, side to move and, if two plain numbers
/// follow, the captured stones. Later tokens stay in the iterator.
///
/// # Errors
/// The first fault of the text.
pub fn parse_position<'t>(
    game: &Game,
    tokens: &mut std::iter::Peekable<impl Iterator<Item = &'t str> + Clone>,
) -> Result<SetUp, PositionError> {
    let rows = tokens.next().ok_or(PositionError::NoRows)?;
    let stones = parse_rows(game.grid(), rows)?;
    let to_move = match tokens.next() {
        Some("x" | "X") => Color::Black,
        Some("o" | "O") => Color::White,
        Some(other) => return Err(PositionError::Side(shorten(other))),
        None => return Err(PositionError::NoSide),
    };
    let mut captured = [0; 2];
    let mut ahead = tokens.clone();
    if let (Some(black), Some(white)) = (ahead.next().and_then(number), ahead.next().and_then(number)) {
        captured = [black?, white?];
        *tokens = ahead;
    } else if let Some(count) = tokens.peek().copied().filter(|token| number(token).is_some()) {
        return Err(PositionError::OneCount(shorten(count)));
    }
    Ok(SetUp { stones, walls: Vec::new(), to_move, captured })
}

/// A token of digits as a number of captured stones.
fn number(token: &str) -> Option<Result<u16, PositionError>> {
    let digits = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| token.parse().map_err(|_| PositionError::Count(shorten(token))))
}

fn parse_rows(grid: &Grid, text: &str) -> Result<Vec<(Point, Color)>, PositionError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != grid.height() {
        return Err(PositionError::Rows { found: rows.len(), expected: grid.height() });
    }
    let mut stones = Vec::new();
    for (y, row) in rows.into_iter().enumerate() {
        let columns = grid.columns(y);
        let wrong = |found| PositionError::RowLength { row: y + 1, found, expected: grid.columns(y).len() };
        let mut x = columns.start;
        let mut chars = row.chars().peekable();
        while let Some(char) = chars.next() {
            let color = match char.to_ascii_lowercase() {
                'x' => Color::Black,
                'o' => Color::White,
                '1'..='9' => {
                    let mut run = char as usize - '0' as usize;
                    while let Some(digit) = chars.peek().and_then(|char| char.to_digit(10)) {
                        run = run.saturating_mul(10).saturating_add(digit as usize);
                        chars.next();
                    }
                    x = x.saturating_add(run);
                    continue;
                }
                _ => return Err(PositionError::Char { row: y + 1, char }),
            };
            let point = grid.point(x, y).ok_or_else(|| wrong(x.saturating_add(1) - columns.start))?;
            stones.push((point, color));
            x += 1;
        }
        if x != columns.end {
            return Err(wrong(x - columns.start));
        }
    }
    Ok(stones)
}

/// A move as text: a point's name, `swap` or `pass`.
#[must_use]
pub fn move_text(grid: &Grid, mv: Move) -> String {
    match mv {
        Move::Place(point) => grid.name(point),
        Move::Swap => "swap".to_owned(),
        Move::Pass => "pass".to_owned(),
    }
}

/// Reads a move: a point in the board's notation or as `x,y`, `swap` or `pass`, in any case.
///
/// # Errors
/// The text is no move on this board.
pub fn parse_move(grid: &Grid, text: &str) -> Result<Move, MoveError> {
    match grid.parse(text) {
        Some(point) => Ok(Move::Place(point)),
        None if is_word(text, "swap") => Ok(Move::Swap),
        None if is_word(text, "pass") => Ok(Move::Pass),
        None => Err(MoveError { text: shorten(text), range: grid.range() }),
    }
}

/// Whether a text is this word, in any case and width.
fn is_word(text: &str, word: &str) -> bool {
    half_width(text).eq_ignore_ascii_case(word)
}

/// A text with ASCII in the place of characters of full width: `h8` of `ｈ８`, as input methods of East Asia write it.
///
/// # Examples
/// ```
/// use ninuki_engine::notation::half_width;
///
/// assert_eq!(half_width("ｈ８，花"), "h8,花");
/// ```
#[must_use]
pub fn half_width(text: &str) -> Cow<'_, str> {
    const BEFORE_ASCII: u32 = 0xFEE0;
    let narrow = |char: char| match char {
        '！'..='～' => char::from_u32(u32::from(char) - BEFORE_ASCII).unwrap_or(char),
        char => char,
    };
    let is_wide = !text.is_ascii() && text.chars().any(|char| narrow(char) != char);
    if is_wide { Cow::Owned(text.chars().map(narrow).collect()) } else { Cow::Borrowed(text) }
}

/// The words of a text, where moves written without a gap, as in `h8i9j10`, are one word each. (So Yixin, gomocalc and
/// others write positions; `x,y`, `swap` and `pass` stay as they are.)
///
/// # Examples
/// ```
/// use ninuki_engine::notation::words;
///
/// assert_eq!(words("h8i9j10 swap 7,7").collect::<Vec<_>>(), ["h8", "i9", "j10", "swap", "7,7"]);
/// ```
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().flat_map(points)
}

/// The points in a word that has nothing but a letter and digits for each; else the word.
fn points(word: &str) -> impl Iterator<Item = &str> {
    let bytes = word.as_bytes();
    let letter = |index: usize| bytes.get(index).is_some_and(u8::is_ascii_alphabetic);
    let digit = |index: usize| bytes.get(index).is_some_and(u8::is_ascii_digit);
    let is_code = letter(0) && (0..bytes.len()).all(|at| if letter(at) { digit(at + 1) } else { digit(at) });
    let mut starts: Vec<usize> = (0..bytes.len()).filter(|&at| at == 0 || is_code && letter(at)).collect();
    starts.push(word.len());
    (1..starts.len()).map(move |index| &word[starts[index - 1]..starts[index]])
}

impl Game {
    /// Reads a move: a point in the notation of the game or as `x,y` from the top left, `swap` or `pass`, in any case.
    /// Whether the move is legal is another question.
    ///
    /// # Errors
    /// The text is no move on this board.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        parse_move(self.grid(), text)
    }

    /// Reads moves with blanks between them, or without a gap, as in `h8i9j10` (see [`words`]).
    ///
    /// # Errors
    /// The first text that is no move on this board.
    pub fn parse_moves(&self, text: &str) -> Result<Vec<Move>, MoveError> {
        words(text).map(|word| self.parse_move(word)).collect()
    }

    /// The text of moves, to be formatted: `K10 L11 swap`.
    #[must_use]
    pub const fn display_moves<'m>(&'m self, moves: &'m [Move]) -> Shown<'m, &'m [Move]> {
        Shown::new(self.grid(), moves)
    }

    /// Parses the text of a position, as [`notation`](crate::notation) describes it. The rules are checked when the position is
    /// set up, by [`record`](crate::record()) or [`Position::set_up`](crate::Position::set_up).
    ///
    /// # Errors
    /// The first fault of the text.
    pub fn parse_position(&self, text: &str) -> Result<SetUp, PositionError> {
        let mut tokens = text.split_whitespace().peekable();
        let setup = parse_position(self, &mut tokens)?;
        match tokens.next() {
            Some(more) => Err(PositionError::More(shorten(more))),
            None => Ok(setup),
        }
    }
}
