//! Commands of Yixin-Board beyond the documented extension, answered by messages: openings in steps, database, hash.

use std::fmt;

use super::cell::Cell;
use super::parse_error::ParseError;
use super::words::{DONE, decimal};

/// A command of Yixin-Board.
///
/// # Examples
/// ```
/// use ninuki_protocol::{BoardCommand, Command};
///
/// assert_eq!(Command::parse("yxswap2step1"), Ok(Command::OfBoard(BoardCommand::Swap2Step(1))));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardCommand {
    /// `YXSWAP2STEP1` to `3`: a step of the swap-2 opening in the position as it stands.
    Swap2Step(usize),
    /// `YXSOOSORVSTEP1` to `6`: a step of the Soosorv opening.
    SoosorvStep {
        /// The step, from 1.
        step: usize,
        /// The number of fifth moves to offer, which steps 4 and 5 need.
        offers: Option<usize>,
        /// The moves so far; with step 6 all fifth moves that are offered.
        moves: Vec<Cell>,
    },
    /// `YXQUERYDATABASEALL` and the like: the entries of the position after these moves.
    Query(DatabaseQuery, Vec<Cell>),
    /// `YXSHOWHASHUSAGE`: the size of the transposition table.
    HashUsage,
    /// `YXPRINTFEATURE`, `YXDRAW`, `YXRESIGN` and `YXFORBID`, which have no effect.
    Without(&'static str),
    /// A command for the database, its files, or files of the transposition table; with a path if it has one.
    Unsupported(&'static str, Option<String>),
}

/// A kind of database query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DatabaseQuery {
    /// The moves of the position.
    All,
    /// The moves and the text of the position.
    AllAndText,
    /// The value of the position.
    One,
    /// The text of the position.
    Text,
}

const QUERIES: [(&str, DatabaseQuery); 4] = [
    ("YXQUERYDATABASEALL", DatabaseQuery::All),
    ("YXQUERYDATABASEALLT", DatabaseQuery::AllAndText),
    ("YXQUERYDATABASEONE", DatabaseQuery::One),
    ("YXQUERYDATABASETEXT", DatabaseQuery::Text),
];

const SWAP2: [&str; 3] = ["YXSWAP2STEP1", "YXSWAP2STEP2", "YXSWAP2STEP3"];

const SOOSORV: [&str; 6] =
    ["YXSOOSORVSTEP1", "YXSOOSORVSTEP2", "YXSOOSORVSTEP3", "YXSOOSORVSTEP4", "YXSOOSORVSTEP5", "YXSOOSORVSTEP6"];

/// Commands of one line without an effect.
const WITHOUT: [&str; 4] = ["YXPRINTFEATURE", "YXDRAW", "YXRESIGN", "YXFORBID"];

/// Changes of the database that a list of moves follows.
const CHANGES: [&str; 5] =
    ["YXEDITTVDDATABASE", "YXEDITTEXTDATABASE", "YXEDITLABELDATABASE", "YXDELETEDATABASEONE", "YXDELETEDATABASEALL"];

/// Commands with the path of a file on the next line.
const FILES: [&str; 10] = [
    "YXSETDATABASE",
    "YXHASHDUMP",
    "YXHASHLOAD",
    "YXDBTOPOS",
    "YXDBTOTXT",
    "YXDBTOTXTALL",
    "YXTXTTODB",
    "YXLIBTODB",
    "YXDBMERGE",
    "YXDBSPLIT",
];

/// Commands of one line for a database.
const DATABASE: [&str; 5] =
    ["YXSAVEDATABASE", "YXDBCHECK", "YXDBFIX", "YXSETBESTMOVEDATABASE", "YXCLEARBESTMOVEDATABASE"];

fn known<'w>(words: &'w [&'static str], word: &str) -> Option<&'w &'static str> {
    words.iter().find(|known| known.eq_ignore_ascii_case(word))
}

/// A command with a list that ends with `DONE`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BoardList {
    Soosorv(usize),
    Query(DatabaseQuery),
    Change(&'static str),
}

