//! Commands of the manager.

use super::Session;
use super::request::Arrival;
use crate::grammar::{Command, Info, Reply};
use crate::refusal::Refusal;

impl Session<'_> {
    /// Obeys one command.
    ///
    /// # Errors
    /// The command cannot be obeyed; the state is as before.
    pub(super) fn obey(&mut self, command: Command, arrival: Arrival) -> Result<Option<Reply>, Refusal> {
        self.state.follow(&command)?;
        let reply = match command {
            Command::Start { .. } | Command::Restart => {
                self.settings.new_game();
                Reply::Ok
            }
            Command::TakeBack(_) => Reply::Ok,
            Command::Begin | Command::Turn(_) | Command::Board(_) => self.make_move(1, arrival)?,
            Command::BestLines(lines) => self.make_move(lines, arrival)?,
            Command::AllLines => self.make_move(usize::MAX, arrival)?,
            Command::BalanceOne(bias) => {
                self.state.resume()?;
                let limits = self.limits(arrival)?;
                let mv = self.balance(bias, limits, arrival)?;
                self.decided(arrival);
                self.placed(&[mv])?
            }
            Command::BalanceTwo(bias) => {
                self.state.resume()?;
                let both = self.balance_twice(bias, [1, 2], arrival)?;
                self.decided(arrival);
                self.placed(&both)?
            }
            Command::SwapBoard(_) => self.decide_swap(arrival)?,
            Command::Swap2Board(cells) => self.swap2(cells.len(), arrival)?,
            Command::Play(cell) => Reply::Move(cell),
            Command::About => self.about.reply(self.state.own_game()),
            Command::ShowForbid => Reply::Forbid(self.state.forbidden()?),
            Command::OfBoard(command) => return self.obey_board(command, arrival),
            silent => {
                self.obey_silently(silent);
                return Ok(None);
            }
        };
        Ok(Some(reply))
    }

    /// Obeys a command without a reply.
    fn obey_silently(&mut self, command: Command) {
        match command {
            Command::Info(info) => {
                self.settings.set(&info);
                self.state.set_memory(self.settings.memory());
                let least = self.settings.least_memory();
                if let Info::MaxMemory(bytes @ 1..) = info
                    && bytes < least
                {
                    self.remark(&format!(
                        "max_memory {bytes} is too little, {least} with code and weights is the least"
                    ));
                }
            }
            Command::Block(cells) => self.blocks.block(cells),
            Command::Unblock(cells) => self.blocks.unblock(&cells),
            Command::UnblockAll => self.blocks.unblock_all(),
            Command::BlockPath(path) => self.blocks.block_path(path),
            Command::UnblockPath(path) => self.blocks.unblock_path(&path),
            Command::UnblockAllPaths => self.blocks.unblock_all_paths(),
            Command::HashClear => self.state.rebuild(),
            Command::ShowInfo => self.about.limits().iter().for_each(|line| self.remark(line)),
            // `GameState::follow` obeys the others, and the reader STOP and END.
            _ => {}
        }
    }
}
