//! Tables of one square game, shared by its positions.

use std::hash::{Hash, Hasher};

use super::captures::Captures;
use super::line::{Steps, star};
use crate::rules::Opening;
use crate::{Bitboard, Game, Point, PointSet};

/// Tables of one square game, shared by its positions.
pub(super) struct Layout {
    pub(super) game: &'static Game,
    pub(super) steps: Steps,
    /// All points.
    pub(super) points: Bitboard,
    /// Where the first, second and third stone may go.
    pub(super) opening: [Bitboard; 3],
    /// While fewer stones have been placed, rules for the first moves may hold.
    pub(super) opening_plies: u8,
    pub(super) captures: Captures,
    /// Where fouls lose, for each point by its index: the points whose stones can be part of a foul there. Else empty.
    pub(super) foul_reach: Box<[Bitboard]>,
}

/// How far from a stone the others are with which it makes threes, fours and, but for the last one, overlines.
const FOUL_REACH: usize = 4;

impl Layout {
    pub(super) fn new(game: &'static Game) -> Self {
        let (grid, rules) = (game.grid(), game.rules());
        let stride = grid.stride() as u32;
        let points: Bitboard = grid.points().collect();
        let words = grid.points().map(|point| point.index() / 64 + 1).max().unwrap_or(1);
        let centre = (grid.width() / 2, grid.height() / 2);
        let within = |reach: usize| {
            let near = |&point: &Point| {
                let (x, y) = grid.xy(point);
                x.abs_diff(centre.0).max(y.abs_diff(centre.1)) <= reach
            };
            grid.points().filter(near).collect::<Bitboard>()
        };
        let axis = rules.opening.axis_limit().map_or(Bitboard::EMPTY, |(from, to)| {
            let on_axis = |&point: &Point| {
                let (x, y) = grid.xy(point);
                let (dx, dy) = (x.abs_diff(centre.0), y.abs_diff(centre.1));
                dx.min(dy) == 0 && (from..=to).contains(&dx.max(dy))
            };
            grid.points().filter(on_axis).collect::<Bitboard>()
        });
        let Opening { first_centre, second_within, .. } = rules.opening;
        let opening = [
            if first_centre { within(0) } else { points },
            second_within.map_or(points, within),
            rules.opening.third_limit().map_or(points, |reach| points & !within(reach - 1)) & !axis,
        ];
        let limited = opening.iter().rposition(|&set| set != points).map_or(0, |ply| ply as u8 + 1);
        let opening_plies = rules.swap.map_or(limited, |swap| limited.max(swap.last() + 1));
        let steps = Steps::new(stride, words);
        let indices = if rules.fouls { 64 * words } else { 0 };
        Self {
            game,
            points,
            opening,
            opening_plies,
            captures: Captures::new(rules),
            foul_reach: (0..indices).map(|index| points & star(Point::new(index), &steps, FOUL_REACH)).collect(),
            steps,
        }
    }
}

impl PartialEq for Layout {
    /// A game has one layout.
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game
    }
}

impl Eq for Layout {}

impl Hash for Layout {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.game.hash(state);
    }
}
