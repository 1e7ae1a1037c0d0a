//! What a manager says: the commands of the Gomocup protocol, read and written.
//!
//! One grammar both ways: the engine reads these lines, a tournament writes them. Words are read in any case;
//! blanks, tabs and carriage returns are all one, also around commas; commands that hold a list of lines may hold
//! it on one line (`BOARD 7,7,1 8,8,2 DONE`).

use std::fmt;
use std::str::FromStr;

use crate::cell::{Cell, Stone};
use crate::info::Info;
use crate::words::{decimal, split_word, tokens};
use crate::yixin::{self, BoardCommand, BoardList};

/// A command of the manager.
///
/// # Examples
/// ```
/// use ninuki_protocol::{Cell, Command};
///
/// let command: Command = "turn 7, 8".parse()?;
/// assert_eq!(command, Command::Turn(Some(Cell { x: 7, y: 8 })));
/// assert_eq!(command.to_string(), "TURN 7,8");
/// # Ok::<(), ninuki_protocol::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `START n`, `RECTSTART w,h`: a new game on an empty board.
    Start {
        /// The number of columns.
        width: usize,
        /// The number of rows.
        height: usize,
    },
    /// A new game on the same board.
    Restart,
    /// Make the first move.
    Begin,
    /// `TURN x,y`: the opponent's move, answer it. `None` is `TURN PASS`, for games that know passing.
    Turn(Option<Cell>),
    /// The position, in the order of play; make a move in it.
    Board(Vec<Stone>),
    /// The position, without an answer.
    YxBoard(Vec<Stone>),
    /// The moves so far: will you exchange colours?
    SwapBoard(Vec<Cell>),
    /// The moves so far (0, 3 or 5): your step of the swap-2 opening.
    Swap2Board(Vec<Cell>),
    /// A setting.
    Info(Info),
    /// Undo the newest move, which was made here.
    TakeBack(Cell),
    /// Make this move.
    Play(Cell),
    /// Who are you?
    About,
    /// `STOP`, `YXSTOP`: move now.
    Stop,
    /// `YXNBEST n`: make a move, and tell of so many lines on the way.
    BestLines(usize),
    /// `YXSEARCHDEFEND`: make a move, and tell the value of each.
    AllLines,
    /// `YXBALANCEONE`: make a move after which the side that makes it is so far ahead, in hundredths of a point.
    BalanceOne(i32),
    /// `YXBALANCETWO`: make a move of each side, after which the first is so far ahead.
    BalanceTwo(i32),
    /// Never answer these points.
    Block(Vec<Cell>),
    /// Answer these points again.
    Unblock(Vec<Cell>),
    /// `YXBLOCKRESET`: answer every point again.
    UnblockAll,
    /// Never answer the last point after the moves before it.
    BlockPath(Vec<Cell>),
    /// Answer the last point after the moves before it again.
    UnblockPath(Vec<Cell>),
    /// `YXBLOCKPATHRESET`: answer every point after all moves again.
    UnblockAllPaths,
    /// Which points are forbidden to the side to move?
    ShowForbid,
    /// Forget what earlier searches found.
    HashClear,
    /// Which limits does the engine have?
    ShowInfo,
    /// A command of Yixin-Board beyond the documented extension.
    OfBoard(BoardCommand),
    /// Leave.
    End,
}

impl Command {
    /// Reads one command; a list may stand on one line or on many.
    ///
    /// # Errors
    /// The word is unknown, or what follows it is wrong.
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
            return list.command(&items);
        }
        match word.as_str() {
            "START" => sides(rest).ok_or(ParseError::wrong("START", "a size, as in START 15")),
            "RECTSTART" => {
                let both = sides(rest).filter(|_| rest.contains(','));
                both.ok_or(ParseError::wrong("RECTSTART", "two sides, as in RECTSTART 20,15"))
            }
            "RESTART" => Ok(Self::Restart),
            "BEGIN" => Ok(Self::Begin),
            "TURN" if rest.trim().eq_ignore_ascii_case("PASS") => Ok(Self::Turn(None)),
            "TURN" => Ok(Self::Turn(Some(cell("TURN", rest)?))),
            "TAKEBACK" => Ok(Self::TakeBack(cell("TAKEBACK", rest)?)),
            "PLAY" => Ok(Self::Play(cell("PLAY", rest)?)),
            "INFO" => Ok(Self::Info(Info::parse(rest))),
            "ABOUT" => Ok(Self::About),
            "STOP" | "YXSTOP" => Ok(Self::Stop),
            "YXSHOWFORBID" => Ok(Self::ShowForbid),
            "YXNBEST" => {
                let lines = decimal(rest).filter(|&lines| lines > 0);
                lines.map(Self::BestLines).ok_or(ParseError::wrong("YXNBEST", "a number of lines, from 1 on"))
            }
            "YXSEARCHDEFEND" => Ok(Self::AllLines),
            "YXBALANCEONE" => Ok(Self::BalanceOne(bias("YXBALANCEONE", rest)?)),
            "YXBALANCETWO" => Ok(Self::BalanceTwo(bias("YXBALANCETWO", rest)?)),
            "YXBLOCKRESET" => Ok(Self::UnblockAll),
            "YXBLOCKPATHRESET" => Ok(Self::UnblockAllPaths),
            "YXHASHCLEAR" | "CLEARHASH" => Ok(Self::HashClear),
            "YXSHOWINFO" => Ok(Self::ShowInfo),
            "END" => Ok(Self::End),
            word => {
                yixin::on_one_line(word).map(Self::OfBoard).ok_or_else(|| ParseError::Unknown(text.trim().to_owned()))
            }
        }
    }

    /// Whether one line answers the command if it is obeyed.
    #[must_use]
    pub const fn is_answered(&self) -> bool {
        if let Self::OfBoard(command) = self {
            return command.is_answered();
        }
        !matches!(
            self,
            Self::Info(_)
                | Self::YxBoard(_)
                | Self::Block(_)
                | Self::Unblock(_)
                | Self::UnblockAll
                | Self::BlockPath(_)
                | Self::UnblockPath(_)
                | Self::UnblockAllPaths
                | Self::HashClear
                | Self::ShowInfo
                | Self::Stop
                | Self::End
        )
    }

    /// Whether a refusal of it is answered, if nothing else is.
    pub(crate) const fn is_refused_aloud(&self) -> bool {
        self.is_answered() || matches!(self, Self::YxBoard(_) | Self::OfBoard(_))
    }

    /// Whether only the Yixin extension has this command.
    pub(crate) const fn is_extension(&self) -> bool {
        matches!(
            self,
            Self::YxBoard(_)
                | Self::ShowForbid
                | Self::HashClear
                | Self::ShowInfo
                | Self::BestLines(_)
                | Self::OfBoard(_)
        )
    }

    /// Whether a line that begins with `word` is a command of its own, so that it ends a list left open.
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

