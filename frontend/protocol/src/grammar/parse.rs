//! The parser of commands.

use std::str::FromStr;

use super::cell::{Cell, Stone};
use super::command::Command;
use super::info::Info;
use super::list::List;
use super::parse_error::ParseError;
use super::words::{DONE, decimal, split_word, tokens};
use super::yixin::{self, BoardCommand};

/// The largest bias, in hundredths of a point; no evaluation is larger.
const MOST_BIAS: i32 = 30_000;

impl Command {
    /// Parses one command; a list may be on one line or on many.
    ///
    /// # Errors
    /// The command is unknown, or its parameters are wrong.
    ///
    /// # Examples
    /// ```
    /// use ninuki_protocol::{Cell, Command};
    ///
    /// assert_eq!(Command::parse("turn 7, 8"), Ok(Command::Turn(Some(Cell { x: 7, y: 8 }))));
    /// assert!(Command::parse("TURN").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let (word, rest) = split_word(text);
        let word = word.to_ascii_uppercase();
        if let Some(command) = yixin::with_path(&word) {
            let path = Some(rest.to_owned()).filter(|rest| !rest.is_empty());
            let path = path.ok_or(ParseError::wrong(command, "a path on the next line"))?;
            return Ok(Self::OfBoard(BoardCommand::Unsupported(command, Some(path))));
        }
        if let Some(list) = List::opened_by(&word) {
            let mut items = tokens(rest);
            let done = items.iter().position(|item| item.eq_ignore_ascii_case(DONE));
            items.truncate(done.ok_or_else(|| list.unfinished())?);
            return Self::of_list(list, &items);
        }
        match of_one_line(&word, rest) {
            Some(command) => command,
            None => {
                let board = yixin::on_one_line(&word).map(Self::OfBoard);
                board.ok_or_else(|| ParseError::Unknown(text.trim().to_owned()))
            }
        }
    }

    /// The command of a list with these items.
    pub(crate) fn of_list(list: List, items: &[String]) -> Result<Self, ParseError> {
        let stones = || {
            let stones = items.iter().map(|item| Stone::parse(item)).collect::<Option<Vec<_>>>();
            stones.ok_or(ParseError::wrong(list.word(), "lines x,y,field with a field of 1, 2 or 3"))
        };
        let cells = || {
            let cells = items.iter().map(|item| Cell::parse(item)).collect::<Option<Vec<_>>>();
            cells.ok_or(ParseError::wrong(list.word(), "lines x,y"))
        };
        Ok(match list {
            List::Board => Self::Board(stones()?),
            List::YxBoard => Self::YxBoard(stones()?),
            List::SwapBoard => Self::SwapBoard(cells()?),
            List::Swap2Board => Self::Swap2Board(cells()?),
            List::Block => Self::Block(cells()?),
            List::Unblock => Self::Unblock(cells()?),
            List::BlockPath => Self::BlockPath(cells()?),
            List::UnblockPath => Self::UnblockPath(cells()?),
            List::OfBoard(list) => Self::OfBoard(list.command(items)?),
        })
    }

    /// Whether a line that begins with `word` is a command, which ends an open list.
    pub(crate) fn begins_with(word: &str) -> bool {
        const WORDS: [&str; 22] = [
            "START",
            "RECTSTART",
            "RESTART",
            "BEGIN",
            "TURN",
            "INFO",
            "TAKEBACK",
            "PLAY",
            "ABOUT",
            "STOP",
            "YXSTOP",
            "YXNBEST",
            "YXSEARCHDEFEND",
            "YXBALANCEONE",
            "YXBALANCETWO",
            "YXBLOCKRESET",
            "YXBLOCKPATHRESET",
            "YXSHOWFORBID",
            "YXHASHCLEAR",
            "CLEARHASH",
            "YXSHOWINFO",
            "END",
        ];
        WORDS.iter().any(|known| known.eq_ignore_ascii_case(word))
            || List::opened_by(word).is_some()
            || yixin::on_one_line(word).is_some()
            || yixin::with_path(word).is_some()
    }
}

