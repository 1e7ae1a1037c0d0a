//! First stones of an opening: various ones, and candidates for the last stone before a choice of sides.

use engine::{Grid, Point};
use random::Dice;

/// Largest distance of first stones from the centre.
const NEAR: usize = 4;

/// Largest number of candidates.
const MANY: usize = 24;

/// Returns a random one of the allowed `points`, near the centre if one of them is. `None` without points.
pub fn first_stone(grid: &Grid, points: &[Point], dice: &mut Dice) -> Option<Point> {
    dice.pick(&near(grid, points))
}

/// Returns candidates for the last stone before a choice of sides, at most 24 of the allowed `points`, near the centre if any of
/// them are. The most balanced one is to be played.
pub fn last_stones(grid: &Grid, points: &[Point], dice: &mut Dice) -> Vec<Point> {
    let near = near(grid, points);
    let mut tried: Vec<Point> = (0..MANY).filter_map(|_| dice.pick(&near)).collect();
    tried.sort_unstable();
    tried.dedup();
    tried
}

/// Returns the points near the centre, or all if none is.
fn near(grid: &Grid, points: &[Point]) -> Vec<Point> {
    let is_near = |&point: &Point| {
        let (x, y) = grid.xy(point);
        x.abs_diff(grid.width() / 2).max(y.abs_diff(grid.height() / 2)) <= NEAR
    };
    let near: Vec<Point> = points.iter().copied().filter(is_near).collect();
    if near.is_empty() { points.to_vec() } else { near }
}

#[cfg(test)]
mod tests {
    use engine::{Game, Rules};

    use super::*;

    #[test]
    fn stones_lie_near_the_centre_where_they_may() {
        let game = Game::new(Rules::FREESTYLE, None, None).expect("a game");
        let (grid, mut dice) = (game.grid(), Dice::new(1, 0, 0));
        let all: Vec<Point> = grid.points().collect();
        let stones = last_stones(grid, &all, &mut dice);
        assert!((12..=24).contains(&stones.len()), "{}", stones.len());
        for point in stones.into_iter().chain(first_stone(grid, &all, &mut dice)) {
            let (x, y) = grid.xy(point);
            assert!((3..=11).contains(&x) && (3..=11).contains(&y), "{}", grid.name(point));
        }
        let corner = [all[0]];
        assert_eq!(first_stone(grid, &corner, &mut dice), Some(all[0]));
        assert_eq!((last_stones(grid, &corner, &mut dice), first_stone(grid, &[], &mut dice)), (corner.to_vec(), None));
    }
}
