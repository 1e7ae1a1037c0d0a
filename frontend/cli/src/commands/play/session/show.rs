//! What is written: who plays, the page of a terminal, the question.

use std::io::Write;

use engine::Color;
use engine::rules::Capture;

use super::{Seat, Session};
use crate::error::Failure;

impl Session {
    /// What a colour is called: `Black`, with who has it if that is not clear.
    pub(super) fn name(&self, color: Color) -> String {
        match (self.seat(color), self.seat(!color)) {
            (Seat::Person, Seat::Person) => color.to_string(),
            (Seat::Person, _) => format!("{color} (you)"),
            (Seat::Engine(_), Seat::Person) => format!("{color} (the engine)"),
            (Seat::Engine(level), _) => format!("{color} (level {level})"),
        }
    }

    /// Who has a colour.
    pub(super) fn owner(&self, color: Color) -> String {
        match self.seat(color) {
            Seat::Person if self.seat(!color) == Seat::Person => "a person".to_owned(),
            Seat::Person => "you".to_owned(),
            Seat::Engine(level) => format!("the engine, level {level}"),
        }
    }

    /// What stands beside the board.
    pub(super) fn facts(&self) -> Vec<String> {
        let record = self.game.record.as_ref();
        let mut facts = vec![records::about(&self.game)];
        let place = |color| format!("{}: {}", self.screen.name(color), self.owner(color));
        facts.extend(Color::ALL.map(place));
        if let Some(target) = record.game().rules().target() {
            facts.push(format!("{}; {target} win", records::captured(record)));
        } else if record.game().rules().capture != Capture::None {
            facts.push(records::captured(record));
        }
        facts
    }

    /// Draws the page of a terminal, or writes what was said.
    pub(super) fn show(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        if self.screen.live {
            let facts = self.facts();
            write!(out, "{}", self.screen.page(&mut self.game, &facts, &self.said))?;
        } else {
            for text in &self.said[self.written..] {
                writeln!(out, "{text}")?;
            }
            self.written = self.said.len();
        }
        Ok(out.flush()?)
    }

    /// Asks for a line: at a terminal behind the question, else below it.
    pub(super) fn ask(&self, out: &mut impl Write) -> Result<(), Failure> {
        let over = self.game.outcome().is_some();
        let color = self.acting();
        let question = match self.swapper() == Some(color) {
            _ if over => "save FILE, undo or quit".to_owned(),
            true if color == self.game.record.to_move() => format!("{color}: a move or swap"),
            true => format!("{color}: swap or no"),
            false if self.screen.live => color.to_string(),
            false => format!("{color} to move"),
        };
        match self.screen.live {
            true => write!(out, "{question}> ")?,
            false if over => {}
            false => writeln!(out, "{question}")?,
        }
        Ok(out.flush()?)
    }
}
