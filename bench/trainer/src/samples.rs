//! What is learned from games: the results of quiet positions, and the choices of moves.

use engine::{Color, Game, Move, Point, PointSet, Rules, Tactics, Visitor};
use eval::{ACTIVE_GLOBAL_FEATURES, Features, Weights};
use search::Score;
use search::proof::{VcfSolver, Verdict};

use crate::data::{self, FormatError, Ply, Searched};

/// A quiet position: nobody wins at once, or threatens to, or wins by a short VCF. A search may know how it ends,
/// for the positions that are judged without one include such.
pub(crate) struct Sample {
    /// The kinds of its points (see [`kind`]), and how many are of each.
    pub(crate) kinds: Vec<(u16, u16)>,
    pub(crate) global_features: [usize; ACTIVE_GLOBAL_FEATURES],
    /// The stones on the board.
    pub(crate) stones: u16,
    /// The result for the side to move: 1 is a win.
    pub(crate) result: f64,
    /// Its value by the weights that the program has, in hundredths of a point.
    pub(crate) before: i32,
    /// Its value by search, if it was searched and nothing is proven.
    pub(crate) searched: Option<i32>,
    /// What kind of sample it is.
    pub(crate) origin: Origin,
}

/// A move that was chosen among others.
pub(crate) struct Choice {
    /// The kinds of the points to choose from (see [`kind`]), and how many are of each.
    pub(crate) kinds: Vec<(u16, u16)>,
    /// The kind of the point that was chosen.
    pub(crate) chosen: u16,
    /// The loss by the weights that the program has, in nats.
    pub(crate) before: f64,
    pub(crate) origin: Origin,
}

/// The kind of a point with these codes.
const fn kind(codes: [u8; 2]) -> u16 {
    u16::from_le_bytes(codes)
}

/// Where a sample is from.
#[derive(Clone, Copy)]
pub(crate) struct Origin {
    pub(crate) to_move: Color,
    /// Whether people played.
    pub(crate) people: bool,
    /// Whether it is kept out of the fit, to test it: whole games are.
    pub(crate) held_out: bool,
}

/// One of so many games is held out.
const HELD_OUT: u64 = 5;

/// The first plies of a game of people that are left out.
const OPENING: usize = 4;

/// A random move that costs more than this, in hundredths of a point, makes the result say nothing about what was before it.
const SPOILT: i32 = 100;

/// The longest VCF that is looked for, and how many positions that may take.
const FOURS: u32 = 8;
const FOURS_NODES: u64 = 50;

/// What was learned so far, and the weights that positions are judged by today.
pub(crate) struct Learner {
    weights: Weights,
    pub(crate) samples: Vec<Sample>,
    pub(crate) choices: Vec<Choice>,
}

impl Learner {
    /// A learner of the game with these rules.
    pub(crate) fn new(rules: &Rules) -> Self {
        Self { weights: Weights::for_rules(rules), samples: Vec::new(), choices: Vec::new() }
    }

    /// Takes what is to be learned from the position that `found` is.
    ///
    /// # Errors
    /// Its game is not legal.
    pub(crate) fn learn(&mut self, found: &data::Sample) -> Result<(), FormatError> {
        struct Look<'l>(&'l mut Learner, &'l data::Sample);

        impl Visitor for Look<'_> {
            type Output = Result<(), FormatError>;

            fn visit<P: Tactics>(self, _: &'static Game) -> Self::Output {
                let position: P = self.1.position()?;
                self.0.look(&position, self.1);
                Ok(())
            }
        }

        found.game.game.visit(Look(self, found))
    }

    fn look<P: Tactics>(&mut self, position: &P, found: &data::Sample) {
        if position.outcome().is_some() || !position.winning().is_empty() {
            return;
        }
        let (saved, ply) = (&found.game, found.ply());
        let people = saved.positions() == 0;
        let to_move = position.to_move();
        let origin = Origin { to_move, people, held_out: saved.number.is_multiple_of(HELD_OUT) };
        let features = Features::of(position, &position.threats(), &self.weights);
        let is_early = found.at < if people { OPENING } else { saved.opening };
        if !is_early
            && !is_spoilt(&saved.plies[found.at..])
            && position.defences().is_none()
            && !wins_by_fours(position)
        {
            let score = ply.searched.as_ref().map(|searched| searched.score);
            self.samples.push(sample(position, &features, saved.result(to_move), score, origin));
        }
        // Where all moves lose, it does not matter which is chosen.
        if let Some(Searched { score, best: Move::Place(best), .. }) = ply.searched
            && score.plies_to_loss().is_none()
        {
            self.choices.extend(choice(position, &features, best, origin));
        }
    }
}

/// Whether one of these plies was random and cost too much.
fn is_spoilt(plies: &[Ply]) -> bool {
    plies.windows(2).any(|plies| match plies {
        [Ply { random: true, searched: Some(before), .. }, Ply { searched: Some(after), .. }] => {
            before.score.value() + after.score.value() > SPOILT
        }
        _ => false,
    })
}

/// Whether the search sees a win at once where it judges positions: what they are worth otherwise does not matter.
fn wins_by_fours<P: Tactics>(position: &P) -> bool {
    matches!(VcfSolver::default().search(position, FOURS, FOURS_NODES), Verdict::Win { .. })
}

fn sample<P: Tactics>(
    position: &P,
    features: &Features<'_, P::Set>,
    result: f64,
    score: Option<Score>,
    origin: Origin,
) -> Sample {
    Sample {
        kinds: kinds(features),
        global_features: features.global_features(),
        stones: Color::ALL.into_iter().map(|color| position.stones(color).len() as u16).sum(),
        result,
        before: features.value(),
        searched: score.filter(|score| !score.is_proven()).map(Score::value),
        origin,
    }
}

/// The choice of `chosen` among the moves that a search looks at first; `None` if it is not one of several.
fn choice<P: Tactics>(position: &P, features: &Features<'_, P::Set>, chosen: Point, origin: Origin) -> Option<Choice> {
    let moves = position.defences().unwrap_or_else(|| position.candidates()) & position.legal();
    if moves.len() < 2 || !moves.contains(chosen) {
        return None;
    }
    let mut kinds = Vec::new();
    let mut kind_chosen = 0;
    features.codes(moves, |point, codes| {
        kinds.push(kind(codes));
        if point == chosen {
            kind_chosen = kind(codes);
        }
    });
    let (mut all, mut of_chosen) = (0.0, 0.0);
    features.policy_logits(moves, |point, promise| {
        let promise = f64::from(promise) / 100.0;
        all += promise.exp();
        if point == chosen {
            of_chosen = promise;
        }
    });
    Some(Choice { kinds: counted(kinds), chosen: kind_chosen, before: all.ln() - of_chosen, origin })
}

/// The kinds of all points that have a code, and how many are of each.
pub(crate) fn kinds<S: PointSet>(features: &Features<'_, S>) -> Vec<(u16, u16)> {
    let mut kinds = Vec::new();
    features.codes(features.coded(), |_, codes| kinds.push(kind(codes)));
    counted(kinds)
}

/// Each kind once, with the number of points that have it, lowest first.
fn counted(mut kinds: Vec<u16>) -> Vec<(u16, u16)> {
    kinds.sort_unstable();
    kinds.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u16)).collect()
}
