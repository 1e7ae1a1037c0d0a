//! Answers to Yixin-Board: messages in its formats.

use super::Session;
use super::request::Arrival;
use crate::grammar::{BoardCommand, Cell, DatabaseQuery, Reply};
use crate::refusal::Refusal;

impl Session<'_> {
    /// Obeys a command of Yixin-Board.
    pub(crate) fn obey_board(&mut self, command: BoardCommand, arrival: Arrival) -> Result<Option<Reply>, Refusal> {
        match command {
            BoardCommand::Swap2Step(step) => self.swap2_step(step, arrival)?,
            BoardCommand::SoosorvStep { step, offers, moves } => self.soosorv(step, offers, &moves, arrival)?,
            BoardCommand::Query(query, _) => self.nothing_known(query),
            BoardCommand::HashUsage => {
                let kibibytes = self.settings.memory().table >> 10;
                self.remark(&format!("the transposition table has {kibibytes} KiB"));
            }
            BoardCommand::Without(word) => self.remark(&format!("{word} has no effect")),
            BoardCommand::Unsupported(word, _) => {
                let what =
                    if word.starts_with("YXHASH") { "the hash is not kept in files" } else { "there is no database" };
                return Ok(Some(Reply::error(&format!("{word}: {what}"))));
            }
        }
        Ok(None)
    }

    /// The answers of a database without entries.
    fn nothing_known(&mut self, query: DatabaseQuery) {
        if matches!(query, DatabaseQuery::All | DatabaseQuery::AllAndText) {
            self.remark("DATABASE REFRESH");
            self.remark("DATABASE DONE");
        }
        match query {
            DatabaseQuery::All => {}
            DatabaseQuery::One => self.remark("DATABASE ONE 0 0 0 0"),
            DatabaseQuery::Text | DatabaseQuery::AllAndText => self.remark("DATABASE TEXT \"\""),
        }
    }

    /// Performs a step of the swap-2 opening: three stones; the second player's decision; the first player's after five.
    fn swap2_step(&mut self, step: usize, arrival: Arrival) -> Result<(), Refusal> {
        let stones = [0, 3, 5][step - 1];
        self.state.swap2_allowed()?;
        if step == 1 {
            self.state.set_moves(&[])?;
        }
        let found = self.state.stones()?;
        if found != stones {
            return Err(Refusal::Swap2Count(found));
        }
        match (self.swap2(stones, arrival)?, step) {
            (Reply::Moves(cells), _) => {
                let first = if step == 1 { 1 } else { 4 };
                for (number, Cell { x, y }) in (first..).zip(cells) {
                    self.remark(&format!("SWAP2 MOVE{number} {x} {y}"));
                }
            }
            (reply, step) => {
                let answer = if reply == Reply::Swap { "YES" } else { "NO" };
                self.remark(&format!("SWAP2 SWAP{} {answer}", step - 1));
            }
        }
        Ok(())
    }
}
