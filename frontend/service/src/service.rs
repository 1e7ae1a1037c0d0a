//! The service with threads.

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use search::Gate as _;

use crate::Options;
use crate::actions;
use crate::code::Code;
use crate::dispatcher::Dispatcher;
use crate::id::Id;
use crate::lines::{self, Next};
use crate::outbox::{self, Answers};
use crate::queue::Job;
use crate::refusal::Wrong;
use crate::sink::Worth;
use crate::worker::Worker;

/// Threads that answer queries. Dropping it ends them.
pub struct Service {
    dispatcher: Arc<Dispatcher>,
    workers: Vec<thread::JoinHandle<()>>,
}

impl Service {
    /// Starts the threads. The receiver returns answers, each a line; once it is dropped, answers are discarded.
    #[must_use]
    pub fn start(options: Options) -> (Self, Answers) {
        let (sender, answers) = outbox::new(options.most_unread);
        (Self::with_sender(options, move |line, worth| sender.send(line, worth)), answers)
    }

    /// Starts the threads, which pass each answer, a line, to `send`. A final answer may wait there for room.
    #[must_use]
    pub fn with_sender(options: Options, send: impl Fn(Vec<u8>, Worth) + Send + Sync + 'static) -> Self {
        let dispatcher = Dispatcher::new(options, send);
        let options = &dispatcher.shared.options;
        let workers = (0..options.threads.max(1)).map(|_| {
            let dispatcher = Arc::clone(&dispatcher);
            thread::spawn(move || work(&dispatcher))
        });
        let mut workers: Vec<_> = workers.collect();
        if options.limits.time < Duration::MAX {
            let dispatcher = Arc::clone(&dispatcher);
            workers.push(thread::spawn(move || dispatcher.queue.watch()));
        }
        Self { dispatcher, workers }
    }

    /// Takes a line. Queries without a search are answered at once. Waits while too much is pending.
    pub fn take(&self, line: &[u8]) {
        actions::take(&self.dispatcher, line);
    }

    /// Whether the next query is taken without a wait.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.dispatcher.queue.has_room(self.dispatcher.shared.options.most_pending)
    }

    /// Refuses a line that was too long to be read.
    pub fn refuse_long_line(&self) {
        self.dispatcher.refuse_long_line();
    }

    /// Ends all searches: running ones answer with their lines so far.
    pub fn terminate(&self) {
        self.dispatcher.terminate(None);
    }

    /// Ends the queries with this number as their id.
    pub fn end(&self, id: u64) {
        self.dispatcher.terminate(Some(&Id::Number(id.to_string().into())));
    }

    /// Waits until everything is answered.
    pub fn finish(self) {
        drop(self);
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.dispatcher.queue.close();
        for worker in self.workers.drain(..) {
            let _ = worker.join();
        }
    }
}

/// Runs jobs, one after another.
fn work(dispatcher: &Dispatcher) {
    let shared = &dispatcher.shared;
    let mut worker = Worker::new(shared);
    while let Some((number, job)) = dispatcher.queue.take() {
        let id = job.call.id.clone();
        // A panic ends its own task only.
        if catch_unwind(AssertUnwindSafe(|| run(dispatcher, job, &mut worker))).is_err() {
            let problem = Code::Defect.says("the search failed: this is a defect of the program");
            shared.sink.refuse(&Wrong::line(problem).of(id));
            worker = Worker::new(shared);
        }
        dispatcher.queue.done(number);
    }
}

/// Runs a job, in turn with those of other services.
fn run(dispatcher: &Dispatcher, job: Job, worker: &mut Worker) {
    let shared = &dispatcher.shared;
    let turns = shared.options.turns.as_ref().filter(|_| job.task.takes_turns());
    let Some(turns) = turns else {
        dispatcher.queue.begin(&job);
        return job.run(worker);
    };
    let turn = turns.turn(shared.threads(), job.call.is_short, job.call.budget.clone());
    turn.pass(None);
    dispatcher.queue.begin(&job);
    if job.call.budget.stop().load(Relaxed) {
        drop(turn);
        return job.task.terminated(&job.call, &shared.sink);
    }
    search::with_gate(turn, || job.run(worker));
}

/// Answers the queries of `input` on `output`, until the input ends and all queries are answered. If `stop` is set, all searches
/// end with their lines so far.
///
/// # Errors
/// The input cannot be read, or the output not be written.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
    options: &Options,
    stop: &AtomicBool,
) -> io::Result<()> {
    let (service, answers) = Service::start(options.clone());
    let lines = read(input, options.longest_line);
    let is_unread = AtomicBool::new(false);
    thread::scope(|scope| {
        let is_cut = || stop.load(Relaxed) || is_unread.load(Relaxed);
        let taking = scope.spawn(move || {
            let ended = take(&service, &lines, is_cut);
            if is_cut() || options.quit_at_end {
                service.terminate();
            }
            ended
        });
        let written = write(answers, output);
        is_unread.store(true, Relaxed);
        let ended = taking.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        ended.and(written)
    })
}

/// A line; `None` if it was too long.
type Line = io::Result<Option<Vec<u8>>>;

/// Passes lines to the service until the input ends or `is_cut` returns true.
fn take(service: &Service, lines: &Receiver<Line>, is_cut: impl Fn() -> bool) -> io::Result<()> {
    while !is_cut() {
        match lines.recv_timeout(LOOK) {
            Ok(Ok(Some(line))) => service.take(&line),
            Ok(Ok(None)) => service.refuse_long_line(),
            Ok(Err(error)) => return Err(error),
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    Ok(())
}

/// The interval of looks at the stop flag.
const LOOK: Duration = Duration::from_millis(50);

/// The most lines that wait.
const LINES: usize = 16;

/// Reads lines in a separate thread, which may block for ever.
fn read(mut input: impl BufRead + Send + 'static, longest: usize) -> Receiver<Line> {
    let (sender, lines) = sync_channel(LINES);
    thread::spawn(move || {
        loop {
            let mut line = Vec::new();
            let next = match lines::next(&mut input, longest, &mut line) {
                Ok(Next::Line) => Ok(Some(line)),
                Ok(Next::TooLong) => Ok(None),
                Ok(Next::End) => return,
                Err(error) => Err(error),
            };
            let is_over = next.is_err();
            if sender.send(next).is_err() || is_over {
                return;
            }
        }
    });
    lines
}

/// Writes answers as they arrive; flushes once none is waiting.
fn write(answers: Answers, output: &mut impl Write) -> io::Result<()> {
    while let Some(answer) = answers.recv() {
        output.write_all(&answer)?;
        while let Some(next) = answers.try_recv() {
            output.write_all(&next)?;
        }
        output.flush()?;
    }
    Ok(())
}
