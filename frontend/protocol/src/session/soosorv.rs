//! The Soosorv opening, in the steps of Yixin-Board.

use engine::{Bitboard, Move, PointSet};
use search::{Limits, Report, Score};

use super::Session;
use super::balance::until;
use super::choose::choose;
use super::request::Arrival;
use crate::grammar::Cell;
use crate::refusal::Refusal;

/// The most fifth moves that White asks for.
const MOST_OFFERS: usize = 8;

/// The largest score, in hundredths of a point, at which White keeps the colours.
const BALANCED: i32 = 30;

impl Session<'_> {
    /// Performs a step of the Soosorv opening: Black's three stones; White's swap; the fourth move and the number of fifth
    /// moves; Black's swap; the fifth moves; the one that stays.
    pub(super) fn soosorv(
        &mut self,
        step: usize,
        offers: Option<usize>,
        moves: &[Cell],
        arrival: Arrival,
    ) -> Result<(), Refusal> {
        self.state.swap2_allowed()?;
        let needed = [0, 3, 3, 4, 4, 5][step - 1];
        if moves.len() < needed || (step < 6 && moves.len() > needed) {
            return Err(Refusal::SoosorvCount { step, needs: needed, found: moves.len() });
        }
        let stones = moves.len().min(4);
        self.state.set_moves(&moves[..stones])?;
        let offers = offers.unwrap_or(MOST_OFFERS);
        match step {
            1 => self.soosorv_opening(arrival)?,
            2 => {
                let limits = self.limits(arrival)?;
                let score = self.think(arrival, &limits)?.report.map_or(Score::DRAW, |report| report.score);
                self.swap_message("SOOSORV SWAP1", score < Score::estimate(-BALANCED));
            }
            3 => self.soosorv_fourth(arrival)?,
            4 => {
                let lines = self.lines(offers, arrival)?;
                // White keeps the weakest of the offers.
                let score = lines.iter().take(offers).map(|line| line.score).min().unwrap_or(Score::DRAW);
                self.swap_message("SOOSORV SWAP2", score < Score::DRAW);
            }
            5 => self.soosorv_fifths(moves, offers, arrival)?,
            _ => self.soosorv_choice(&moves[4..], arrival)?,
        }
        self.decided(arrival);
        Ok(())
    }

    fn swap_message(&mut self, what: &str, swaps: bool) {
        self.remark(&format!("{what} {}", if swaps { "YES" } else { "NO" }));
    }

    /// The best `lines` lines of the position.
    fn lines(&mut self, lines: usize, arrival: Arrival) -> Result<Vec<Report>, Refusal> {
        let limits = Limits { lines, ..self.limits(arrival)? };
        Ok(self.think(arrival, &limits)?.lines)
    }

    /// Plays one of the 26 openings: the centre, a stone beside it, and the most balanced third stone within two lines.
    fn soosorv_opening(&mut self, arrival: Arrival) -> Result<(), Refusal> {
        let game = self.state.game()?;
        let (x, y) = (game.grid().width() / 2, game.grid().height() / 2);
        let (first, second) = (Cell { x, y }, Cell { x, y: y - 1 });
        self.state.set_moves(&[first, second])?;
        let mut only = Bitboard::EMPTY;
        for point in game.grid().points() {
            let (px, py) = game.grid().xy(point);
            if px.abs_diff(x) <= 2 && py.abs_diff(y) <= 2 {
                only.insert(point);
            }
        }
        let limits = Limits { only, ..self.limits(arrival)? };
        let third = self.balance(0, limits, arrival)?;
        let third = match third {
            Move::Place(point) => Cell::of(game, point),
            Move::Swap | Move::Pass => first,
        };
        for (number, Cell { x, y }) in (1..).zip([first, second, third]) {
            self.remark(&format!("SOOSORV MOVE{number} {x} {y}"));
        }
        Ok(())
    }

    /// Plays the fourth move, and offers the most balanced number of fifth moves.
    fn soosorv_fourth(&mut self, arrival: Arrival) -> Result<(), Refusal> {
        let limits = until(&self.limits(arrival)?, 1, 2);
        let report = self.think(arrival, &limits)?.report;
        let player = self.state.player()?;
        let fourth = choose(player.record(), report.map(|report| report.best));
        player.play(fourth).map_err(Refusal::Pass)?;
        let lines = self.lines(MOST_OFFERS, arrival)?;
        let distances = lines.iter().map(|line| line.score.value().abs());
        let offers = distances.enumerate().min_by_key(|&(_, distance)| distance).map_or(1, |(at, _)| at + 1);
        let game = self.state.game()?;
        if let Move::Place(point) = fourth {
            let Cell { x, y } = Cell::of(game, point);
            self.remark(&format!("SOOSORV MOVE4 {x} {y} {offers}"));
        }
        Ok(())
    }

    /// Offers the best fifth moves, one for each class of symmetry of the four stones.
    fn soosorv_fifths(&mut self, stones: &[Cell], offers: usize, arrival: Arrival) -> Result<(), Refusal> {
        let lines = self.lines(2 * offers + 4, arrival)?;
        let game = self.state.game()?;
        let searched = lines.iter().map(|line| line.best);
        let others = self.state.record()?.legal().into_iter().map(Move::Place);
        let mut offered: Vec<Cell> = Vec::new();
        for mv in searched.chain(others) {
            let Move::Place(point) = mv else { continue };
            let next = Cell::of(game, point);
            if offered.len() < offers && offered.iter().all(|&known| form(stones, known) != form(stones, next)) {
                offered.push(next);
            }
        }
        self.remark("SOOSORV MOVE5 REFRESH");
        for Cell { x, y } in offered {
            self.remark(&format!("SOOSORV MOVE5 {x} {y}"));
        }
        self.remark("SOOSORV MOVE5 DONE");
        Ok(())
    }

    /// Chooses the fifth move that stays: the worst one for Black.
    fn soosorv_choice(&mut self, fifths: &[Cell], arrival: Arrival) -> Result<(), Refusal> {
        let mut only = Bitboard::EMPTY;
        for &fifth in fifths {
            only.insert(self.state.point(fifth)?);
        }
        let limits = Limits { only, lines: fifths.len(), ..self.limits(arrival)? };
        let lines = self.think(arrival, &limits)?.lines;
        let game = self.state.game()?;
        let worst = lines.iter().min_by_key(|line| line.score).map(|line| line.best);
        let Cell { x, y } = match worst {
            Some(Move::Place(point)) => Cell::of(game, point),
            _ => fifths[0],
        };
        self.remark(&format!("SOOSORV MOVE5C {x} {y}"));
        Ok(())
    }
}

