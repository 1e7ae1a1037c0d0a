//! Commands with a list of lines that ends with `DONE`.

use super::parse_error::ParseError;
use super::yixin::BoardList;

/// A command with a list.
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

    pub(crate) fn word(self) -> &'static str {
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

    /// The list that `word` opens.
    pub(crate) fn opened_by(word: &str) -> Option<Self> {
        let own = Self::ALL.into_iter().find(|list| list.word().eq_ignore_ascii_case(word));
        own.or_else(|| BoardList::opened_by(word).map(Self::OfBoard))
    }

    /// Whether the rest of the first line is a text, and no part of the list.
    pub(crate) const fn begins_with_text(self) -> bool {
        matches!(self, Self::OfBoard(list) if list.begins_with_text())
    }

    /// The error of a list without `DONE`.
    pub(crate) fn unfinished(self) -> ParseError {
        ParseError::wrong(self.word(), "DONE after its last line")
    }
}
