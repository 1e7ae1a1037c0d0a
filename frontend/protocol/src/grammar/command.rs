//! Commands of a manager.

use super::cell::{Cell, Stone};
use super::info::Info;
use super::yixin::BoardCommand;

/// A command of the manager.
///
/// The parser accepts words in any case, blanks, tabs and carriage returns between words and around commas, and a list on
/// one line (`BOARD 7,7,1 8,8,2 DONE`) or on many.
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
    /// `RESTART`: a new game on the same board.
    Restart,
    /// `BEGIN`: the first move.
    Begin,
    /// `TURN x,y`: the opponent's move, answered by a move. `None` is `TURN PASS`, for games with passes.
    Turn(Option<Cell>),
    /// `BOARD`: a position in order of play, answered by a move.
    Board(Vec<Stone>),
    /// `YXBOARD`: a position, without an answer.
    YxBoard(Vec<Stone>),
    /// `SWAPBOARD`: the moves so far, answered by the decision to exchange colours or not.
    SwapBoard(Vec<Cell>),
    /// `SWAP2BOARD`: the 0, 3 or 5 moves so far, answered by a step of the swap-2 opening.
    Swap2Board(Vec<Cell>),
    /// `INFO`: a setting.
    Info(Info),
    /// `TAKEBACK x,y`: undoes the newest move, which is that one.
    TakeBack(Cell),
    /// `PLAY x,y`: makes this move.
    Play(Cell),
    /// `ABOUT`: name, version and more of the engine.
    About,
    /// `STOP`, `YXSTOP`: ends the search with a move.
    Stop,
    /// `YXNBEST n`: a move, and messages about the n best lines.
    BestLines(usize),
    /// `YXSEARCHDEFEND`: a move, and messages about all moves.
    AllLines,
    /// `YXBALANCEONE`: a move after which its side is ahead by this bias, in hundredths of a point.
    BalanceOne(i32),
    /// `YXBALANCETWO`: a move of each side, after which the first is ahead by this bias.
    BalanceTwo(i32),
    /// `YXBLOCK`: points that are never answered.
    Block(Vec<Cell>),
    /// `YXBLOCKUNDO`: points that may be answered again.
    Unblock(Vec<Cell>),
    /// `YXBLOCKRESET`: all points may be answered again.
    UnblockAll,
    /// `YXBLOCKPATH`: moves, the last of which is no answer to the others.
    BlockPath(Vec<Cell>),
    /// `YXBLOCKPATHUNDO`: undoes [`Self::BlockPath`] with these moves.
    UnblockPath(Vec<Cell>),
    /// `YXBLOCKPATHRESET`: undoes all [`Self::BlockPath`].
    UnblockAllPaths,
    /// `YXSHOWFORBID`: the points forbidden to the side to move.
    ShowForbid,
    /// `YXHASHCLEAR`: clears the transposition table.
    HashClear,
    /// `YXSHOWINFO`: the limits of the engine.
    ShowInfo,
    /// A command of Yixin-Board beyond the documented extension.
    OfBoard(BoardCommand),
    /// `END`: the engine exits.
    End,
}

impl Command {
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

    /// Whether one line answers the command if it is refused.
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
}
