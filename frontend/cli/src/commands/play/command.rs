//! What may be said at the prompt.

use std::path::PathBuf;

use engine::notation::{parse_move, shorten};
use engine::{Grid, Move};

use analysis::{Level, LevelError};

/// A line at the prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// A stone, `swap` or `pass`.
    Move(Move),
    /// A swap that is offered is declined, or a file is not overwritten.
    No,
    /// A file is overwritten.
    Yes,
    /// Takes back to the player's previous turn.
    Undo,
    /// Asks what the engine would play.
    Hint,
    /// Gives up.
    Resign,
    /// Offers a draw.
    Draw,
    /// Writes the game so far.
    Save(PathBuf),
    /// Makes the engine weaker or stronger.
    Level(Level),
    /// Draws the board.
    Board,
    /// Lists the moves.
    Moves,
    /// Lists what may be said.
    Help,
    /// Begins another game with exchanged colours.
    Rematch,
    /// Ends the program.
    Quit,
}

/// What may be said and what it does, for `help`.
pub(super) const HELP: [(&str, &str); 14] = [
    ("K10, h8, d3 or 9,9", "a stone"),
    ("Tab, arrows", "a point of the board"),
    ("swap, no", "if a swap is offered"),
    ("pass", "without a legal move"),
    ("undo", "back to your last turn"),
    ("hint", "the engine's move"),
    ("draw", "offers or accepts a draw"),
    ("resign", "gives up"),
    ("level N", "1 to 10"),
    ("save FILE", ".sgf, .txt, ..."),
    ("board", "draws the board"),
    ("moves", "lists the moves"),
    ("rematch", "the other colour"),
    ("quit", "ends the program"),
];

impl Command {
    /// Reads a line; `None` if it is empty.
    ///
    /// # Errors
    /// It is nothing that may be said.
    pub(super) fn parse(line: &str, grid: &Grid) -> Result<Option<Self>, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let word = word.to_ascii_lowercase();
        let alone = |command| match rest {
            "" => Ok(Some(command)),
            more => Err(format!("\"{}\" follows {word}, which stands alone", shorten(more))),
        };
        match word.as_str() {
            "" => Ok(None),
            "no" => alone(Self::No),
            "yes" => alone(Self::Yes),
            "rematch" => alone(Self::Rematch),
            "undo" => alone(Self::Undo),
            "hint" => alone(Self::Hint),
            "resign" => alone(Self::Resign),
            "draw" => alone(Self::Draw),
            "board" => alone(Self::Board),
            "moves" => alone(Self::Moves),
            "help" | "?" => alone(Self::Help),
            "quit" | "exit" => alone(Self::Quit),
            "save" if rest.is_empty() => Err("save needs the name of a file, as in save game.sgf".to_owned()),
            "save" => Ok(Some(Self::Save(PathBuf::from(rest)))),
            "level" if rest.is_empty() => Err("level needs a number, 1 to 10".to_owned()),
            "level" => {
                rest.parse().map(|level| Some(Self::Level(level))).map_err(|error: LevelError| error.to_string())
            }
            _ => match parse_move(grid, line) {
                Ok(mv) => Ok(Some(Self::Move(mv))),
                Err(error) => Err(format!("{error}; help lists what else there is")),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::{Game, Rules};

    use super::*;

    fn parse(line: &str) -> Result<Option<Command>, String> {
        Command::parse(line, Game::new(Rules::NINUKI, None, None).expect("a game").grid())
    }

    #[test]
    fn moves_and_words_in_any_case() {
        assert_eq!(parse("  "), Ok(None));
        assert_eq!(parse("k10"), parse(" 9,9 "));
        assert!(matches!(parse("K10"), Ok(Some(Command::Move(Move::Place(_))))));
        assert_eq!(parse("Swap"), Ok(Some(Command::Move(Move::Swap))));
        assert_eq!(parse("UNDO"), Ok(Some(Command::Undo)));
        assert_eq!(parse("save my game.sgf"), Ok(Some(Command::Save("my game.sgf".into()))));
        assert_eq!(parse("level 3"), Ok("3".parse().ok().map(Command::Level)));
    }

    #[test]
    fn anything_else_is_explained() {
        for (line, why) in [
            ("Z99", "no point of this board (A1-T19)"),
            ("level 11", "1 to 10"),
            ("level", "1 to 10"),
            ("undo 3", "stands alone"),
            ("save", "name of a file"),
        ] {
            let error = parse(line).expect_err(line);
            assert!(error.contains(why), "{line}: {error}");
        }
    }
}
