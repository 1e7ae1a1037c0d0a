//! Remarks on moves: stones that can be captured, fours, threes.

use engine::{AnyRecord, Bitboard, Color, Game, Grid, PointSet, Threats};

/// Subjects of remarks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Remarks {
    /// New threats of the mover to capture stones.
    pub(super) atari: bool,
    /// Fours and open threes.
    pub(super) rows: bool,
}

impl Remarks {
    /// Returns the remarks on a move of `mover`, whose threats before it were `before`. The game must not be over.
    pub(super) fn about(self, before: &Threats<Bitboard>, record: &dyn AnyRecord, mover: Color) -> Vec<String> {
        let now = record.threats(mover);
        let grid = record.game().grid();
        let mut said = Vec::new();
        let atari = now.capturable & !before.capturable;
        if self.atari && !atari.is_empty() {
            said.push(format!("atari: {mover} may capture {}", names(grid, atari)));
        }
        let fives = now.five & !before.five;
        let threes = now.straight_four & !before.straight_four;
        if self.rows && !fives.is_empty() {
            said.push(format!("{}! {} completes it", four(record.game()), names_or(grid, fives)));
        } else if self.rows && !threes.is_empty() {
            said.push("three".to_owned());
        }
        said
    }
}

/// Returns the name of a line that lacks one stone.
fn four(game: &Game) -> String {
    match game.length() {
        5 => "four".to_owned(),
        length => format!("{} of {length}", length - 1),
    }
}

fn listed(grid: &Grid, points: Bitboard) -> Vec<String> {
    grid.points_by_name().filter(|&point| points.contains(point)).map(|point| grid.name(point)).collect()
}

fn names(grid: &Grid, points: Bitboard) -> String {
    listed(grid, points).join(" ")
}

fn names_or(grid: &Grid, points: Bitboard) -> String {
    listed(grid, points).join(" or ")
}

#[cfg(test)]
mod tests {
    use engine::notation::parse_move;
    use engine::{Rules, record};

    use super::*;

    const ALL: Remarks = Remarks { atari: true, rows: true };

    /// Returns the remarks on the last of these moves.
    fn said(rules: Rules, moves: &str, remarks: Remarks) -> Vec<String> {
        let game = Game::new(rules, None, None).expect("a game");
        let mut record = record(game, None).expect("a start");
        let moves: Vec<&str> = moves.split(' ').collect();
        let (last, first) = moves.split_last().expect("a move");
        let play = |record: &mut dyn AnyRecord, text: &str| {
            record.play(parse_move(game.grid(), text).expect("a move")).expect("a legal move");
        };
        first.iter().for_each(|text| play(record.as_mut(), text));
        let mover = record.to_move();
        let before = record.threats(mover);
        play(record.as_mut(), last);
        remarks.about(&before, record.as_ref(), mover)
    }

    #[test]
    fn atari_is_said_once_and_names_the_stones() {
        let moves = "K10 L10 N7 M10 N10";
        assert!(said(Rules::PENTE, "K10 L10 N7 M10", ALL).is_empty(), "Black threatens, but White has moved");
        assert!(said(Rules::PENTE, moves, ALL).is_empty(), "the pair is taken");
        assert_eq!(said(Rules::PENTE, "K10 A1 N7 L10 T19 M10 J10", ALL), Vec::<String>::new(), "not new");
        assert_eq!(said(Rules::PENTE, "K10 L9 N7 M9 N9", ALL), ["atari: Black may capture L9 M9"]);
        assert!(said(Rules::PENTE, "K10 L9 N7 M9 N9", Remarks { atari: false, rows: true }).is_empty());
    }

    #[test]
    fn fours_and_threes_are_announced() {
        assert_eq!(said(Rules::FREESTYLE, "h8 a1 i8 a2 j8", ALL), ["three"]);
        assert_eq!(said(Rules::FREESTYLE, "h8 a1 i8 a2 j8 a3 k8", ALL), ["four! g8 or l8 completes it"]);
        assert!(said(Rules::FREESTYLE, "h8 a1 i8 a2 j8", Remarks { atari: true, rows: false }).is_empty());
    }
}
