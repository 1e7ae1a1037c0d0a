//! Settings of a search for openings, with the defaults of the game.

use std::fmt::Write as _;

use engine::{Game, Shape};
use records::{Shard, Size};

use super::Request;
use super::balance::Balancing;
use super::calibrate::Calibration;
use super::error::{Error, SettingsError};
use super::filter::Filter;
use super::generate::{Generator, Refusal, central};
use super::write::Format;

/// All data that the openings depend on.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) game: &'static Game,
    pub(super) count: usize,
    pub(super) plies: usize,
    pub(super) area: usize,
    /// Choice of the last move, unless it is random.
    pub(super) balancing: Option<Balancing>,
    pub(super) filter: Filter,
    /// Second search of accepted starts.
    pub(super) confirmation: Option<Filter>,
    pub(super) calibration: Calibration,
    pub(super) seed: u64,
    pub(super) shard: Shard,
    pub(super) format: Format,
}

impl Settings {
    /// Returns the settings of `request`.
    ///
    /// # Errors
    /// The settings allow no openings, or the format cannot represent them.
    pub(super) fn new(request: &Request) -> Result<Self, Error> {
        let game = request.choice.game().map_err(Error::Choice)?;
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
        settings.check().map_err(Error::Settings)?;
        Ok(settings)
    }

    /// Returns the generator of starts, without the last move if that is chosen.
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

    /// Returns the command that makes the same openings, independent of defaults.
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

/// Returns the first move without a legal point, if all of the first starts fail at one.
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

/// Returns the longer side of the board, or the side of a hexagon.
fn longest_side(game: &Game) -> usize {
    let Size { width, height } = Size::of(game.grid());
    width.max(height)
}

/// Returns the default side of the central area: 7, more where the third move must be far away, and all but the edge of a
/// hexagon.
fn usual_area(game: &Game) -> usize {
    let Size { width, height } = Size::of(game.grid());
    match (game.grid().shape(), game.rules().opening.third_limit()) {
        (Shape::Hexagon, _) => width - 1,
        (Shape::Rectangle, None) => width.min(height).min(7),
        (Shape::Rectangle, Some(_)) => 9,
    }
}

/// Returns the default number of plies. A late swap is left to the players; an early one is over.
fn usual_plies(game: &Game) -> usize {
    match game.rules().swap {
        Some(swap) if swap.after > 4 => 4,
        _ => 5,
    }
}
