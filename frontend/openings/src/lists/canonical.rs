//! Canonical forms of positions under the symmetries of the board.

use engine::{AnyRecord, Color, Point, Symmetries};

/// Canonical form of a position: the least of its images.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Canonical {
    /// Stones of Black and White, by index.
    stones: [Vec<Point>; 2],
    to_move: Color,
    captured: [u16; 2],
}

impl Canonical {
    /// Returns the canonical form of the current position of `record` on a board with these symmetries.
    pub(super) fn of(record: &dyn AnyRecord, symmetries: &Symmetries) -> Self {
        let points: Vec<Point> = record.game().grid().points().collect();
        let of = |color| points.iter().copied().filter(|&point| record.stone(point) == Some(color)).collect::<Vec<_>>();
        let stones = Color::ALL.map(of);
        let images = (0..symmetries.count()).map(|symmetry| {
            stones.each_ref().map(|points| {
                let mut points: Vec<_> = points.iter().map(|&point| symmetries.image(symmetry, point)).collect();
                points.sort_unstable();
                points
            })
        });
        Self {
            stones: images.min().expect("the identity at least"),
            to_move: record.to_move(),
            captured: Color::ALL.map(|color| record.captured(color)),
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::{Game, Move, Rules, SetUp, record};

    use super::*;
    use random::Dice;

    fn boards() -> Vec<&'static Game> {
        let square = Rules::ALL.into_iter().map(|rules| Game::new(rules, None, None).expect("a game"));
        square.chain([Game::with_sides(Rules::FREESTYLE, 9, 12, None).expect("a rectangle")]).collect()
    }

    #[test]
    fn the_canonical_form_is_that_of_every_image_and_tells_positions_apart() {
        for (number, game) in boards().into_iter().enumerate() {
            let symmetries = Symmetries::of(game.grid());
            let points: Vec<_> = game.grid().points().collect();
            let mut dice = Dice::new(7, number as u64, 0);
            let mut setup = SetUp { stones: Vec::new(), walls: Vec::new(), to_move: Color::Black, captured: [0; 2] };
            for ply in 0..7 {
                let point = dice.pick(&points).expect("a point");
                if setup.stones.iter().all(|&(taken, _)| taken != point) {
                    setup.stones.push((point, Color::ALL[ply % 2]));
                }
            }
            let form =
                |setup: &SetUp| Canonical::of(record(game, Some(setup)).expect("a position").as_ref(), &symmetries);
            let expected = form(&setup);
            for symmetry in 0..symmetries.count() {
                assert_eq!(form(&symmetries.image_of(symmetry, &setup)), expected, "{game:?} symmetry {symmetry}");
            }
            assert_ne!(form(&SetUp { to_move: Color::White, ..setup.clone() }), expected);
            setup.stones.pop();
            assert_ne!(form(&setup), expected);
        }
    }

    #[test]
    fn captured_stones_count() {
        let game = Game::new(Rules::PENTE, None, None).expect("a game");
        let symmetries = Symmetries::of(game.grid());
        let mut played = record(game, None).expect("a game");
        // White takes K10 and L11 between J9 and M12.
        for name in ["K10", "J9", "A1", "A3", "L11", "M12"] {
            let point = game.grid().parse(name).expect("a point");
            played.play(Move::Place(point)).expect("legal");
        }
        assert_eq!(played.captured(Color::White), 2);
        let stones = game.grid().points().filter_map(|point| played.stone(point).map(|color| (point, color)));
        let setup = SetUp { stones: stones.collect(), walls: Vec::new(), to_move: played.to_move(), captured: [0; 2] };
        let without = record(game, Some(&setup)).expect("a position");
        let form = |record: &dyn AnyRecord| Canonical::of(record, &symmetries);
        assert_ne!(form(without.as_ref()), form(played.as_ref()));
    }
}
