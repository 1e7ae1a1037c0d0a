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
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::{Move, Rules};

    /// Keys by texts, with whether a swap was made, and texts by keys.
    type Seen = (HashMap<(String, bool), PositionKey>, HashMap<PositionKey, String>);

    /// A sequence of pseudorandom numbers.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, end: usize) -> usize {
            self.0 += 1;
            (zobrist::wide(self.0) % end as u128) as usize
        }
    }

    /// The image of a position as text: the slow twin of a key.
    fn image(game: &Game, symmetries: &Symmetries, symmetry: usize, record: &dyn AnyRecord) -> String {
        let passed = record.moves().last() == Some(&Move::Pass);
        let mut text = format!("{} {} {passed} ", record.to_move().symbol(), record.swap_offered());
        for color in Color::ALL {
            if game.rules().target().is_some() {
                text += &format!("{} ", record.captured(color));
            }
        }
        for point in game.grid().points() {
            let point = symmetries.preimage(symmetry, point);
            text.push(record.stone(point).map_or('.', Color::symbol));
        }
        text
    }

    /// The games of all rules on small boards and usual ones.
    fn games() -> Vec<&'static Game> {
        let sides = |rules: &Rules| [rules.sizes.least().max(5), rules.default_size];
        let all = Rules::ALL.into_iter().flat_map(|rules| sides(&rules).map(|side| (rules.clone(), side)));
        all.filter_map(|(rules, side)| Game::new(rules, Some(side), None).ok()).collect()
    }

    /// A random game of at most `plies` moves.
    fn random_game(game: &'static Game, plies: usize, dice: &mut Dice) -> Box<dyn AnyRecord> {
        let mut record = game.record();
        while record.moves().len() < plies && record.outcome().is_none() {
            let legal = record.legal();
            let mv = match legal.len() {
                0 => Move::Pass,
                _ if record.swap_offered() && dice.below(8) == 0 => Move::Swap,
                // Moves near each other capture.
                count => Move::Place(legal[(dice.below(count) + dice.below(count)) / 2]),
            };
            record.play(mv).expect("a legal move");
        }
        record
    }

    /// The game of other moves; `None` if one is refused.
    fn played(game: &'static Game, moves: impl IntoIterator<Item = Move>) -> Option<Box<dyn AnyRecord>> {
        let mut record = game.record();
        moves.into_iter().try_for_each(|mv| record.play(mv).map(drop)).ok()?;
        Some(record)
    }

    #[test]
    fn keys_are_those_of_all_versions() {
        let game = Game::new(Rules::FREESTYLE, None, None).expect("its board");
        let record = played(game, game.parse_moves("h8 i9 j8").expect("moves")).expect("legal moves");
        let keys = PositionKeys::of(game);
        // Programs store them: they never change.
        assert_eq!(keys.key(record.as_ref()).to_string(), "a6dd8a2f72f14613b3e5581a3f874bb4");
        assert_eq!(keys.symmetric_key(record.as_ref()).to_string(), "521a352f81092d7be967b2271e1061ed");
    }

    #[test]
    fn keys_are_equal_for_equal_positions_alone() {
        let mut dice = Dice(0);
        for game in games() {
            let (keys, symmetries) = (PositionKeys::of(game), Symmetries::of(game.grid()));
            // Keys by texts and texts by keys: of positions, and of the least of their images. In the opening a swap that was
            // made may count.
            let mut seen = [(); 2].map(|()| Seen::default());
            let mut check = |record: &dyn AnyRecord| {
                let images: Vec<String> =
                    (0..symmetries.count()).map(|symmetry| image(game, &symmetries, symmetry, record)).collect();
                let least = images.iter().min().expect("the identity").clone();
                let both = [(images[0].clone(), keys.key(record)), (least, keys.symmetric_key(record))];
                for ((text, key), (by_text, by_key)) in both.into_iter().zip(&mut seen) {
                    let swapped = record.moves().contains(&Move::Swap);
                    assert_eq!(by_text.entry((text.clone(), swapped)).or_insert(key), &key, "{game}: {text}");
                    assert_eq!(by_key.entry(key).or_insert_with(|| text.clone()), &text, "{game}: {key}");
                }
            };
            for _ in 0..12 {
                let plies = 2 + dice.below(14);
                let record = random_game(game, plies, &mut dice);
                let moves = record.moves();
                check(record.as_ref());
                for symmetry in 0..symmetries.count() {
                    let image = moves.iter().map(|&mv| match mv {
                        Move::Place(point) => Move::Place(symmetries.image(symmetry, point)),
                        mv => mv,
                    });
                    let image = played(game, image).expect("images of legal moves are legal");
                    check(image.as_ref());
                    assert_eq!(keys.symmetric_key(image.as_ref()), keys.symmetric_key(record.as_ref()), "{game}");
                }
                for _ in 0..4 {
                    let mut order = moves.clone();
                    for at in (2..order.len()).rev() {
                        order.swap(at, at % 2 + 2 * dice.below(at / 2 + 1));
                    }
                    if let Some(other) = played(game, order) {
                        check(other.as_ref());
                    }
                }
            }
        }
    }
}
