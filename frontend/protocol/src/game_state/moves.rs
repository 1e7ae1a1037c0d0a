//! Moves made and taken back.

use engine::rules::Capture;
use engine::{Color, Game, Move, Point, SetUp};

use super::{GameState, empty};
use crate::grammar::Cell;
use crate::refusal::Refusal;

impl GameState {
    /// The point of the board at `cell`.
    ///
    /// # Errors
    /// No game is started, or the cell is outside the board.
    pub fn point(&mut self, cell: Cell) -> Result<Point, Refusal> {
        let grid = self.record()?.game().grid();
        grid.point(cell.x, cell.y).ok_or(Refusal::Outside(cell))
    }

    /// Whether the board is empty and no move was made.
    pub(crate) fn is_empty(&mut self) -> Result<bool, Refusal> {
        let unplayed = self.record()?.moves().is_empty();
        Ok(unplayed && self.setup.as_ref().is_none_or(|setup| setup.stones.is_empty()))
    }

    /// Plays a move of either side.
    ///
    /// # Errors
    /// The move is not legal.
    pub fn play(&mut self, cell: Cell) -> Result<(), Refusal> {
        let point = self.point(cell)?;
        self.resume()?;
        self.player()?.play(Move::Place(point)).map_err(|why| Refusal::Illegal(cell, why))?;
        Ok(())
    }

    /// Exchanges the colours.
    ///
    /// # Errors
    /// No swap is offered in the position.
    pub fn swap(&mut self) -> Result<(), Refusal> {
        self.player()?.play(Move::Swap).map(drop).map_err(|_| Refusal::NoSwap)
    }

    /// Continues a finished game of a kind without captures, as managers may: its stones become a set-up position, in
    /// which only later lines count.
    ///
    /// # Errors
    /// The game is over for good.
    pub fn resume(&mut self) -> Result<(), Refusal> {
        let record = self.record()?;
        let Some(outcome) = record.outcome() else { return Ok(()) };
        if record.game().rules().capture != Capture::None {
            return Err(Refusal::Over(outcome));
        }
        let base = self.setup.clone();
        let record = self.record()?;
        let game = record.game();
        let placed = record.moves().into_iter().filter_map(|mv| match mv {
            Move::Place(point) => Some((point, record.stone(point)?)),
            Move::Swap | Move::Pass => None,
        });
        let mut setup = base.unwrap_or_else(|| empty(Color::Black));
        setup.stones.extend(placed);
        setup.to_move = record.to_move();
        self.adopt(game, setup)?;
        self.record()?.outcome().map_or(Ok(()), |outcome| Err(Refusal::Over(outcome)))
    }

    /// Continues from a set-up position.
    pub(crate) fn adopt(&mut self, game: &'static Game, setup: SetUp) -> Result<(), Refusal> {
        let player = self.build(game, Some(&setup))?;
        self.seat(player);
        self.setup = Some(setup);
        Ok(())
    }

    /// Takes the newest move back, if it was made at `cell`.
    pub(crate) fn take_back(&mut self, cell: Cell) -> Result<(), Refusal> {
        let point = self.point(cell)?;
        let player = self.player()?;
        let (game, moves) = (player.record().game(), player.record().moves());
        let newest = moves.iter().rposition(|mv| matches!(mv, Move::Place(_)));
        if let Some(newest) = newest {
            if moves[newest] != Move::Place(point) {
                return Err(Refusal::NotNewest(cell));
            }
            for _ in newest..moves.len() {
                player.take_back();
            }
            return Ok(());
        }
        let ordered = game.rules().capture == Capture::None;
        let mut setup = self.setup.clone().filter(|_| ordered).ok_or(Refusal::NotNewest(cell))?;
        match setup.stones.pop() {
            Some((last, color)) if last == point => {
                setup.to_move = color;
                self.adopt(game, setup)
            }
            _ => Err(Refusal::NotNewest(cell)),
        }
    }
}
