//! What a program needs to offer the games and to draw their boards.

use engine::rules::Capture;
use engine::{Game, Rules, Shape};
use records::{Format, Size};
use serde::Serialize;

use crate::opening::{self, RuleInfo};

/// The games that can be asked for.
#[derive(Serialize)]
pub(crate) struct GamesAnswer {
    games: Vec<GameInfo>,
    /// The formats of records.
    formats: Vec<FormatInfo>,
}

/// A game by name.
#[derive(Serialize)]
struct GameInfo {
    name: &'static str,
    title: &'static str,
    source: &'static str,
    shape: &'static str,
    default_size: usize,
    sizes: Vec<usize>,
    /// Whether width and height may differ.
    rectangles: bool,
    /// The stones in a row that win, and which other numbers can be asked for.
    length: usize,
    lengths: Vec<usize>,
    swap: bool,
    flags: Vec<FlagInfo>,
}

/// A format of records by the ending of its files.
#[derive(Serialize)]
struct FormatInfo {
    name: &'static str,
    /// Whether it is written, too.
    written: bool,
    /// Whether it holds variations and comments.
    variations: bool,
}

/// A ruling that can be changed.
#[derive(Serialize)]
struct FlagInfo {
    name: &'static str,
    value: &'static str,
    values: &'static [&'static str],
    decides: &'static str,
}

/// A board without stones.
#[derive(Serialize)]
pub(crate) struct BoardAnswer {
    game: &'static str,
    title: &'static str,
    shape: &'static str,
    size: Size,
    length: usize,
    /// The number of captured stones that win, if so many do.
    target: Option<u16>,
    captures: bool,
    opening_rules: Vec<RuleInfo>,
    width: f64,
    height: f64,
    points: Vec<Spot>,
    names: Vec<Spot>,
    stars: Vec<(f64, f64)>,
}

/// A name and its place; neighbouring points are 1 apart.
#[derive(Serialize)]
struct Spot {
    name: String,
    x: f64,
    y: f64,
}

const fn shape(shape: Shape) -> &'static str {
    match shape {
        Shape::Rectangle => "rectangle",
        Shape::Hexagon => "hexagon",
    }
}

/// All games on their usual boards.
pub(crate) fn games() -> GamesAnswer {
    let usual = |rules: Rules| Game::new(rules, None, None).expect("the usual board of a game");
    let format = |format: Format| FormatInfo {
        name: format.name(),
        written: format.is_written(),
        variations: format.has_trees(),
    };
    GamesAnswer {
        games: Rules::ALL.into_iter().map(|rules| info(usual(rules))).collect(),
        formats: Format::with_extensions().map(format).collect(),
    }
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
        shape: shape(game.grid().shape()),
        default_size: rules.default_size,
        sizes: rules.sizes.iter().collect(),
        rectangles: rules.rectangles,
        length: game.length(),
        lengths: lengths.collect(),
        swap: rules.swap.is_some(),
        flags: rules.flags().map(flag).collect(),
    }
}

/// Where everything lies on the board of a game.
pub(crate) fn board(game: &'static Game) -> BoardAnswer {
    let (rules, grid) = (game.rules(), game.grid());
    let layout = pictures::layout(grid);
    let spot = |(name, (x, y)): (String, (f64, f64))| Spot { name, x: rounded(x), y: rounded(y) };
    let points = grid.points().map(|point| grid.name(point)).zip(layout.points);
    BoardAnswer {
        game: rules.name,
        title: rules.title,
        shape: shape(grid.shape()),
        size: Size::of(grid),
        length: game.length(),
        target: match rules.capture {
            Capture::Flank { target, .. } => target,
            Capture::None | Capture::Surround { .. } => None,
        },
        captures: rules.capture != Capture::None,
        opening_rules: opening::rules(game),
        width: rounded(layout.size.0),
        height: rounded(layout.size.1),
        points: points.map(spot).collect(),
        names: layout.names.into_iter().map(spot).collect(),
        stars: layout.stars,
    }
}

/// Four decimals.
fn rounded(length: f64) -> f64 {
    (length * 1e4).round() / 1e4
}
