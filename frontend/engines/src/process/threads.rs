//! Threads that write to a process and read from it, so that nobody else has to wait for its pipes.

use std::io::{Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::lines::{Line, Lines, Tail};

/// The most bytes that are read ahead; then the process waits.
const AHEAD: usize = 256 << 10;

/// What is sent to a process.
#[derive(Debug)]
pub(super) struct Input {
    sender: Option<Sender<Vec<u8>>>,
    /// Pieces that are not written yet.
    waiting: Arc<AtomicUsize>,
}

impl Input {
    pub(super) fn new(mut pipe: impl Write + Send + 'static) -> Self {
        let (sender, pieces) = channel::<Vec<u8>>();
        let waiting = Arc::new(AtomicUsize::new(0));
        let written = Arc::clone(&waiting);
        thread::spawn(move || {
            for piece in pieces {
                // It does not listen any more. Whether it is gone, its output will tell.
                let _ = pipe.write_all(&piece).and_then(|()| pipe.flush());
                written.fetch_sub(1, Ordering::Relaxed);
            }
        });
        Self { sender: Some(sender), waiting }
    }

    pub(super) fn send(&self, bytes: &[u8]) {
        if let Some(sender) = &self.sender {
            self.waiting.fetch_add(1, Ordering::Relaxed);
            if sender.send(bytes.to_vec()).is_err() {
                self.waiting.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }

    pub(super) fn is_sent(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) == 0
    }

    /// Closes the pipe when all is written.
    pub(super) fn close(&mut self) {
        self.sender = None;
    }
}

/// What a process says.
#[derive(Debug, Default)]
pub(super) struct Output {
    heard: Mutex<Heard>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Heard {
    lines: Lines,
    /// Bytes of lines that nobody has taken.
    ahead: usize,
    /// Bytes that nobody has counted.
    uncounted: u64,
    ended: bool,
    complaints: Lines,
    tail: Tail,
    /// Whether nobody will ever listen again.
    abandoned: bool,
}

impl Output {
    /// Listens to both pipes.
    pub(super) fn of(stdout: impl Read + Send + 'static, stderr: impl Read + Send + 'static) -> Arc<Self> {
        let output = Arc::new(Self::default());
        let (spoken, complained) = (Arc::clone(&output), Arc::clone(&output));
        thread::spawn(move || {
            spoken.read(stdout, |heard, piece, at| {
                heard.lines.push(piece, at);
                heard.ahead += piece.len();
                heard.uncounted += piece.len() as u64;
            });
            let mut heard = spoken.heard();
            heard.lines.finish(Instant::now());
            heard.ended = true;
            spoken.changed.notify_all();
        });
        thread::spawn(move || {
            complained.read(stderr, |heard, piece, at| {
                heard.complaints.push(piece, at);
                heard.collect();
            });
        });
        output
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, mut pipe: impl Read, take: impl Fn(&mut Heard, &[u8], Instant)) {
        let mut piece = [0; 16 << 10];
        while let Ok(length @ 1..) = pipe.read(&mut piece) {
            let at = Instant::now();
            let mut heard = self.heard();
            while heard.ahead > AHEAD && !heard.abandoned {
                heard = self.changed.wait(heard).unwrap_or_else(PoisonError::into_inner);
            }
            if heard.abandoned {
                return;
            }
            take(&mut heard, &piece[..length], at);
            self.changed.notify_all();
        }
    }

    /// The next line, if it comes soon enough, and whether others may follow.
    pub(super) fn next(&self, wait: Duration) -> (Option<Line>, bool) {
        let until = Instant::now() + wait;
        let mut heard = self.heard();
        loop {
            let line = heard.lines.pop();
            if line.is_none() {
                heard.ahead = 0;
                self.changed.notify_all();
            }
            let left = until.saturating_duration_since(Instant::now());
            if line.is_some() || heard.ended || left.is_zero() {
                return (line, !heard.ended);
            }
            heard = self.changed.wait_timeout(heard, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// All lines that nobody has taken.
    pub(super) fn take_all(&self) -> Vec<Line> {
        std::iter::from_fn(|| self.next(Duration::ZERO).0).collect()
    }

    /// The bytes that were read since the last call.
    pub(super) fn count(&self) -> u64 {
        std::mem::take(&mut self.heard().uncounted)
    }

    /// The last lines of standard error; they are forgotten.
    pub(super) fn complaints(&self) -> Vec<String> {
        let mut heard = self.heard();
        heard.complaints.finish(Instant::now());
        heard.collect();
        heard.tail.take()
    }

    /// The newest of them.
    pub(super) fn newest_complaint(&self) -> Option<String> {
        self.heard().tail.newest().map(str::to_owned)
    }

    /// Lets the threads end: nobody listens any more.
    pub(super) fn abandon(&self) {
        self.heard().abandoned = true;
        self.changed.notify_all();
    }
}

impl Heard {
    fn collect(&mut self) {
        while let Some(line) = self.complaints.pop() {
            self.tail.push(&line.text);
        }
    }
}
