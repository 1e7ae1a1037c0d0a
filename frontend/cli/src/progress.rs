//! Progress of long work: at most two lines on standard error, on terminals only.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use crate::commands::analyze::{fitted, painted, width};
use crate::terminal;

/// Maximum of lines.
const LINES: usize = 2;

/// Gap between the parts of a line.
const GAP: &str = "  ";

/// Width of the bar: at most the first number, and one in the second number of the columns.
const BAR: (usize, usize) = (30, 4);

/// Interval of the clock's updates.
const TICK: Duration = Duration::from_millis(500);

/// The lines. They are redrawn in place, and cleared on drop.
pub(crate) struct Progress {
    bar: ProgressBar,
    parts: Arc<Mutex<Vec<String>>>,
}

impl Progress {
    /// Words and the time left, no wider than the terminal.
    pub(crate) fn text() -> Self {
        Self::new(false)
    }

    /// The same behind a bar.
    pub(crate) fn bar() -> Self {
        Self::new(true)
    }

    fn new(with_bar: bool) -> Self {
        let bar = ProgressBar::no_length();
        let parts = Arc::new(Mutex::new(Vec::new()));
        let shown = Arc::clone(&parts);
        let lines = move |state: &ProgressState, text: &mut dyn fmt::Write| {
            // The last column is left empty: there, terminals do not agree on where the cursor is.
            let columns = terminal::columns_of_errors().saturating_sub(1);
            let mut all: Vec<String> = with_bar.then(|| drawn(state.fraction(), columns)).into_iter().collect();
            all.extend(shown.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned());
            // The time comes second.
            let place = all.len().min(1 + usize::from(with_bar));
            all.insert(place, time(state));
            // A failure to draw progress is ignored.
            let _ = text.write_str(&laid_out(&all, columns).join("\n"));
        };
        let style = ProgressStyle::with_template("{lines}").expect("a template");
        bar.set_style(style.with_key("lines", lines));
        Self { bar, parts }
    }

    /// Shows these parts, the most important first, and starts the clock.
    pub(crate) fn begin(self, parts: &[&str]) -> Self {
        self.say(parts.iter().map(|&part| part.to_owned()).collect());
        if !self.bar.is_hidden() {
            self.bar.enable_steady_tick(TICK);
        }
        self
    }

    /// Shows `done` of `all` and these parts, the most important first.
    pub(crate) fn show(&self, done: u64, all: u64, parts: Vec<String>) {
        self.say(parts);
        self.bar.set_length(all);
        self.bar.set_position(done);
        self.bar.tick();
    }

    fn say(&self, parts: Vec<String>) {
        *self.parts.lock().unwrap_or_else(PoisonError::into_inner) = parts;
    }

    /// Hides the lines during `write`.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A writer to the same terminal: the progress is hidden while a line is written.
pub(crate) struct Beside<'p, W: Write> {
    progress: &'p Progress,
    out: W,
    /// The incomplete last line.
    begun: Vec<u8>,
}

impl<'p, W: Write> Beside<'p, W> {
    pub(crate) const fn new(progress: &'p Progress, out: W) -> Self {
        Self { progress, out, begun: Vec::new() }
    }

    fn pass_on(&mut self, length: usize) -> io::Result<()> {
        let Self { progress, out, begun } = self;
        progress.aside(|| out.write_all(&begun[..length]).and_then(|()| out.flush()))?;
        begun.drain(..length);
        Ok(())
    }
}

impl<W: Write> Write for Beside<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        if let Some(end) = self.begun.iter().rposition(|&byte| byte == b'\n') {
            self.pass_on(end + 1)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Write> Drop for Beside<'_, W> {
    fn drop(&mut self) {
        // A caller that needs the error ends its last line.
        let _ = self.pass_on(self.begun.len());
    }
}

/// Remaining time; before the first part is done, elapsed time.
fn time(state: &ProgressState) -> String {
    match state.pos() {
        0 => format!("{:#}", HumanDuration(state.elapsed())),
        _ => format!("{:#} left", HumanDuration(state.eta())),
    }
}

/// `[###.....]`
fn drawn(fraction: f32, columns: usize) -> String {
    let wide = (columns / BAR.1).min(BAR.0);
    let full = ((fraction * wide as f32) as usize).min(wide);
    format!("[{}{}]", "#".repeat(full), ".".repeat(wide - full))
}

/// Lays the parts out in at most [`LINES`] lines of `columns` columns; parts without room are dropped.
fn laid_out(parts: &[String], columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        let fits = |line: &String| width(line) + GAP.len() + width(part) <= columns;
        match lines.iter().position(fits) {
            Some(line) => lines[line] += &format!("{GAP}{part}"),
            None if lines.len() < LINES => lines.push(painted(&fitted(part, columns), false)),
            None => {}
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(parts: &[&str], columns: usize) -> Vec<String> {
        laid_out(&parts.iter().map(|&part| part.to_owned()).collect::<Vec<_>>(), columns)
    }

    #[test]
    fn words_fill_two_lines_and_the_last_ones_are_left_out() {
        let parts = ["12 games", "3m left", "+3 =4 -5", "LLR 0.12"];
        assert_eq!(lines(&parts, 80), ["12 games  3m left  +3 =4 -5  LLR 0.12"]);
        assert_eq!(lines(&parts, 20), ["12 games  3m left", "+3 =4 -5  LLR 0.12"]);
        assert_eq!(lines(&parts, 10), ["12 games", "3m left"]);
        assert!(lines(&parts, 5).iter().all(|line| width(line) <= 5));
        assert_eq!(lines(&["a", "too wide", "b"], 4), ["a  b", "to.."]);
    }

    #[test]
    fn bars_are_as_wide_as_the_terminal_allows() {
        assert_eq!(drawn(0.5, 200), format!("[{}{}]", "#".repeat(15), ".".repeat(15)));
        assert_eq!(drawn(1.0, 40), "[##########]");
        assert_eq!(drawn(0.0, 3), "[]");
    }
}
