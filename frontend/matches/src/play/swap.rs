//! Openings in which the players exchange colours.

use engine::{Color, Move};
use protocol::{Command, Reply};

use super::expected::Expected;
use super::referee::{Failed, Referee};

impl Referee<'_, '_> {
    /// Offers the exchange of colours to the side that may choose.
    pub(super) fn offer(&mut self) -> Result<(), Failed> {
        let by = self.rules.game.rules().swap.map_or(Color::White, |swap| swap.by);
        let seat = self.seats[by.index()];
        let (reply, ms, info) = self.ask(seat, &Command::SwapBoard(self.cells()), Expected::Decision)?;
        if reply == Reply::Swap {
            self.play(Move::Swap, ms, info).map_err(|failure| (seat, failure))?;
        }
        self.offered = true;
        self.sent = [None; 2];
        Ok(())
    }

    /// Plays the swap-2 opening. The first player places three stones. The second continues as White, swaps, or places two more
    /// and leaves the choice to the first.
    pub(super) fn swap2(&mut self) -> Result<(), Failed> {
        let (reply, ms, _) = self.ask(0, &Command::Swap2Board(Vec::new()), Expected::Stones(0))?;
        self.place_all(0, &reply, ms)?;
        let (mut chooser, mut placed) = (1, 3);
        loop {
            // The engine that chooses plays White unless it swaps.
            self.seats = [1 - chooser, chooser];
            let (reply, ms, _) = self.ask(chooser, &Command::Swap2Board(self.cells()), Expected::Stones(placed))?;
            if reply == Reply::Swap {
                self.seats.swap(0, 1);
                break;
            }
            self.place_all(chooser, &reply, ms)?;
            if !matches!(reply, Reply::Moves(_)) {
                break;
            }
            (chooser, placed) = (0, 5);
        }
        self.sent = [None; 2];
        Ok(())
    }

    /// Plays the stones of an answer.
    fn place_all(&mut self, seat: usize, reply: &Reply, ms: f64) -> Result<(), Failed> {
        let cells = match reply {
            Reply::Move(cell) => std::slice::from_ref(cell),
            Reply::Moves(cells) => cells,
            _ => &[],
        };
        for (index, &cell) in cells.iter().enumerate() {
            let point = self.point(seat, cell)?;
            let ms = if index == 0 { ms } else { 0.0 };
            self.play(Move::Place(point), ms, None).map_err(|failure| (seat, failure))?;
        }
        Ok(())
    }
}
