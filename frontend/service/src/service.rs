//! Threads that take queries and give answers.

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use crate::Options;
use crate::code::Code;
use crate::id::Id;
use crate::lines::{self, Next};
use crate::outbox::{self, Answers};
use crate::refusal::Wrong;
use crate::shared::Shared;
use crate::sink::Worth;
use crate::worker::Worker;

/// Threads that answer queries, for as long as it lives.
pub struct Service {
    shared: Arc<Shared>,
    workers: Vec<thread::JoinHandle<()>>,
}

impl Service {
    /// Starts the threads. Answers come from the receiver, each a line; when it is dropped they are lost.
    #[must_use]
    pub fn start(options: Options) -> (Self, Answers) {
        let (sender, answers) = outbox::new(options.most_unread);
        (Self::telling(options, move |line, worth| sender.send(line, worth)), answers)
    }

    /// Starts the threads, which hand each answer, a line, to `tell`. A final one may wait there until there is room for it.
    #[must_use]
    pub fn telling(options: Options, tell: impl Fn(Vec<u8>, Worth) + Send + Sync + 'static) -> Self {
        let shared = Shared::new(options, tell);
        let workers = (0..shared.options.threads.max(1)).map(|_| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || work(&shared))
        });
        let mut workers: Vec<_> = workers.collect();
        if shared.options.limits.time < Duration::MAX {
            let shared = Arc::clone(&shared);
            workers.push(thread::spawn(move || shared.queue.watch()));
        }
        Self { shared, workers }
    }

    /// Takes a line. Queries that need no search are answered at once; where too much is pending, this waits.
    pub fn take(&self, line: &[u8]) {
        self.shared.take(line);
    }

    /// Says that a line was too long to be read.
    pub fn refuse_long_line(&self) {
        self.shared.refuse_long_line();
    }

    /// Ends all searches: those that run answer with what they know.
    pub fn terminate(&self) {
        self.shared.terminate(None);
    }

    /// Ends the queries with this number as their id.
    pub fn end(&self, id: u64) {
        self.shared.terminate(Some(&Id::Number(id.to_string().into())));
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

/// Does one job after the other.
fn work(shared: &Arc<Shared>) {
    let mut worker = Worker::new(shared);
    while let Some((number, job)) = shared.queue.take() {
        let id = job.call.id.clone();
        // A defect ends the search in which it shows, and no other.
        if catch_unwind(AssertUnwindSafe(|| worker.work(job))).is_err() {
            shared
                .sink
                .refuse(&Wrong::line(Code::Defect.says("the search failed: this is a defect of the program")).of(id));
            worker = Worker::new(shared);
        }
        shared.queue.done(number);
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
