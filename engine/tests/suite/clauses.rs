//! A drawn case for every clause of the rules pages (docs/src/rules.md), before the engine and the referee.
//!
//! Changed copies of every drawing are compared as well, move by move. In a drawing `x` and `o` are stones, `.` is an empty point, and any other letter an empty point that the test names.

mod a1_captures;
mod a2_ends;
mod a3_exceptions;
mod a3_threes;
mod a4_openings;
mod b_lines;
mod b_renju;
mod c_hexagon;
mod d_flags;
mod pages;

use std::collections::HashMap;

use engine::Color;
use referee::duel::Duel;
use referee::scene::{At, Flags, Scene, Setting};

use crate::differential::setups::vary;

const X: Option<Color> = Some(Color::Black);
const O: Option<Color> = Some(Color::White);
const DRAW: Option<Color> = None;

/// How a drawn position is to be read.
#[derive(Clone, Copy)]
struct Sketch {
    setting: Setting,
    /// Where its top left corner lies.
    at: At,
    to_move: Color,
    captured: [u16; 2],
}

impl Sketch {
    /// In the named game on the usual board of 19, Black to move.
    const fn of(name: &'static str) -> Self {
        Self { setting: Setting::new(name, 19), at: (3, 3), to_move: Color::Black, captured: [0; 2] }
    }

    const fn on(self, size: usize) -> Self {
        Self { setting: Setting { size, ..self.setting }, ..self }
    }

    const fn flags(self, flags: Flags) -> Self {
        Self { setting: self.setting.flags(flags), ..self }
    }

    const fn at(self, at: At) -> Self {
        Self { at, ..self }
    }

    const fn white_to_move(self) -> Self {
        Self { to_move: Color::White, ..self }
    }

    const fn captured(self, black: u16, white: u16) -> Self {
        Self { captured: [black, white], ..self }
    }

    fn draw(self, rows: &[&str]) -> Drawing {
        let (scene, marks) = Scene::drawn(self.setting, self.at, rows);
        let scene = Scene { to_move: self.to_move, captured: self.captured, ..scene };
        vary(&scene);
        Drawing { duel: Duel::set_up(&scene), marks }
    }
}

/// A drawn position in play.
struct Drawing {
    duel: Duel,
    marks: HashMap<char, At>,
}

impl Drawing {
    /// Plays on a named point; how many stones that captures.
    fn go(&mut self, mark: char) -> usize {
        self.go_at(self.marks[&mark])
    }

    fn go_at(&mut self, at: At) -> usize {
        self.duel.play(at).unwrap_or_else(|reason| self.duel.fail(&reason)).len()
    }

    /// A quiet move far from every drawing.
    fn go_elsewhere(&mut self) {
        self.go_at((18, 18));
    }

    fn refuses(&mut self, mark: char) -> bool {
        self.duel.refuses(self.marks[&mark])
    }

    /// The winner and the reason, once the game is over.
    fn end(&self) -> Option<(Option<Color>, &'static str)> {
        let (winner, reason) = self.duel.end()?;
        Some((winner, reason.leak()))
    }

    fn pending(&self) -> bool {
        self.duel.engine.pending_five()
    }
}

/// Games in which a capture can break a five.
const BREAKING: [&str; 6] = ["ninuki", "ninuki-hannover", "ninuki-japan", "ninuki-42", "boat-pente", "o-pente"];
/// Games whose third move is limited.
const CENTRED: [&str; 7] = ["ninuki", "pente", "keryo", "g-pente", "poof-pente", "boat-pente", "o-pente"];
const NINUKIS: [&str; 4] = ["ninuki", "ninuki-hannover", "ninuki-japan", "ninuki-42"];
const NINUKI: Sketch = Sketch::of("ninuki");
