//! Moves of a session, and the end of its game.

use std::io::Write;

use analysis::Level;
use engine::notation::move_text;
use engine::{Color, Move, Outcome, Reason};
use search::Score;

use super::super::ending;
use super::{ENDLESS, Seat, Session};
use crate::error::Failure;

impl Session {
    /// Lets the engine move, decide about a swap, or resign.
    pub(super) fn let_engine_act(&mut self, level: Level, out: &mut impl Write) -> Result<(), Failure> {
        let acting = self.acting();
        if self.screen.live {
            write!(out, "{} thinks ...", self.name(acting))?;
            out.flush()?;
        }
        let engine = &mut self.engines[acting.index()];
        if let Some(clocks) = &self.clocks {
            let clock = clocks[acting.index()];
            engine.set_clock(clock.left(), clock.most(ENDLESS), clock.increment());
        }
        if acting != self.game.record.to_move() {
            if engine.wants_swap(level) {
                self.make(Move::Swap);
            } else {
                self.spend();
                self.declined = Some(self.game.moves.len());
            }
            return Ok(());
        }
        if self.offered && !self.seats.contains(&Seat::Person) {
            self.end(Outcome { winner: None, reason: Reason::Agreed });
            return Ok(());
        }
        let record = self.game.record.as_ref();
        if let Some(mv) = self.shelf.as_mut().and_then(|shelf| shelf.choose(record, level)) {
            if !self.falls() {
                self.make(mv);
            }
            return Ok(());
        }
        let (mv, score) = engine.choose(level).expect("the game is not over");
        if self.falls() {
            return Ok(());
        }
        // A weak level may overlook a saving move: the adviser searches at full strength.
        let lost = |score: Score| score.plies_to_loss().is_some();
        if self.resigns && lost(score) && self.advisor.best().is_some_and(|report| lost(report.score)) {
            self.resign(acting);
        } else {
            self.make(mv);
        }
        Ok(())
    }

    /// Makes a legal move, with its messages.
    pub(super) fn make(&mut self, mv: Move) {
        self.times.truncate(self.game.moves.len());
        self.times.push(u64::try_from(self.turn.elapsed().as_millis()).ok());
        let mover = self.acting();
        self.spend();
        if let Some(clocks) = &mut self.clocks {
            clocks[mover.index()].add();
        }
        let before = self.game.record.threats(mover);
        let captured = self.game.record.play(mv).expect("the move is legal");
        self.all().for_each(|engine| engine.follow(mv));
        let grid = self.game.record.game().grid();
        let mut text = format!("{mover} {}", move_text(grid, mv));
        if !captured.is_empty() {
            let names: Vec<String> = captured.iter().map(|&point| grid.name(point)).collect();
            text += &format!(", captured {}", names.join(" "));
        }
        self.game.moves.push((mv, captured));
        self.say(text);
        if mv == Move::Swap {
            self.exchange();
            let [black, white] = Color::ALL.map(|color| self.owner(color));
            let what = if black == white {
                "Black is now White".to_owned()
            } else {
                format!("Black is {black}, White is {white}")
            };
            self.say(format!("colours are exchanged: {what}"));
        } else if self.game.outcome().is_none() {
            let remarks = self.remarks.about(&before, self.game.record.as_ref(), mover);
            remarks.into_iter().for_each(|remark| self.say(remark));
        }
        self.look_at_end();
    }

    /// Adds messages about the end of the game, a pending five, or a dead position.
    pub(super) fn look_at_end(&mut self) {
        let record = self.game.record.as_ref();
        if let Some(outcome) = self.game.outcome() {
            self.say(ending::outcome_text(record.game(), outcome, |color| self.name(color)));
        } else if self.game.pending_five() {
            let (five, breaker) = (!record.to_move(), record.to_move());
            self.say(format!("a five of {five} stands, {breaker} can break it now"));
        } else if !self.offered && record.is_dead() {
            self.offered = true;
            let offer = match self.seats {
                [Seat::Person, Seat::Person] => "\"draw\" ends the game",
                [Seat::Engine(_), Seat::Engine(_)] => "the engine agrees to a draw",
                _ => "the engine offers a draw, \"draw\" accepts it",
            };
            self.say(format!("neither side can win any more: {offer}"));
        }
    }

    /// Ends the game by a decision of the players or by the clock.
    pub(super) fn end(&mut self, outcome: Outcome) {
        self.game.result = Some(outcome);
        self.look_at_end();
    }

    pub(super) fn resign(&mut self, color: Color) {
        self.end(Outcome { winner: Some(!color), reason: Reason::Resigned });
    }
}
