//! Threads that write and read the pipes of a process, so that the runner never waits for them.

use std::io::{Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::process::lines::{Line, Lines, Tail};

/// The bytes read ahead; then the process waits.
const AHEAD: usize = 256 << 10;

/// Standard input of a process.
#[derive(Debug)]
pub(super) struct Input {
    sender: Option<Sender<Vec<u8>>>,
    /// The number of pieces that are not written yet.
    waiting: Arc<AtomicUsize>,
}

impl Input {
    pub(super) fn new(mut pipe: impl Write + Send + 'static) -> Self {
        let (sender, pieces) = channel::<Vec<u8>>();
        let waiting = Arc::new(AtomicUsize::new(0));
        let written = Arc::clone(&waiting);
        thread::spawn(move || {
            for piece in pieces {
                // The process has closed its input. Its output shows whether it has exited.
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

    /// Closes the pipe as soon as all is written.
    pub(super) fn close(&mut self) {
        self.sender = None;
    }
}

/// Standard output and error of a process.
#[derive(Debug, Default)]
pub(super) struct Output {
    buffers: Mutex<Buffers>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Buffers {
    lines: Lines,
    /// Bytes of lines that are not taken yet.
    ahead: usize,
    /// Bytes since the last call of [`Output::count`].
    uncounted: u64,
    ended: bool,
    complaints: Lines,
    tail: Tail,
    /// Whether the reader has left.
    abandoned: bool,
}

impl Output {
    /// Starts a thread for each pipe.
    pub(super) fn of(stdout: impl Read + Send + 'static, stderr: impl Read + Send + 'static) -> Arc<Self> {
        let output = Arc::new(Self::default());
        let (reader, error_reader) = (Arc::clone(&output), Arc::clone(&output));
        thread::spawn(move || {
            reader.read(stdout, |buffers, piece, at| {
                buffers.lines.push(piece, at);
                buffers.ahead += piece.len();
                buffers.uncounted += piece.len() as u64;
            });
            let mut buffers = reader.buffers();
            buffers.lines.finish(Instant::now());
            buffers.ended = true;
            reader.changed.notify_all();
        });
        thread::spawn(move || {
            error_reader.read(stderr, |buffers, piece, at| {
                buffers.complaints.push(piece, at);
                buffers.collect();
            });
        });
        output
    }

    fn buffers(&self) -> MutexGuard<'_, Buffers> {
        self.buffers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, mut pipe: impl Read, take: impl Fn(&mut Buffers, &[u8], Instant)) {
        let mut piece = [0; 16 << 10];
        while let Ok(length @ 1..) = pipe.read(&mut piece) {
            let at = Instant::now();
            let mut buffers = self.buffers();
            while buffers.ahead > AHEAD && !buffers.abandoned {
                buffers = self.changed.wait(buffers).unwrap_or_else(PoisonError::into_inner);
            }
            if buffers.abandoned {
                return;
            }
            take(&mut buffers, &piece[..length], at);
            self.changed.notify_all();
        }
    }

    /// The next line, if it comes within `wait`, and whether the output is still open.
    pub(super) fn next(&self, wait: Duration) -> (Option<Line>, bool) {
        let until = Instant::now() + wait;
        let mut buffers = self.buffers();
        loop {
            let line = buffers.lines.pop();
            if line.is_none() {
                buffers.ahead = 0;
                self.changed.notify_all();
            }
            let left = until.saturating_duration_since(Instant::now());
            if line.is_some() || buffers.ended || left.is_zero() {
                return (line, !buffers.ended);
            }
            buffers = self.changed.wait_timeout(buffers, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Takes all lines.
    pub(super) fn take_all(&self) -> Vec<Line> {
        std::iter::from_fn(|| self.next(Duration::ZERO).0).collect()
    }

    /// The bytes read since the last call.
    pub(super) fn count(&self) -> u64 {
        std::mem::take(&mut self.buffers().uncounted)
    }

    /// Takes the last lines of standard error.
    pub(super) fn complaints(&self) -> Vec<String> {
        let mut buffers = self.buffers();
        buffers.complaints.finish(Instant::now());
        buffers.collect();
        buffers.tail.take()
    }

    /// The newest line of standard error.
    pub(super) fn newest_complaint(&self) -> Option<String> {
        self.buffers().tail.newest().map(str::to_owned)
    }

    /// Ends the threads: the reader has left.
    pub(super) fn abandon(&self) {
        self.buffers().abandoned = true;
        self.changed.notify_all();
    }
}

impl Buffers {
    fn collect(&mut self) {
        while let Some(line) = self.complaints.pop() {
            self.tail.push(&line.text);
        }
    }
}