/// A normal form of the stones with a fifth one under symmetries and translations.
fn form(stones: &[Cell], fifth: Cell) -> Vec<(i64, i64, usize)> {
    let all = stones.iter().chain([&fifth]).enumerate();
    let coordinate = |at: usize| i64::try_from(at).unwrap_or(i64::MAX);
    let placed: Vec<_> = all.map(|(ply, cell)| (coordinate(cell.x), coordinate(cell.y), ply % 2)).collect();
    let mapped = (0..8).map(|symmetry| {
        let image = placed.iter().map(|&(x, y, color)| {
            let (x, y) = if symmetry & 1 == 0 { (x, y) } else { (y, x) };
            (if symmetry & 2 == 0 { x } else { -x }, if symmetry & 4 == 0 { y } else { -y }, color)
        });
        let image: Vec<_> = image.collect();
        let least = |of: fn(&(i64, i64, usize)) -> i64| image.iter().map(of).min().unwrap_or(0);
        let (left, top) = (least(|stone| stone.0), least(|stone| stone.1));
        let mut moved: Vec<_> = image.iter().map(|&(x, y, color)| (x - left, y - top, color)).collect();
        moved.sort_unstable();
        moved
    });
    mapped.min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetric_fifth_moves_have_one_form() {
        let at = |x, y| Cell { x, y };
        // The axis of symmetry is between the rows 6 and 7, and no axis of the board.
        let stones = [at(7, 7), at(3, 6), at(7, 6), at(3, 7)];
        assert_eq!(form(&stones, at(8, 7)), form(&stones, at(8, 6)));
        assert_ne!(form(&stones, at(8, 7)), form(&stones, at(9, 7)));
        assert_ne!(form(&stones, at(8, 7)), form(&stones, at(6, 7)));
    }
}
