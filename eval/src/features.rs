//! Features: the shapes that a stone of either side would make, point by point.

use engine::{Point, PointSet, Position, Tactics, Threats};

use crate::network::Forward;
use crate::{LineAccumulator, SideWeights, Weights, global_features, policy};

/// The codes of the points of a position for the side to move and for the other side: see
/// [`Threats::code`](engine::Threats::code).
#[derive(Clone, Copy, Debug)]
pub struct Features<'w, S: PointSet> {
    codes: [S::Bytes; 2],
    /// The points with a code.
    coded: S,
    global_features: [usize; global_features::ACTIVE_GLOBAL_FEATURES],
    weights: &'w SideWeights,
}

impl<'w, S: PointSet> Features<'w, S> {
    /// The features of `position`, whose threats these are, to be judged by the weights of its game.
    #[must_use]
    pub fn of<P: Tactics<Set = S>>(position: &P, threats: &[Threats<S>; 2], weights: &'w Weights) -> Self {
        let mut features = Self {
            codes: [S::ZEROS; 2],
            coded: threats.iter().flat_map(|threats| threats.code).fold(S::EMPTY, |all, set| all | set),
            global_features: global_features::global_features(threats, position),
            weights: weights.of(position.to_move()),
        };
        for (threats, codes) in threats.iter().zip(&mut features.codes) {
            S::transpose(&threats.code, codes);
        }
        features
    }

    /// The value for the side to move of `position`, whose features these are, in hundredths of a point: it is expected to
    /// win with probability 1 / (1 + exp(-value / [`UNIT`](crate::UNIT))). `lines` may come from any position on the same
    /// board, with the same weights; those of one that differs in few stones are the fastest.
    #[must_use]
    pub fn value<P: Position<Set = S>>(&self, position: &P, lines: &mut LineAccumulator) -> i32 {
        let Self { codes, coded, global_features, weights, .. } = self;
        let (network, to_move) = (&weights.network, position.to_move());
        let lines = lines.sums(position);
        Forward { network, codes, coded: *coded, lines, to_move, global_features: *global_features }.value()
    }

    /// The numbers of the global features that hold, below [`GLOBAL_FEATURES`](crate::GLOBAL_FEATURES).
    #[must_use]
    pub const fn global_features(&self) -> [usize; global_features::ACTIVE_GLOBAL_FEATURES] {
        self.global_features
    }

    /// How strong the threats of both sides are: the number of the pair of their levels, below
    /// [`LEVEL_PAIRS`](crate::LEVEL_PAIRS).
    #[must_use]
    pub const fn levels(&self) -> usize {
        self.global_features[0]
    }

    /// Calls `each` with the points of `set`, lowest index first, and the policy logit of a stone of the side to move there,
    /// in hundredths of a natural logarithm of odds. For `position` and `lines` see [`value`](Self::value).
    #[inline]
    pub fn policy_logits<P: Position<Set = S>>(
        &self,
        position: &P,
        lines: &mut LineAccumulator,
        set: S,
        mut each: impl FnMut(Point, i32),
    ) {
        let (of_lines, levels, weights) = (lines.policy(position), self.levels(), &*self.weights.policy);
        self.codes(set, |point, codes| {
            let features = policy::policy_features(levels, codes);
            let [make, prevent, both] = features.map(|number| i32::from(weights[number]));
            let of_codes = make + prevent + both;
            each(point, of_codes + of_lines(point));
        });
    }

    /// The points with a code for either side; the others count for nothing.
    #[must_use]
    pub const fn coded(&self) -> S {
        self.coded
    }

    /// Calls `each` with the points of `set` and their codes for the side to move and for the other.
    #[inline]
    pub fn codes(&self, set: S, mut each: impl FnMut(Point, [u8; 2])) {
        set.iter().for_each(|point| each(point, self.at(point)));
    }

    #[inline]
    fn at(&self, point: Point) -> [u8; 2] {
        self.codes.each_ref().map(|codes| codes.as_ref()[point.index()])
    }
}

#[cfg(all(test, feature = "weights"))]
mod tests {
    use engine::{Color, Game, Rules, SquarePosition};

    use super::*;

    #[test]
    fn policy_logits_are_those_of_the_levels() {
        let with_captures = Rules::ALL.into_iter().find(|rules| rules.target().is_some()).expect("there is one");
        let game = Game::new(with_captures, None, None).expect("its board");
        let weights = Weights::for_rules(game.rules());
        // An open three makes a straight four, level 5; single stones make nothing, level 0.
        for (to_move, levels) in [("x", 35), ("o", 5)] {
            let stones = "19/19/19/19/19/19/19/19/8xxx8/19/19/5o13/19/13o5/19/19/19/19/19";
            let setup = game.parse_position(&format!("{stones} {to_move}")).expect("a position");
            let position = SquarePosition::set_up(game, &setup).expect("a legal one");
            let features = Features::of(&position, &position.threats(), &weights);
            assert_eq!(features.levels(), levels);
            let policy = weights.of(if to_move == "x" { Color::Black } else { Color::White }).policy();
            let [mut lines, mut others] = [(); 2].map(|()| LineAccumulator::new(&weights, game.grid()));
            let of_lines = others.policy(&position);
            let mut points = 0;
            features.policy_logits(&position, &mut lines, position.candidates(), |point, logit| {
                let [ours, theirs] = features.at(point);
                let classes = [ours, theirs].map(|code| usize::from(policy::POLICY_CLASS[usize::from(code)]));
                let make = policy[levels * 256 + usize::from(ours)];
                let prevent = policy[(49 + levels) * 256 + usize::from(theirs)];
                let both = policy[2 * 49 * 256 + classes[0] * 16 + classes[1]];
                let of_codes = ((make + prevent + both) * 100.0).round() as i32;
                assert_eq!(logit, of_codes + of_lines(point), "{point:?}");
                points += 1;
            });
            assert!(points > 20);
        }
    }
}
