//! The layout of a board and the opening rules that suit it.

use engine::Game;
use engine::rules::Capture;
use openings::{OpeningRule, Procedure, Step};
use records::Size;
use serde::Serialize;

use crate::action::Act;
use crate::dispatcher::Dispatcher;
use crate::query::Query;
use crate::refusal::Wrong;
use crate::signature::GAME;
use crate::start::Start;

/// Lays out the board of a game.
pub(crate) struct Board;

/// A board without stones.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Board"))]
pub(crate) struct BoardAnswer {
    game: &'static str,
    title: &'static str,
    shape: Shape,
    #[cfg_attr(test, schemars(with = "crate::schema::parts::Size"))]
    size: Size,
    /// The number of stones in a row that wins.
    length: usize,
    /// The number of captured stones that wins; null if captures do not win.
    target: Option<u16>,
    /// Whether stones are captured.
    captures: bool,
    /// The opening rules that suit this board.
    opening_rules: Vec<RuleInfo>,
    /// The width of the picture; neighbouring points are 1 apart.
    width: f64,
    /// The height of the picture.
    height: f64,
    points: Vec<Spot>,
    /// The names of rows and columns.
    names: Vec<Spot>,
    /// The marked points.
    stars: Vec<(f64, f64)>,
}

/// A name and its place; neighbouring points are 1 apart.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Spot {
    name: String,
    x: f64,
    y: f64,
}

/// An opening rule that suits a board.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RuleInfo {
    name: String,
    title: &'static str,
    /// The most fifth moves that may be asked for, N of a name like `soosorv-N`; 0 if the name has no number.
    most: usize,
    /// Whether the game itself begins by this rule.
    usual: bool,
}

/// The shape of a board.
#[derive(Serialize, Clone, Copy)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum Shape {
    Rectangle,
    Hexagon,
}

impl From<engine::Shape> for Shape {
    fn from(shape: engine::Shape) -> Self {
        match shape {
            engine::Shape::Rectangle => Self::Rectangle,
            engine::Shape::Hexagon => Self::Hexagon,
        }
    }
}

impl Act for Board {
    const NAME: &'static str = "board";
    const ABOUT: &'static str = "the points of a board; the opening rules that suit it";
    const FIELDS: &'static [&'static [&'static str]] = &[GAME];
    type Answer = BoardAnswer;

    fn take(query: Query, dispatcher: &Dispatcher) -> Result<(), Wrong> {
        let game = Start::of(&query.fields, &dispatcher.budget())?.game();
        Self::answer(dispatcher, &query.id, &Self::run(game));
        Ok(())
    }
}

impl Board {
    /// The places of everything on the board of a game.
    fn run(game: &'static Game) -> BoardAnswer {
        let (rules, grid) = (game.rules(), game.grid());
        let layout = pictures::layout(grid);
        let spot = |(name, (x, y)): (String, (f64, f64))| Spot { name, x: rounded(x), y: rounded(y) };
        let points = grid.points().map(|point| grid.name(point)).zip(layout.points);
        BoardAnswer {
            game: rules.name,
            title: rules.title,
            shape: grid.shape().into(),
            size: Size::of(grid),
            length: game.length(),
            target: match rules.capture {
                Capture::Flank { target, .. } => target,
                Capture::None | Capture::Surround { .. } => None,
            },
            captures: rules.capture != Capture::None,
            opening_rules: opening_rules(game),
            width: rounded(layout.size.0),
            height: rounded(layout.size.1),
            points: points.map(spot).collect(),
            names: layout.names.into_iter().map(spot).collect(),
            stars: layout.stars,
        }
    }
}

/// The opening rules that suit the board of a game.
fn opening_rules(game: &'static Game) -> Vec<RuleInfo> {
    let known = OpeningRule::names().filter_map(|name| OpeningRule::named(name).ok());
    let suitable = known.filter(|rule| Procedure::new(rule, game).is_ok());
    let info = |rule: OpeningRule| {
        let usual = is_usual(&rule, game);
        let OpeningRule { name, title, most, .. } = rule;
        RuleInfo { name, title, most, usual }
    };
    suitable.map(info).collect()
}

/// Whether the swaps of a game are those of a rule.
fn is_usual(rule: &OpeningRule, game: &Game) -> bool {
    let Some(swap) = game.rules().swap else { return false };
    let [Step::Place(_, stones, None), next, ..] = rule.steps else { return false };
    *stones == usize::from(swap.after) && matches!(next, Step::Choose(..)) == swap.again.is_some()
}

/// A length with four decimals.
fn rounded(length: f64) -> f64 {
    (length * 1e4).round() / 1e4
}
