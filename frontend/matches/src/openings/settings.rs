//! What is asked for, completed by what suits the game.

use std::fmt::{self, Write as _};

use engine::{Game, Shape};
use records::{Shard, Size};

use super::Request;
use super::balance::Balancing;
use super::calibrate::Calibration;
use super::filter::Filter;
use super::generate::{Generator, Refusal, central};
use super::write::{Format, FormatError};
use crate::Error;

/// Everything that the openings depend on.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) game: &'static Game,
    pub(super) count: usize,
    pub(super) plies: usize,
    pub(super) area: usize,
    /// How the last move is chosen, unless it is random.
    pub(super) balancing: Option<Balancing>,
    pub(super) filter: Filter,
    /// The longer look at what would be kept.
    pub(super) confirmation: Option<Filter>,
    pub(super) calibration: Calibration,
    pub(super) seed: u64,
    pub(super) shard: Shard,
    pub(super) format: Format,
}

impl Settings {
    /// The settings of `request`.
    ///
    /// # Errors
    /// No opening can be like that, or the format cannot hold it.
    pub(super) fn new(request: &Request) -> Result<Self, Error> {
        let game = request.choice.game()?;
        let area = request.area.unwrap_or_else(|| usual_area(game));
        let settings = Self {
            game,
            count: request.count.get(),
            plies: request.plies.unwrap_or_else(|| usual_plies(game)),
            area,
            balancing: request.balance_nodes.map(|nodes| Balancing {
                nodes,
                area: central(game.grid(), area),
                captures: !request.format.is_stones(),
            }),
            filter: Filter { window: request.window, nodes: request.nodes },
            confirmation: request.confirm_nodes.map(|nodes| Filter { window: request.window, nodes }),
            calibration: Calibration { games: request.games, nodes: request.game_nodes },
            seed: request.seed,
            shard: request.shard,
            format: request.format,
        };
        settings.check().map_err(Error::Openings)?;
        Ok(settings)
    }

    /// The generator of starts, without their last moves if those are chosen.
    pub(super) fn generator(&self) -> Generator {
        let random = self.plies.saturating_sub(usize::from(self.balancing.is_some()));
        Generator::new(self.game, random, self.area, self.seed, !self.format.is_stones())
    }

    fn check(&self) -> Result<(), SettingsError> {
        let (game, plies, area) = (self.game, self.plies, self.area);
        let longest = longest_side(game);
        if area == 0 || area > longest {
            return Err(SettingsError::Area { area, longest });
        }
        let generator = self.generator();
        let points = generator.points();
        if plies == 0 || plies > points {
            return Err(SettingsError::Plies { plies, area, points });
        }
        if game.rules().swap.is_some_and(|swap| usize::from(swap.after) == plies) {
            return Err(SettingsError::SwapDue { plies, game: game.rules().name });
        }
        self.format.check(game, plies).map_err(|error| SettingsError::Format(self.format, error))?;
        stuck(&generator).map_or(Ok(()), |ply| Err(SettingsError::Stuck { area, ply }))
    }

    /// The command that makes the same openings again, whatever the defaults become.
    pub(super) fn command(&self) -> String {
        let rules = self.game.rules();
        let (file, ending) = if rules.base.is_some() { ("-file", ".toml") } else { ("", "") };
        let size = Size::of(self.game.grid());
        let mut text = format!("ninuki openings --rules{file} {}{ending} --size {size}", rules.name);
        if self.game.length() != rules.line[0].length {
            let _ = write!(text, " --length {}", self.game.length());
        }
        for (flag, value) in rules.changed_flags() {
            let _ = write!(text, " --flag {}={value}", flag.name);
        }
        let Self { count, plies, area, filter, calibration, seed, .. } = self;
        let (Filter { window, nodes }, Calibration { games, nodes: game_nodes }) = (filter, calibration);
        let _ = write!(
            text,
            " --count {count} --plies {plies} --area {area} --window {window} --nodes {nodes} --games {games} \
             --game-nodes {game_nodes} --seed {seed}"
        );
        if let Some(Balancing { nodes, .. }) = &self.balancing {
            let _ = write!(text, " --balance-nodes {nodes}");
        }
        if let Some(Filter { nodes, .. }) = &self.confirmation {
            let _ = write!(text, " --confirm-nodes {nodes}");
        }
        if self.shard != Shard::ALL {
            let _ = write!(text, " --shard {}", self.shard);
        }
        if self.format != Format::Moves {
            let _ = write!(text, " --format {}", self.format.name());
        }
        text
    }
}

/// Why no openings can be like that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingsError {
    /// The central area is larger than the board, or nothing.
    Area {
        /// Its side.
        area: usize,
        /// The longer side of the board.
        longest: usize,
    },
    /// There is no such number of plies in the central area.
    Plies {
        /// The number.
        plies: usize,
        /// The side of the area.
        area: usize,
        /// Its points.
        points: usize,
    },
    /// A swap is offered just after these plies.
    SwapDue {
        /// Their number.
        plies: usize,
        /// The game.
        game: &'static str,
    },
    /// The rules allow no move in the central area.
    Stuck {
        /// Its side.
        area: usize,
        /// Which move, counted from 1.
        ply: usize,
    },
    /// The format does not hold them.
    Format(Format, FormatError),
}

/// It begins with the setting and its value: `area 30: …`.
impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Area { area, longest } => {
                write!(f, "area {area}: the board has the side {longest}, allowed is 1 to {longest}")
            }
            Self::Plies { plies, area, points } => {
                write!(f, "plies {plies}: the central area of side {area} has {points} points")
            }
            Self::SwapDue { plies, game } => {
                write!(f, "plies {plies}: in {game} a swap is offered then, end before it or after it")
            }
            Self::Stuck { area, ply } => {
                write!(f, "area {area}: no legal move {ply} was found in the central area, it may be larger")
            }
            Self::Format(format, error) => {
                write!(f, "format {}: {error}, format {} holds it", format.name(), Format::Moves.name())
            }
        }
    }
}

impl std::error::Error for SettingsError {}

/// The move at which every one of the first starts fails for want of a legal point, if they all do.
fn stuck(generator: &Generator) -> Option<usize> {
    let mut last = 0;
    for number in 0..200 {
        match generator.attempt(number) {
            Err(Refusal::Stuck(ply)) => last = last.max(ply),
            _ => return None,
        }
    }
    Some(last)
}

/// The longer side of the board, of a hexagon its side.
fn longest_side(game: &Game) -> usize {
    let Size { width, height } = Size::of(game.grid());
    width.max(height)
}

/// The side of the central area unless another is asked for: 7, more where the third move has to be far away, and all
/// but the edge of a hexagon.
fn usual_area(game: &Game) -> usize {
    let Size { width, height } = Size::of(game.grid());
    match (game.grid().shape(), game.rules().opening.third_limit()) {
        (Shape::Hexagon, _) => width - 1,
        (Shape::Rectangle, None) => width.min(height).min(7),
        (Shape::Rectangle, Some(_)) => 9,
    }
}

/// The number of plies unless another is asked for. A swap that comes late is left to the players, one that comes
/// early is over.
fn usual_plies(game: &Game) -> usize {
    match game.rules().swap {
        Some(swap) if swap.after > 4 => 4,
        _ => 5,
    }
}
