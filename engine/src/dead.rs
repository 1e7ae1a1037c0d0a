//! Dead positions: neither side can win any more.

use crate::rules::Capture;
use crate::square::captures::cost_own_stones;
use crate::{Color, Point, PointSet, Position, Shape};

/// Whether neither side can win any more: every line is blocked for both, and no capture can open one. Then only a draw
/// is possible; the converse does not hold.
pub(crate) fn is_dead<P: Position>(position: &P) -> bool {
    if cost_own_stones(position.game().rules()) {
        return false;
    }
    let longest = match position.game().rules().capture {
        Capture::None => 0,
        Capture::Flank { longest, .. } => longest,
        // A group may be surrounded as long as a stone can be placed.
        Capture::Surround { .. } => return false,
    };
    let lines = Lines { position };
    let rows = 2..=longest;
    Color::ALL.iter().all(|&color| !lines.has_room(color) && !rows.clone().any(|row| lines.may_capture(color, row)))
}

/// The lines of a position that can still be completed.
struct Lines<'p, P> {
    position: &'p P,
}

impl<P: Position> Lines<'_, P> {
    /// Whether a winning line of `color` can be filled, or longer ones where these do not win.
    fn has_room(&self, color: Color) -> bool {
        let open = self.position.stones(color) | self.position.empty();
        self.rows(self.position.game().length()).any(|row| row.iter().all(|&point| open.contains(point)))
    }

    /// Whether `color` can ever capture `count` stones in a row, as in `xoox`: stones that are placed only make it harder.
    fn may_capture(&self, color: Color, count: usize) -> bool {
        let empty = self.position.empty();
        let [own, enemy] = [color, !color].map(|color| self.position.stones(color) | empty);
        self.rows(count + 2).any(|row| {
            let ends = [row[0], row[count + 1]];
            ends.iter().all(|&end| own.contains(end))
                && ends.iter().any(|&end| empty.contains(end))
                && row[1..=count].iter().all(|&point| enemy.contains(point))
        })
    }

    /// All rows of `count` points.
    fn rows(&self, count: usize) -> impl Iterator<Item = Vec<Point>> {
        let grid = *self.position.game().grid();
        let directions: &[(isize, isize)] = match grid.shape() {
            Shape::Rectangle => &[(1, 0), (0, 1), (1, 1), (-1, 1)],
            Shape::Hexagon => &[(1, 0), (0, 1), (1, 1)],
        };
        let row = move |first: Point, (right, down): (isize, isize)| {
            let (x, y) = grid.xy(first);
            let point = |n: isize| grid.point(x.checked_add_signed(n * right)?, y.checked_add_signed(n * down)?);
            (0..count as isize).map(point).collect::<Option<Vec<_>>>()
        };
        grid.points().flat_map(move |first| directions.iter().filter_map(move |&direction| row(first, direction)))
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::parse_position;
    use crate::rules::Capture;
    use crate::{Game, Rules, record};

    const NONE: fn(&Capture) -> bool = |capture| matches!(capture, Capture::None);
    const FLANK: fn(&Capture) -> bool = |capture| matches!(capture, Capture::Flank { .. });
    const SURROUND: fn(&Capture) -> bool = |capture| matches!(capture, Capture::Surround { .. });

    /// Whether a position is dead in the first game that captures so.
    fn is_dead(captures: fn(&Capture) -> bool, size: usize, text: &str) -> bool {
        let rules = Rules::ALL.into_iter().find(|rules| captures(&rules.capture)).expect("some game does");
        let game = Game::new(rules, Some(size), None).expect("a game");
        let setup = parse_position(game, &mut text.split_whitespace().peekable()).expect("a position");
        record(game, Some(&setup)).expect("a record").is_dead()
    }

    #[test]
    fn a_board_without_room_for_a_line_is_dead() {
        assert!(!is_dead(NONE, 5, "5/5/5/5/5 x"));
        assert!(is_dead(NONE, 5, "xoxo1/oxoxo/xooxx/oxxoo/xoxo1 x"));
        assert!(!is_dead(NONE, 5, "1oxox/oxoxo/xoxxo/oxoxx/xooxx x"), "a diagonal of x");
    }

    #[test]
    fn captures_keep_a_board_alive() {
        // Slanting stripes without a five of either side, and one empty point in the top row.
        let board = |gap: usize| {
            let stone = |x: usize, y: usize| if ((2 * x + 3 * y) / 3).is_multiple_of(2) { 'x' } else { 'o' };
            let point = |x, y| if (x, y) == (gap, 0) { '1' } else { stone(x, y) };
            let rows: Vec<String> = (0..13).map(|y| (0..13).map(|x| point(x, y)).collect()).collect();
            rows.join("/") + " x"
        };
        assert!(is_dead(FLANK, 13, &board(0)));
        assert!(!is_dead(FLANK, 13, &board(1)), "a pair can be captured");
        assert!(!is_dead(FLANK, 13, &board(2)), "a line can be filled");
        assert!(is_dead(NONE, 13, &board(1)), "nothing is captured");
    }

    #[test]
    fn groups_can_be_surrounded_to_the_end() {
        assert!(!is_dead(SURROUND, 3, "3/4/5/4/3 x"));
    }
}
