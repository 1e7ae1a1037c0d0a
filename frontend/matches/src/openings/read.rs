//! Openings from a file: what [`super::write`] writes, and what others write as Gomocup's offset openings.

use std::fs;
use std::path::Path;

use engine::notation::move_text;
use engine::{Game, record};

use super::Opening;
use crate::Error;
use records::{Format, offset, pos, txt};

/// The openings of a file, all for `game`, in any of these forms, one opening per line:
///
/// * `[position TEXT] [moves] M1 M2 …`, with comments after `#`;
/// * `x,y, x,y`, Gomocup's offset openings: from the centre, to the right and down. The file is taken for one of
///   these if some line has a negative number, or a comma between two points;
/// * `h8i9j10`: two points or more without a gap, column letters with i, rows from the bottom.
///
/// # Errors
/// The file cannot be read, holds no opening, or a line is none: it has an illegal move, or the game is over.
pub fn load(path: &Path, game: &'static Game) -> Result<Vec<Opening>, Error> {
    let name = path.display();
    let text = fs::read(path).map_err(|error| Error::Unfit(format!("{name}: {error}")))?;
    let openings = parse(&text, game).map_err(|error| Error::Wrong(format!("{name}:{error}")))?;
    if openings.is_empty() {
        return Err(Error::Wrong(format!("{name}: no opening is in this file")));
    }
    Ok(openings)
}

/// Parses a list of openings in one of the forms that [`load`] reads.
///
/// # Errors
/// A line is no opening; the error begins with the number of the line.
pub fn parse(text: &[u8], game: &'static Game) -> Result<Vec<Opening>, String> {
    let offsets = text.split(|&byte| byte == b'\n').any(|line| std::str::from_utf8(line).is_ok_and(offset::is_offset));
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.split(|&byte| byte == b'\n')) {
        let at = |why: String| format!("{number}: {why}");
        let opening = if offsets { offset_line(game, line) } else { plain_line(game, line) };
        if let Some(opening) = opening.map_err(at)? {
            check(game, &opening).map_err(at)?;
            openings.push(opening);
        }
    }
    Ok(openings)
}

/// Reads `x,y, x,y`; `None` from an empty line or a comment.
fn offset_line(game: &'static Game, line: &[u8]) -> Result<Option<Opening>, String> {
    Format::OFFSET.check_board(game).map_err(|error| error.to_string())?;
    let moves = offset::parse(game.grid(), line).map_err(|error| error.to_string())?;
    Ok(moves.map(|moves| Opening { setup: None, moves }))
}

/// Reads moves, a position or points without gaps; `None` from an empty line or a comment.
fn plain_line(game: &'static Game, line: &[u8]) -> Result<Option<Opening>, String> {
    if let Some(moves) = std::str::from_utf8(line).ok().and_then(|line| pos::parse(game, line.trim())) {
        return Ok(Some(Opening { setup: None, moves }));
    }
    let Some(entry) = txt::Lines::new(line.to_vec(), game, None).next() else { return Ok(None) };
    let entry = entry.map_err(|unreadable| unreadable.reason)?;
    let moves = entry.moves.into_iter().map(|written| written.mv).collect::<Result<_, _>>();
    let moves = moves.map_err(|error| error.to_string())?;
    Ok(Some(Opening { setup: entry.setup, moves }))
}

/// Plays an opening: it must be legal and must not end the game.
fn check(game: &'static Game, opening: &Opening) -> Result<(), String> {
    let mut record = record(game, opening.setup.as_ref()).map_err(|error| error.to_string())?;
    for (ply, &mv) in (1..).zip(&opening.moves) {
        let name = move_text(game.grid(), mv);
        record.play(mv).map_err(|error| format!("ply {ply}: {name}: {error}"))?;
    }
    match record.outcome() {
        Some(outcome) => Err(format!("the opening ends the game: {}", outcome.reason)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use engine::{Move, Rules};

    use super::*;

    fn read(rules: Rules, text: &str) -> Result<Vec<Opening>, String> {
        parse(text.as_bytes(), Game::new(rules, None, None).expect("a game"))
    }

    #[test]
    fn one_negative_number_tells_what_the_whole_file_is() {
        let with = read(Rules::FREESTYLE, "0,0\n\n1,1, 2,-1\r\n").expect("two openings");
        let centre = Game::new(Rules::FREESTYLE, None, None).expect("a game").grid().parse("h8").map(Move::Place);
        assert_eq!((with.len(), with[0].moves.first().copied()), (2, centre));
        let without = read(Rules::FREESTYLE, "7,7\n1,1 2,2").expect("two openings");
        assert_eq!(without[0].moves.first().copied(), centre);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, part) in [
            ("# one\nh8 h8", "2: ply 2: h8: the point is occupied"),
            ("h8 i9\nh8 z1", "2: column 4: \"z1\" is no point"),
            ("0,0, -1", "1: column 6: the numbers"),
            ("-8,0, 1,1", "1: column 1: the offset -8,0"),
            ("1,1, x\n-1,1", "1: column 6: \"x\" is no offset"),
            ("h8 a1 i8 a2 j8 a3 k8 a4 l8", "1: the opening ends the game: five"),
            ("position 15 x", "1: the position has 1 rows"),
        ] {
            let why = read(Rules::FREESTYLE, text).expect_err(text);
            assert!(why.starts_with(part) || why.contains(part), "{text}: {why}");
        }
        let why = read(Rules::NINUKI, "K10 L12").expect_err("the second move is too far away");
        assert!(why.contains("next to the centre"), "{why}");
    }

    #[test]
    fn files_that_cannot_be_read_or_hold_nothing_are_refused() {
        let game = Game::new(Rules::FREESTYLE, None, None).expect("a game");
        let missing = load(Path::new("/no/such/file.txt"), game).expect_err("no file");
        assert!(matches!(&missing, Error::Unfit(why) if why.starts_with("/no/such/file.txt: ")), "{missing}");
        assert_eq!(parse(b"# nothing\n\n", game), Ok(Vec::new()));
    }

    #[test]
    fn long_lines_without_gaps_are_read_to_their_end() {
        let text: String = (1..=15).map(|row| format!("a{row}c{row}")).collect();
        assert!(read(Rules::FREESTYLE, &text).is_err_and(|why| why.contains("ply 10")), "c5 ends the game");
        let text: String = (1..=15).flat_map(|row| [format!("{}{row}", char::from(b'a' + row % 2 * 7))]).collect();
        assert_eq!(read(Rules::FREESTYLE, &text).expect("an opening")[0].moves.len(), 15);
    }
}
