//! The opening of a game by an opening rule: stones, swaps and fifth moves, before the game itself.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::Color;
use engine::notation::shorten;
use openings::{Known, Procedure, Task, Thinking, What, decide};
use random::Dice;
use records::Replayed;
use search::Limits;

use super::Side;
use super::input::{Answer, Input, Question};
use super::screen::Screen;
use crate::commands::board;
use crate::error::Failure;

/// Players of an opening, and limits of the engine.
pub(super) struct Players {
    /// Whether each player is a person; the first begins.
    pub(super) persons: [bool; 2],
    pub(super) time: Duration,
    pub(super) memory: usize,
    pub(super) seed: u64,
    /// Whether the engine decides by the opening book where it has the position.
    pub(super) book: bool,
}

impl Players {
    /// Returns the players if persons have the stones of `side`.
    pub(super) fn of(side: Side, time: Duration, memory: usize, seed: u64, book: bool) -> Self {
        Self { persons: Color::ALL.map(|color| side.has(color)), time, memory, seed, book }
    }
}

/// Plays the opening and returns its messages; `None` if the input ended before.
///
/// # Errors
/// The output cannot be written.
pub(super) fn play(
    opening: &mut Procedure,
    players: &Players,
    screen: Screen,
    input: &mut Input,
    out: &mut impl Write,
) -> Result<Option<Vec<String>>, Failure> {
    let mut messages = Messages { screen, lines: Vec::new() };
    messages.add(format!("opening {}: {}", opening.rule().name, opening.rule().title), out)?;
    let mut dice = Dice::new(players.seed, 3, 0);
    while let Some(task) = opening.task() {
        if players.persons[task.player] {
            let Some(line) = messages.ask(opening, &task, input, out)? else { return Ok(None) };
            match line.trim() {
                "" => {}
                "quit" => return Ok(None),
                answer => {
                    if let Err(error) = opening.answer(answer) {
                        messages.add(format!("{}: {error}", shorten(answer)), out)?;
                    } else if screen.live {
                        messages.add(format!("you: {answer}"), out)?;
                    }
                }
            }
        } else {
            if screen.live {
                write!(out, "{}the engine thinks ...", messages.page(opening))?;
                out.flush()?;
            }
            let limits = Limits { turn: Some(players.time), ..Limits::none() };
            let known: &Known<'_> = &book::best_moves;
            let (known, memory) = (players.book.then_some(known), players.memory);
            let thinking = Thinking { limits: &limits, memory, known, stop: &AtomicBool::new(false) };
            let found = decide(opening, &thinking, &mut dice);
            let found = found.expect("a decision is due");
            opening.answer(&found.answer).map_err(|error| Failure::Wrong(error.to_string()))?;
            messages.add(format!("the engine: {} ({})", found.answer, found.why), out)?;
        }
    }
    messages.add(format!("the opening is over: {}", opening.text()), out)?;
    Ok(Some(messages.lines))
}

/// Messages of the opening: beside the board of a terminal, else written at once.
struct Messages {
    screen: Screen,
    lines: Vec<String>,
}

impl Messages {
    fn add(&mut self, text: String, out: &mut impl Write) -> Result<(), Failure> {
        if !self.screen.live {
            writeln!(out, "{text}")?;
        }
        self.lines.push(text);
        Ok(())
    }

    /// Asks a person for a decision; `None` at the end of the input.
    fn ask(
        &mut self,
        opening: &Procedure,
        task: &Task,
        input: &mut Input,
        out: &mut impl Write,
    ) -> Result<Option<String>, Failure> {
        let text = question(opening, task);
        if !self.screen.live {
            writeln!(out, "{}{text}", board::text(&mut position(opening)))?;
            out.flush()?;
        }
        let grid = opening.record().game().grid();
        let places = matches!(task.what, What::Place(..) | What::Offer(..) | What::Pick(_));
        let points = places.then(|| (grid, position(opening).last_point()));
        // On a terminal the page shows the question.
        self.lines.push(text);
        let page = &mut || self.page(opening);
        let answer = input.ask(Question { text: short(task), points, until: None, page }, out)?;
        self.lines.pop();
        Ok(match answer {
            Answer::Line(line) => Some(line),
            Answer::End | Answer::TimeUp => None,
        })
    }

    fn page(&self, opening: &Procedure) -> String {
        let mut game = position(opening);
        let facts = [records::about(&game)];
        self.screen.page(&mut game, &facts, &self.lines)
    }
}

/// Returns the prompt of a terminal.
fn short(task: &Task) -> String {
    match &task.what {
        What::Place(color, _) => color.to_string(),
        What::Swap => "swap or stay".to_owned(),
        What::Count(most) => format!("1 to {most}"),
        What::Offer(left, _) => format!("fifth move, {left} to go"),
        What::Pick(_) => "fifth move".to_owned(),
        What::Choose(words) => words.join(", "),
    }
}

/// Returns the game so far.
pub(super) fn position(opening: &Procedure) -> Replayed {
    let record = opening.record();
    let entry =
        records::Entry::new(None, record.game(), None, record.moves().into_iter().map(records::Written::of).collect());
    Replayed::from(entry)
}

/// Returns the question to a person.
fn question(opening: &Procedure, task: &Task) -> String {
    let who = ["first", "second"][task.player];
    let names = |points: &[engine::Point]| {
        points.iter().map(|&point| opening.record().game().grid().name(point)).collect::<Vec<_>>().join(", ")
    };
    let what = match &task.what {
        What::Place(color, _) => format!("a stone of {color}"),
        What::Swap => format!("swap, or stay {}", task.color),
        What::Count(most) => format!("how many fifth moves, 1 to {most}"),
        What::Offer(left, _) => format!("a fifth move to offer, {left} to go"),
        What::Pick(points) => format!("one of the fifth moves {}", names(points)),
        What::Choose(words) => words.join(", "),
    };
    format!("the {who} player ({}): {what}", task.color)
}
