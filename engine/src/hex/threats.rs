//! The threats of one side on a hexagon.

use super::HexPosition;
use crate::threats::{WINDOW_COUNT_BITS, add, class, with_captures};
use crate::{Color, Point, PointSet, Position, Threats};

/// The class of stones in codes.
const STONE: usize = 13;

impl<W: PointSet> HexPosition<W> {
    /// The code of every point for `color`, see [`Threats::code`].
    fn code(
        &self,
        color: Color,
        windows: [W; WINDOW_COUNT_BITS],
        [five, four, double_four, capture]: [W; 4],
    ) -> [W; 8] {
        let (own, empty, layout) = (self.stones[color.index()], self.empty(), self.layout);
        // Where a stone has few liberties: one, none, or it fills an eye.
        let [mut short, mut suicide, mut eye] = [W::EMPTY; 3];
        for point in (empty & !capture).iter() {
            let around = layout.neighbours[point.index()];
            if (around & empty).len() > 1 {
                continue;
            }
            if (around & !own).is_empty() {
                eye.insert(point);
                continue;
            }
            let (_, around) = layout.group(point, own | W::of(point));
            match (around & empty & !W::of(point)).len() {
                0 => suicide.insert(point),
                1 => short.insert(point),
                _ => {}
            }
        }
        let calm = !four;
        let class = class(five, short & four, [four, double_four], [(short | suicide) & calm, suicide & calm]);
        let [a, b, c, d] = windows;
        let [e, f, g, h] = with_captures(class, capture, W::EMPTY);
        let mut code = [a, b, c, d, e, f, g | eye & calm, h];
        for (group, around) in layout.groups(own, own) {
            let number = (around & empty).len().min(4) | STONE << WINDOW_COUNT_BITS;
            for (_, set) in code.iter_mut().enumerate().filter(|(digit, _)| number >> digit & 1 != 0) {
                *set |= group;
            }
        }
        code
    }

    pub(super) fn threats_of(&self, color: Color) -> Threats<W> {
        let (enemy, empty, length) = (self.stones[(!color).index()], self.empty(), self.layout.game.length());
        let [mut five, mut four, mut double_four, mut two] = [W::EMPTY; 4];
        let mut windows = [W::EMPTY; WINDOW_COUNT_BITS];
        for &line in self.layout.lines {
            if !(line & enemy).is_empty() {
                continue;
            }
            let missing = line & empty;
            match length - missing.len() {
                0 => {}
                1 => add(&mut windows, [missing, W::EMPTY, W::EMPTY]),
                _ => add(&mut windows, [W::EMPTY, missing, W::EMPTY]),
            }
            match missing.len() {
                1 => five |= missing,
                2 => {
                    double_four |= four & missing;
                    four |= missing;
                }
                _ => {}
            }
            if missing.len() <= 3 {
                two |= missing;
            }
        }
        let capture = self.layout.ataris(enemy, empty);
        let code = self.code(color, windows, [five, four, double_four, capture]);
        let in_atari = |point: Point| self.taken(point, enemy, empty & !W::of(point));
        Threats {
            five,
            straight_four: W::EMPTY,
            four,
            double_four,
            three: W::EMPTY,
            double_three: W::EMPTY,
            two,
            code,
            capture,
            atari: self.layout.few_liberties(enemy, enemy, empty, 2) & !capture,
            capturable: capture.iter().fold(W::EMPTY, |stones, point| stones | in_atari(point)),
        }
    }
}
