//! Threads that take queries and give answers.

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use search::SharedTable;
use serde::Serialize;
use serde_json::Value;

use crate::actions;
use crate::answer::{Answer, Done, TerminateAnswer};
use crate::fields::Fields;
use crate::lines::{self, Next};
use crate::query::{Action, Query};
use crate::queue::{Job, Queue};
use crate::refusal::{Refusal, Wrong};
use crate::start::Start;
use crate::worker::{Task, Worker, ended};

/// What a service takes of the machine.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many positions are searched at a time, at least 1.
    pub threads: usize,
    /// The threads of each search, at least 1.
    pub search_threads: usize,
    /// The memory of the shared transposition table, in bytes.
    pub hash: usize,
    /// The longest line that is read, in bytes.
    pub longest_line: usize,
    /// Reading waits while what is pending holds more bytes.
    pub most_pending: usize,
    /// Whether the end of the input ends all searches; else what was asked for is answered first.
    pub quit_at_end: bool,
}

impl Default for Options {
    /// One position at a time with one thread, a table of 64 MiB, lines of at most 4 MiB, 64 MiB pending.
    fn default() -> Self {
        Self {
            threads: 1,
            search_threads: 1,
            hash: 64 << 20,
            longest_line: 4 << 20,
            most_pending: 64 << 20,
            quit_at_end: false,
        }
    }
}

/// So many answers may wait to be written.
const ANSWERS: usize = 256;

/// Where answers go.
pub(crate) struct Sink(SyncSender<Vec<u8>>);

impl Sink {
    /// Gives an answer, once there is room for it.
    pub(crate) fn answer(&self, id: &Value, action: &'static str, of: impl Serialize) {
        self.line(&Answer { id: id.clone(), action, of });
    }

    /// Gives an answer that will be followed by others; it is left out while those who listen are late.
    pub(crate) fn report(&self, id: &Value, action: &'static str, of: impl Serialize) {
        let _ = self.0.try_send(bytes(&Answer { id: id.clone(), action, of }));
    }

    /// Says what is wrong.
    pub(crate) fn refuse(&self, refusal: &Refusal) {
        self.line(refusal);
    }

    fn line(&self, answer: &impl Serialize) {
        // When nobody listens any more, the answers are not missed.
        let _ = self.0.send(bytes(answer));
    }
}

/// An object and the end of its line.
fn bytes(answer: &impl Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(answer).expect("answers are objects of texts and numbers");
    bytes.push(b'\n');
    bytes
}

/// Threads that answer queries, for as long as it lives.
pub struct Service {
    shared: Arc<Shared>,
    workers: Vec<thread::JoinHandle<()>>,
}

struct Shared {
    options: Options,
    queue: Queue,
    table: SharedTable,
    sink: Sink,
}

impl Service {
    /// Starts the threads. Answers come from the receiver, each a line; when it is dropped they are lost.
    #[must_use]
    pub fn start(options: Options) -> (Self, Receiver<Vec<u8>>) {
        let (sender, answers) = sync_channel(ANSWERS);
        let table = SharedTable::new(options.hash);
        let shared = Arc::new(Shared { options, queue: Queue::default(), table, sink: Sink(sender) });
        let workers = (0..shared.options.threads.max(1)).map(|_| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.work())
        });
        let workers = workers.collect();
        (Self { shared, workers }, answers)
    }

    /// Takes a line. Queries that need no search are answered at once; where too much is pending, this waits.
    pub fn take(&self, line: &[u8]) {
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        match Query::parse(line) {
            Err(refusal) => self.shared.sink.refuse(&refusal),
            Ok(query) => {
                let id = query.id.clone();
                if let Err(wrong) = self.shared.obey(query, line.len()) {
                    self.shared.sink.refuse(&wrong.of(id));
                }
            }
        }
    }

    /// Says that a line was too long to be read.
    pub fn refuse_long_line(&self) {
        let message = format!("a line has at most {} bytes", self.shared.options.longest_line);
        self.shared.sink.refuse(&Wrong::line(message).of(Value::Null));
    }

    /// Ends all searches: those that run answer with what they know.
    pub fn terminate(&self) {
        self.shared.terminate(None);
    }

    /// Waits until everything is answered.
    pub fn finish(self) {
        drop(self);
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.shared.queue.close();
        for worker in self.workers.drain(..) {
            let _ = worker.join();
        }
    }
}

impl Shared {
    /// Does one job after the other.
    fn work(&self) {
        let new = || Worker::new(&self.options, &self.table, &self.sink);
        let mut worker = new();
        while let Some((number, job)) = self.queue.take() {
            let id = job.id.clone();
            // A defect ends the search in which it shows, and no other.
            if catch_unwind(AssertUnwindSafe(|| worker.work(job))).is_err() {
                self.sink.refuse(&Wrong::line("the search failed: this is a defect of the program").of(id));
                worker = new();
            }
            self.queue.done(number);
        }
    }

