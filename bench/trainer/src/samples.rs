//! What is learned from games: the results of quiet positions, and the choices of moves.

use engine::{Color, Game, Move, Point, PointSet, Record, Tactics, Visitor};
use eval::{ACTIVE_GLOBAL_FEATURES, Features, Weights};
use search::proof::{VcfSolver, Verdict};

use crate::games::{Found, Played};

/// A quiet position: nobody wins at once, or threatens to, or wins by a short VCF. A search may know how it ends,
/// for the positions that are judged without one include such.
pub(crate) struct Sample {
    /// The kinds of its points (see [`kind`]), and how many are of each.
    pub(crate) kinds: Vec<(u16, u16)>,
    pub(crate) global_features: [usize; ACTIVE_GLOBAL_FEATURES],
    /// The result for the side to move: 1 is a win.
    pub(crate) result: f64,
    /// Its value by the weights that the program has, in hundredths of a point.
    pub(crate) before: i32,
    /// Its value by search, if it was searched.
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
const HELD_OUT: usize = 5;

/// The first plies of a game of people that are left out.
const OPENING: usize = 4;

/// The longest VCF that is looked for, and how many positions that may take.
const FOURS: u32 = 8;
const FOURS_NODES: u64 = 50;

/// The samples of `games`.
pub(crate) fn extract(game: &'static Game, games: &[Played]) -> (Vec<Sample>, Vec<Choice>) {
    struct Extract<'g>(&'g [Played]);

    impl Visitor for Extract<'_> {
        type Output = (Vec<Sample>, Vec<Choice>);

        fn visit<P: Tactics>(self, game: &'static Game) -> Self::Output {
            let mut learner =
                Learner { weights: Weights::for_rules(game.rules()), samples: Vec::new(), choices: Vec::new() };
            for (number, played) in self.0.iter().enumerate() {
                learner.walk(&mut Record::new(P::start(game)), played, number % HELD_OUT == 0);
            }
            (learner.samples, learner.choices)
        }
    }

    game.visit(Extract(games))
}

/// What was learned so far, and the weights that positions are judged by today.
struct Learner {
    weights: Weights,
    samples: Vec<Sample>,
    choices: Vec<Choice>,
}

impl Learner {
    /// Plays a game through and takes the samples from it.
    fn walk<P: Tactics>(&mut self, record: &mut Record<P>, played: &Played, held_out: bool) {
        let people = played.moves.iter().all(|(_, found)| found.is_none());
        // A random move may have spoiled what was before it; people make none.
        let last_random = played.moves.iter().rposition(|(_, found)| found.is_none()).filter(|_| !people);
        let quiet = match last_random {
            Some(ply) => ply + 1..played.moves.len(),
            None => OPENING..played.moves.len(),
        };
        for (ply, &(mv, found)) in played.moves.iter().enumerate() {
            let position = record.position();
            let origin = Origin { to_move: position.to_move(), people, held_out };
            if position.outcome().is_none() && position.winning().is_empty() {
                let features = Features::of(position, &position.threats(), &self.weights);
                if quiet.contains(&ply) && position.defences().is_none() && !wins_by_fours(position) {
                    self.samples.push(sample(position, &features, played.winner, found, origin));
                }
                // Where all moves lose, it does not matter which is chosen.
                if let (Some(Found::Estimate(_) | Found::Win), Move::Place(point)) = (found, mv) {
                    self.choices.extend(choice(position, &features, point, origin));
                }
            }
            record.play(mv).expect("a move of the game");
        }
    }
}

/// Whether the search sees a win at once where it judges positions: what they are worth otherwise does not matter.
fn wins_by_fours<P: Tactics>(position: &P) -> bool {
    matches!(VcfSolver::default().search(position, FOURS, FOURS_NODES), Verdict::Win { .. })
}

fn sample<P: Tactics>(
    position: &P,
    features: &Features<'_, P::Set>,
    winner: Option<Color>,
    found: Option<Found>,
    origin: Origin,
) -> Sample {
    Sample {
        kinds: kinds(features),
        global_features: features.global_features(),
        result: winner.map_or(0.5, |winner| f64::from(u8::from(winner == position.to_move()))),
        before: features.value(),
        searched: match found {
            Some(Found::Estimate(value)) => Some(value),
            _ => None,
        },
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
