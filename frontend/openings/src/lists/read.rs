//! Openings from a file: the formats of [`super::write`] and others, as Gomocup's offset openings.

use std::fmt;
use std::path::Path;

use engine::notation::move_text;
use engine::{Game, record};
use records::{Format, files, offset, pos, txt};

use super::Opening;
use super::error::{Error, ListError};

/// An invalid line: the message of its parser or of the rules.
struct LineError(String);

impl<E: fmt::Display> From<E> for LineError {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// Reads the openings of a file for `game`, one opening a line, in any of these formats:
///
/// * `[position TEXT] [moves] M1 M2 …`, with comments after `#`;
/// * `x,y, x,y`, Gomocup's offset openings: from the centre, to the right and down. A file has this format if a line has a
///   negative number, or a comma between two points;
/// * `h8i9j10`: two points or more without a gap, column letters with i, rows from the bottom.
///
/// # Errors
/// The file cannot be read, holds no opening, or a line is invalid: it has an illegal move, or the game is over.
pub fn load(path: &Path, game: &'static Game) -> Result<Vec<Opening>, Error> {
    let text = files::read(path, files::LARGEST).map_err(|error| Error::File(path.to_path_buf(), error))?;
    let openings = parse(&text, game).map_err(|error| Error::Line(path.to_path_buf(), error))?;
    match openings.is_empty() {
        true => Err(Error::Empty(path.to_path_buf())),
        false => Ok(openings),
    }
}

/// Parses a list of openings in one of the formats of [`load`].
///
/// # Errors
/// A line is invalid.
pub fn parse(text: &[u8], game: &'static Game) -> Result<Vec<Opening>, ListError> {
    let offsets = text.split(|&byte| byte == b'\n').any(|line| std::str::from_utf8(line).is_ok_and(offset::is_offset));
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.split(|&byte| byte == b'\n')) {
        let invalid = |LineError(message)| ListError { line: number, message };
        let opening = if offsets { offset_line(game, line) } else { plain_line(game, line) };
        if let Some(opening) = opening.map_err(invalid)? {
            check(game, &opening).map_err(invalid)?;
            openings.push(opening);
        }
    }
    Ok(openings)
}

/// Parses `x,y, x,y`; `None` for an empty line or a comment.
fn offset_line(game: &'static Game, line: &[u8]) -> Result<Option<Opening>, LineError> {
    Format::OFFSET.check_board(game)?;
    let moves = offset::parse(game.grid(), line)?;
    Ok(moves.map(|moves| Opening { setup: None, moves }))
}

/// Parses moves, a position or points without gaps; `None` for an empty line or a comment.
fn plain_line(game: &'static Game, line: &[u8]) -> Result<Option<Opening>, LineError> {
    if let Some(moves) = std::str::from_utf8(line).ok().and_then(|line| pos::parse(game, line.trim())) {
        return Ok(Some(Opening { setup: None, moves }));
    }
    let Some(entry) = txt::Lines::new(line.to_vec(), game, None).next() else { return Ok(None) };
    let entry = entry.map_err(|unreadable| LineError(unreadable.reason.to_string()))?;
    let moves = entry.moves.into_iter().map(|written| written.mv).collect::<Result<_, _>>()?;
    Ok(Some(Opening { setup: entry.setup, moves }))
}

/// Checks that an opening is legal and does not end the game.
fn check(game: &'static Game, opening: &Opening) -> Result<(), LineError> {
    let mut record = record(game, opening.setup.as_ref())?;
    for (ply, &mv) in (1..).zip(&opening.moves) {
        let name = move_text(game.grid(), mv);
        record.play(mv).map_err(|error| LineError(format!("ply {ply}: {name}: {error}")))?;
    }
    match record.outcome() {
        Some(outcome) => Err(LineError(format!("the opening ends the game: {}", outcome.reason))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use engine::{Move, Rules};

    use super::*;

    fn read(rules: Rules, text: &str) -> Result<Vec<Opening>, ListError> {
        parse(text.as_bytes(), Game::new(rules, None, None).expect("a game"))
    }

    #[test]
    fn one_negative_number_makes_a_file_one_of_offsets() {
        let with = read(Rules::FREESTYLE, "0,0\n\n1,1, 2,-1\r\n").expect("two openings");
        let centre = Game::new(Rules::FREESTYLE, None, None).expect("a game").grid().parse("h8").map(Move::Place);
        assert_eq!((with.len(), with[0].moves.first().copied()), (2, centre));
        let without = read(Rules::FREESTYLE, "7,7\n1,1 2,2").expect("two openings");
        assert_eq!(without[0].moves.first().copied(), centre);
    }

    #[test]
    fn errors_give_the_line() {
        for (text, part) in [
            ("# one\nh8 h8", "2: ply 2: h8: the point is occupied"),
            ("h8 i9\nh8 z1", "2: column 4: \"z1\" is no point"),
            ("0,0, -1", "1: column 6: the numbers"),
            ("-8,0, 1,1", "1: column 1: the offset -8,0"),
            ("1,1, x\n-1,1", "1: column 6: \"x\" is no offset"),
            ("h8 a1 i8 a2 j8 a3 k8 a4 l8", "1: the opening ends the game: five"),
            ("position 15 x", "1: the position has 1 rows"),
        ] {
            let why = read(Rules::FREESTYLE, text).expect_err(text).to_string();
            assert!(why.starts_with(part) || why.contains(part), "{text}: {why}");
        }
        let why = read(Rules::NINUKI, "K10 L12").expect_err("the second move is too far away").to_string();
        assert!(why.contains("next to the centre"), "{why}");
    }

    #[test]
    fn unreadable_and_empty_files_are_rejected() {
        let game = Game::new(Rules::FREESTYLE, None, None).expect("a game");
        let missing = load(Path::new("/no/such/file.txt"), game).expect_err("no file");
        assert!(missing.to_string().starts_with("/no/such/file.txt: "), "{missing}");
        assert_eq!(parse(b"# nothing\n\n", game), Ok(Vec::new()));
    }

    #[test]
    fn long_lines_without_gaps_are_read_to_their_end() {
        let text: String = (1..=15).map(|row| format!("a{row}c{row}")).collect();
        assert!(read(Rules::FREESTYLE, &text).is_err_and(|error| error.message.contains("ply 10")), "c5 ends the game");
        let text: String = (1..=15).flat_map(|row| [format!("{}{row}", char::from(b'a' + row % 2 * 7))]).collect();
        assert_eq!(read(Rules::FREESTYLE, &text).expect("an opening")[0].moves.len(), 15);
    }
}