    fn obey(&self, query: Query, bytes: usize) -> Result<(), Wrong> {
        let Query { id, action, fields } = query;
        let name = action.name();
        match action {
            Action::Position => self.sink.answer(&id, name, actions::position(&Start::of(&fields)?)),
            Action::Threats => self.sink.answer(&id, name, actions::threats(&Start::of(&fields)?)),
            Action::QueryVersion => self.sink.answer(&id, name, actions::version()),
            Action::Clear => {
                self.table.clear();
                self.sink.answer(&id, name, Done { done: true });
            }
            Action::Terminate => {
                let meant = fields.terminate_id.ok_or_else(|| Wrong::new("terminate_id", "it is missing"))?;
                let terminated = self.terminate(Some(&meant));
                self.sink.answer(&id, name, TerminateAnswer { terminated });
            }
            Action::TerminateAll => {
                let terminated = self.terminate(None);
                self.sink.answer(&id, name, TerminateAnswer { terminated });
            }
            _ => self.search(id, action, fields, bytes)?,
        }
        Ok(())
    }

    /// Puts what takes time into the queue.
    fn search(&self, id: Value, action: Action, mut fields: Fields, bytes: usize) -> Result<(), Wrong> {
        let priority = fields.priority;
        let task = match action {
            Action::Analyze => {
                let start = Arc::new(Start::of(&fields)?);
                let (plies, among) = (start.plies(fields.plies.as_ref())?, start.among(&fields)?);
                let fields = Arc::new(fields);
                // They share what the line holds.
                let bytes = bytes / plies.len();
                for ply in plies {
                    let (start, fields) = (Arc::clone(&start), Arc::clone(&fields));
                    self.add(&id, priority, Task::Analyze { start, fields, ply, among }, bytes);
                }
                return Ok(());
            }
            Action::Balance => Task::Balance { start: Start::of(&fields)?.unfinished()?, fields: Box::new(fields) },
            Action::Review => Task::Review { start: Start::of(&fields)?, fields: Box::new(fields) },
            Action::Solve => Task::Solve { start: Start::of(&fields)?.unfinished()?, fields: Box::new(fields) },
            Action::Convert => Task::Convert { fields: Box::new(fields) },
            _ => {
                let certificate = fields.certificate.take();
                let certificate = certificate.ok_or_else(|| Wrong::new("certificate", "it is missing"))?;
                Task::Verify { certificate }
            }
        };
        self.add(&id, priority, task, bytes);
        Ok(())
    }

    fn add(&self, id: &Value, priority: i32, task: Task, bytes: usize) {
        let stop = Arc::new(AtomicBool::new(false));
        let bytes = bytes + size_of::<Job>();
        self.queue.add(Job { id: id.clone(), priority, task, bytes, stop }, self.options.most_pending);
    }

    /// Ends the jobs with this id, or all; returns their number.
    fn terminate(&self, id: Option<&Value>) -> usize {
        let (stopped, waiting) = self.queue.terminate(id);
        waiting.iter().for_each(|job| ended(job, &self.sink));
        stopped + waiting.len()
    }
}

/// Answers the queries of `input` on `output`, until the input ends and everything is answered, or until `stop` is set:
/// then all searches end with what they know.
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
    let nobody_listens = AtomicBool::new(false);
    thread::scope(|scope| {
        let is_cut = || stop.load(Relaxed) || nobody_listens.load(Relaxed);
        let taking = scope.spawn(move || {
            let ended = take(&service, &lines, is_cut);
            if is_cut() || options.quit_at_end {
                service.terminate();
            }
            ended
        });
        let written = write(answers, output);
        nobody_listens.store(true, Relaxed);
        let ended = taking.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        ended.and(written)
    })
}

/// A line; `None` if it was too long.
type Line = io::Result<Option<Vec<u8>>>;

/// Hands lines to the service until there are no more, or `is_cut` says so.
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

/// How often it is looked whether to stop.
const LOOK: Duration = Duration::from_millis(50);

/// So many lines may wait to be taken.
const LINES: usize = 16;

/// Reads lines in a thread of their own, which may wait for ever.
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

/// Writes answers as they come; what comes together is written together.
fn write(answers: Receiver<Vec<u8>>, output: &mut impl Write) -> io::Result<()> {
    while let Ok(answer) = answers.recv() {
        output.write_all(&answer)?;
        while let Ok(next) = answers.try_recv() {
            output.write_all(&next)?;
        }
        output.flush()?;
    }
    Ok(())
}
