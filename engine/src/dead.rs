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
    use crate::{Color, Game, Position, Rules, SetUp, SquarePosition, Tactics, record};

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

    /// Slanting stripes without a five of either side.
    fn stripes(x: usize, y: usize) -> char {
        if ((2 * x + 3 * y) / 3).is_multiple_of(2) { 'x' } else { 'o' }
    }

    #[test]
    fn vectors_and_lines_agree() {
        let mut random = 1_u64;
        let mut below = |most: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % most
        };
        let mut found = [0; 2];
        for rules in Rules::ALL {
            let Ok(game) = Game::new(rules.clone(), Some(15), None) else { continue };
            if rules.hexagonal() {
                continue;
            }
            for _ in 0..200 {
                let gaps = 1 + below(6);
                let gaps: Vec<(usize, usize)> = (0..gaps).map(|_| (below(15), below(15))).collect();
                let stones = game.grid().points().filter(|&point| !gaps.contains(&game.grid().xy(point)));
                let color = |(x, y)| if stripes(x, y) == 'x' { Color::Black } else { Color::White };
                let stones = stones.map(|point| (point, color(game.grid().xy(point)))).collect();
                let setup = SetUp { stones, walls: Vec::new(), to_move: Color::Black, captured: [0; 2] };
                let position = SquarePosition::set_up(game, &setup).expect("a legal one");
                let slow = super::is_dead(&position);
                assert_eq!(position.is_dead(), slow && rules.capture == Capture::None, "{position:?}");
                found[usize::from(position.is_dead())] += 1;
            }
        }
        assert!(found.into_iter().all(|count| count > 100), "{found:?}");
    }

    #[test]
    fn a_board_without_room_for_a_line_is_dead() {
        assert!(!is_dead(NONE, 5, "5/5/5/5/5 x"));
        assert!(is_dead(NONE, 5, "xoxo1/oxoxo/xooxx/oxxoo/xoxo1 x"));
        assert!(!is_dead(NONE, 5, "1oxox/oxoxo/xoxxo/oxoxx/xooxx x"), "a diagonal of x");
    }

    #[test]
    fn captures_keep_a_board_alive() {
        // One empty point in the top row.
        let board = |gap: usize| {
            let point = |x, y| if (x, y) == (gap, 0) { '1' } else { stripes(x, y) };
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