impl BoardList {
    pub(crate) fn opened_by(word: &str) -> Option<Self> {
        let step = SOOSORV.iter().position(|known| known.eq_ignore_ascii_case(word)).filter(|&at| at > 0);
        let query = QUERIES.iter().find(|(known, _)| known.eq_ignore_ascii_case(word));
        let change = known(&CHANGES, word);
        (step.map(|at| Self::Soosorv(at + 1)))
            .or_else(|| query.map(|&(_, query)| Self::Query(query)))
            .or_else(|| change.map(|&word| Self::Change(word)))
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Soosorv(step) => SOOSORV[step - 1],
            Self::Query(query) => query.word(),
            Self::Change(word) => word,
        }
    }

    /// Whether the rest of the first line is a text, and no part of the list.
    pub(crate) const fn begins_with_text(self) -> bool {
        matches!(self, Self::Change(_))
    }

    /// The command with these lines; steps 4 and 5 of Soosorv have a number before them.
    pub(crate) fn command(self, items: &[String]) -> Result<BoardCommand, ParseError> {
        let wrong = |needs| ParseError::wrong(self.word(), needs);
        let cells = |items: &[String]| {
            let cells = items.iter().map(|item| Cell::parse(item)).collect::<Option<Vec<_>>>();
            cells.ok_or(wrong("lines x,y"))
        };
        match self {
            Self::Change(word) => Ok(BoardCommand::Unsupported(word, None)),
            Self::Query(query) => Ok(BoardCommand::Query(query, cells(items)?)),
            Self::Soosorv(step @ (4 | 5)) => {
                let (first, rest) = items.split_first().ok_or(wrong("a number of fifth moves from 1 to 12"))?;
                let offers = decimal(first).filter(|offers| (1..=12).contains(offers));
                let offers = Some(offers.ok_or(wrong("a number of fifth moves from 1 to 12"))?);
                Ok(BoardCommand::SoosorvStep { step, offers, moves: cells(rest)? })
            }
            Self::Soosorv(step) => Ok(BoardCommand::SoosorvStep { step, offers: None, moves: cells(items)? }),
        }
    }
}

impl DatabaseQuery {
    fn word(self) -> &'static str {
        QUERIES.iter().find(|(_, query)| *query == self).map_or("", |(word, _)| word)
    }
}

/// The command on one line, if `word` begins one.
pub(crate) fn on_one_line(word: &str) -> Option<BoardCommand> {
    let swap2 = SWAP2.iter().position(|known| known.eq_ignore_ascii_case(word));
    let soosorv = SOOSORV[0].eq_ignore_ascii_case(word);
    (swap2.map(|at| BoardCommand::Swap2Step(at + 1)))
        .or_else(|| soosorv.then(|| BoardCommand::SoosorvStep { step: 1, offers: None, moves: Vec::new() }))
        .or_else(|| "YXSHOWHASHUSAGE".eq_ignore_ascii_case(word).then_some(BoardCommand::HashUsage))
        .or_else(|| known(&WITHOUT, word).map(|&word| BoardCommand::Without(word)))
        .or_else(|| known(&DATABASE, word).map(|&word| BoardCommand::Unsupported(word, None)))
}

/// The command with a path on the next line, if `word` begins one.
pub(crate) fn with_path(word: &str) -> Option<&'static str> {
    known(&FILES, word).copied()
}

impl BoardCommand {
    /// Whether a line other than a message answers it.
    pub(crate) const fn is_answered(&self) -> bool {
        matches!(self, Self::Unsupported(..))
    }
}

impl fmt::Display for BoardCommand {
    /// The lines to send, without the last line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, moves: &[Cell]| {
            moves.iter().try_for_each(|cell| writeln!(f, "{cell}"))?;
            f.write_str(DONE)
        };
        match self {
            Self::Swap2Step(step) => f.write_str(SWAP2[step - 1]),
            Self::SoosorvStep { step: 1, .. } => f.write_str(SOOSORV[0]),
            Self::SoosorvStep { step, offers, moves } => {
                f.write_str(SOOSORV[step - 1])?;
                offers.map_or(Ok(()), |offers| write!(f, " {offers}"))?;
                writeln!(f)?;
                list(f, moves)
            }
            Self::Query(query, moves) => {
                writeln!(f, "{}", query.word())?;
                list(f, moves)
            }
            Self::HashUsage => f.write_str("YXSHOWHASHUSAGE"),
            Self::Without(word) => f.write_str(word),
            Self::Unsupported(word, Some(path)) => write!(f, "{word}\n{path}"),
            Self::Unsupported(word, None) if CHANGES.contains(word) => write!(f, "{word}\n{DONE}"),
            Self::Unsupported(word, None) => f.write_str(word),
        }
    }
}
