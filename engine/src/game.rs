//! A game to be played: rules, with their flags, on a board of some size.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::rules::Sizes;
use crate::{Grid, Rules, Shape};

/// Rules on a board.
///
/// Games live for ever, so that positions can refer to theirs and stay `Copy`. A game asked for again is the one that the
/// process has. Of games whose rules are not [usual](Rules::is_usual) it keeps at most [`MOST`](Self::MOST); the others are
/// as many as there are boards.
///
/// # Examples
/// ```
/// use ninuki_engine::{Color, Game, record};
///
/// let game = Game::new("pente".parse()?, Some(13), None)?;
/// let setup = game.parse_position("13/13/13/13/13/13/6xoo4/13/13/13/13/13/13 x 0 0")?;
/// let mut record = record(game, Some(&setup))?;
/// let captured = record.play(game.parse_move("K7")?)?;
/// assert_eq!((captured.len(), record.captured(Color::Black)), (2, 2));
/// assert_eq!(record.position_text(), "13/13/13/13/13/13/6x2x3/13/13/13/13/13/13 o 2 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Game {
    rules: Rules,
    grid: Grid,
    length: usize,
    tables: OnceLock<Box<dyn Any + Send + Sync>>,
}

impl Game {
    /// The most different games with unusual rules that a process plays. With what they precompute, all take less than 64 MiB.
    pub const MOST: usize = 16_384;

    /// The game of `rules` on a board of side `size` with lines of `length`, each the default if `None`.
    ///
    /// # Errors
    /// The game is not played on this size, its lines cannot have this length, or the process has too many games.
    pub fn new(rules: Rules, size: Option<usize>, length: Option<usize>) -> Result<&'static Self, GameError> {
        let size = size.unwrap_or(rules.default_size);
        Self::with_sides(rules, size, size, length)
    }

    /// The game of `rules` on a board of `width` × `height` points (of a hexagon: its side twice).
    ///
    /// # Errors
    /// The game is not played on this size, its lines cannot have this length, or the process has too many games.
    pub fn with_sides(
        rules: Rules,
        width: usize,
        height: usize,
        length: Option<usize>,
    ) -> Result<&'static Self, GameError> {
        let (grid, length) = Self::board(&rules, width, height, length)?;
        Self::games().intern(rules, grid, length)
    }

    /// The same game if the process has it already; `None` if it is new.
    ///
    /// # Errors
    /// The game is not played on this size, or its lines cannot have this length.
    pub fn known(
        rules: &Rules,
        width: usize,
        height: usize,
        length: Option<usize>,
    ) -> Result<Option<&'static Self>, GameError> {
        let (grid, length) = Self::board(rules, width, height, length)?;
        Ok(Self::games().find(rules, &grid, length))
    }

    /// The number of games with unusual rules for which the process has room.
    #[must_use]
    pub fn room() -> usize {
        Self::MOST - Self::games().unusual
    }

    fn board(rules: &Rules, width: usize, height: usize, length: Option<usize>) -> Result<(Grid, usize), GameError> {
        let known = rules.sizes.contains(width) && rules.sizes.contains(height);
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
        Ok((grid, length))
    }

    /// All games of the process.
    fn games() -> MutexGuard<'static, Games> {
        static GAMES: Mutex<Games> = Mutex::new(Games { games: BTreeMap::new(), unusual: 0 });
        GAMES.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// The precomputed tables of this game, built on first use. A game has one kind of tables only.
    pub(crate) fn tables<T: Any + Send + Sync>(&'static self, build: impl FnOnce(&'static Self) -> T) -> &'static T {
        const { assert!((size_of::<Self>() + size_of::<T>()) * Self::MOST < 64 << 20, "all games together are small") }
        let tables = self.tables.get_or_init(|| Box::new(build(self)));
        tables.downcast_ref().expect("a game is played with one type of position")
    }
}

/// Games that live for ever, by their names.
struct Games {
    games: BTreeMap<&'static str, Vec<&'static Game>>,
    /// How many of them have unusual rules.
    unusual: usize,
}

impl Games {
    fn find(&self, rules: &Rules, grid: &Grid, length: usize) -> Option<&'static Game> {
        let same = |game: &&&Game| game.rules == *rules && game.grid == *grid && game.length == length;
        self.games.get(rules.name)?.iter().find(same).copied()
    }

    /// The game that is asked for, or a new one.
    fn intern(&mut self, rules: Rules, grid: Grid, length: usize) -> Result<&'static Game, GameError> {
        if let Some(game) = self.find(&rules, &grid, length) {
            return Ok(game);
        }
        if !rules.is_usual() {
            if self.unusual == Game::MOST {
                return Err(GameError::TooMany { game: rules.name });
            }
            self.unusual += 1;
        }
        let game = Box::leak(Box::new(Game { rules, grid, length, tables: OnceLock::new() }));
        self.games.entry(game.rules.name).or_default().push(game);
        Ok(game)
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

/// `pente on 19x19`, `ndengrod on a hexagon of side 5`.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.grid.shape() {
            Shape::Rectangle => fmt::Debug::fmt(self, f),
            Shape::Hexagon => write!(f, "{} on a hexagon of side {}", self.rules.name, self.grid.size()),
        }
    }
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
        sizes: Sizes,
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
    /// The process has [`Game::MOST`] other games with unusual rules already.
    TooMany {
        /// The game.
        game: &'static str,
    },
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { width, height, game, sizes } if sizes.contains(*width) && sizes.contains(*height) => {
                write!(f, "{game} is not played on size {width}x{height}, its boards have sides of one length")
            }
            Self::Size { width, height, game, sizes } => {
                let size = if width == height { format!("{width}") } else { format!("{width}x{height}") };
                write!(f, "{game} is not played on size {size}, allowed is {sizes}")
            }
            Self::TooMany { game } => {
                write!(f, "{game} is one game too many: this process has {} different ones already", Game::MOST)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lettering;
    use crate::rules::Capture;

    #[test]
    fn so_many_games_are_kept_and_no_more() {
        let mut games = Games { games: BTreeMap::new(), unusual: 0 };
        let game = |games: &mut Games, target| {
            let capture = Capture::Flank { longest: 2, target: Some(target) };
            let grid = Grid::rectangle(13, 13, Lettering::WithI);
            let rules = Rules::ALL.into_iter().find(|rules| rules.target().is_some()).expect("a game with captures");
            games.intern(Rules { name: "mine", capture, ..rules }, grid, 5)
        };
        let first = game(&mut games, 0).expect("room");
        for target in 1..Game::MOST as u16 {
            assert_ne!(game(&mut games, target).expect("room"), first);
        }
        let refused = game(&mut games, u16::MAX);
        assert_eq!(refused, Err(GameError::TooMany { game: "mine" }));
        assert!(refused.is_err_and(|error| error.to_string().contains("16384 different ones already")));
        assert_eq!(game(&mut games, 0), Ok(first), "a game that is known costs nothing");
        let usual = Rules::ALL[0].clone();
        let grid = Grid::rectangle(usual.default_size, usual.default_size, usual.lettering);
        let length = usual.line[0].length;
        assert!(games.intern(usual, grid, length).is_ok(), "games with usual rules have room always");
    }
}
