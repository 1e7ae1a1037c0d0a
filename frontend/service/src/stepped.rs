//! The service without threads: who has it makes its steps.

use std::sync::{Arc, Mutex};

use crate::Options;
use crate::code::Code;
use crate::refusal::Wrong;
use crate::shared::Shared;
use crate::worker::Worker;

/// What a step came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A query was answered. There may be more.
    Done,
    /// There is nothing to do.
    Idle,
    /// Before the next step the [weights](search::load_weights) of this game are to be loaded.
    WantsWeights(&'static str),
}

/// Answers queries without threads: it takes lines at any time, also while a step is under way, and does in a step what
/// one of them asks for.
///
/// # Examples
/// ```
/// use ninuki_service::{Options, Step, Stepped};
///
/// let service = Stepped::new(Options::default(), |line| print!("{}", String::from_utf8_lossy(line)));
/// service.take(br#"{"id":1,"rules":"pente","moves":"K10 L9","nodes":500}"#);
/// assert_eq!((service.step(), service.step()), (Step::Done, Step::Idle));
/// ```
pub struct Stepped {
    shared: Arc<Shared>,
    worker: Mutex<Worker>,
}

impl Stepped {
    /// A service that hands the line of each answer to `answer`, also while it takes a line.
    #[must_use]
    pub fn new(options: Options, answer: impl Fn(&[u8]) + Send + Sync + 'static) -> Self {
        let options = Options { refuses_pending: true, ..options };
        let shared = Shared::new(options, move |line, _| answer(&line));
        let worker = Mutex::new(Worker::new(&shared));
        Self { shared, worker }
    }

    /// Takes a line. Queries that need no search are answered at once; where too much is pending, the others are refused.
    pub fn take(&self, line: &[u8]) {
        if line.len() > self.shared.options.longest_line {
            self.shared.refuse_long_line();
        } else {
            self.shared.take(line);
        }
    }

    /// Does what the most urgent query asks for.
    ///
    /// # Panics
    /// A step is under way.
    pub fn step(&self) -> Step {
        if let Some(game) = self.shared.queue.peek(|job| job.task.missing_weights()).flatten() {
            return Step::WantsWeights(game);
        }
        let Some((number, job)) = self.shared.queue.try_take() else { return Step::Idle };
        self.worker.try_lock().expect("one step after the other").work(job);
        self.shared.queue.done(number);
        Step::Done
    }

    /// Refuses what the most urgent query asks for, because the weights that it needs cannot be had.
    pub fn refuse(&self, reason: &str) {
        if let Some((number, job)) = self.shared.queue.try_take() {
            self.shared.sink.refuse(&Wrong::new("rules", Code::Weights.says(reason)).of(job.call.id));
            self.shared.queue.done(number);
        }
    }
}
