//! The service without threads: the caller runs its steps.

use std::sync::{Arc, Mutex};

use crate::Options;
use crate::actions;
use crate::code::Code;
use crate::dispatcher::Dispatcher;
use crate::refusal::Wrong;
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
    dispatcher: Arc<Dispatcher>,
    worker: Mutex<Worker>,
}

impl Stepped {
    /// Creates a service that passes the line of each answer to `answer`, also while it takes a line.
    #[must_use]
    pub fn new(options: Options, answer: impl Fn(&[u8]) + Send + Sync + 'static) -> Self {
        let options = Options { refuses_pending: true, ..options };
        let dispatcher = Dispatcher::new(options, move |line, _| answer(&line));
        let worker = Mutex::new(Worker::new(&dispatcher.shared));
        Self { dispatcher, worker }
    }

    /// Takes a line. Queries without a search are answered at once; others are refused while too much is pending.
    pub fn take(&self, line: &[u8]) {
        if line.len() > self.dispatcher.shared.options.longest_line {
            self.dispatcher.refuse_long_line();
        } else {
            actions::take(&self.dispatcher, line);
        }
    }

    /// Runs the task of the highest priority.
    ///
    /// # Panics
    /// A step is under way.
    pub fn step(&self) -> Step {
        if let Some(game) = self.dispatcher.queue.peek(|job| job.task.missing_weights()).flatten() {
            return Step::WantsWeights(game);
        }
        let Some((number, job)) = self.dispatcher.queue.try_take() else { return Step::Idle };
        job.run(&mut self.worker.try_lock().expect("one step after the other"));
        self.dispatcher.queue.done(number);
        Step::Done
    }

    /// Refuses the task of the highest priority, because its weights cannot be loaded.
    pub fn refuse(&self, reason: &str) {
        if let Some((number, job)) = self.dispatcher.queue.try_take() {
            self.dispatcher.shared.sink.refuse(&Wrong::new("rules", Code::Weights.says(reason)).of(job.call.id));
            self.dispatcher.queue.done(number);
        }
    }
}
