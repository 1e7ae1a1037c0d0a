//! Commands as text.

use std::fmt;

use super::command::Command;
use super::list::List;
use super::words::DONE;

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
