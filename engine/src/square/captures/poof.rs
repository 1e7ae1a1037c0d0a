//! Poof: a stone that completes a row between enemy stones loses the row, `xo(o)x` becomes `x..x`.

use super::OwnLoss;
use crate::square::line::Steps;
use crate::{Bitboard, Point, PointSet};

pub(super) const RULE: OwnLoss = OwnLoss { applies: |rules| rules.poof, lost };

/// The stones that a stone on `point`, one of `own`, loses by completing rows between enemy stones: every row of 2 up to
/// `longest` own stones through `point` with an enemy stone at each end, as in `xo(o)x`.
fn lost(own: &Bitboard, enemy: &Bitboard, point: Point, steps: &Steps, longest: usize) -> Bitboard {
    let mut lost = Bitboard::EMPTY;
    let from = point.index() as isize;
    for step in steps.map(|step| step as isize) {
        let run = |step: isize| {
            (1..=longest as isize).take_while(|distance| own.has(from + distance * step)).count() as isize
        };
        let (before, after) = (run(-step), run(step));
        let closed = enemy.has(from - (before + 1) * step) && enemy.has(from + (after + 1) * step);
        if closed && (2..=longest as isize).contains(&(before + 1 + after)) {
            (-before..=after).for_each(|distance| lost.insert(Point::new((from + distance * step) as usize)));
        }
    }
    lost
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the points that the stone on 3 of a row of `x` and `o` loses.
    fn assert_lost(row: &str, longest: usize, expected: &[usize]) {
        let all = |stone: char| row.char_indices().filter(move |&(_, c)| c == stone).map(|(at, _)| Point::new(at));
        let (own, enemy): (Bitboard, Bitboard) = (all('x').collect(), all('o').collect());
        let steps = Steps::new(20, 1);
        let lost = lost(&own, &enemy, Point::new(3), &steps, longest);
        assert!(lost.iter().map(Point::index).eq(expected.iter().copied()), "{row}: {lost:?}");
    }

    #[test]
    fn rows_between_enemy_stones_are_lost() {
        assert_lost(".oxxo", 2, &[2, 3]);
        assert_lost("..oxxo", 2, &[3, 4]);
        assert_lost("oxxxo", 2, &[]); // longer rows stay
        assert_lost("oxxxo", 3, &[1, 2, 3]);
        assert_lost("..oxo", 3, &[]); // single stones stay
        assert_lost(".oxx.", 2, &[]); // one end is open
    }
}
