//! The answers to Yixin-Board: messages in the forms that it reads.

use engine::{Bitboard, Move, PointSet};
use search::{Limits, Report, Score};

use crate::arrange::cell;
use crate::balance::until;
use crate::cell::Cell;
use crate::reader::Asked;
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::session::{Session, choose};
use crate::yixin::{BoardCommand, Query};

/// The most fifth moves that White may ask for.
const MOST_OFFERS: usize = 8;

/// Scores up to this leave the colours as they are.
const BALANCED: i32 = 30;

impl Session<'_> {
    /// Obeys a command of Yixin-Board.
    pub(crate) fn obey_board(&mut self, command: BoardCommand, asked: Asked) -> Result<Option<Reply>, Refusal> {
        match command {
            BoardCommand::Swap2Step(step) => self.swap2_step(step, asked)?,
            BoardCommand::SoosorvStep { step, offers, moves } => self.soosorv(step, offers, &moves, asked)?,
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
    fn nothing_known(&mut self, query: Query) {
        if matches!(query, Query::All | Query::AllAndText) {
            self.remark("DATABASE REFRESH");
            self.remark("DATABASE DONE");
        }
        match query {
            Query::All => {}
            Query::One => self.remark("DATABASE ONE 0 0 0 0"),
            Query::Text | Query::AllAndText => self.remark("DATABASE TEXT \"\""),
        }
    }

    /// A step of the swap-2 opening: three stones; the second player's decision after them; the first player's after five.
    fn swap2_step(&mut self, step: usize, asked: Asked) -> Result<(), Refusal> {
        let stones = [0, 3, 5][step - 1];
        self.state.swap2_allowed()?;
        if step == 1 {
            self.state.set_moves(&[])?;
        }
        let found = self.state.stones()?;
        if found != stones {
            return Err(Refusal::Swap2Count(found));
        }
        match (self.swap2(stones, asked)?, step) {
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

    /// A step of the Soosorv opening: Black's three stones; whether White becomes Black; the fourth move and the number of
    /// fifth moves; whether Black becomes White; the fifth moves; which of them stays.
    fn soosorv(&mut self, step: usize, offers: Option<usize>, moves: &[Cell], asked: Asked) -> Result<(), Refusal> {
        self.state.swap2_allowed()?;
        let needed = [0, 3, 3, 4, 4, 5][step - 1];
        if moves.len() < needed || (step < 6 && moves.len() > needed) {
            return Err(Refusal::SoosorvCount { step, needs: needed, found: moves.len() });
        }
        let stones = moves.len().min(4);
        self.state.set_moves(&moves[..stones])?;
        let offers = offers.unwrap_or(MOST_OFFERS);
        match step {
            1 => self.soosorv_opening(asked)?,
            2 => {
                let limits = self.limits(asked)?;
                let score = self.think(asked, &limits)?.report.map_or(Score::DRAW, |report| report.score);
                self.swap_message("SOOSORV SWAP1", score < Score::estimate(-BALANCED));
            }
            3 => self.soosorv_fourth(asked)?,
            4 => {
                let lines = self.lines(offers, asked)?;
                // White keeps the weakest of so many.
                let score = lines.iter().take(offers).map(|line| line.score).min().unwrap_or(Score::DRAW);
                self.swap_message("SOOSORV SWAP2", score < Score::DRAW);
            }
            5 => self.soosorv_fifths(moves, offers, asked)?,
            _ => self.soosorv_choice(&moves[4..], asked)?,
        }
        self.decided(asked);
        Ok(())
    }

    fn swap_message(&mut self, what: &str, swaps: bool) {
        self.remark(&format!("{what} {}", if swaps { "YES" } else { "NO" }));
    }

    /// The best lines of the position, as many as asked for.
    fn lines(&mut self, lines: usize, asked: Asked) -> Result<Vec<Report>, Refusal> {
        let limits = Limits { lines, ..self.limits(asked)? };
        Ok(self.think(asked, &limits)?.lines)
    }

    /// One of the 26 openings: the centre, a stone beside it, and the third within two lines that makes the sides most even.
    fn soosorv_opening(&mut self, asked: Asked) -> Result<(), Refusal> {
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
        let limits = Limits { only, ..self.limits(asked)? };
        let third = self.balance(0, limits, asked)?;
        let third = match third {
            Move::Place(point) => cell(game, point),
            Move::Swap | Move::Pass => first,
        };
        for (number, Cell { x, y }) in (1..).zip([first, second, third]) {
            self.remark(&format!("SOOSORV MOVE{number} {x} {y}"));
        }
        Ok(())
    }

    /// The fourth move, and the number of fifth moves that makes the sides most even.
    fn soosorv_fourth(&mut self, asked: Asked) -> Result<(), Refusal> {
        let limits = until(&self.limits(asked)?, 1, 2);
        let report = self.think(asked, &limits)?.report;
        let player = self.state.player()?;
        let fourth = choose(player.record(), report.map(|report| report.best));
        player.play(fourth).map_err(Refusal::Pass)?;
        let lines = self.lines(MOST_OFFERS, asked)?;
        let distances = lines.iter().map(|line| line.score.value().abs());
        let offers = distances.enumerate().min_by_key(|&(_, distance)| distance).map_or(1, |(at, _)| at + 1);
        let game = self.state.game()?;
        if let Move::Place(point) = fourth {
            let Cell { x, y } = cell(game, point);
            self.remark(&format!("SOOSORV MOVE4 {x} {y} {offers}"));
        }
        Ok(())
    }

    /// The best fifth moves, of those that a symmetry of the four stones maps onto each other only one.
    fn soosorv_fifths(&mut self, stones: &[Cell], offers: usize, asked: Asked) -> Result<(), Refusal> {
        let lines = self.lines(2 * offers + 4, asked)?;
        let game = self.state.game()?;
        let searched = lines.iter().map(|line| line.best);
        let others = self.state.record()?.legal().into_iter().map(Move::Place);
        let mut offered: Vec<Cell> = Vec::new();
        for mv in searched.chain(others) {
            let Move::Place(point) = mv else { continue };
            let next = cell(game, point);
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

    /// Which of the fifth moves stays: the one that is worst for Black.
    fn soosorv_choice(&mut self, fifths: &[Cell], asked: Asked) -> Result<(), Refusal> {
        let mut only = Bitboard::EMPTY;
        for &fifth in fifths {
            only.insert(self.state.point(fifth)?);
        }
        let limits = Limits { only, lines: fifths.len(), ..self.limits(asked)? };
        let lines = self.think(asked, &limits)?.lines;
        let game = self.state.game()?;
        let worst = lines.iter().min_by_key(|line| line.score).map(|line| line.best);
        let Cell { x, y } = match worst {
            Some(Move::Place(point)) => cell(game, point),
            _ => fifths[0],
        };
        self.remark(&format!("SOOSORV MOVE5C {x} {y}"));
        Ok(())
    }
}

/// The stones with a fifth one, the same for all that symmetries and translations map onto each other.
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
    fn fifth_moves_that_a_symmetry_of_the_stones_maps_are_one() {
        let at = |x, y| Cell { x, y };
        // Mirrored in the line between the rows 6 and 7, which is no axis of the board.
        let stones = [at(7, 7), at(3, 6), at(7, 6), at(3, 7)];
        assert_eq!(form(&stones, at(8, 7)), form(&stones, at(8, 6)));
        assert_ne!(form(&stones, at(8, 7)), form(&stones, at(9, 7)));
        assert_ne!(form(&stones, at(8, 7)), form(&stones, at(6, 7)));
    }
}
