//! The Soosorv opening, in the steps of Yixin-Board.

use engine::{Bitboard, Move, PointSet};
use openings::{exchanges, fair_moves, fifth_moves, weakest};
use search::{AnalysisLine, Limits, Score};

use super::Session;
use super::balance::until;
use super::choose::choose;
use super::request::Arrival;
use crate::grammar::Cell;
use crate::refusal::Refusal;

/// The most fifth moves that White asks for.
const MOST_OFFERS: usize = 8;

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
                let score = self.think(arrival, &limits)?.map_or(Score::DRAW, |report| report.score);
                self.swap_message("SOOSORV SWAP1", score)?;
            }
            3 => self.soosorv_fourth(arrival)?,
            4 => {
                // White keeps the weakest of the offers.
                let lines = self.fifths(offers, arrival)?;
                let score = weakest(&lines).map_or(Score::DRAW, |line| line.score);
                self.swap_message("SOOSORV SWAP2", score)?;
            }
            5 => self.soosorv_fifths(offers, arrival)?,
            _ => self.soosorv_choice(&moves[4..], arrival)?,
        }
        self.decided(arrival);
        Ok(())
    }

    /// Writes whether the side to move, with this value for it, exchanges colours.
    fn swap_message(&mut self, what: &str, score: Score) -> Result<(), Refusal> {
        let to_move = self.state.record()?.to_move();
        let swaps = exchanges(to_move, to_move, score);
        self.remark(&format!("{what} {}", if swaps { "YES" } else { "NO" }));
        Ok(())
    }

    /// The best fifth moves that can be offered together, up to `lines` of them.
    fn fifths(&mut self, lines: usize, arrival: Arrival) -> Result<Vec<AnalysisLine>, Refusal> {
        let only = fifth_moves(self.state.record()?).into_iter().collect();
        let limits = Limits { only, lines, ..self.limits(arrival)? };
        Ok(self.analyse(arrival, &limits)?.map(|analysis| analysis.lines).unwrap_or_default())
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

    /// Plays the fourth move, and asks for as many fifth moves as keep Black even or better.
    fn soosorv_fourth(&mut self, arrival: Arrival) -> Result<(), Refusal> {
        let limits = until(&self.limits(arrival)?, 1, 2);
        let report = self.think(arrival, &limits)?;
        let player = self.state.player()?;
        let fourth = choose(player.record(), report.map(|report| report.best));
        player.play(fourth).map_err(Refusal::Pass)?;
        let lines = self.fifths(MOST_OFFERS, arrival)?;
        let offers = fair_moves(lines.iter().map(|line| line.score)).clamp(1, MOST_OFFERS);
        let game = self.state.game()?;
        if let Move::Place(point) = fourth {
            let Cell { x, y } = Cell::of(game, point);
            self.remark(&format!("SOOSORV MOVE4 {x} {y} {offers}"));
        }
        Ok(())
    }

    /// Offers the best fifth moves, one for each class of symmetry of the four stones.
    fn soosorv_fifths(&mut self, offers: usize, arrival: Arrival) -> Result<(), Refusal> {
        let lines = self.fifths(offers, arrival)?;
        let record = self.state.record()?;
        let game = record.game();
        let searched = lines.iter().map(AnalysisLine::best);
        let mut offered: Vec<Cell> = Vec::new();
        for mv in searched.chain(fifth_moves(record).into_iter().map(Move::Place)) {
            let Move::Place(point) = mv else { continue };
            let next = Cell::of(game, point);
            if offered.len() < offers && !offered.contains(&next) {
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
        let analysis = self.analyse(arrival, &limits)?;
        let game = self.state.game()?;
        let worst = analysis.and_then(|analysis| weakest(&analysis.lines).map(AnalysisLine::best));
        let Cell { x, y } = match worst {
            Some(Move::Place(point)) => Cell::of(game, point),
            _ => fifths[0],
        };
        self.remark(&format!("SOOSORV MOVE5C {x} {y}"));
        Ok(())
    }
}
