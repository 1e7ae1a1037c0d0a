//! Examples: quiet positions as the inputs of a network.

use engine::{Color, Game, PointSet, Rules, Tactics, Visitor};
use eval::{ACTIVE_GLOBAL_FEATURES, Features, LineAccumulator, LineGeometry, LinePatterns, Weights};

use crate::data::{Ending, FormatError, SavedGame};
use crate::network::returns::{self, Scales};
use crate::quiet;

/// The most lines that cross a point.
pub(crate) const LINES: usize = 4;

/// The inputs of a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coded {
    /// The classes of its line patterns as the side to move sees them; [`NO_LINE`] where there are fewer than four.
    pub(crate) classes: [u16; LINES],
    /// Its codes for the side to move and for the other.
    pub(crate) codes: [u8; 2],
}

/// In the place of a class: no such line.
pub(crate) const NO_LINE: u16 = u16::MAX;

/// A quiet position with its inputs and target.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    /// The number of its head: see [`heads`].
    pub(crate) head: u8,
    /// Whether it is kept to test the networks: never if people played.
    pub(crate) held_out: bool,
    pub(crate) stones: u16,
    pub(crate) global_features: [u16; ACTIVE_GLOBAL_FEATURES],
    /// The result for the side to move, 1 is a win; `None` where the position was not played.
    pub(crate) result: Option<f32>,
    /// The value by the weights that the program has, in hundredths of a point.
    pub(crate) before: i16,
    /// The probability that a network is to predict.
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

/// The examples of a game with one of these heads: its searched positions, or all if people played it. Where several
/// lines were searched, positions after the other moves are examples too; their target is the score of the line.
///
/// # Errors
/// A move is not legal.
pub(crate) fn of_game(
    game: &SavedGame,
    heads: &[Head],
    scales: &Scales,
    lambda: f64,
) -> Result<Vec<Example>, FormatError> {
    struct Look<'l>(&'l SavedGame, &'l [Head], &'l Scales, f64);

    impl Visitor for Look<'_> {
        type Output = Result<Vec<Example>, FormatError>;

        fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output {
            let Self(saved, heads, scales, lambda) = self;
            let look =
                Looker { heads, weights: Weights::for_rules(game.rules()), geometry: LineGeometry::new(game.grid()) };
            let people = saved.positions() == 0;
            let held_out = quiet::is_held_out(saved) && !people;
            let mut positions = vec![P::start(game)];
            for (at, ply) in saved.plies.iter().enumerate() {
                let next =
                    positions[at].play(ply.mv).map_err(|_| FormatError::Illegal { game: saved.number, ply: at })?;
                positions.push(next);
            }
            let known: Vec<_> = positions.iter().map(|position| (position.to_move(), stones(position))).collect();
            let (targets, spoilt) = (returns::lambda_returns(saved, &known, scales, lambda), returns::spoilt(saved));
            let mut examples = Vec::new();
            for (at, ply) in saved.plies.iter().enumerate().skip(saved.opening) {
                let position = &positions[at];
                let instructive = (ply.searched.is_some() || people) && quiet::is_instructive(position);
                // Held-out positions are judged by their results, if there are any.
                if instructive && !(held_out && spoilt[at]) {
                    let result = (saved.ending != Ending::Open).then(|| saved.result(position.to_move()));
                    examples.push(Example { held_out, ..look.example(position, targets[at], result) });
                }
                if held_out {
                    continue;
                }
                for line in ply.searched.iter().flat_map(|searched| &searched.lines).skip(1) {
                    let Ok(position) = position.play(line.mv) else { continue };
                    if quiet::is_instructive(&position) {
                        let target = 1.0 - returns::predicted(line.score, stones(&position), scales);
                        examples.push(look.example(&position, target, None));
                    }
                }
            }
            Ok(examples)
        }
    }

    game.game.visit(Look(game, heads, scales, lambda))
}

fn stones<P: Tactics>(position: &P) -> usize {
    Color::ALL.into_iter().map(|color| position.stones(color).len()).sum()
}

/// The encoder of positions of one game.
struct Looker<'l> {
    heads: &'l [Head],
    weights: Weights,
    geometry: LineGeometry,
}

impl Looker<'_> {
    fn example<P: Tactics>(&self, position: &P, target: f64, result: Option<f64>) -> Example {
        let features = Features::of(position, &position.threats(), &self.weights);
        let mut lines = LineAccumulator::new(&self.weights, position.game().grid());
        Example {
            head: head_of(self.heads, position.game().rules(), position.to_move()),
            held_out: false,
            stones: stones(position) as u16,
            global_features: features.global_features().map(|number| number as u16),
            result: result.map(|result| result as f32),
            before: features.value(position, &mut lines).clamp(-10_000, 10_000) as i16,
            target: target as f32,
            points: points(position, &features, &self.geometry, features.coded()).into(),
        }
    }
}

/// The number of the head for this game and side to move.
pub(crate) fn head_of(heads: &[Head], rules: &Rules, to_move: Color) -> u8 {
    let is_head = |head: &Head| head.rules.name == rules.name && head.side.is_none_or(|side| side == to_move);
    heads.iter().position(is_head).expect("a head for each game") as u8
}

/// The inputs of the points of `set` in a position with these features.
pub(crate) fn points<P: Tactics>(
    position: &P,
    features: &Features<'_, P::Set>,
    geometry: &LineGeometry,
    set: P::Set,
) -> Vec<Coded> {
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
