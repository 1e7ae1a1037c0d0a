//! Input of the players: lines of a file or pipe, or a terminal with line editing and a cursor for points.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use engine::{Grid, Point};
use rustyline::error::ReadlineError;
use rustyline::{
    Cmd, ConditionalEventHandler, Config, DefaultEditor, Event, EventContext, EventHandler, KeyCode, KeyEvent,
    Modifiers, RepeatCount,
};

use super::cursor::{self, Picked};

/// Answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// A line.
    Line(String),
    /// End of the input.
    End,
    /// The time ran out while a point was picked.
    TimeUp,
}

/// A question, and the points that an answer may pick.
pub(super) struct Question<'q> {
    pub(super) text: String,
    /// The board, if the answer may be a point of it, and where the cursor begins.
    pub(super) points: Option<(&'static Grid, Option<Point>)>,
    /// End of the time for the answer.
    pub(super) until: Option<Instant>,
    /// Draws the page above the question.
    pub(super) page: &'q mut dyn FnMut() -> String,
}

/// Source of lines.
pub(super) enum Input {
    Lines(Box<dyn BufRead>),
    Terminal(Box<Terminal>),
}

/// The editor of a terminal.
pub(super) struct Terminal {
    editor: DefaultEditor,
    /// Set by a key that leads to the cursor.
    asked: Arc<AtomicBool>,
    /// Whether the cursor is on the board.
    picking: bool,
    /// Last place of the cursor; `None` to start at the last move.
    at: Option<Point>,
}

impl Input {
    /// Opens standard input, as a terminal if `live`.
    pub(super) fn new(live: bool) -> io::Result<Self> {
        if !live {
            return Ok(Self::Lines(Box::new(io::stdin().lock())));
        }
        let config = Config::builder().auto_add_history(true).build();
        let mut editor = DefaultEditor::with_config(config).map_err(plain)?;
        let asked = Arc::default();
        for key in [KeyCode::Tab, KeyCode::Left, KeyCode::Right] {
            let handler = EventHandler::Conditional(Box::new(AsksForCursor(Arc::clone(&asked))));
            editor.bind_sequence(KeyEvent(key, Modifiers::NONE), handler);
        }
        Ok(Self::Terminal(Box::new(Terminal { editor, asked, picking: false, at: None })))
    }

    /// Asks a question, on a terminal below its page.
    pub(super) fn ask(&mut self, question: Question<'_>, out: &mut impl Write) -> io::Result<Answer> {
        match self {
            Self::Terminal(terminal) => terminal.ask(question, out),
            Self::Lines(lines) => {
                let mut line = Vec::new();
                Ok(match lines.read_until(b'\n', &mut line)? {
                    0 => Answer::End,
                    _ => Answer::Line(String::from_utf8_lossy(&line).into_owned()),
                })
            }
        }
    }
}

impl Terminal {
    fn ask(&mut self, question: Question<'_>, out: &mut impl Write) -> io::Result<Answer> {
        let mut typed = String::new();
        loop {
            if let (true, Some((grid, first))) = (self.picking, question.points) {
                let at = self.at.get_or_insert_with(|| first.unwrap_or_else(|| cursor::centre(grid)));
                match cursor::pick(grid, at, &question.text, question.until, question.page, out)? {
                    Picked::Point(point) => return Ok(Answer::Line(grid.name(point))),
                    Picked::Line(line) => {
                        self.picking = false;
                        self.editor.add_history_entry(line.as_str()).map_err(plain)?;
                        return Ok(Answer::Line(line));
                    }
                    Picked::Typed(text) => typed = text,
                    Picked::TimeUp => return Ok(Answer::TimeUp),
                    Picked::End => return Ok(Answer::End),
                }
                self.picking = false;
            }
            write!(out, "{}", (question.page)())?;
            out.flush()?;
            let line = self.editor.readline_with_initial(&format!("{}> ", question.text), (&typed, ""));
            typed.clear();
            if self.asked.swap(false, Ordering::Relaxed) {
                (self.picking, self.at) = (true, None);
                continue;
            }
            return match line {
                Ok(line) => Ok(Answer::Line(line)),
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(Answer::End),
                Err(error) => Err(plain(error)),
            };
        }
    }
}

fn plain(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    }
}

/// A key that leads to the cursor at an empty prompt; elsewhere it keeps its usual effect.
struct AsksForCursor(Arc<AtomicBool>);

impl ConditionalEventHandler for AsksForCursor {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext<'_>) -> Option<Cmd> {
        context.line().is_empty().then(|| {
            self.0.store(true, Ordering::Relaxed);
            Cmd::AcceptLine
        })
    }
}
