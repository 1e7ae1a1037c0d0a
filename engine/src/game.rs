//! A game to be played: rules, with their flags, on a board of some size.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::{Bitboard, Grid, HexPosition, Rules, Shape, SquarePosition, Tactics};

/// Rules on a board. Games are few and live for ever, so that positions can refer to theirs and stay `Copy`.
pub struct Game {
    rules: Rules,
    grid: Grid,
    length: usize,
    tables: OnceLock<Box<dyn Any + Send + Sync>>,
    attached: OnceLock<Box<dyn Any + Send + Sync>>,
}

impl Game {
    /// The game of `rules` on a board of side `size` with lines of `length`, each the default if `None`.
    ///
    /// # Errors
    /// The game is not played on this size, or its lines cannot have this length.
    pub fn new(rules: Rules, size: Option<usize>, length: Option<usize>) -> Result<&'static Self, GameError> {
        let size = size.unwrap_or(rules.default_size);
        Self::with_sides(rules, size, size, length)
    }

    /// The game of `rules` on a board of `width` × `height` points (of a hexagon: its side twice).
    ///
    /// # Errors
    /// The game is not played on this size, or its lines cannot have this length.
    pub fn with_sides(
        rules: Rules,
        width: usize,
        height: usize,
        length: Option<usize>,
    ) -> Result<&'static Self, GameError> {
        let known = rules.sizes.contains(&width) && rules.sizes.contains(&height);
        if !known || (width != height && !rules.rectangles) {
            return Err(GameError::Size { width, height, game: rules.name, sizes: rules.sizes });
        }
        let default = rules.line[0].length;
        let longest = if rules.hexagonal() { 2 * height - 1 } else { default };
        let shortest = if rules.hexagonal() { 3 } else { default };
        let length = length.unwrap_or(default);
        if !(shortest..=longest).contains(&length) {
            return Err(GameError::Length { length, game: rules.name, shortest, longest });
        }
        let grid = match rules.hexagonal() {
            true => Grid::hexagon(height),
            false => Grid::rectangle(width, height, rules.lettering),
        };
        Ok(Self::interned(rules, grid, length))
    }

    fn interned(rules: Rules, grid: Grid, length: usize) -> &'static Self {
        static GAMES: Mutex<Vec<&'static Game>> = Mutex::new(Vec::new());
        let mut games = GAMES.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |game: &&&Self| game.rules == rules && game.grid == grid && game.length == length;
        if let Some(game) = games.iter().find(same) {
            return game;
        }
        let game =
            Box::leak(Box::new(Self { rules, grid, length, tables: OnceLock::new(), attached: OnceLock::new() }));
        games.push(game);
        game
    }

    /// The rules.
    #[inline]
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The points of the board and their names.
    #[inline]
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The number of stones in a row that wins.
    #[must_use]
    pub const fn length(&self) -> usize {
        self.length
    }

    /// What the positions of this game precompute, built on first use. A game has one kind of tables only.
    pub(crate) fn tables<T: Any + Send + Sync>(&'static self, build: impl FnOnce(&'static Self) -> T) -> &'static T {
        let tables = self.tables.get_or_init(|| Box::new(build(self)));
        tables.downcast_ref().expect("a game is played with one type of position")
    }

    /// What those who judge positions keep with this game, built on first use.
    ///
    /// # Panics
    /// It was built as another type before.
    #[inline]
    pub fn attached<T: Any + Send + Sync>(&'static self, build: impl FnOnce() -> T) -> &'static T {
        let attached = self.attached.get_or_init(|| Box::new(build()));
        attached.downcast_ref().expect("one type is attached to a game")
    }

    /// Calls `visitor` with the type of position that this game is played with.
    ///
    /// This is the one place where a game chosen at run time becomes a type.
    pub fn visit<V: Visitor>(&'static self, visitor: V) -> V::Output {
        match (self.grid.shape(), self.grid.size()) {
            (Shape::Rectangle, _) => visitor.visit::<SquarePosition>(self),
            (Shape::Hexagon, ..=5) => visitor.visit::<HexPosition<u64>>(self),
            (Shape::Hexagon, 6 | 7) => visitor.visit::<HexPosition<u128>>(self),
            (Shape::Hexagon, _) => visitor.visit::<HexPosition<Bitboard>>(self),
        }
    }
}

impl PartialEq for Game {
    /// Games are interned, so equal games are the same game.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Game {}

impl Hash for Game {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::from_ref(self).hash(state);
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}x{}", self.rules.name, self.grid.width(), self.grid.height())
    }
}

/// Something to be done with the type of position that a game needs.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output;
}

/// Why there is no such game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameError {
    /// The game is not played on this size.
    Size {
        /// Columns asked for.
        width: usize,
        /// Rows asked for.
        height: usize,
        /// The game.
        game: &'static str,
        /// The sides it allows.
        sizes: &'static [usize],
    },
    /// Lines of this length cannot be asked for.
    Length {
        /// The length asked for.
        length: usize,
        /// The game.
        game: &'static str,
        /// The shortest allowed.
        shortest: usize,
        /// The longest allowed on this board.
        longest: usize,
    },
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { width, height, game, sizes } => {
                let size = if width == height { format!("{width}") } else { format!("{width}x{height}") };
                let sizes = sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
                write!(f, "{game} is not played on size {size}, allowed is {sizes}")
            }
            Self::Length { length, game, shortest, longest } if shortest == longest => {
                write!(f, "lines of {length} are not possible in {game}, allowed is {shortest}")
            }
            Self::Length { length, game, shortest, longest } => {
                write!(f, "lines of {length} are not possible in {game} here, allowed is {shortest} to {longest}")
            }
        }
    }
}

impl std::error::Error for GameError {}
