//! The lines that decide a game.

use engine::{Color, Point, Shape as Outline};

use records::Replayed;

/// The stones of the lines that have won, or that will if they are not broken now.
#[must_use]
pub fn decisive(game: &Replayed) -> Vec<Point> {
    let owner = match game.outcome() {
        Some(outcome) => outcome.winner,
        None => game.pending_five().then(|| !game.record.to_move()),
    };
    owner.map_or_else(Vec::new, |color| lines(game, color))
}

/// The stones of all lines of `color` that win.
fn lines(game: &Replayed, color: Color) -> Vec<Point> {
    let (record, rules) = (game.record.as_ref(), game.record.game().rules());
    let (grid, length, line) = (record.game().grid(), record.game().length(), rules.line[color.index()]);
    let directions: &[(isize, isize)] = match grid.shape() {
        Outline::Rectangle => &[(1, 0), (0, 1), (1, 1), (-1, 1)],
        Outline::Hexagon => &[(1, 0), (0, 1), (1, 1)],
    };
    let step = |point: Point, (right, down): (isize, isize)| {
        let (x, y) = grid.xy(point);
        grid.point(x.checked_add_signed(right)?, y.checked_add_signed(down)?)
    };
    let own = |point: &Point| record.stone(*point) == Some(color);
    let mut winning = Vec::new();
    for &direction in directions {
        let back = (-direction.0, -direction.1);
        for first in grid.points().filter(own) {
            let before = step(first, back);
            if before.as_ref().is_some_and(own) {
                continue;
            }
            let row: Vec<Point> =
                std::iter::successors(Some(first), |&point| step(point, direction).filter(own)).collect();
            let after = step(row[row.len() - 1], direction);
            let shut = [before, after].iter().all(|end| end.is_some_and(|end| record.stone(end) == Some(!color)));
            let wins = match row.len() {
                long if long == length => !(line.open && shut),
                long => long > length && !line.exact,
            };
            if wins {
                winning.extend(row);
            }
        }
    }
    winning.sort_unstable();
    winning.dedup();
    winning
}
