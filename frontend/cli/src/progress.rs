//! The line on standard error that shows how far long work is; on terminals only.

use std::fmt;

use indicatif::{FormattedDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// The line. It is written over, and gone once this is dropped.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// A text and the time left.
    pub(crate) fn text() -> Self {
        Self::new("{msg}{left}")
    }

    /// The same behind a bar.
    pub(crate) fn bar() -> Self {
        Self::new("[{bar:30}] {msg}{left}")
    }

    fn new(template: &str) -> Self {
        let bar = ProgressBar::no_length();
        let style = ProgressStyle::with_template(template).expect("a template").progress_chars("#.");
        bar.set_style(style.with_key("left", left));
        Self(bar)
    }

    /// The line if it is `shown`.
    pub(crate) fn only_if(self, shown: bool) -> Self {
        if !shown {
            self.0.set_draw_target(ProgressDrawTarget::hidden());
        }
        self
    }

    /// Shows that `done` of `all` is done, in words.
    pub(crate) fn show(&self, done: u64, all: u64, text: String) {
        self.0.set_length(all);
        self.0.set_position(done);
        self.0.set_message(text);
    }

    /// Makes room while something else is written.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.0.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// How long the rest will take; nothing before the first part is done.
fn left(state: &ProgressState, text: &mut dyn fmt::Write) {
    if state.pos() > 0 {
        // A line that cannot be drawn is not worth a word.
        let _ = write!(text, ", {} left", FormattedDuration(state.eta()));
    }
}
