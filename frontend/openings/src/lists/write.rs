//! Openings as text, one a line.

use std::fmt;

use engine::rules::Opening;
use engine::{Game, Move, notation};

use records::{CapacityError, offset, pos};

use super::after;

/// Format of openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The moves, one opening per line, as `ninuki replay` reads them
    Moves,
    /// The final position as text, as `ninuki replay` reads it
    Position,
    /// Gomocup's offset openings: `x,y, x,y` counted from the centre, to the right and down
    Offset,
    /// `h8i9j10`: column letters with i, rows from the bottom, no gaps
    Pos,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Moves, Self::Position, Self::Offset, Self::Pos];

    /// Returns the name of the format.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Position => "position",
            Self::Offset => "offset",
            Self::Pos => "pos",
        }
    }

    /// Whether the format lists stones, without captures.
    pub(super) const fn is_stones(self) -> bool {
        matches!(self, Self::Offset | Self::Pos)
    }

    /// Whether lines that begin with `#` are comments.
    pub(super) const fn has_comments(self) -> bool {
        !self.is_stones()
    }

    /// Checks that openings of `plies` moves can be written.
    ///
    /// # Errors
    /// The format cannot represent the openings.
    pub(super) fn check(self, game: &Game, plies: usize) -> Result<(), FormatError> {
        let rules = game.rules();
        match self {
            Self::Moves => Ok(()),
            Self::Offset => records::Format::OFFSET.check_board(game).map_err(FormatError::Board),
            Self::Pos => records::Format::POS.check_board(game).map_err(FormatError::Board),
            Self::Position if rules.swap.is_some_and(|swap| plies < usize::from(swap.after)) => Err(FormatError::Swap),
            Self::Position if plies < limited(rules.opening) => Err(FormatError::Limits),
            Self::Position => Ok(()),
        }
    }

    /// Returns the line of an opening with legal moves that [`Self::check`] allows. Formats with [`Self::is_stones`] require that no
    /// stone was captured.
    pub(super) fn line(self, game: &'static Game, moves: &[Move]) -> String {
        let grid = game.grid();
        match self {
            Self::Moves => moves.iter().map(|&mv| notation::move_text(grid, mv)).collect::<Vec<_>>().join(" "),
            Self::Position => format!("position {}", after(game, moves).position_text()),
            Self::Offset => offset::text(grid, moves.iter().copied()),
            Self::Pos => pos::text(grid, moves.iter().copied()),
        }
    }
}

/// Openings that a format cannot represent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FormatError {
    /// The format does not support the board.
    Board(CapacityError),
    /// A position does not contain a pending swap.
    Swap,
    /// A position does not contain limits of the first moves.
    Limits,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(error) => error.fmt(f),
            Self::Swap => f.write_str("no swap is offered in a set-up position, and one is still to come"),
            Self::Limits => f.write_str("limits on the first moves do not hold in a set-up position"),
        }
    }
}

impl std::error::Error for FormatError {}

/// Returns the number of first moves with limits.
fn limited(opening: Opening) -> usize {
    match opening {
        _ if opening.third_limit().is_some() => 3,
        Opening { second_within: Some(_), .. } => 2,
        Opening { first_centre, .. } => usize::from(first_centre),
    }
}

#[cfg(test)]
mod tests {
    use engine::Rules;

    use engine::record;

    use super::*;
    use crate::lists::Opening;
    use crate::lists::read::parse;

    const ALL: [Format; 4] = [Format::Moves, Format::Position, Format::Offset, Format::Pos];

    fn game(rules: Rules, size: Option<usize>) -> &'static Game {
        Game::new(rules, size, None).expect("a game")
    }

    fn moves(game: &Game, text: &str) -> Vec<Move> {
        text.split_whitespace().map(|name| notation::parse_move(game.grid(), name).expect("a move")).collect()
    }

    #[test]
    fn lines_look_as_others_write_them() {
        let game = game(Rules::FREESTYLE, None);
        let moves = moves(game, "h8 i9 j10 g1");
        let lines = ALL.map(|format| format.line(game, &moves));
        assert_eq!(lines[0], "h8 i9 j10 g1");
        assert_eq!(lines[1], "position 15/15/15/15/15/9x5/8o6/7x7/15/15/15/15/15/15/6o8 x 0 0");
        assert_eq!(lines[2], "0,0, 1,-1, 2,-2, -1,7");
        assert_eq!(lines[3], "h8i9j10g1");
    }

    #[test]
    fn lines_are_read_as_they_were_written() {
        let games = [
            (game(Rules::FREESTYLE, Some(20)), "k10 a1 t20 j11"),
            (game(Rules::PENTE, None), "K10 J9 A1 A3 L11 T19"),
            (game(Rules::NDENGROD, None), "e5 a1 i9 d4"),
        ];
        for (game, text) in games {
            let moves = moves(game, text);
            for format in ALL.into_iter().filter(|format| format.check(game, moves.len()).is_ok()) {
                let line = format.line(game, &moves);
                let read = parse(line.as_bytes(), game).unwrap_or_else(|why| panic!("{line}: {why}"));
                let [opening] = &read[..] else { panic!("{line}: {read:?}") };
                let expected = if format == Format::Position { Vec::new() } else { moves.clone() };
                assert_eq!(opening.moves, expected, "{line}");
                assert_eq!(position(game, opening), position(game, &Opening { setup: None, moves: moves.clone() }));
            }
        }
    }

    fn position(game: &'static Game, opening: &Opening) -> String {
        let mut record = record(game, opening.setup.as_ref()).expect("a position");
        for &mv in &opening.moves {
            record.play(mv).expect("a legal move");
        }
        record.position_text()
    }

    #[test]
    fn openings_that_a_format_cannot_represent_are_rejected() {
        let refused = |format: Format, rules, plies| format.check(game(rules, None), plies).expect_err("refused");
        assert!(matches!(refused(Format::Offset, Rules::NDENGROD, 4), FormatError::Board(_)));
        assert!(matches!(refused(Format::Pos, Rules::NDENGROD, 4), FormatError::Board(_)));
        assert_eq!(refused(Format::Position, Rules::NENUKI, 4), FormatError::Swap);
        assert_eq!(refused(Format::Position, Rules::NINUKI, 2), FormatError::Limits);
        assert_eq!(Format::Position.check(game(Rules::NENUKI, None), 8), Ok(()));
        assert_eq!(Format::Position.check(game(Rules::NDENGROD, None), 4), Ok(()));
        assert_eq!(Format::Position.check(game(Rules::NINUKI_42, None), 1), Ok(()));
    }
}
