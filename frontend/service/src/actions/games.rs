//! The games and the formats of records.

use engine::{Game, Rules};
#[cfg(feature = "files")]
use records::Format;
use serde::Serialize;

use super::board::Shape;
use crate::action::Act;
use crate::dispatcher::Dispatcher;
use crate::query::Query;
use crate::refusal::Wrong;

/// Lists games and formats.
pub(crate) struct Games;

/// The games and the formats of records.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Games"))]
pub(crate) struct GamesAnswer {
    games: Vec<GameInfo>,
    /// The formats of records, by the endings of their files.
    formats: Vec<FormatInfo>,
}

/// A game by name.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct GameInfo {
    name: &'static str,
    title: &'static str,
    /// Where the rules come from.
    source: &'static str,
    shape: Shape,
    default_size: usize,
    /// The sides that can be asked for.
    sizes: Vec<usize>,
    /// Whether width and height may differ.
    rectangles: bool,
    /// The number of stones in a row that wins.
    length: usize,
    /// The lengths that can be asked for.
    lengths: Vec<usize>,
    /// Whether colours may be exchanged.
    swap: bool,
    flags: Vec<FlagInfo>,
}

/// A format of records by the ending of its files.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FormatInfo {
    name: &'static str,
    /// Whether files of it are written, too.
    written: bool,
    /// Whether it holds variations and comments.
    variations: bool,
}

/// A rule that can be changed.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FlagInfo {
    name: &'static str,
    /// The usual value.
    value: &'static str,
    values: &'static [&'static str],
    /// The question that the rule decides.
    decides: &'static str,
}

impl Act for Games {
    const NAME: &'static str = "games";
    const ABOUT: &'static str = "the games with their boards and flags; the formats of records";
    const FIELDS: &'static [&'static [&'static str]] = &[];
    type Answer = GamesAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        Self::answer(dispatcher, &query.id, &Self::run());
        Ok(())
    }
}

impl Games {
    /// All games on their usual boards.
    fn run() -> GamesAnswer {
        let usual = |rules: Rules| Game::new(rules, None, None).expect("the usual board of a game");
        GamesAnswer { games: Rules::ALL.into_iter().map(|rules| info(usual(rules))).collect(), formats: formats() }
    }
}

/// The formats of records; none without the actions of files.
fn formats() -> Vec<FormatInfo> {
    #[cfg(feature = "files")]
    let formats = Format::with_extensions().map(|format| FormatInfo {
        name: format.name(),
        written: format.is_written(),
        variations: format.has_trees(),
    });
    #[cfg(not(feature = "files"))]
    let formats = std::iter::empty();
    formats.collect()
}

fn info(game: &Game) -> GameInfo {
    let rules = game.rules();
    let flag = |(flag, value): (&'static engine::rules::Flag, _)| FlagInfo {
        name: flag.name,
        value,
        values: flag.values,
        decides: flag.decides,
    };
    let lengths = if rules.hexagonal() { 3..=2 * rules.default_size - 1 } else { game.length()..=game.length() };
    GameInfo {
        name: rules.name,
        title: rules.title,
        source: rules.source,
        shape: game.grid().shape().into(),
        default_size: rules.default_size,
        sizes: rules.sizes.iter().collect(),
        rectangles: rules.rectangles,
        length: game.length(),
        lengths: lengths.collect(),
        swap: rules.swap.is_some(),
        flags: rules.flags().map(flag).collect(),
    }
}
