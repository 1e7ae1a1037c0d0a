//! Names of openings.

use engine::rules::Capture;
use engine::{AnyRecord, Color, Game, Move};

/// A named opening: the first three stones, as offsets to the right and up from the centre.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedOpening {
    /// The Japanese name, in Latin letters.
    pub name: &'static str,
    /// White's stone.
    pub second: (i8, i8),
    /// Black's second stone; the first takes the centre.
    pub third: (i8, i8),
}

const fn direct(name: &'static str, third: (i8, i8)) -> NamedOpening {
    NamedOpening { name, second: (0, 1), third }
}

const fn indirect(name: &'static str, third: (i8, i8)) -> NamedOpening {
    NamedOpening { name, second: (1, 1), third }
}

/// The 26 openings of renju: 13 direct ones, then 13 indirect ones, in the order of the Renju International Federation.
pub const OPENINGS: [NamedOpening; 26] = [
    direct("Kansei", (0, 2)),
    direct("Keigetsu", (1, 2)),
    direct("Sosei", (2, 2)),
    direct("Kagetsu", (1, 1)),
    direct("Zangetsu", (2, 1)),
    direct("Ugetsu", (1, 0)),
    direct("Kinsei", (2, 0)),
    direct("Shougetsu", (0, -1)),
    direct("Kyuugetsu", (1, -1)),
    direct("Shingetsu", (2, -1)),
    direct("Zuisei", (0, -2)),
    direct("Sangetsu", (1, -2)),
    direct("Yuusei", (2, -2)),
    indirect("Chousei", (2, 2)),
    indirect("Kyougetsu", (2, 1)),
    indirect("Kousei", (2, 0)),
    indirect("Suigetsu", (2, -1)),
    indirect("Ryuusei", (2, -2)),
    indirect("Ungetsu", (1, 0)),
    indirect("Hogetsu", (1, -1)),
    indirect("Rangetsu", (1, -2)),
    indirect("Gingetsu", (0, -1)),
    indirect("Myoujou", (0, -2)),
    indirect("Shagetsu", (-1, -1)),
    indirect("Meigetsu", (-1, -2)),
    indirect("Suisei", (-2, -2)),
];

/// Whether the openings of a game have these names: Black has fouls, and nothing is captured.
#[must_use]
pub fn has_names(game: &Game) -> bool {
    let (rules, grid) = (game.rules(), game.grid());
    let is_odd = grid.width() == grid.height() && grid.width() % 2 == 1 && grid.width() >= 5;
    rules.fouls && rules.capture == Capture::None && !rules.hexagonal() && is_odd
}

/// Returns the opening of a game by its first three stones, in any symmetry; `None` if it has no name.
#[must_use]
pub fn opening(record: &dyn AnyRecord) -> Option<&'static NamedOpening> {
    let stones: Vec<(i8, i8)> = first_stones(record)?;
    OPENINGS.iter().find(|opening| {
        let [second, third] = [opening.second, opening.third];
        TURNS.iter().any(|turn| stones[..] == [(0, 0), turned(turn, second), turned(turn, third)])
    })
}

/// Returns the first three moves of each named opening of a game; none if its openings have no names.
#[must_use]
pub fn opening_moves(game: &Game) -> Vec<Vec<Move>> {
    if !has_names(game) {
        return Vec::new();
    }
    let grid = game.grid();
    let half = (grid.width() / 2) as i32;
    let mv = |(x, y): (i8, i8)| {
        let (x, y) = (half + i32::from(x), half - i32::from(y));
        grid.point(usize::try_from(x).ok()?, usize::try_from(y).ok()?).map(Move::Place)
    };
    let moves = |opening: &NamedOpening| [(0, 0), opening.second, opening.third].into_iter().filter_map(mv).collect();
    OPENINGS.iter().map(moves).collect()
}

/// The symmetries of a square, as matrices.
const TURNS: [[i8; 4]; 8] = [
    [1, 0, 0, 1],
    [-1, 0, 0, 1],
    [1, 0, 0, -1],
    [-1, 0, 0, -1],
    [0, 1, 1, 0],
    [0, -1, 1, 0],
    [0, 1, -1, 0],
    [0, -1, -1, 0],
];

const fn turned([a, b, c, d]: &[i8; 4], (x, y): (i8, i8)) -> (i8, i8) {
    (*a * x + *b * y, *c * x + *d * y)
}

/// Returns the first three stones as offsets from the centre; `None` if the game has fewer or began with a set-up position.
fn first_stones(record: &dyn AnyRecord) -> Option<Vec<(i8, i8)>> {
    let game = record.game();
    let moves = record.moves();
    if !has_names(game) || moves.len() < 3 {
        return None;
    }
    // Nothing is captured: a game from the empty board has as many stones as placements.
    let (grid, placed) = (game.grid(), moves.iter().filter(|mv| matches!(mv, Move::Place(_))).count());
    let stones = grid.points().filter(|&point| record.stone(point).is_some()).count();
    let half = (grid.width() / 2) as i8;
    let offset = |mv: &Move| match mv {
        Move::Place(point) => {
            let (x, y) = grid.xy(*point);
            Some((x as i8 - half, half - y as i8))
        }
        _ => None,
    };
    let first: Option<Vec<_>> = moves[..3].iter().map(offset).collect();
    let black = |at: usize| match moves[at] {
        Move::Place(point) => record.stone(point) == Some(if at == 1 { Color::White } else { Color::Black }),
        _ => false,
    };
    first.filter(|_| stones == placed && (0..3).all(black))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use engine::Rules;

    use super::*;

    #[test]
    fn the_openings_differ_and_cover_the_square_of_five() {
        let game = Game::new(Rules::RENJU, None, None).expect("a game");
        let centre = game.grid().point(7, 7).expect("the centre");
        let mut names = BTreeSet::new();
        let near = |reach: usize| {
            game.grid().points().filter(move |&point| {
                let (x, y) = game.grid().xy(point);
                x.abs_diff(7).max(y.abs_diff(7)) <= reach && (x, y) != (7, 7)
            })
        };
        let mut count = 0;
        for second in near(1) {
            for third in near(2).filter(|&third| third != second) {
                let mut record = game.record();
                for point in [centre, second, third] {
                    record.play(Move::Place(point)).expect("legal");
                }
                names.insert(opening(record.as_ref()).expect("a name").name);
                count += 1;
            }
        }
        assert_eq!((count, names.len()), (8 * 23, OPENINGS.len()));
    }

    #[test]
    fn well_known_openings_have_their_names() {
        let game = Game::new(Rules::RENJU, None, None).expect("a game");
        let name = |moves: &str| {
            let mut record = game.record();
            for word in moves.split(' ') {
                record.play(game.parse_move(word).expect("a move")).expect("legal");
            }
            opening(record.as_ref()).map(|opening| opening.name)
        };
        assert_eq!(name("h8 h9 i9"), Some("Kagetsu"));
        assert_eq!(name("h8 g8 g7 a1"), Some("Kagetsu"));
        assert_eq!(name("h8 i9 i7"), Some("Hogetsu"));
        assert_eq!(name("h8 h9 k11"), None);
        assert_eq!(name("h8 h9"), None);
    }
}
