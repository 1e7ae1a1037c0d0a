//! Evaluations of positions by the engine.

use engine::Move;
use records::Entry;
use rusqlite::OptionalExtension as _;
use serde::Serialize;

use crate::explore::walk;
use crate::{Error, Library};

/// The engine's verdict on a position.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StoredEvaluation"))]
pub struct Evaluation {
    /// The win rate of the side to move, 0 to 1.
    pub winrate: f64,
    /// Plies to a proved win of the side to move, negative to a proved loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<i64>,
    /// The nodes of the search.
    pub nodes: u64,
}

impl Library {
    /// The stored evaluation of a position.
    pub(crate) fn evaluation(&self, board: i64, key: u128) -> Result<Option<Evaluation>, Error> {
        if !self.has_evaluations {
            return Ok(None);
        }
        let sql = "SELECT value, win, nodes FROM evaluations WHERE board = ? AND key = ?";
        let mut select = self.connection.prepare_cached(sql)?;
        let read =
            |row: &rusqlite::Row<'_>| Ok(Evaluation { winrate: row.get(0)?, win: row.get(1)?, nodes: row.get(2)? });
        Ok(select.query_row((board, key.to_be_bytes()), read).optional()?)
    }

    /// Stores the evaluation of the position after a game, and its best move. One of more nodes, or a proof, stays.
    ///
    /// # Errors
    /// The library has no game of this kind, the position cannot be reached, or the file cannot be written.
    pub fn evaluate(&mut self, position: &Entry, evaluation: Evaluation, best: Option<Move>) -> Result<(), Error> {
        self.located(|library| {
            let board = library.enter_board(position.game)?;
            let walk = walk(&board, position)?;
            let key = walk.keys().position;
            let weight = |evaluation: &Evaluation| (evaluation.win.is_some(), evaluation.nodes);
            if library.evaluation(board.id, key)?.is_some_and(|known| weight(&known) >= weight(&evaluation)) {
                return Ok(());
            }
            let Evaluation { winrate, win, nodes } = evaluation;
            let best = best.map(|mv| walk.canonical(mv));
            let sql =
                "INSERT OR REPLACE INTO evaluations (board, key, nodes, value, win, best) VALUES (?, ?, ?, ?, ?, ?)";
            library.connection.execute(sql, (board.id, key.to_be_bytes(), nodes, winrate, win, best))?;
            Ok(())
        })
    }
}