impl fmt::Display for Command {
    /// The lines to send, without the last line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { width, height } if width == height => write!(f, "START {width}"),
            Self::Start { width, height } => write!(f, "RECTSTART {width},{height}"),
            Self::Restart => f.write_str("RESTART"),
            Self::Begin => f.write_str("BEGIN"),
            Self::Turn(None) => f.write_str("TURN PASS"),
            Self::Turn(Some(cell)) => write!(f, "TURN {cell}"),
            Self::Board(stones) => write_list(f, List::Board, stones),
            Self::YxBoard(stones) => write_list(f, List::YxBoard, stones),
            Self::SwapBoard(cells) => write_list(f, List::SwapBoard, cells),
            Self::Swap2Board(cells) => write_list(f, List::Swap2Board, cells),
            Self::Info(info) => write!(f, "INFO {info}"),
            Self::TakeBack(cell) => write!(f, "TAKEBACK {cell}"),
            Self::Play(cell) => write!(f, "PLAY {cell}"),
            Self::About => f.write_str("ABOUT"),
            Self::Stop => f.write_str("YXSTOP"),
            Self::BestLines(lines) => write!(f, "YXNBEST {lines}"),
            Self::AllLines => f.write_str("YXSEARCHDEFEND"),
            Self::BalanceOne(bias) => write!(f, "YXBALANCEONE {bias}"),
            Self::BalanceTwo(bias) => write!(f, "YXBALANCETWO {bias}"),
            Self::Block(cells) => write_list(f, List::Block, cells),
            Self::Unblock(cells) => write_list(f, List::Unblock, cells),
            Self::UnblockAll => f.write_str("YXBLOCKRESET"),
            Self::BlockPath(cells) => write_list(f, List::BlockPath, cells),
            Self::UnblockPath(cells) => write_list(f, List::UnblockPath, cells),
            Self::UnblockAllPaths => f.write_str("YXBLOCKPATHRESET"),
            Self::ShowForbid => f.write_str("YXSHOWFORBID"),
            Self::HashClear => f.write_str("YXHASHCLEAR"),
            Self::ShowInfo => f.write_str("YXSHOWINFO"),
            Self::OfBoard(command) => command.fmt(f),
            Self::End => f.write_str("END"),
        }
    }
}

fn write_list(f: &mut fmt::Formatter<'_>, list: List, items: &[impl fmt::Display]) -> fmt::Result {
    writeln!(f, "{}", list.word())?;
    items.iter().try_for_each(|item| writeln!(f, "{item}"))?;
    f.write_str(DONE)
}

/// What ends a list.
pub(crate) const DONE: &str = "DONE";

/// A command that goes on until `DONE`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum List {
    Board,
    YxBoard,
    SwapBoard,
    Swap2Board,
    Block,
    Unblock,
    BlockPath,
    UnblockPath,
    OfBoard(BoardList),
}

impl List {
    const ALL: [Self; 8] = [
        Self::Board,
        Self::YxBoard,
        Self::SwapBoard,
        Self::Swap2Board,
        Self::Block,
        Self::Unblock,
        Self::BlockPath,
        Self::UnblockPath,
    ];

