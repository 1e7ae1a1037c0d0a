//! The value of a position: a sum of terms, each a weight times a number that is read off the position.
//!
//! The same terms are summed up in the search and fitted by the tuner.

use engine::{Color, PointSet, Position, Threats};

use crate::order::CODES;

/// The number of classes of points that threaten something: see [`Threats::code`].
const CLASSES: usize = 7;

/// What is counted on each side: the points of each class, and those that capture.
const COUNTED: usize = CLASSES + 1;

/// The number of levels of strength.
const LEVELS: usize = 7;

/// The number of steps on the way to a win by captures.
const STEPS: usize = 8;

const POINTS: usize = 1;
const FIRST: usize = POINTS + 2 * CODES;
const SECOND: usize = FIRST + 2 * COUNTED;
const CAPTURABLE: usize = SECOND + 2 * COUNTED;
const LEVEL: usize = CAPTURABLE + 2;
const CAPTURED: usize = LEVEL + LEVELS * LEVELS;
const CAPTURES: usize = CAPTURED + STEPS * STEPS;
/// The number of weights of a value.
pub const TERMS: usize = CAPTURES + 2 * STEPS;

/// The weights in the order of their numbers, as blocks of rows: what they belong to, number of rows, weights in a row.
/// Where there are two, the side to move comes first.
pub const LAYOUT: [(&str, usize, usize); 9] = [
    // The right to move.
    ("tempo", 1, 1),
    // Each point by its code for the side to move: rows for the classes nothing, three, double three, four, four and three,
    // double four, straight four, five, then the same for points that capture as well; columns for the prospects.
    ("ours", 16, 16),
    // Each point by its code for the other side.
    ("theirs", 16, 16),
    // That there is a point of a class at all, strongest first; that there is one that captures.
    ("first", 2, COUNTED),
    // In addition, that there are two or more.
    ("second", 2, COUNTED),
    // Each enemy stone that can be captured.
    ("capturable", 1, 2),
    // The strongest classes of both sides: rows for the side to move, columns for the other.
    ("level", LEVELS, LEVELS),
    // What both sides have captured: rows for the side to move, columns for the other.
    ("captured", STEPS, STEPS),
    // Each point that captures, by what was captured before.
    ("captures", 2, STEPS),
];

/// The numbers of the weights of points where neither anything is made nor anything may come of a stone: always 0.
pub const NOTHING: [usize; 2] = [POINTS, POINTS + CODES];

/// The number of the weight of a point with this code for the side with this number.
pub(crate) fn point(side: usize, code: u8) -> usize {
    POINTS + side * CODES + usize::from(code)
}

/// What there is of one side.
struct Side {
    counts: [i32; COUNTED],
    capturable: i32,
    /// How far it has come with its captures.
    step: usize,
}

impl Side {
    #[inline(always)]
    fn of<P: Position>(threats: &Threats<P::Set>, position: &P, color: Color) -> Self {
        let mut stronger = P::Set::EMPTY;
        let mut class = |set: P::Set| {
            let class = set & !stronger;
            stronger |= set;
            count(class)
        };
        let counts = [
            class(threats.five),
            class(threats.straight_four),
            class(threats.double_four),
            class(threats.four & threats.three),
            class(threats.four),
            class(threats.double_three),
            class(threats.three),
            count(threats.capture),
        ];
        let captured = usize::from(position.captured(color));
        let target = position.game().rules().target();
        let step = target.map_or(captured / 2, |target| captured * STEPS / usize::from(target)).min(STEPS - 1);
        Self { counts, capturable: count(threats.capturable), step }
    }

    /// The strongest class there is; 0 if it is weaker than a three.
    #[inline(always)]
    fn level(&self) -> usize {
        const LEVEL: [usize; CLASSES] = [6, 5, 4, 4, 3, 2, 1];
        self.counts[..CLASSES].iter().position(|&count| count > 0).map_or(0, |class| LEVEL[class])
    }
}

/// The number of members; most sets have none.
#[inline(always)]
fn count<S: PointSet>(set: S) -> i32 {
    if set.is_empty() { 0 } else { set.len() as i32 }
}

/// Calls `term` with the numbers of weights, and how often each counts in `position`, whose threats these are: of the side
/// to move, then of the other side. The points by their codes are left to the caller.
#[inline(always)]
pub(crate) fn terms<P: Position>(threats: &[Threats<P::Set>; 2], position: &P, mut term: impl FnMut(usize, i32)) {
    let us = position.to_move();
    let sides = [Side::of(&threats[0], position, us), Side::of(&threats[1], position, !us)];
    term(0, 1);
    for (number, side) in sides.iter().enumerate() {
        for (set, &count) in side.counts.iter().enumerate() {
            if count > 0 {
                let row = number * COUNTED + set;
                term(FIRST + row, 1);
                if count > 1 {
                    term(SECOND + row, 1);
                }
            }
        }
        term(CAPTURABLE + number, side.capturable);
        term(CAPTURES + number * STEPS + side.step, side.counts[CLASSES]);
    }
    let [ours, theirs] = sides;
    term(LEVEL + ours.level() * LEVELS + theirs.level(), 1);
    term(CAPTURED + ours.step * STEPS + theirs.step, 1);
}
