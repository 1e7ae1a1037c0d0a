//! Output of a session: players, the page of a terminal, the question.

use std::io::Write;
use std::time::Duration;

use engine::Color;
use engine::rules::Capture;

use super::{ENDLESS, Seat, Session};
use crate::error::Failure;

impl Session {
    /// Returns the name of a colour: `Black`, with its player unless both are persons.
    pub(super) fn name(&self, color: Color) -> String {
        match (self.seat(color), self.seat(!color)) {
            (Seat::Person, Seat::Person) => color.to_string(),
            (Seat::Person, _) => format!("{color} (you)"),
            (Seat::Engine(_), Seat::Person) => format!("{color} (the engine)"),
            (Seat::Engine(level), _) => format!("{color} (level {level})"),
        }
    }

    /// Returns the player of a colour.
    pub(super) fn owner(&self, color: Color) -> String {
        match self.seat(color) {
            Seat::Person if self.seat(!color) == Seat::Person => "a person".to_owned(),
            Seat::Person => "you".to_owned(),
            Seat::Engine(level) => format!("the engine, level {level}"),
        }
    }

    /// Returns the facts beside the board.
    pub(super) fn facts(&self) -> Vec<String> {
        let record = self.game.record.as_ref();
        let mut facts = vec![records::about(&self.game)];
        let place = |color| format!("{}: {}{}", self.screen.name(color), self.owner(color), self.time_left(color));
        facts.extend(Color::ALL.map(place));
        if let Some(target) = record.game().rules().target() {
            facts.push(format!("{}; {target} win", records::captured(record)));
        } else if record.game().rules().capture != Capture::None {
            facts.push(records::captured(record));
        }
        facts
    }

    /// Returns the remaining time of a colour; empty without a clock.
    fn time_left(&self, color: Color) -> String {
        let Some(clock) = self.clock(color) else { return String::new() };
        let runs = self.game.outcome().is_none() && color == self.acting();
        let spent = if runs { self.turn.elapsed() } else { Duration::ZERO };
        let seconds = clock.most(ENDLESS).saturating_sub(spent).as_secs();
        format!(", {}:{:02}", seconds / 60, seconds % 60)
    }

    /// Returns the page of a terminal.
    pub(super) fn page(&mut self) -> String {
        let facts = self.facts();
        self.screen.page(&mut self.game, &facts, &self.messages)
    }

    /// Draws the page of a terminal, or writes the new messages.
    pub(super) fn show(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        if self.screen.live {
            write!(out, "{}", self.page())?;
        } else {
            for text in &self.messages[self.written..] {
                writeln!(out, "{text}")?;
            }
            self.written = self.messages.len();
        }
        Ok(out.flush()?)
    }

    /// Returns the question; on a terminal it is the prompt.
    pub(super) fn question(&self) -> String {
        let over = self.game.outcome().is_some();
        let color = self.acting();
        match self.swapper() == Some(color) {
            _ if self.asked.is_some() => "yes or no".to_owned(),
            _ if over => "save FILE, undo, rematch or quit".to_owned(),
            true if color == self.game.record.to_move() => format!("{color}: a move or swap"),
            true => format!("{color}: swap or no"),
            false if self.screen.live => color.to_string(),
            false => format!("{color} to move"),
        }
    }
}
