//! Commands at the prompt.

use std::fmt;
use std::path::PathBuf;

use engine::notation::{MoveError, parse_move, shorten};
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
    /// Shows the engine's move.
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
    /// Lists the commands.
    Help,
    /// Begins another game with exchanged colours.
    Rematch,
    /// Ends the program.
    Quit,
}

/// Commands and their effects, for `help`.
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

/// The reason why a line is no command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum CommandError {
    /// A command without arguments, followed by this text.
    Follows {
        /// The command.
        word: String,
        /// The text behind it, shortened.
        rest: String,
    },
    /// `save` without a file.
    NoFile,
    /// `level` without a number.
    NoLevel,
    /// Not a level.
    Level(LevelError),
    /// Neither a command nor a move.
    Move(MoveError),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Follows { word, rest } => write!(f, "\"{rest}\" follows {word}, which stands alone"),
            Self::NoFile => f.write_str("save needs the name of a file, as in save game.sgf"),
            Self::NoLevel => f.write_str("level needs a number, 1 to 10"),
            Self::Level(error) => error.fmt(f),
            Self::Move(error) => write!(f, "{error}; help lists the other commands"),
        }
    }
}

impl std::error::Error for CommandError {}

impl Command {
    /// Parses a line; `None` if it is empty.
    ///
    /// # Errors
    /// The line is neither a command nor a move on this board.
    pub(super) fn parse(line: &str, grid: &Grid) -> Result<Option<Self>, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let word = word.to_ascii_lowercase();
        let alone = |command| match rest {
            "" => Ok(Some(command)),
            more => Err(CommandError::Follows { word: word.clone(), rest: shorten(more) }),
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
            "save" if rest.is_empty() => Err(CommandError::NoFile),
            "save" => Ok(Some(Self::Save(PathBuf::from(rest)))),
            "level" if rest.is_empty() => Err(CommandError::NoLevel),
            "level" => rest.parse().map(|level| Some(Self::Level(level))).map_err(CommandError::Level),
            _ => parse_move(grid, line).map(|mv| Some(Self::Move(mv))).map_err(CommandError::Move),
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::{Game, Rules};

    use super::*;

    fn parse(line: &str) -> Result<Option<Command>, CommandError> {
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
            let error = parse(line).expect_err(line).to_string();
            assert!(error.contains(why), "{line}: {error}");
        }
    }
}
