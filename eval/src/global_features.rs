//! Global features: what of a position its value depends on, besides the pattern codes of its points.

use engine::{Color, PointSet, Tactics, Threats};

/// The number of levels of strength.
const LEVELS: usize = 7;

/// The number of pairs of such levels, of the side to move and of the other.
pub const LEVEL_PAIRS: usize = LEVELS * LEVELS;

/// The number of steps on the way to a win by captures.
const STEPS: usize = 8;

/// Numbers of stones that can be captured; the last one stands for more as well.
const CAPTURABLE: usize = 8;

/// Steps from the empty board to the full one.
const FILLED: usize = 16;

/// The number of global features.
pub const GLOBAL_FEATURES: usize = LEVEL_PAIRS + STEPS * STEPS + 2 * CAPTURABLE + FILLED;

/// How many global features are active at a time.
pub const ACTIVE_GLOBAL_FEATURES: usize = 5;

/// The blocks of global features in index order: name and size. Exactly one feature of each block is active. Where a block
/// concerns both sides, the side to move comes first.
pub(crate) const LAYOUT: [(&str, usize); ACTIVE_GLOBAL_FEATURES] = [
    // The strongest classes of both sides: the number for the side to move times 7, plus that for the other.
    ("level", LEVEL_PAIRS),
    // Captures of both sides: the steps of the side to move times 8, plus those of the other.
    ("captured", STEPS * STEPS),
    // The enemy stones that the side to move can capture, and those that the other can.
    ("capturable", CAPTURABLE),
    ("endangered", CAPTURABLE),
    // The share of all points that have stones, in sixteenths.
    ("filled", FILLED),
];

/// The global features of one side.
struct Side {
    /// The strongest class of its points; 0 if it is weaker than a three.
    level: usize,
    /// How far it has come with its captures.
    step: usize,
    capturable: usize,
}

impl Side {
    #[inline(always)]
    fn of<P: Tactics>(threats: &Threats<P::Set>, position: &P, color: Color) -> Self {
        let captured = usize::from(position.captured(color));
        let target = position.game().rules().target();
        let step = target.map_or(captured / 2, |target| captured * STEPS / usize::from(target)).min(STEPS - 1);
        let capturable = if threats.capturable.is_empty() { 0 } else { threats.capturable.len().min(CAPTURABLE - 1) };
        Self { level: level(threats), step, capturable }
    }
}

#[inline(always)]
fn level<S: PointSet>(threats: &Threats<S>) -> usize {
    let is_there = |set: S| !set.is_empty();
    match () {
        () if is_there(threats.five) => 6,
        () if is_there(threats.straight_four) => 5,
        () if is_there(threats.double_four | threats.four & threats.three) => 4,
        () if is_there(threats.four) => 3,
        () if is_there(threats.double_three) => 2,
        () if is_there(threats.three) => 1,
        () => 0,
    }
}

/// The global features that are active in `position`, whose threats these are.
#[inline(always)]
pub(crate) fn global_features<P: Tactics>(
    threats: &[Threats<P::Set>; 2],
    position: &P,
) -> [usize; ACTIVE_GLOBAL_FEATURES] {
    let us = position.to_move();
    let (ours, theirs) = (Side::of(&threats[0], position, us), Side::of(&threats[1], position, !us));
    let captured = LEVEL_PAIRS;
    let capturable = captured + STEPS * STEPS;
    [
        ours.level * LEVELS + theirs.level,
        captured + ours.step * STEPS + theirs.step,
        capturable + ours.capturable,
        capturable + CAPTURABLE + theirs.capturable,
        capturable + 2 * CAPTURABLE + filled(position),
    ]
}

#[inline(always)]
fn filled<P: Tactics>(position: &P) -> usize {
    let stones = (position.stones(Color::Black) | position.stones(Color::White)).len();
    (stones * FILLED / position.game().grid().area()).min(FILLED - 1)
}
