//! What networks learn from: quiet positions as the numbers that a network sees of them.

use engine::{Color, Game, PointSet, Rules, Tactics, Visitor};
use eval::{ACTIVE_GLOBAL_FEATURES, Features, LineAccumulator, LineGeometry, LinePatterns, Weights};

use crate::data::{FormatError, SavedGame};
use crate::quiet;

/// The most lines that cross a point.
pub(crate) const LINES: usize = 4;

/// What is seen of a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coded {
    /// The classes of its line patterns as the side to move sees them; [`NO_LINE`] where there are fewer than four.
    pub(crate) classes: [u16; LINES],
    /// Its codes for the side to move and for the other.
    pub(crate) codes: [u8; 2],
}

/// In the place of a class: there is no such line.
pub(crate) const NO_LINE: u16 = u16::MAX;

/// What is known of a quiet position.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    /// The number of its head: see [`heads`].
    pub(crate) head: u8,
    /// Of all examples those with the same number come from searches with the same weights.
    pub(crate) source: u16,
    /// Whether it is kept to test the networks: never if people played.
    pub(crate) held_out: bool,
    pub(crate) stones: u16,
    pub(crate) global_features: [u16; ACTIVE_GLOBAL_FEATURES],
    /// The result for the side to move: 1 is a win.
    pub(crate) result: f32,
    /// The score of the search for the side to move, unless it is proven, and the value by the weights that the program has,
    /// both in hundredths of a point.
    pub(crate) score: Option<i16>,
    pub(crate) before: i16,
    /// What a network is to foretell: a probability.
    pub(crate) target: f32,
    pub(crate) points: Box<[Coded]>,
}

/// The part of the network that a game has for itself: for both sides to move, or for one.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub(crate) rules: Rules,
    pub(crate) side: Option<Color>,
}

impl Head {
    /// The name of the game, and that of the side if there is one.
    pub(crate) fn name(&self) -> String {
        let side = match self.side {
            None => "",
            Some(Color::Black) => " Black",
            Some(Color::White) => " White",
        };
        format!("{}{side}", self.rules.name)
    }
}

/// The heads of these games.
pub(crate) fn heads(games: &[Rules]) -> Vec<Head> {
    let head = |rules: &Rules| {
        let alike = rules.line[0] == rules.line[1] && !rules.fouls && rules.ban.is_none_or(|ban| ban.binds_white);
        let sides = if alike { vec![None] } else { Color::ALL.map(Some).to_vec() };
        sides.into_iter().map(|side| Head { rules: rules.clone(), side }).collect::<Vec<_>>()
    };
    games.iter().flat_map(head).collect()
}

/// The examples of a game with one of these heads: of its searched positions, or of all if people played it.
///
/// # Errors
/// A move is not legal.
pub(crate) fn of_game(game: &SavedGame, heads: &[Head]) -> Result<Vec<Example>, FormatError> {
    struct Look<'l>(&'l SavedGame, &'l [Head]);

    impl Visitor for Look<'_> {
        type Output = Result<Vec<Example>, FormatError>;

        fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output {
            let Self(saved, heads) = self;
            let weights = Weights::for_rules(game.rules());
            let geometry = LineGeometry::new(game.grid());
            let people = saved.positions() == 0;
            let mut position = P::start(game);
            let mut examples = Vec::new();
            for (at, ply) in saved.plies.iter().enumerate() {
                if (ply.searched.is_some() || people) && quiet::is_instructive(&position, saved, at) {
                    examples.push(example(&position, saved, at, heads, &weights, &geometry));
                }
                position = position.play(ply.mv).map_err(|_| FormatError::Illegal { game: saved.number, ply: at })?;
            }
            Ok(examples)
        }
    }

    game.game.visit(Look(game, heads))
}

fn example<P: Tactics>(
    position: &P,
    saved: &SavedGame,
    at: usize,
    heads: &[Head],
    weights: &Weights,
    geometry: &LineGeometry,
) -> Example {
    let to_move = position.to_move();
    let features = Features::of(position, &position.threats(), weights);
    let mut lines = LineAccumulator::new(weights, position.game().grid());
    let score = saved.plies[at].searched.as_ref().map(|searched| searched.score);
    let narrow = |value: i32| value.clamp(-10_000, 10_000) as i16;
    Example {
        head: head_of(heads, saved.game.rules(), to_move),
        source: 0,
        held_out: quiet::is_held_out(saved) && saved.positions() > 0,
        stones: Color::ALL.into_iter().map(|color| position.stones(color).len() as u16).sum(),
        global_features: features.global_features().map(|number| number as u16),
        result: saved.result(to_move) as f32,
        score: score.filter(|score| !score.is_proven()).map(|score| narrow(score.value())),
        before: narrow(features.value(position, &mut lines)),
        target: 0.0,
        points: points(position, weights, geometry, features.coded()).into(),
    }
}

/// The number of the head for this game and side to move.
pub(crate) fn head_of(heads: &[Head], rules: &Rules, to_move: Color) -> u8 {
    let is_head = |head: &Head| head.rules.name == rules.name && head.side.is_none_or(|side| side == to_move);
    heads.iter().position(is_head).expect("a head for each game") as u8
}

/// What is seen of the points of `set`.
pub(crate) fn points<P: Tactics>(position: &P, weights: &Weights, geometry: &LineGeometry, set: P::Set) -> Vec<Coded> {
    let features = Features::of(position, &position.threats(), weights);
    let patterns = patterns(position, geometry);
    let all = LinePatterns::all();
    let mut points = Vec::new();
    features.codes(set, |point, codes| {
        let mut classes = [NO_LINE; LINES];
        for (line, class) in classes.iter_mut().enumerate().take(geometry.lines()) {
            *class = all.class(patterns[point.index() * LINES + line]);
        }
        points.push(Coded { classes, codes });
    });
    points
}

/// The raw patterns of `position` as the side to move sees them.
fn patterns<P: Tactics>(position: &P, geometry: &LineGeometry) -> Vec<u16> {
    let mut patterns = geometry.empty().to_vec();
    let to_move = position.to_move();
    for (color, state) in [(to_move, 1), (!to_move, 2)] {
        position.stones(color).iter().for_each(|point| geometry.put(&mut patterns, point.index(), state));
    }
    patterns
}
