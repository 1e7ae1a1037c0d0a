//! How promising points are: a byte says what a stone would make there and prevent, a table what that is worth.

use engine::{Point, PointSet, Threats};

/// The number of ranks of points in the order of moves: nothing, one, two, three, double three, four, double four or four
/// with a three, straight four or five.
pub const RANKS: usize = 8;

/// The number of codes of points: the rank of what the side to move makes there, the rank of what the other side would
/// make, whether the side to move captures, whether the other side would. A digit of 3 bits each, then a bit each.
pub const CODES: usize = RANKS * RANKS * 4;

/// The number of weights of an order.
pub const TRAITS: usize = RANKS * RANKS + 4 * RANKS;

/// The weights in the order of their numbers, as in [`LAYOUT`](crate::LAYOUT).
pub const ORDER_LAYOUT: [(&str, usize, usize); 3] = [
    // Rows for what the side to move makes, columns for what it prevents.
    ("order", RANKS, RANKS),
    // In addition where it captures: by what it makes, by what it prevents.
    ("capturing", 2, RANKS),
    // In addition where the other side would capture: likewise.
    ("saving", 2, RANKS),
];

/// The numbers of the weights that make up the worth of a point with this code.
pub fn traits(code: usize) -> impl Iterator<Item = usize> {
    let (ours, theirs) = (code % RANKS, code / RANKS % RANKS);
    let captures = [code / 64 % 2 == 1, code / 128 == 1];
    let at = RANKS * RANKS;
    let capturing = captures[0].then_some([at + ours, at + RANKS + theirs]);
    let saving = captures[1].then_some([at + 2 * RANKS + ours, at + 3 * RANKS + theirs]);
    [ours * RANKS + theirs].into_iter().chain(capturing.into_iter().flatten()).chain(saving.into_iter().flatten())
}

/// Calls `each` with the points of `set` and their codes, of the threats of the side to move and of the other side.
#[inline(always)]
pub(crate) fn codes<S: PointSet>([ours, theirs]: &[Threats<S>; 2], set: S, mut each: impl FnMut(Point, u8)) {
    let ([a, b, c], [d, e, f]) = (ranks(ours), ranks(theirs));
    let planes = [a, b, c, d, e, f, ours.capture, theirs.capture];
    for word in 0..S::WORDS {
        let mut rest = set.word(word);
        while rest != 0 {
            // Eight points at a time: a byte of each plane becomes a byte for each point.
            let first = rest.trailing_zeros() & !7;
            let mut points = rest >> first & 0xff;
            rest &= !(0xff << first);
            let rows = planes.iter().rev().fold(0, |rows, plane| rows << 8 | plane.word(word) >> first & 0xff);
            let codes = transposed(rows);
            while points != 0 {
                let point = points.trailing_zeros();
                points &= points - 1;
                each(Point::new(64 * word + (first + point) as usize), (codes >> (8 * point)) as u8);
            }
        }
    }
}

/// The ranks of all points as binary numbers, lowest digit first.
#[inline(always)]
fn ranks<S: PointSet>(threats: &Threats<S>) -> [S; 3] {
    let seven = threats.five | threats.straight_four;
    let six = threats.double_four | threats.four & threats.three;
    let (five, four, three, two, one) = (threats.four, threats.double_three, threats.three, threats.two, threats.one);
    let high = seven | six | five | four;
    let middle = seven | six | !high & (three | two);
    let low = seven | !six & (five | !four & (three | !two & one));
    [low, middle, high]
}

/// The 8×8 matrix of bits `rows`, a byte a row, with rows and columns exchanged (Warren, Hacker's Delight, 7-3).
#[inline(always)]
const fn transposed(rows: u64) -> u64 {
    let differing = (rows ^ rows >> 7) & 0x00aa_00aa_00aa_00aa;
    let rows = rows ^ differing ^ differing << 7;
    let differing = (rows ^ rows >> 14) & 0x0000_cccc_0000_cccc;
    let rows = rows ^ differing ^ differing << 14;
    let differing = (rows ^ rows >> 28) & 0x0000_0000_f0f0_f0f0;
    rows ^ differing ^ differing << 28
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
            assert_eq!(transposed(1 << (8 * row + column)), 1 << (8 * column + row));
        }
    }

    /// Threats with the low six bits of a number in a set each, the strong shapes first.
    fn threats(points: impl Fn(u32) -> u64) -> Threats<u64> {
        Threats {
            five: 0,
            straight_four: points(0),
            four: points(2),
            double_four: points(1),
            three: points(4),
            double_three: points(3),
            two: points(5),
            one: points(6),
            capture: points(7),
            capturable: 0,
        }
    }

    #[test]
    fn a_code_holds_the_strongest_of_each_side() {
        // Point n of 64 is in the sets of the bits of 4·n, of the other side in those of 3·n.
        let set = |factor: u64| move |bit: u32| (0..64).filter(|n| (n * factor) >> bit & 1 == 1).map(|n| 1 << n).sum();
        let sides = [threats(set(4)), threats(set(3))];
        let rank = |threats: &Threats<u64>, point: Point| {
            let is = |set: u64| set.contains(point);
            if is(threats.straight_four) {
                7
            } else if is(threats.double_four) || is(threats.four) && is(threats.three) {
                6
            } else if is(threats.four) {
                5
            } else if is(threats.double_three) {
                4
            } else if is(threats.three) {
                3
            } else if is(threats.two) {
                2
            } else {
                usize::from(is(threats.one))
            }
        };
        let mut seen = 0u64;
        codes(&sides, !0, |point, code| {
            let captures = sides.each_ref().map(|side| usize::from(side.capture.contains(point)));
            let expected = rank(&sides[0], point) + 8 * rank(&sides[1], point) + 64 * captures[0] + 128 * captures[1];
            assert_eq!(usize::from(code), expected, "{point:?}");
            seen |= u64::of(point);
        });
        assert_eq!(seen, !0);
    }
}
