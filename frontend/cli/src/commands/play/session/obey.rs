//! Commands of the players.

use std::path::PathBuf;
use std::time::Instant;

use engine::notation::move_text;
use engine::{IllegalMove, Move, Outcome, Reason};

use super::super::command::{Command, HELP};
use super::super::ending;
use super::{Seat, Session};
use analysis::Level;
use analysis::Opponent;

/// Number of moves in the line of a hint.
const LINE: usize = 6;

impl Session {
    /// Executes a command and adds its messages.
    pub(super) fn obey(&mut self, command: Command) {
        let asked = self.asked.take();
        match command {
            Command::Yes => match asked {
                Some(path) => self.write(path),
                None => self.say("there is no question".to_owned()),
            },
            Command::No if asked.is_some() => self.say("it is not overwritten".to_owned()),
            Command::Rematch => self.say("the game is not over yet, resign or draw ends it".to_owned()),
            Command::Move(mv) => self.try_move(mv),
            Command::No => self.decline(),
            Command::Undo => self.undo(),
            Command::Hint => self.hint(),
            Command::Resign if self.is_over() => {}
            Command::Resign => self.resign(self.acting()),
            Command::Draw if self.is_over() => {}
            Command::Draw => self.offer_draw(),
            Command::Save(path) => self.save_or_ask(path),
            Command::Level(level) => self.set_level(level),
            Command::Board if self.screen.live => {}
            Command::Board => {
                let text = self.screen.board(&mut self.game);
                text.lines().for_each(|line| self.say(line.to_owned()));
            }
            Command::Moves => self.list_moves(),
            Command::Help => HELP.iter().for_each(|(words, what)| self.say(format!("{words}: {what}"))),
            Command::Quit => {}
        }
    }

    /// Whether the game is over; if so, adds a message.
    fn is_over(&mut self) -> bool {
        let over = self.game.outcome().is_some();
        if over {
            self.say(format!("{}, undo resumes it", IllegalMove::GameOver));
        }
        over
    }

    fn try_move(&mut self, mv: Move) {
        if self.is_over() {
            return;
        }
        let record = self.game.record.as_ref();
        if mv != Move::Swap && self.acting() != record.to_move() {
            self.say(format!("{} may swap first: swap or no", self.acting()));
            return;
        }
        let checked = match mv {
            Move::Place(point) => record.check(point),
            Move::Swap if self.swapper() == Some(self.acting()) => Ok(()),
            Move::Swap => Err(IllegalMove::NoSwap),
            Move::Pass if record.legal().is_empty() => Ok(()),
            Move::Pass => Err(IllegalMove::NoPass),
        };
        match checked {
            Ok(()) => self.make(mv),
            Err(error) => {
                let name = move_text(record.game().grid(), mv);
                self.say(format!("{name}: {}", ending::refused(record.game(), error)));
            }
        }
    }

    /// Declines an offered swap.
    fn decline(&mut self) {
        match self.swapper() {
            Some(_) => {
                self.spend();
                self.declined = Some(self.game.moves.len());
            }
            None => self.say(IllegalMove::NoSwap.to_string()),
        }
    }

    /// Takes moves back to the last turn of a person. A resignation, an agreed draw or a loss on time is undone first, alone.
    fn undo(&mut self) {
        let result = self.game.result.take();
        if result.is_some_and(|outcome| outcome.reason == Reason::Time) && self.clocks.take().is_some() {
            self.say("the game resumes without clocks".to_owned());
            return;
        }
        if result.is_some() {
            self.turn = Instant::now();
            self.say("the game resumes".to_owned());
            return;
        }
        // The time of the interrupted turn is spent.
        self.spend();
        let mut undone = Vec::new();
        self.declined = None;
        while let Some(mv) = self.take_back() {
            undone.push(mv);
            if self.seat(self.acting()) == Seat::Person {
                self.offered = false;
                let moves = if undone.len() == 1 { "move" } else { "moves" };
                self.say(format!("{} {moves} taken back", undone.len()));
                return;
            }
        }
        // No person had a turn before.
        undone.into_iter().rev().for_each(|mv| self.put_back(mv));
        self.say("there is nothing to take back".to_owned());
    }

    /// Takes a move back, unless it was made before the session.
    fn take_back(&mut self) -> Option<Move> {
        if self.game.moves.len() == self.first {
            return None;
        }
        self.game.record.take_back();
        self.all().for_each(Opponent::take_back);
        let (mv, _) = self.game.moves.pop()?;
        if mv == Move::Swap {
            self.exchange();
        }
        Some(mv)
    }

    /// Makes a move again that was taken back, without messages.
    fn put_back(&mut self, mv: Move) {
        let captured = self.game.record.play(mv).expect("the move was made before");
        self.all().for_each(|engine| engine.follow(mv));
        self.game.moves.push((mv, captured));
        if mv == Move::Swap {
            self.exchange();
        }
    }

    fn hint(&mut self) {
        if self.is_over() {
            return;
        }
        if self.acting() != self.game.record.to_move() {
            let wants = self.advisor.wants_swap(Level::FULL);
            self.say(format!("hint: {}", if wants { "swap" } else { "no" }));
            return;
        }
        let Some(report) = self.advisor.best() else { return };
        let grid = self.game.record.game().grid();
        let line: Vec<String> = report.line.iter().take(LINE).map(|&mv| move_text(grid, mv)).collect();
        let value = match (report.score.plies_to_win(), report.score.plies_to_loss()) {
            (Some(1), _) => "wins at once".to_owned(),
            (Some(plies), _) => format!("wins in {plies} plies"),
            (_, Some(plies)) => format!("loses in {plies} plies, as every move does"),
            _ => format!("wins {:.0} %", 100.0 * report.score.win_rate()),
        };
        self.say(format!("hint: {} {value}; line {}", move_text(grid, report.best), line.join(" ")));
    }

    fn offer_draw(&mut self) {
        let other = !self.acting();
        if self.seat(other) == Seat::Person || self.engines[other.index()].agrees_to_draw() {
            self.end(Outcome { winner: None, reason: Reason::Agreed });
        } else {
            self.say("the engine declines the draw".to_owned());
        }
    }

    /// Saves the game, or asks before it overwrites a file.
    fn save_or_ask(&mut self, path: PathBuf) {
        if path.is_file() && !self.saved.contains(&path) {
            self.say(format!("{} is there already, yes overwrites it", path.display()));
            self.asked = Some(path);
        } else {
            self.write(path);
        }
    }

    fn write(&mut self, path: PathBuf) {
        match self.save(&path) {
            Ok(()) => {
                self.say(format!("saved in {}", path.display()));
                self.saved.push(path);
            }
            Err(failure) => self.say(failure.to_string()),
        }
    }

    fn set_level(&mut self, level: Level) {
        let mut any = false;
        for seat in &mut self.seats {
            if let Seat::Engine(now) = seat {
                *now = level;
                any = true;
            }
        }
        let text = if any { format!("the engine plays at level {level}") } else { "no engine plays here".to_owned() };
        self.say(text);
    }

    /// Lists the moves with their numbers.
    fn list_moves(&mut self) {
        let grid = self.game.record.game().grid();
        let numbered = |(index, (mv, _)): (usize, &(Move, _))| format!("{}.{}", index + 1, move_text(grid, *mv));
        let moves: Vec<String> = self.game.moves.iter().enumerate().map(numbered).collect();
        self.say(if moves.is_empty() { "no moves yet".to_owned() } else { moves.join(" ") });
    }
}