    fn word(self) -> &'static str {
        match self {
            Self::Board => "BOARD",
            Self::YxBoard => "YXBOARD",
            Self::SwapBoard => "SWAPBOARD",
            Self::Swap2Board => "SWAP2BOARD",
            Self::Block => "YXBLOCK",
            Self::Unblock => "YXBLOCKUNDO",
            Self::BlockPath => "YXBLOCKPATH",
            Self::UnblockPath => "YXBLOCKPATHUNDO",
            Self::OfBoard(list) => list.word(),
        }
    }

    pub(crate) fn opened_by(word: &str) -> Option<Self> {
        let own = Self::ALL.into_iter().find(|list| list.word().eq_ignore_ascii_case(word));
        own.or_else(|| BoardList::opened_by(word).map(Self::OfBoard))
    }

    /// Whether what follows the word on its line is a text, and no part of the list.
    pub(crate) const fn begins_with_text(self) -> bool {
        matches!(self, Self::OfBoard(list) if list.begins_with_text())
    }

    /// The error of a list that another command, or nothing, follows.
    pub(crate) fn unfinished(self) -> ParseError {
        ParseError::wrong(self.word(), "DONE after its last line")
    }

    /// The command with these lines.
    pub(crate) fn command(self, items: &[String]) -> Result<Command, ParseError> {
        let stones = || {
            let stones = items.iter().map(|item| Stone::parse(item)).collect::<Option<Vec<_>>>();
            stones.ok_or(ParseError::wrong(self.word(), "lines x,y,field with a field of 1, 2 or 3"))
        };
        let cells = || {
            let cells = items.iter().map(|item| Cell::parse(item)).collect::<Option<Vec<_>>>();
            cells.ok_or(ParseError::wrong(self.word(), "lines x,y"))
        };
        Ok(match self {
            Self::Board => Command::Board(stones()?),
            Self::YxBoard => Command::YxBoard(stones()?),
            Self::SwapBoard => Command::SwapBoard(cells()?),
            Self::Swap2Board => Command::Swap2Board(cells()?),
            Self::Block => Command::Block(cells()?),
            Self::Unblock => Command::Unblock(cells()?),
            Self::BlockPath => Command::BlockPath(cells()?),
            Self::UnblockPath => Command::UnblockPath(cells()?),
            Self::OfBoard(list) => Command::OfBoard(list.command(items)?),
        })
    }
}

impl FromStr for Command {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

/// Why a line is no command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseError {
    /// Nothing begins with this word; the whole line.
    Unknown(String),
    /// The command lacks something, or has something else.
    Wrong {
        /// The command.
        word: &'static str,
        /// What it needs.
        needs: &'static str,
    },
}

impl ParseError {
    pub(crate) const fn wrong(word: &'static str, needs: &'static str) -> Self {
        Self::Wrong { word, needs }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(line) => write!(f, "unknown command {line:?}"),
            Self::Wrong { word, needs } => write!(f, "{word} needs {needs}"),
        }
    }
}

impl std::error::Error for ParseError {}

/// `15`, `15 15` or `20,15`.
fn sides(text: &str) -> Option<Command> {
    let numbers: Option<Vec<usize>> = tokens(text).iter().flat_map(|token| token.split(',')).map(decimal).collect();
    match numbers?[..] {
        [size] => Some(Command::Start { width: size, height: size }),
        [width, height] => Some(Command::Start { width, height }),
        _ => None,
    }
}

/// A bias; without one it is 0.
fn bias(word: &'static str, text: &str) -> Result<i32, ParseError> {
    let bias = if text.is_empty() { Some(0) } else { text.parse().ok() };
    bias.filter(|bias: &i32| bias.abs() <= MOST_BIAS)
        .ok_or(ParseError::wrong(word, "a number of hundredths of a point"))
}

/// No estimate is larger.
const MOST_BIAS: i32 = 30_000;

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
    use crate::cell::Owner;

    const CELL: Cell = Cell { x: 7, y: 12 };

    #[test]
    fn every_command_is_read_as_it_is_written() {
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
            Command::OfBoard(BoardCommand::Swap2Step(1)),
            Command::OfBoard(BoardCommand::SoosorvStep { step: 1, offers: None, moves: Vec::new() }),
            Command::OfBoard(BoardCommand::SoosorvStep { step: 4, offers: Some(3), moves: vec![CELL; 4] }),
            Command::OfBoard(BoardCommand::SoosorvStep { step: 6, offers: None, moves: vec![CELL; 6] }),
            Command::OfBoard(BoardCommand::Query(yixin::Query::AllAndText, vec![CELL])),
            Command::OfBoard(BoardCommand::HashUsage),
            Command::OfBoard(BoardCommand::Without("YXDRAW")),
            Command::OfBoard(BoardCommand::Unsupported("YXSAVEDATABASE", None)),
            Command::OfBoard(BoardCommand::Unsupported("YXDELETEDATABASEALL", None)),
            Command::OfBoard(BoardCommand::Unsupported("YXSETDATABASE", Some(r"C:\a b.db".to_owned()))),
            Command::End,
        ];
        for command in commands {
            let text = command.to_string();
            assert_eq!(Command::parse(&text), Ok(command), "{text}");
            let word = text.split_whitespace().next().unwrap();
            assert!(Command::begins_with(word), "{word}");
        }
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
