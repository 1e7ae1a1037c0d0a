//! Where the boards of a batch begin.

use crate::board::Board;

/// The beginning of a board: a set-up position and moves by number.
pub(crate) struct Origin {
    pub(crate) position: Option<String>,
    pub(crate) moves: Vec<u16>,
}

impl Origin {
    /// The beginning that a board is.
    pub(crate) fn of(board: &Board) -> Self {
        let position = board.setup.as_ref().map(|setup| setup.display(board.game().grid()).to_string());
        let moves = board.played().into_iter().map(|mv| board.actions.number_of(mv)).collect();
        Self { position, moves }
    }
}
