//! Where the players' words come from: lines of a file or pipe, or a terminal, on which they are edited and points are
//! picked with a cursor.

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

/// What came of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Said {
    /// A line.
    Line(String),
    /// Nothing more will be said.
    End,
    /// The time was over while a point was picked.
    Late,
}

/// A question, and how an answer may be picked.
pub(super) struct Question<'q> {
    pub(super) text: String,
    /// The board, if the answer may be a point of it, and where the cursor begins.
    pub(super) points: Option<(&'static Grid, Option<Point>)>,
    /// When the answer comes too late.
    pub(super) until: Option<Instant>,
    /// Draws the page above the question.
    pub(super) page: &'q mut dyn FnMut() -> String,
}

/// Where words come from.
pub(super) enum Input {
    Lines(Box<dyn BufRead>),
    Terminal(Box<Terminal>),
}

/// The editor of a terminal.
pub(super) struct Terminal {
    editor: DefaultEditor,
    /// Set by a key that asks for the cursor.
    asked: Arc<AtomicBool>,
    /// Whether points are picked, until something is typed.
    picking: bool,
    /// Where the cursor was, unless it is to begin anew.
    at: Option<Point>,
}

impl Input {
    /// Standard input, which is a terminal if it is `live`.
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

    /// Asks, on a terminal below its page.
    pub(super) fn ask(&mut self, question: Question<'_>, out: &mut impl Write) -> io::Result<Said> {
        match self {
            Self::Terminal(terminal) => terminal.ask(question, out),
            Self::Lines(lines) => {
                let mut line = Vec::new();
                Ok(match lines.read_until(b'\n', &mut line)? {
                    0 => Said::End,
                    _ => Said::Line(String::from_utf8_lossy(&line).into_owned()),
                })
            }
        }
    }
}

impl Terminal {
    fn ask(&mut self, question: Question<'_>, out: &mut impl Write) -> io::Result<Said> {
        let mut typed = String::new();
        loop {
            if let (true, Some((grid, first))) = (self.picking, question.points) {
                let at = self.at.get_or_insert_with(|| first.unwrap_or_else(|| cursor::centre(grid)));
                match cursor::pick(grid, at, &question.text, question.until, question.page, out)? {
                    Picked::Point(point) => return Ok(Said::Line(grid.name(point))),
                    Picked::Line(line) => {
                        self.picking = false;
                        self.editor.add_history_entry(line.as_str()).map_err(plain)?;
                        return Ok(Said::Line(line));
                    }
                    Picked::Typed(text) => typed = text,
                    Picked::Late => return Ok(Said::Late),
                    Picked::End => return Ok(Said::End),
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
                Ok(line) => Ok(Said::Line(line)),
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(Said::End),
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

/// A key that asks for the cursor where nothing is typed yet; otherwise it does what it does.
struct AsksForCursor(Arc<AtomicBool>);

impl ConditionalEventHandler for AsksForCursor {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext<'_>) -> Option<Cmd> {
        context.line().is_empty().then(|| {
            self.0.store(true, Ordering::Relaxed);
            Cmd::AcceptLine
        })
    }
}
