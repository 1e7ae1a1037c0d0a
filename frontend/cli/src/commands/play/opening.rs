//! The opening of a game by an opening rule: stones, swaps and fifth moves, before the game itself.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use analysis::{Effort, decide};
use engine::Color;
use engine::notation::shorten;
use random::Dice;
use records::Replayed;
use records::opening_rule::{Opening, Task, What};

use super::Side;
use super::input::{Input, Question, Said};
use super::screen::Screen;
use crate::commands::board;
use crate::error::Failure;

/// Who decides in an opening, and how long the engine thinks.
pub(super) struct Players {
    /// Whether each is a person; the first begins.
    pub(super) persons: [bool; 2],
    pub(super) time: Duration,
    pub(super) memory: usize,
    pub(super) seed: u64,
}

impl Players {
    /// The players of a game in which a person has the stones of `side`.
    pub(super) fn of(side: Side, time: Duration, memory: usize, seed: u64) -> Self {
        Self { persons: Color::ALL.map(|color| side.has(color)), time, memory, seed }
    }
}

/// Goes through the opening, and returns what was said. `None` if the input ended before it did.
///
/// # Errors
/// The output cannot be written.
pub(super) fn play(
    opening: &mut Opening,
    players: &Players,
    screen: Screen,
    input: &mut Input,
    out: &mut impl Write,
) -> Result<Option<Vec<String>>, Failure> {
    let mut told = Told { screen, said: Vec::new() };
    told.say(format!("opening {}: {}", opening.rule().name, opening.rule().title), out)?;
    let mut dice = Dice::new(players.seed, 3, 0);
    while let Some(task) = opening.task() {
        if !players.persons[task.player] {
            if screen.live {
                write!(out, "{}the engine thinks ...", told.page(opening))?;
                out.flush()?;
            }
            let effort = Effort { time: Some(players.time), ..Effort::default() };
            let found = decide(opening, effort, players.memory, &mut dice, &AtomicBool::new(false));
            let found = found.expect("something is to be decided");
            opening.answer(&found.answer).map_err(|error| Failure::Wrong(error.to_string()))?;
            told.say(format!("the engine: {} ({})", found.answer, found.why), out)?;
            continue;
        }
        let text = question(opening, &task);
        if !screen.live {
            writeln!(out, "{}{text}", board::text(&mut position(opening)))?;
            out.flush()?;
        }
        let grid = opening.record().game().grid();
        let places = matches!(task.what, What::Place(..) | What::Offer(..) | What::Pick(_));
        let points = places.then(|| (grid, position(opening).last_point()));
        // On a terminal the page says what is asked.
        told.asks(&text);
        let page = &mut || told.page(opening);
        let asked = Question { text: short(&task), points, until: None, page };
        let Said::Line(line) = input.ask(asked, out)? else { return Ok(None) };
        told.asked();
        match line.trim() {
            "" => {}
            "quit" => return Ok(None),
            answer => {
                if let Err(error) = opening.answer(answer) {
                    told.say(format!("{}: {error}", shorten(answer)), out)?;
                } else if screen.live {
                    told.say(format!("you: {answer}"), out)?;
                }
            }
        }
    }
    told.say(format!("the opening is over: {}", opening.text()), out)?;
    Ok(Some(told.said))
}

/// What was said in the opening: on a terminal it stands beside the board, else each line is written at once.
struct Told {
    screen: Screen,
    said: Vec<String>,
}

impl Told {
    fn say(&mut self, text: String, out: &mut impl Write) -> Result<(), Failure> {
        if !self.screen.live {
            writeln!(out, "{text}")?;
        }
        self.said.push(text);
        Ok(())
    }

    fn asks(&mut self, text: &str) {
        self.said.push(text.to_owned());
    }

    fn asked(&mut self) {
        self.said.pop();
    }

    fn page(&self, opening: &Opening) -> String {
        let mut game = position(opening);
        let facts = [records::about(&game)];
        self.screen.page(&mut game, &facts, &self.said)
    }
}

/// What stands at the prompt of a terminal.
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

/// The game so far.
pub(super) fn position(opening: &Opening) -> Replayed {
    let record = opening.record();
    let entry = records::Entry::new(
        None,
        record.game(),
        None,
        record.moves().into_iter().map(|mv| records::Written::of(record.game().grid(), mv)).collect(),
    );
    Replayed::from(entry)
}

/// What a person is asked.
fn question(opening: &Opening, task: &Task) -> String {
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
