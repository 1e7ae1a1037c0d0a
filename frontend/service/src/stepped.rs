//! The service without threads: the caller runs its steps.

use std::sync::{Arc, Mutex};

use crate::Options;
use crate::code::Code;
use crate::refusal::Wrong;
use crate::shared::Shared;
use crate::worker::Worker;

/// The result of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A task was run; there may be more.
    Done,
    /// No task is waiting.
    Idle,
    /// The next step needs the [weights](search::load_weights) of this game.
    WantsWeights(&'static str),
}

/// Answers queries without threads. It takes lines at any time, also during a step; each step runs one task.
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
    /// Creates a service that passes the line of each answer to `answer`, also while it takes a line.
    #[must_use]
    pub fn new(options: Options, answer: impl Fn(&[u8]) + Send + Sync + 'static) -> Self {
        let options = Options { refuses_pending: true, ..options };
        let shared = Shared::new(options, move |line, _| answer(&line));
        let worker = Mutex::new(Worker::new(&shared));
        Self { shared, worker }
    }

    /// Takes a line. Queries without a search are answered at once; others are refused while too much is pending.
    pub fn take(&self, line: &[u8]) {
        if line.len() > self.shared.options.longest_line {
            self.shared.refuse_long_line();
        } else {
            self.shared.take(line);
        }
    }

    /// Runs the task of the highest priority.
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

    /// Refuses the task of the highest priority, because its weights cannot be loaded.
    pub fn refuse(&self, reason: &str) {
        if let Some((number, job)) = self.shared.queue.try_take() {
            self.shared.sink.refuse(&Wrong::new("rules", Code::Weights.says(reason)).of(job.call.id));
            self.shared.queue.done(number);
        }
    }
}