impl FromStr for Command {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

/// The command of one line with this word in upper case; `None` for an unknown word.
fn of_one_line(word: &str, rest: &str) -> Option<Result<Command, ParseError>> {
    Some(match word {
        "START" => sides(rest).ok_or(ParseError::wrong("START", "a size, as in START 15")),
        "RECTSTART" => {
            let both = sides(rest).filter(|_| rest.contains(','));
            both.ok_or(ParseError::wrong("RECTSTART", "two sides, as in RECTSTART 20,15"))
        }
        "RESTART" => Ok(Command::Restart),
        "BEGIN" => Ok(Command::Begin),
        "TURN" if rest.trim().eq_ignore_ascii_case("PASS") => Ok(Command::Turn(None)),
        "TURN" => cell("TURN", rest).map(|cell| Command::Turn(Some(cell))),
        "TAKEBACK" => cell("TAKEBACK", rest).map(Command::TakeBack),
        "PLAY" => cell("PLAY", rest).map(Command::Play),
        "INFO" => Ok(Command::Info(Info::parse(rest))),
        "ABOUT" => Ok(Command::About),
        "STOP" | "YXSTOP" => Ok(Command::Stop),
        "YXSHOWFORBID" => Ok(Command::ShowForbid),
        "YXNBEST" => {
            let lines = decimal(rest).filter(|&lines| lines > 0);
            lines.map(Command::BestLines).ok_or(ParseError::wrong("YXNBEST", "a number of lines, from 1 on"))
        }
        "YXSEARCHDEFEND" => Ok(Command::AllLines),
        "YXBALANCEONE" => bias("YXBALANCEONE", rest).map(Command::BalanceOne),
        "YXBALANCETWO" => bias("YXBALANCETWO", rest).map(Command::BalanceTwo),
        "YXBLOCKRESET" => Ok(Command::UnblockAll),
        "YXBLOCKPATHRESET" => Ok(Command::UnblockAllPaths),
        "YXHASHCLEAR" | "CLEARHASH" => Ok(Command::HashClear),
        "YXSHOWINFO" => Ok(Command::ShowInfo),
        "END" => Ok(Command::End),
        _ => return None,
    })
}

/// `15`, `15 15` or `20,15`.
fn sides(text: &str) -> Option<Command> {
    let numbers: Option<Vec<usize>> = tokens(text).iter().flat_map(|token| token.split(',')).map(decimal).collect();
    match numbers?[..] {
        [size] => Some(Command::Start { width: size, height: size }),
        [width, height] => Some(Command::Start { width, height }),
        _ => None,
    }
}

/// A bias, 0 if missing.
fn bias(word: &'static str, text: &str) -> Result<i32, ParseError> {
    let bias = if text.is_empty() { Some(0) } else { text.parse().ok() };
    bias.filter(|bias: &i32| bias.abs() <= MOST_BIAS)
        .ok_or(ParseError::wrong(word, "a number of hundredths of a point"))
}

fn cell(word: &'static str, text: &str) -> Result<Cell, ParseError> {
    let error = ParseError::wrong(word, "a point as in 7,7");
    match &tokens(text)[..] {
        [token] => Cell::parse(token).ok_or(error),
        _ => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::cell::Owner;

    const CELL: Cell = Cell { x: 7, y: 12 };

    #[test]
    fn commands_round_trip() {
        let stones = vec![
            Stone { cell: CELL, owner: Owner::Own },
            Stone { cell: Cell { x: 0, y: 0 }, owner: Owner::Opponent },
            Stone { cell: Cell { x: 1, y: 0 }, owner: Owner::Wall },
        ];
        let commands = [
            Command::Start { width: 15, height: 15 },
            Command::Start { width: 20, height: 15 },
            Command::Restart,
            Command::Begin,
            Command::Turn(Some(CELL)),
            Command::Turn(None),
            Command::Board(Vec::new()),
            Command::Board(stones.clone()),
            Command::YxBoard(stones),
            Command::SwapBoard(vec![CELL]),
            Command::Swap2Board(vec![CELL; 3]),
            Command::Info(Info::TimeLeft(-50)),
            Command::TakeBack(CELL),
            Command::Play(CELL),
            Command::About,
            Command::Stop,
            Command::BestLines(3),
            Command::AllLines,
            Command::BalanceOne(-50),
            Command::BalanceTwo(0),
            Command::Block(vec![CELL; 2]),
            Command::Unblock(vec![CELL]),
            Command::UnblockAll,
            Command::BlockPath(vec![CELL]),
            Command::UnblockPath(Vec::new()),
            Command::UnblockAllPaths,
            Command::ShowForbid,
            Command::HashClear,
            Command::ShowInfo,
            Command::End,
        ];
        commands.into_iter().for_each(round_trip);
    }

    #[test]
    fn commands_of_boards_round_trip() {
        let commands = [
            Command::OfBoard(BoardCommand::Swap2Step(1)),
            Command::OfBoard(BoardCommand::SoosorvStep { step: 1, offers: None, moves: Vec::new() }),
            Command::OfBoard(BoardCommand::SoosorvStep { step: 4, offers: Some(3), moves: vec![CELL; 4] }),
            Command::OfBoard(BoardCommand::SoosorvStep { step: 6, offers: None, moves: vec![CELL; 6] }),
            Command::OfBoard(BoardCommand::Query(yixin::DatabaseQuery::AllAndText, vec![CELL])),
            Command::OfBoard(BoardCommand::HashUsage),
            Command::OfBoard(BoardCommand::Without("YXDRAW")),
            Command::OfBoard(BoardCommand::Unsupported("YXSAVEDATABASE", None)),
            Command::OfBoard(BoardCommand::Unsupported("YXDELETEDATABASEALL", None)),
            Command::OfBoard(BoardCommand::Unsupported("YXSETDATABASE", Some(r"C:\a b.db".to_owned()))),
        ];
        commands.into_iter().for_each(round_trip);
    }

    #[track_caller]
    fn round_trip(command: Command) {
        let text = command.to_string();
        assert_eq!(Command::parse(&text), Ok(command), "{text}");
        let word = text.split_whitespace().next().unwrap();
        assert!(Command::begins_with(word), "{word}");
    }

    #[test]
    fn case_and_blanks_do_not_matter() {
        let start = Ok(Command::Start { width: 15, height: 15 });
        for text in ["start 15", "  START\t15  ", "START 15\r", "START 15 15", "Start 15,15", "\u{feff}START 15"] {
            assert_eq!(Command::parse(text), start, "{text:?}");
        }
        let turn = Ok(Command::Turn(Some(CELL)));
        for text in ["TURN 7,12", "turn 7, 12", "TURN  7 , 12 ", "TURN\t7 ,12\r"] {
            assert_eq!(Command::parse(text), turn, "{text:?}");
        }
        let board = Command::parse("BOARD 7, 12,1\t0,0,2 DONE ignored").unwrap();
        assert_eq!(board.to_string(), "BOARD\n7,12,1\n0,0,2\nDONE");
    }

    #[test]
    fn nonsense_is_refused() {
        let wrong = [
            "START",
            "START abc",
            "START -1",
            "START 15 x",
            "START 1 2 3",
            "START 99999999999999999999",
            "START +5",
            "RECTSTART 15",
            "RECTSTART 15,",
            "TURN",
            "TURN 7",
            "TURN x,y",
            "TURN -1,3",
            "TURN 7,7 8,8",
            "TURN 7,7,7",
            "TURN 99999999999999999999,1",
            "TURN ,",
            "BOARD 7,7 DONE",
            "BOARD 7,7,4 DONE",
            "BOARD a,b,c DONE",
            "BOARD 7,7,1",
            "SWAP2BOARD 7,7,1 DONE",
            "PLAY",
            "TAKEBACK ²,1",
            "YXNBEST",
            "YXNBEST 0",
            "YXBALANCEONE x",
            "YXBALANCETWO 99999",
            "YXBLOCK 7 DONE",
            "YXSOOSORVSTEP4 DONE",
            "YXSOOSORVSTEP5 13 7,7 DONE",
            "YXQUERYDATABASEALL 7 DONE",
            "YXSETDATABASE",
        ];
        for text in wrong {
            assert!(matches!(Command::parse(text), Err(ParseError::Wrong { .. })), "{text}");
        }
        for text in ["FOO bar baz", "START15", "OK", "7,7", ""] {
            assert_eq!(Command::parse(text), Err(ParseError::Unknown(text.to_owned())));
        }
    }
}
