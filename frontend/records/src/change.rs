//! Set-ups in the middle of a game, and passes that records have although the rules offer none.

use engine::rules::Capture;
use engine::{AnyRecord, Bitboard, Color, Game, Move, Point, PointSet, SetUp};

/// A set-up in the middle of a game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Change {
    /// The points that change, in order: the colour of their stone, or none.
    pub stones: Vec<(Point, Option<Color>)>,
    /// The side to move afterwards; unchanged if there is none.
    pub to_move: Option<Color>,
}

impl Change {
    /// The position of a record after the set-up.
    #[must_use]
    pub fn applied(&self, record: &dyn AnyRecord) -> SetUp {
        let mut setup = set_up(record);
        let newest = self.newest();
        let changed = Bitboard::of_all(newest.iter().map(|&(point, _)| point));
        setup.stones.retain(|&(stone, _)| !changed.contains(stone));
        setup.stones.extend(newest.into_iter().filter_map(|(point, color)| Some((point, color?))));
        setup.to_move = self.to_move.unwrap_or(setup.to_move);
        setup
    }

    /// The points that change, each with the last of its stones, in the order of those.
    pub(crate) fn newest(&self) -> Vec<(Point, Option<Color>)> {
        let mut known = Bitboard::EMPTY;
        let mut is_new = |&(point, _): &(Point, Option<Color>)| {
            let is_new = !known.contains(point);
            known.insert(point);
            is_new
        };
        let mut newest: Vec<_> = self.stones.iter().rev().copied().filter(&mut is_new).collect();
        newest.reverse();
        newest
    }

    /// Exchanges the colours.
    pub(crate) fn exchange_colors(&mut self) {
        self.stones.iter_mut().for_each(|(_, color)| *color = color.map(|color| !color));
        self.to_move = self.to_move.map(|color| !color);
    }
}

/// Whether records of a game may have passes that its rules do not offer: in games without captures, as the rules of renju
/// tournaments allow them.
pub(crate) fn keeps_passes(game: &Game) -> bool {
    matches!(game.rules().capture, Capture::None)
}

/// The position after a move, if that is a pass which only records have.
pub(crate) fn passed(record: &dyn AnyRecord, mv: Move) -> Option<SetUp> {
    let kept = mv == Move::Pass && keeps_passes(record.game());
    if !kept || record.outcome().is_some() || record.legal_set().is_empty() {
        return None;
    }
    let setup = set_up(record);
    Some(SetUp { to_move: !setup.to_move, ..setup })
}

/// The position of a record.
fn set_up(record: &dyn AnyRecord) -> SetUp {
    let points = || record.game().grid().points();
    SetUp {
        stones: points().filter_map(|point| record.stone(point).map(|color| (point, color))).collect(),
        walls: points().filter(|&point| !record.is_empty(point) && record.stone(point).is_none()).collect(),
        to_move: record.to_move(),
        captured: Color::ALL.map(|color| record.captured(color)),
    }
}

#[cfg(test)]
mod tests {
    use engine::Rules;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// The position after one stone of the set-up after the other.
    fn one_by_one(change: &Change, record: &dyn AnyRecord) -> SetUp {
        let mut setup = set_up(record);
        for &(point, color) in &change.stones {
            setup.stones.retain(|&(stone, _)| stone != point);
            setup.stones.extend(color.map(|color| (point, color)));
        }
        setup
    }

    #[test]
    fn the_last_stone_of_a_point_counts() {
        let game = Game::new(Rules::FREESTYLE, Some(5), None).expect("a board");
        let points: Vec<Point> = game.grid().points().collect();
        let mut dice = StdRng::seed_from_u64(1);
        for _ in 0..200 {
            let mut record = game.record();
            for point in [3, 7, 12, 18] {
                record.play(Move::Place(points[point])).expect("an empty point");
            }
            let mut stone = || {
                let color = [None, Some(Color::Black), Some(Color::White)][dice.random_range(0..3)];
                (points[dice.random_range(0..points.len())], color)
            };
            let change = Change { stones: (0..30).map(|_| stone()).collect(), to_move: None };
            let [mut now, mut slow] = [change.applied(record.as_ref()), one_by_one(&change, record.as_ref())];
            now.stones.sort_unstable();
            slow.stones.sort_unstable();
            assert_eq!(now, slow);
        }
    }
}
