//! Keys of positions for programs that store them: the same on all machines and in all versions.

use std::fmt;

use crate::{AnyRecord, Color, Game, Grid, Point, Symmetries, zobrist};

/// A key of 128 bits; its text has 32 hexadecimal digits.
///
/// Equal positions of a game have equal keys, whatever the order of their moves. The key covers stones, walls, captured stones,
/// the side to move, and limits and offers of the opening. It covers neither the rules nor the history, which draws by
/// repetition depend on. Different positions with one key are easily made, so nothing that is claimed may rest on it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PositionKey(u128);

impl fmt::Display for PositionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// The keys of the positions on one board.
///
/// # Examples
/// ```
/// use ninuki_engine::{Game, PositionKeys, Rules};
///
/// let game = Game::new(Rules::FREESTYLE, None, None)?;
/// let keys = PositionKeys::of(game);
/// let keys_after = |moves| {
///     let mut record = game.record();
///     for mv in game.parse_moves(moves)? {
///         record.play(mv)?;
///     }
///     Ok::<_, Box<dyn std::error::Error>>([keys.key(record.as_ref()), keys.symmetric_key(record.as_ref())])
/// };
/// let [key, symmetric_key] = keys_after("h8 i9 j8")?;
/// assert_eq!(keys_after("j8 i9 h8")?, [key, symmetric_key]);
/// let [turned, symmetric_turned] = keys_after("h8 i7 h6")?;
/// assert_ne!(turned, key);
/// assert_eq!(symmetric_turned, symmetric_key);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PositionKeys {
    symmetries: Symmetries,
    /// The points, row by row from the top.
    points: Vec<Point>,
    /// The place of each point in `points`, by its index.
    numbers: Vec<u64>,
    board: u64,
}

/// The range of the facts about a point: the sets of two colours, and walls.
const RANGE: u64 = 1 << 20;

impl PositionKeys {
    /// The keys of positions of `game`.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let grid = game.grid();
        let points: Vec<Point> = grid.points().collect();
        let mut numbers = vec![0; 512];
        for (number, point) in (0..).zip(&points) {
            numbers[point.index()] = number;
        }
        Self { symmetries: Symmetries::of(grid), points, numbers, board: board(grid, game.length()) }
    }

    /// The key of a position: equal for all orders of moves that lead to it.
    #[must_use]
    pub fn key(&self, record: &dyn AnyRecord) -> PositionKey {
        self.least(record, 1)
    }

    /// The key of a position and its images under the symmetries of the board.
    #[must_use]
    pub fn symmetric_key(&self, record: &dyn AnyRecord) -> PositionKey {
        self.least(record, self.symmetries.count())
    }

    /// The least of the keys of the first `count` images.
    fn least(&self, record: &dyn AnyRecord, count: usize) -> PositionKey {
        let piece = |point| match record.stone(point) {
            Some(color) => Some(color.index() as u64),
            None => (!record.is_empty(point)).then_some(Color::ALL.len() as u64),
        };
        let mut images = [0; Symmetries::MOST];
        for &point in &self.points {
            let Some(piece) = piece(point) else { continue };
            for (symmetry, image) in images[..count].iter_mut().enumerate() {
                let number = self.numbers[self.symmetries.image(symmetry, point).index()];
                *image ^= zobrist::wide(RANGE * piece + number);
            }
        }
        let state = zobrist::of_state(self.board, record.state_key());
        PositionKey(images[..count].iter().map(|image| image ^ state).min().unwrap_or_default())
    }
}

/// A number of a board's shape, its sides, and the length of its lines.
fn board(grid: &Grid, length: usize) -> u64 {
    let sides = [grid.width(), grid.height(), length];
    sides.iter().fold(1 + grid.shape() as u64, |number, &side| number << 16 | side as u64)
}

#[cfg(test)]
mod tests;
