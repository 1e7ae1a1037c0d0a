//! Positions that are over already.
//!
//! The engine judges moves only, and takes a set-up position as it is. A certificate of one in which a side has won before
//! claims nothing.

use std::cmp::Ordering;

use engine::{Color, Grid, Point, PointSet, Position, Shape};

/// Why the game is over in a set-up position: a winning line or enough captured stones of either side.
pub(super) fn over<P: Position>(position: &P) -> Option<String> {
    if let Some(outcome) = position.outcome() {
        return Some(format!("the game is over in this position: {outcome}"));
    }
    Color::ALL.into_iter().find_map(|color| {
        captures(position, color)
            .or_else(|| line(position, color))
            .map(|what| format!("the game is over in this position: {color} has {what}"))
    })
}

/// The captured stones of `color`, if they have won.
fn captures<P: Position>(position: &P, color: Color) -> Option<String> {
    position.wins_by_captures(color).then(|| format!("captured {} stones", position.captured(color)))
}

/// A winning line of `color`. Where fives can be broken, that of the side that is not to move is pending.
fn line<P: Position>(position: &P, color: Color) -> Option<String> {
    let (game, stones) = (position.game(), position.stones(color));
    if game.rules().breakable && color != position.to_move() {
        return None;
    }
    let grid = game.grid();
    let begins = |first: Point| steps(grid).iter().find_map(|&step| won(position, color, first, step));
    let (first, length) = stones.iter().find_map(|first| Some((first, begins(first)?)))?;
    Some(format!("a line of {length} from {}", grid.name(first)))
}

/// The directions of lines.
const fn steps(grid: &Grid) -> &'static [(isize, isize)] {
    match grid.shape() {
        Shape::Rectangle => &[(1, 0), (0, 1), (1, 1), (1, -1)],
        Shape::Hexagon => &[(1, 0), (0, 1), (1, 1)],
    }
}

/// The length of the winning line of `color` that begins at `first` and runs along `step`, if there is one.
fn won<P: Position>(position: &P, color: Color, first: Point, (dx, dy): (isize, isize)) -> Option<usize> {
    let game = position.game();
    let (grid, line) = (game.grid(), game.rules().line[color.index()]);
    let (x, y) = grid.xy(first);
    let is = |times: isize, color: Color| {
        let (x, y) = (x.checked_add_signed(dx * times), y.checked_add_signed(dy * times));
        let point = x.zip(y).and_then(|(x, y)| grid.point(x, y));
        point.is_some_and(|point| position.stones(color).contains(point))
    };
    if is(-1, color) {
        return None;
    }
    let length = (0..).take_while(|&times| is(times, color)).count();
    let shut = is(-1, !color) && is(length as isize, !color);
    let wins = match length.cmp(&game.length()) {
        Ordering::Less => false,
        Ordering::Equal => !(line.open && shut),
        Ordering::Greater => !line.exact,
    };
    wins.then_some(length)
}
