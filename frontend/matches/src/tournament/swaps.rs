//! Openings in which the players exchange colours.

use engine::{Color, Move};

use crate::tournament::expected::Expected;
use crate::tournament::fault::Broken;
use crate::tournament::game::Match;
use protocol::{Command, Reply};

impl Match<'_, '_> {
    /// Asks the side that may whether it wants to exchange colours.
    pub(crate) fn offer(&mut self) -> Result<(), (usize, Broken)> {
        let by = self.rules.game.rules().swap.map_or(Color::White, |swap| swap.by);
        let seat = self.seats[by.index()];
        let (reply, ms, remarks) = self.ask(seat, &Command::SwapBoard(self.cells()), Expected::Decision)?;
        if reply == Reply::Swap {
            self.play(Move::Swap, ms, remarks).map_err(|why| (seat, why))?;
        }
        self.offered = true;
        self.known = [None; 2];
        Ok(())
    }

    /// The opening that both players make: three stones by the first; the second plays on as White, swaps, or
    /// places two more and leaves the choice to the first.
    pub(crate) fn swap2(&mut self) -> Result<(), (usize, Broken)> {
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
        self.known = [None; 2];
        Ok(())
    }

    fn place_all(&mut self, seat: usize, reply: &Reply, ms: f64) -> Result<(), (usize, Broken)> {
        let cells = match reply {
            Reply::Move(cell) => std::slice::from_ref(cell),
            Reply::Moves(cells) => cells,
            _ => &[],
        };
        for (index, &cell) in cells.iter().enumerate() {
            let point = self.point(seat, cell)?;
            let ms = if index == 0 { ms } else { 0.0 };
            self.play(Move::Place(point), ms, None).map_err(|why| (seat, why))?;
        }
        Ok(())
    }
}
